/* Parses plain pages, in a fifth of the time that lexbor takes.
 *
 * Most rules of an HTML parser are about mistakes: tags that are not closed, or closed crosswise, text between the
 * rows of a table, a second head. Here elements are closed by their own end tags, or by one of the few rules for
 * omitted end tags; a page with anything else goes to lexbor. A page that is accepted has the tree that lexbor
 * builds, without comments and attributes that are not asked for: tests compare the two.
 *
 * Nothing recurses. Everything is linear except the search of scopes, which has a budget. Memory is one block; a page
 * that does not fit goes to lexbor. Texts stay where they are in the page, unless they have to be decoded.
 */

#include "plain.h"

#include <stdlib.h>
#include <string.h>

enum { ARENA_BYTES = 64 << 20 };

/* Places where a byte may be, and what it ends. */
enum {
    SPACE = 1, IN_NAME = 2, BETWEEN = 4, AFTER_NAME = 8, AFTER_VALUE = 16, AFTER_ATTRIBUTE = 32, STRANGE = 64,
};

static unsigned char byte_kinds[256];

struct page page;

static void *allocate(size_t size)
{
    size = (size + 7) & ~(size_t)7;
    if (size > ARENA_BYTES - page.used)
        return NULL;
    void *at = page.arena + page.used;
    page.used += size;
    return at;
}

static bool is_space(unsigned char byte) { return byte_kinds[byte] & SPACE; }

static bool is_blank(const string *text)
{
    for (size_t i = 0; i < text->length; i++)
        if (!is_space(text->data[i]))
            return false;
    return true;
}

static bool is_letter(unsigned char byte) { return (unsigned char)((byte | 0x20) - 'a') < 26; }

static bool is_digit(unsigned char byte) { return (unsigned char)(byte - '0') < 10; }

/* Return the first byte from here on that is of one of these kinds, or of none; the end if there is none. */
static const unsigned char *next_of(unsigned kinds, const unsigned char *at)
{
    const unsigned char *end = page.end;
    while (at < end && !(byte_kinds[*at] & kinds))
        at++;
    return at;
}

static const unsigned char *next_but(unsigned kinds, const unsigned char *at)
{
    const unsigned char *end = page.end;
    while (at < end && byte_kinds[*at] & kinds)
        at++;
    return at;
}

static void skip_space(void)
{
    page.at = next_but(SPACE, page.at);
}

/* --- decoding -------------------------------------------------------------------------------- */

static unsigned char *put_character(unsigned char *out, uint32_t character)
{
    if (character < 0x80)
        *out++ = (unsigned char)character;
    else if (character < 0x800) {
        *out++ = (unsigned char)(0xc0 | character >> 6);
        *out++ = (unsigned char)(0x80 | (character & 0x3f));
    } else {
        if (character < 0x10000)
            *out++ = (unsigned char)(0xe0 | character >> 12);
        else {
            *out++ = (unsigned char)(0xf0 | character >> 18);
            *out++ = (unsigned char)(0x80 | (character >> 12 & 0x3f));
        }
        *out++ = (unsigned char)(0x80 | (character >> 6 & 0x3f));
        *out++ = (unsigned char)(0x80 | (character & 0x3f));
    }
    return out;
}

/* Return the character of the digits before a semicolon; 0 where other rules apply. */
static uint32_t numbered(const unsigned char *at, const unsigned char *end)
{
    bool is_hex = at < end && (*at | 0x20) == 'x';
    uint32_t number = 0;
    if (is_hex)
        at++;
    for (; at < end && number <= 0x10ffff; at++) {
        if (is_digit(*at))
            number = number * (is_hex ? 16 : 10) + (uint32_t)(*at - '0');
        else if (is_hex && (unsigned char)((*at | 0x20) - 'a') < 6)
            number = number * 16 + (uint32_t)((*at | 0x20) - 'a' + 10);
        else
            return 0;
    }
    bool is_control = (number < ' ' && number != '\t' && number != '\n') || (number >= 0x7f && number < 0xa0);
    bool is_other = (number >= 0xd800 && number < 0xe000) || number > 0x10ffff;
    return is_control || is_other ? 0 : number;
}

/* Return the character of a reference, and where it ends; 0 for a plain ampersand. */
static bool reference_at(
    const unsigned char *at, const unsigned char *end, bool is_value, uint32_t *character, const unsigned char **after)
{
    const unsigned char *name = at + 1, *stop = name + (name < end && *name == '#');
    while (stop < end && (is_letter(*stop) || is_digit(*stop)))
        stop++;
    *character = 0;
    *after = name;
    if (stop == name || (is_value && *name != '#' && stop < end && *stop == '='))
        return true;
    if (stop == end || *stop != ';')
        return false;
    *after = stop + 1;
    string named = {name, (size_t)(stop - name)};
    *character = *name == '#' ? numbered(name + 1, stop) : entity_of(&named, page.end);
    return *character != 0;
}

/* Return a text with its references decoded and its line ends normalised. */
static bool decode(string *text, bool has_references, bool is_value)
{
    const unsigned char *at = text->data, *end = at + text->length;
    /* Decoding never makes a text longer. */
    unsigned char *out = allocate(text->length), *begin = out;
    if (out == NULL)
        return false;
    while (at < end) {
        if (*at == '&' && has_references) {
            uint32_t character;
            if (!reference_at(at, end, is_value, &character, &at))
                return false;
            out = put_character(out, character ? character : '&');
        } else if (*at == '\r') {
            *out++ = '\n';
            at += at + 1 < end && at[1] == '\n' ? 2 : 1;
        } else
            *out++ = *at++;
    }
    *text = (string){begin, (size_t)(out - begin)};
    return true;
}

static bool has(const string *text, int byte) { return text->length && memchr(text->data, byte, text->length); }

/* --- nodes ----------------------------------------------------------------------------------- */

void append(node *child)
{
    node *parent = page.depth ? &top()->element->node : &page.document;
    child->parent = parent;
    child->previous = parent->last_child;
    child->next = NULL;
    if (parent->last_child)
        parent->last_child->next = child;
    else
        parent->first_child = child;
    parent->last_child = child;
}

bool add_text(const string *text)
{
    characters *at = text->length ? allocate(sizeof *at) : NULL;
    if (at == NULL)
        return !text->length;
    at->node.type = TEXT;
    at->node.local_name = 0;
    at->node.first_child = NULL;
    at->data = *text;
    append(&at->node);
    return true;
}

element *new_element(unsigned tag)
{
    element *at = allocate(sizeof *at);
    if (at) {
        at->node.local_name = tags[tag].number;
        at->node.ns = HTML_NAMESPACE;
        at->node.type = ELEMENT;
        at->node.first_child = at->node.last_child = NULL;
        at->first_attribute = NULL;
    }
    return at;
}

/* --- tokens ---------------------------------------------------------------------------------- */

/* Return the end of the text of an element without elements. */
static const unsigned char *raw_end(const string *name)
{
    const unsigned char *at = page.at, *end = page.end;
    while ((at = memchr(at, '<', (size_t)(end - at)))) {
        size_t i = 0;
        if ((size_t)(end - at) < name->length + 3)
            return NULL;
        if (at[1] == '/') {
            while (i < name->length && (at[2 + i] | 0x20) == (name->data[i] | 0x20))
                i++;
            unsigned char after = at[2 + i];
            if (i == name->length && byte_kinds[after] & AFTER_NAME)
                return at;
        }
        at++;
    }
    return NULL;
}

/* In a script that looks commented out, another one may begin. */
static bool has_script_in_comment(const string *text)
{
    static const char begin[] = "<script";
    const unsigned char *at = text->data, *end = at + text->length;
    bool is_commented = false;
    for (; (at = memchr(at, '<', (size_t)(end - at))); at++) {
        size_t i = 0;
        is_commented |= end - at > 3 && memcmp(at, "<!--", 4) == 0;
        while (begin[i] && at + i < end && (at[i] | 0x20) == (begin[i] | 0x20))
            i++;
        if (is_commented && !begin[i])
            return true;
    }
    return false;
}

bool raw_text_at(unsigned char rule, const string *name)
{
    const unsigned char *stop = raw_end(name);
    if (stop == NULL)
        return false;
    string text = {page.at, (size_t)(stop - page.at)};
    if (rule == SCRIPT && has_script_in_comment(&text))
        return false;
    bool has_references = (rule == DECODED || rule == TITLED) && has(&text, '&');
    bool is_decoded = has_references || (rule == SCRIPT && has(&text, '\r'));
    if ((is_decoded && !decode(&text, has_references, false)) || !add_text(&text))
        return false;
    page.at = stop + 2 + name->length;
    skip_space();
    return page.at < page.end && *page.at++ == '>';
}

static string name_at(void)
{
    const unsigned char *begin = page.at;
    page.at = next_but(IN_NAME, begin);
    return (string){begin, (size_t)(page.at - begin)};
}

/* Read a value between quotes, or up to the next space. */
static bool value_at(string *value)
{
    const unsigned char *begin = page.at, *stop;
    if (begin == page.end || *begin == '>')
        return false;
    if (*begin == '"' || *begin == '\'') {
        begin++;
        stop = memchr(begin, begin[-1], (size_t)(page.end - begin));
        if (stop == NULL)
            return false;
        page.at = stop + 1;
    } else {
        page.at = stop = next_of(AFTER_VALUE, begin);
    }
    *value = (string){begin, (size_t)(stop - begin)};
    return true;
}

static bool add_attribute(element *to, uint32_t called, string value)
{
    attribute *each = to->first_attribute, *last = NULL;
    for (; each; last = each, each = each->next)
        /* The first of a name counts. */
        if (each->node.local_name == PLAIN_NAMES + called)
            return true;
    if ((has(&value, '&') || has(&value, '\r')) && !decode(&value, true, true))
        return false;
    struct { attribute attribute; string value; } *at = allocate(sizeof *at);
    if (at == NULL)
        return false;
    at->value = value;
    at->attribute.node.local_name = PLAIN_NAMES + called;
    at->attribute.node.prefix = 0;
    at->attribute.value = &at->value;
    at->attribute.next = NULL;
    if (last)
        last->next = &at->attribute;
    else
        to->first_attribute = &at->attribute;
    return true;
}

/* Read a tag up to its end. */
static bool attributes_at(element *to)
{
    while (true) {
        const unsigned char *begin = next_but(BETWEEN, page.at), *at = next_of(AFTER_ATTRIBUTE, begin);
        if (at == page.end || byte_kinds[*at] & STRANGE)
            return false;
        page.is_closed = begin > page.at && begin[-1] == '/';
        page.at = at;
        if (at == begin)
            return *page.at++ == '>';
        string name = {begin, (size_t)(at - begin)}, value = {begin, 0};
        skip_space();
        if (page.at < page.end && *page.at == '=') {
            page.at++;
            skip_space();
            if (!value_at(&value))
                return false;
        }
        uint32_t called = attribute_of(&name, page.end);
        if (called && !add_attribute(to, called, value))
            return false;
    }
}

static bool start_at(void)
{
    string name = name_at();
    unsigned tag = tag_of(&name, page.end);
    if ((tag == CUSTOM && !has(&name, '-')) || page.at == page.end || !(byte_kinds[*page.at] & AFTER_NAME))
        return false;
    element *at = new_element(tag);
    return at && attributes_at(at) && start_tag(at, tag, &name);
}

/* Return whether that is the name of the last element that was opened: numbers do not distinguish custom
   ones. */
static bool is_top(const string *name)
{
    const string *open = &top()->name;
    size_t i = 0;
    while (i < name->length && i < open->length && (name->data[i] | 0x20) == (open->data[i] | 0x20))
        i++;
    return i == name->length && i == open->length;
}

static bool end_at(void)
{
    string name = name_at();
    unsigned tag = is_top(&name) ? top()->tag : tag_of(&name, page.end);
    skip_space();
    if (page.at == page.end || *page.at++ != '>' || (tag == CUSTOM && !is_top(&name)))
        return false;
    return end_tag(tag);
}

static bool comment_at(void)
{
    const unsigned char *at = page.at;
    if (at < page.end && (*at == '>' || (*at == '-' && at + 1 < page.end && at[1] == '>')))
        return false;
    for (; (at = memchr(at, '-', (size_t)(page.end - at))); at++) {
        size_t left = (size_t)(page.end - at);
        if (left < 3)
            return false;
        if (at[1] == '-' && at[2] == '>') {
            page.at = at + 3;
            return true;
        }
        if (at[1] == '-' && at[2] == '!')
            return false;
    }
    return false;
}

/* Return whether a doctype is that of HTML5: others may change what a table closes. */
static bool is_html_alone(const unsigned char *at, const unsigned char *end)
{
    static const char html[] = " html";
    size_t i = 0;
    while (end > at && is_space(end[-1]))
        end--;
    while (html[i] && at + i < end && (at[i] | 0x20) == html[i])
        i++;
    return !html[i] && at + i == end;
}

/* Read a doctype or an XML declaration: only at the beginning. */
static bool prologue_at(void)
{
    static const char doctype[] = "!doctype";
    size_t i = 0;
    const unsigned char *stop = memchr(page.at, '>', (size_t)(page.end - page.at));
    if (page.mode != BEFORE_HTML || stop == NULL)
        return false;
    if (*page.at == '?') {
        if (stop - page.at < 5 || memcmp(page.at, "?xml", 4) != 0)
            return false;
    } else {
        while (doctype[i] && page.at + i < stop && (page.at[i] | 0x20) == (doctype[i] | 0x20))
            i++;
        if (doctype[i] || page.has_doctype)
            return false;
        page.has_doctype = true;
        page.is_standard = is_html_alone(page.at + i, stop);
    }
    page.at = stop + 1;
    return true;
}

static bool tag_at(void)
{
    const unsigned char *at = page.at;
    if (page.end - at < 3)
        return false;
    page.at = at + 1;
    if (is_letter(at[1]))
        return start_at();
    if (at[1] == '/' && is_letter(at[2])) {
        page.at = at + 2;
        return end_at();
    }
    if (page.end - at > 3 && memcmp(at, "<!--", 4) == 0) {
        page.at = at + 4;
        return comment_at();
    }
    return (at[1] == '!' || at[1] == '?') && prologue_at();
}

static bool text_at(void)
{
    const unsigned char *stop = memchr(page.at, '<', (size_t)(page.end - page.at));
    string text = {page.at, (size_t)((stop ? stop : page.end) - page.at)};
    page.at += text.length;
    if (page.mode != IN_BODY && (is_blank(&text) || !imply(IN_BODY)))
        return is_blank(&text);
    if (is_in_table() && !is_blank(&text))
        return false;
    if (has(&text, '&') && !decode(&text, true, false))
        return false;
    return add_text(&text);
}

static bool is_parsed(void)
{
    while (page.at < page.end)
        if (!(*page.at == '<' ? tag_at() : text_at()))
            return false;
    return page.mode >= IN_BODY;
}

static void mark(const char *bytes, unsigned char kinds)
{
    for (; *bytes; bytes++)
        byte_kinds[(unsigned char)*bytes] |= kinds;
}

void plain_open(const uint16_t *numbers)
{
    mark("\t\n\f\r ", SPACE | BETWEEN | AFTER_NAME | AFTER_VALUE | AFTER_ATTRIBUTE);
    mark("/", BETWEEN | AFTER_NAME | AFTER_ATTRIBUTE);
    mark(">", AFTER_NAME | AFTER_VALUE | AFTER_ATTRIBUTE);
    mark("=", AFTER_ATTRIBUTE);
    mark("\"'<", AFTER_ATTRIBUTE | STRANGE);
    mark("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-", IN_NAME);
    names_open(numbers);
}

void plain_release(void)
{
    if (page.used > KEPT_BYTES) {
        free(page.arena);
        page.arena = NULL;
    }
    page.used = 0;
}

const node *plain_parse(const unsigned char *html, size_t size)
{
    if (page.arena == NULL && (page.arena = malloc(ARENA_BYTES)) == NULL)
        return NULL;
    if (size == 0 || memchr(html, 0, size) || !*(const unsigned char *)&(uint16_t){1})
        return NULL; /* Names are compared as numbers whose first byte is the lowest. */
    char *arena = page.arena;
    memset(&page, 0, offsetof(struct page, open));
    page.arena = arena;
    page.at = html;
    page.end = html + size;
    page.depth = 0;
    memset(page.open_of, 0, sizeof page.open_of);
    if (is_parsed())
        return &page.document;
    plain_release();
    return NULL;
}
