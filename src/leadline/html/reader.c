/* Reads a page: one parse, one walk over its tree, and everything a crawl asks of it.
 *
 * The parser is lexbor as it comes with selectolax: its functions are looked up in that library,
 * and the structures below are those of its tree, checked by `reader_open` on a known page. The results
 * are written into sections, which reader.py reads. Nothing here recurses, and everything is linear in
 * the size of the tree, except anchors, which have a budget.
 */

#define _POSIX_C_SOURCE 200809L

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tree.h"

enum { WITHOUT_EVENTS = 1, NO_QUIRKS = 0 };

/* The kinds of tags, as in reader.py; 0 is any other, which begins and ends a line. */
enum { BLOCK, INLINE, UNSEEN, ANCHOR, AREA, BASE, BODY, HEADING, IMAGE, LINK, META, SCRIPT, TITLE };

const char *const attribute_names[NAMES] = {
    "", "alt", "aria-label", "content", "hidden", "href", "http-equiv", "lang", "name", "property", "rel", "style", "type",
};

/* The sections of the result. Where a section has several texts, each ends with a NUL. */
enum { S_TEXT, S_LINKS, S_TITLE, S_HEADING, S_META, S_CANONICAL, S_BASE, S_LANGUAGE, S_JSON_LD, SECTIONS };

enum { TAGS = 1024, NUMBERED = 256, ANCHOR_BUDGET = 1000000 };

enum { DONE, TOO_SLOW, FAILED };

static const size_t PIECE_BYTES = 1024, LEAST_PIECE_BYTES = 64, DEEP_BYTES = 64 * 1024;

static struct {
    void *(*create)(void);
    void (*clean)(void *);
    void *(*destroy)(void *);
    unsigned (*begin)(void *);
    unsigned (*parse)(void *, const unsigned char *, size_t);
    unsigned (*end)(void *);
    void (*set_options)(void *, unsigned);
    const unsigned char *(*local_name)(const attribute *, size_t *);
} lexbor;

static unsigned char kinds[TAGS];
/* The numbers of the parser for common attributes. */
static unsigned char name_of_number[NUMBERED];
static size_t max_anchor_length, max_title_length;
static document *kept_document;

/* --- texts ----------------------------------------------------------------------------------- */

static buffer sections[SECTIONS];
static buffer joined;

/* Write a text as it is, without NULs, which end it. */
static void put_value(buffer *to, const string *value)
{
    const unsigned char *at = value ? value->data : NULL, *end = at ? at + value->length : NULL;
    while (at < end) {
        const unsigned char *nul = memchr(at, 0, (size_t)(end - at));
        put(to, at, (size_t)((nul ? nul : end) - at));
        at = nul ? nul + 1 : end;
    }
    put(to, "", 1);
}

/* Write words joined by single spaces, up to a number of characters. */
static const size_t NO_LIMIT = SIZE_MAX;

typedef struct { buffer *to; size_t left; bool has_words, is_apart; } line;

static line new_line(buffer *to, size_t characters)
{
    return (line){.to = to, .left = characters};
}

/* A byte that is neither white space nor the start of a character that may be white space. */
static bool is_of_word(unsigned char byte) { return (byte > ' ' && byte < 0xc2) || byte > 0xe3; }

/* Return whether the next eight bytes are words of ASCII with single spaces between them. These are copied at
   once: the end of a word is a branch that no processor predicts. */
static bool is_prose(const unsigned char *at, const unsigned char *end)
{
    const uint64_t ones = 0x0101010101010101u, low = 0x7f * ones, high = 0x80 * ones;
    uint64_t eight;
    if (end - at < 8 || (at[0] == ' ' && at[-1] == ' '))
        return false;
    memcpy(&eight, at, 8);
    uint64_t differing = eight ^ ' ' * ones, spaces = ~(((differing & low) + low) | differing | low);
    return !(((eight - ' ' * ones) | eight) & high) && !(spaces & spaces << 8);
}

static size_t characters_in(const char *at, const char *end)
{
    size_t found = 0;
    for (; at < end; at++)
        found += (*at & 0xc0) != 0x80;
    return found;
}

/* Return the end of the first so many characters. */
static char *cut(char *at, const char *end, size_t characters)
{
    for (; at < end; at++)
        if ((*at & 0xc0) != 0x80 && characters-- == 0)
            break;
    return at;
}

static void put_words(line *on, const string *text)
{
    const unsigned char *at = text->data, *end = at + text->length;
    char *begin = room(on->to, text->length + 1), *out = begin;
    if (begin == NULL || !on->left)
        return;
    while (at < end) {
        size_t space = is_of_word(*at) ? 0 : space_at(at, end);
        if (space) {
            on->is_apart = true;
            at += space;
            continue;
        }
        if (on->is_apart && on->has_words)
            *out++ = ' ';
        on->is_apart = false;
        on->has_words = true;
        do
            for (*out++ = (char)*at++; is_prose(at, end); at += 8, out += 8)
                memcpy(out, at, 8);
        while (at < end && out[-1] != ' ' && is_of_word(*at));
        if (out[-1] == ' ') {
            on->is_apart = true;
            out--;
        }
    }
    if (on->left != NO_LIMIT) {
        size_t put = characters_in(begin, out);
        if (put >= on->left) {
            out = cut(begin, out, on->left);
            /* No space at the end. */
            if (out > begin && out[-1] == ' ')
                out--;
            put = on->left;
        }
        on->left -= put;
    }
    on->to->size = (size_t)(out - on->to->data);
}

/* --- the tree -------------------------------------------------------------------------------- */

static bool is_text(const node *at) { return at->type == TEXT || at->type == CDATA; }

static const string *text_of(const node *at) { return &((const characters *)at)->data; }

static int kind_of(const node *at)
{
    return at->type == ELEMENT && at->local_name < TAGS ? kinds[at->local_name] : BLOCK;
}

static const node *after(const node *at, const node *top)
{
    while (at != top && at->next == NULL)
        at = at->parent;
    return at == top ? NULL : at->next;
}

/* Return the next node below `top`, in document order. */
static const node *following(const node *at, const node *top)
{
    return at->first_child ? at->first_child : after(at, top);
}

static bool is_named(const attribute *at, const char *name)
{
    size_t length;
    const unsigned char *found = lexbor.local_name(at, &length);
    return found && length == strlen(name) && memcmp(found, name, length) == 0;
}

static bool is_called(const attribute *at, int name)
{
    uintptr_t number = at->node.local_name;
    return number < NUMBERED ? name_of_number[number] == name : is_named(at, attribute_names[name]);
}

static const attribute *attribute_of(const node *at, int name)
{
    const attribute *each = ((const element *)at)->first_attribute;
    while (each && (each->node.prefix || !is_called(each, name)))
        each = each->next;
    return each;
}

static const string *value_of(const attribute *at)
{
    static const string nothing = {(const unsigned char *)"", 0};
    return at && at->value && at->value->data ? at->value : &nothing;
}

static bool contains(const string *text, const char *lowered)
{
    size_t length = strlen(lowered), at, i;
    for (at = 0; at + length <= text->length; at++) {
        for (i = 0; i < length && lower(text->data[at + i]) == (unsigned char)lowered[i]; i++)
            ;
        if (i == length)
            return true;
    }
    return false;
}

static bool is_hidden(const node *at)
{
    const attribute *each = ((const element *)at)->first_attribute;
    for (; each; each = each->next) {
        if (is_called(each, HIDDEN))
            return true;
        if (is_called(each, STYLE)) {
            const string *style = value_of(each);
            if (contains(style, "display:none") || contains(style, "display: none"))
                return true;
        }
    }
    return false;
}

static bool is_unseen(const node *at)
{
    int kind = kind_of(at);
    return at->type == COMMENT || kind == UNSEEN || kind == SCRIPT
        || (at->type == ELEMENT && kind != BODY && is_hidden(at));
}

/* Two links side by side are entries of a menu, not halves of a word. */
static bool follows_link(const node *at)
{
    do
        at = at->previous;
    while (at && is_unseen(at));
    return at && kind_of(at) == ANCHOR;
}

static bool interrupts_line(const node *at)
{
    int kind = kind_of(at);
    return at->type == ELEMENT && kind != INLINE && (kind != ANCHOR || follows_link(at));
}

/* --- what is asked of a page ----------------------------------------------------------------- */

static void put_texts(line *on, const node *top)
{
    for (const node *at = top->first_child; at && on->left; at = following(at, top))
        if (is_text(at))
            put_words(on, text_of(at));
}

/* Write the text that a screen reader reads for a link without text. */
static const string *spoken(const node *link, size_t *budget)
{
    const attribute *said = attribute_of(link, ARIA_LABEL);
    if (!value_of(said)->length)
        said = attribute_of(link, ALT);
    if (value_of(said)->length)
        return value_of(said);
    for (const node *at = link->first_child; at && *budget; at = following(at, link), --*budget)
        if (kind_of(at) == IMAGE && (said = attribute_of(at, ALT)))
            break;
    return value_of(said);
}

static void put_anchor(const node *link, size_t *budget)
{
    line on = new_line(&sections[S_LINKS], max_anchor_length);
    for (const node *at = link->first_child; at && on.left && *budget; at = following(at, link)) {
        size_t cost = 1;
        if (is_text(at)) {
            put_words(&on, text_of(at));
            cost += text_of(at)->length;
        }
        *budget -= cost < *budget ? cost : *budget;
    }
    if (!on.has_words)
        put_words(&on, spoken(link, budget));
    put(&sections[S_LINKS], "", 1);
}

/* Return an href without the white space around it, and without its fragment. */
static string reference(const string *written)
{
    static const char space[] = "\t\n\f\r ";
    string href = *written;
    while (href.length && *href.data && strchr(space, *href.data))
        href.data++, href.length--;
    const unsigned char *fragment = href.length ? memchr(href.data, '#', href.length) : NULL;
    if (fragment)
        href.length = (size_t)(fragment - href.data);
    else
        while (href.length && href.data[href.length - 1] && strchr(space, href.data[href.length - 1]))
            href.length--;
    return href;
}

/* Hrefs that were written already: most links of a page repeat one. An href without a place here is written again,
   and the reader of the section removes the duplicate. */
enum { SEEN = 1 << 12, PROBES = 8 };
static struct { uint32_t page, hash, at, length; } seen[SEEN];
static uint32_t page_number;

/* Return whether the text at the place `at` of a buffer is somewhere before it. */
static bool is_repeated(const buffer *in, size_t at, const string *text)
{
    if (at + text->length > UINT32_MAX)
        return false;
    uint32_t hash = hash_of(text);
    for (uint32_t i = 0; i < PROBES; i++) {
        uint32_t place = (hash + i) % SEEN;
        if (seen[place].page != page_number) {
            seen[place].page = page_number;
            seen[place].hash = hash;
            seen[place].at = (uint32_t)at;
            seen[place].length = (uint32_t)text->length;
            return false;
        }
        if (seen[place].hash == hash && seen[place].length == text->length
            && seen[place].at + text->length <= in->size
            && memcmp(in->data + seen[place].at, text->data, text->length) == 0)
            return true;
    }
    return false;
}

static void put_link(const node *at, size_t *budget)
{
    const attribute *each = ((const element *)at)->first_attribute, *plain = NULL, *drawn = NULL;
    for (; each; each = each->next)
        if (is_called(each, HREF)) {
            if (each->node.prefix)
                drawn = each;
            else
                plain = each;
        }
    if (!plain && !drawn)
        return;
    string href = reference(value_of(value_of(plain)->length || !drawn ? plain : drawn));
    const string *rel = value_of(attribute_of(at, REL));
    /* A link with a rel may be followed by one without. */
    buffer *links = &sections[S_LINKS];
    if (!rel->length && is_repeated(links, links->size, &href))
        return;
    put_value(&sections[S_LINKS], &href);
    put_anchor(at, budget);
    put_value(&sections[S_LINKS], rel);
}

static void put_meta(const node *at)
{
    static const int called[] = {NAME, PROPERTY, HTTP_EQUIV};
    const attribute *content = attribute_of(at, CONTENT);
    const string *name = value_of(NULL);
    for (size_t i = 0; i < 3 && !name->length; i++)
        name = value_of(attribute_of(at, called[i]));
    if (content && name->length) {
        put_value(&sections[S_META], name);
        put_value(&sections[S_META], value_of(content));
    }
}

static void put_canonical(const node *at)
{
    const string *rel = value_of(attribute_of(at, REL));
    const attribute *href = attribute_of(at, HREF);
    if (href && at->ns == HTML_NAMESPACE && contains(rel, "canonical")) {
        put_value(&sections[S_CANONICAL], rel);
        put_value(&sections[S_CANONICAL], value_of(href));
    }
}

static void put_base(const node *at)
{
    const attribute *href = attribute_of(at, HREF);
    if (href && at->ns == HTML_NAMESPACE && !sections[S_BASE].size)
        put_value(&sections[S_BASE], value_of(href));
}

static void put_json_ld(const node *at)
{
    static const char type[] = "application/ld+json";
    const string *given = value_of(attribute_of(at, TYPE));
    if (given->length != sizeof type - 1 || !contains(given, type))
        return;
    for (const node *each = at->first_child; each; each = each->next)
        if (is_text(each))
            put(&sections[S_JSON_LD], text_of(each)->data, text_of(each)->length);
    put(&sections[S_JSON_LD], "", 1);
}

static void put_first(const node *at, int section)
{
    buffer *to = &sections[section];
    if (!to->size) {
        line on = new_line(to, max_title_length);
        put_texts(&on, at);
        put(to, "", 1);
    }
}

static void put_element(const node *at, size_t *budget)
{
    switch (kind_of(at)) {
    case ANCHOR:
    case AREA:
        put_link(at, budget);
        break;
    case BASE:
        put_base(at);
        break;
    case HEADING:
        put_first(at, S_HEADING);
        break;
    case LINK:
        put_canonical(at);
        break;
    case META:
        put_meta(at);
        break;
    case SCRIPT:
        put_json_ld(at);
        break;
    case TITLE:
        if (at->ns == HTML_NAMESPACE)
            put_first(at, S_TITLE);
        break;
    }
}

/* --- the walk -------------------------------------------------------------------------------- */

/* Write the visible text, one line for each block. Inline elements and invisible ones do not interrupt a line:
   `<b>W</b>ord` is one word, and `Page <!-- -->2` one line. */
typedef struct { const node *body, *unseen; line on; } visible;

static void end_line(visible *text)
{
    text->on.is_apart = false;
    if (text->on.has_words)
        put(text->on.to, "\n", 1);
    text->on.has_words = false;
}

static void enter(visible *text, const node *at)
{
    if (text->unseen || !text->body) {
        if (!text->body && kind_of(at) == BODY)
            text->body = at;
    } else if (is_text(at))
        put_words(&text->on, text_of(at));
    else if (is_unseen(at))
        text->unseen = at;
    else if (interrupts_line(at))
        end_line(text);
}

static void leave(visible *text, const node *at)
{
    if (text->unseen == at)
        text->unseen = NULL;
    else if (text->body && !text->unseen && interrupts_line(at))
        end_line(text);
}

static void walk(const node *document)
{
    size_t budget = ANCHOR_BUDGET;
    page_number++;
    visible text = {.on = new_line(&sections[S_TEXT], NO_LIMIT)};
    const node *at = document->first_child;
    while (at) {
        if (at->type == ELEMENT) {
            if (at->parent == document)
                put_value(&sections[S_LANGUAGE], value_of(attribute_of(at, LANG)));
            put_element(at, &budget);
        }
        enter(&text, at);
        if (at->first_child) {
            at = at->first_child;
            continue;
        }
        leave(&text, at);
        while (at->next == NULL && at->parent != document) {
            at = at->parent;
            leave(&text, at);
        }
        at = at->next;
    }
}

/* --- for reader.py --------------------------------------------------------------------------- */

static double seconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* For each tag the parser may look at all open elements. The number that can be open by now decides how much text
   it gets at once. */
static size_t piece_at(size_t at, size_t size)
{
    size_t most = at <= DEEP_BYTES ? PIECE_BYTES : PIECE_BYTES * DEEP_BYTES / at;
    most = most < LEAST_PIECE_BYTES ? LEAST_PIECE_BYTES : most;
    return size - at < most ? size - at : most;
}

/* Parse in pieces: a page that makes the parser quadratic is given up before it takes long. */
static int parse(void *document, const unsigned char *html, size_t size, double within_s)
{
    /* The time that has passed is at least the CPU time, and takes no system call. */
    double begun = seconds(CLOCK_MONOTONIC), cpu_begun = seconds(CLOCK_THREAD_CPUTIME_ID);
    if (lexbor.begin(document))
        return FAILED;
    for (size_t at = 0, piece; at < size; at += piece) {
        piece = piece_at(at, size);
        if (lexbor.parse(document, html + at, piece))
            return FAILED;
        if (within_s > 0 && seconds(CLOCK_MONOTONIC) - begun > within_s
            && seconds(CLOCK_THREAD_CPUTIME_ID) - cpu_begun > within_s)
            return TOO_SLOW;
    }
    return lexbor.end(document) ? FAILED : DONE;
}

static int read_any(const unsigned char *html, size_t size, double within_s)
{
    if (kept_document == NULL && (kept_document = lexbor.create()) == NULL)
        return FAILED;
    lexbor.set_options(kept_document, WITHOUT_EVENTS);
    /* Nothing else resets that a page had no doctype. */
    kept_document->mode = NO_QUIRKS;
    int result = parse(kept_document, html, size, within_s);
    if (result == DONE)
        walk(&kept_document->node);
    if (result == DONE && size <= KEPT_BYTES)
        lexbor.clean(kept_document);
    else {
        lexbor.destroy(kept_document);
        kept_document = NULL;
    }
    return result;
}

/* Read a page, by plain.c if `is_plain_tried` and the page is plain, else by lexbor. The sections are one
   after the other in `found`, in memory that the next page overwrites, and their lengths in `lengths`.
   TOO_SLOW when parsing takes more CPU than `within_s`, if that is not 0; FAILED when there is no
   memory. Not for several threads at once. */
int reader_read(
    const unsigned char *html, size_t size, double within_s, int is_plain_tried, size_t lengths[SECTIONS],
    const char **found)
{
    for (int i = 0; i < SECTIONS; i++)
        empty(&sections[i]);
    empty(&joined);
    int result = DONE;
    const node *plain = is_plain_tried ? plain_parse(html, size) : NULL;
    if (plain) {
        walk(plain);
        plain_release();
    } else
        result = read_any(html, size, within_s);
    for (int i = 0; i < SECTIONS; i++) {
        lengths[i] = sections[i].size;
        put(&joined, sections[i].data, sections[i].size);
        joined.is_full |= sections[i].is_full;
    }
    put(&joined, "", 1);
    *found = joined.data;
    return joined.is_full ? FAILED : result;
}

/* Learn the parser's numbers of attributes from a page that has all of them. */
static bool learn(void)
{
    static const unsigned char page[] =
        "<p alt aria-label content hidden href http-equiv lang name property rel style type>";
    void *document = lexbor.create();
    bool is_read = document && parse(document, page, sizeof page - 1, 0) == DONE;
    for (const node *at = is_read ? document : NULL; at; at = following(at, document)) {
        const attribute *each = at->type == ELEMENT ? ((const element *)at)->first_attribute : NULL;
        for (; each; each = each->next)
            for (int name = 1; name < NAMES; name++)
                if (each->node.local_name < NUMBERED && is_named(each, attribute_names[name]))
                    name_of_number[each->node.local_name] = (unsigned char)name;
    }
    if (document)
        lexbor.destroy(document);
    return is_read;
}

/* Set up the reader: the parser from `library`, the kind of each of its tags, its numbers of the tags in
   `plain_tags`, and how many characters of an anchor and of a title are kept. Return the name of a function
   that the library lacks; NULL when it has all. */
const char *reader_open(
    void *library, const unsigned char *tag_kinds, size_t tags, const uint16_t *plain_numbers, size_t anchor,
    size_t title)
{
    struct { const char *name; void *function; } wanted[] = {
        {"lxb_html_document_create", &lexbor.create},
        {"lxb_html_document_clean", &lexbor.clean},
        {"lxb_html_document_destroy", &lexbor.destroy},
        {"lxb_html_document_parse_chunk_begin", &lexbor.begin},
        {"lxb_html_document_parse_chunk", &lexbor.parse},
        {"lxb_html_document_parse_chunk_end", &lexbor.end},
        {"lxb_html_document_dom_opt_set_noi", &lexbor.set_options},
        {"lxb_dom_attr_local_name_noi", &lexbor.local_name},
    };
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        void *found = dlsym(library, wanted[i].name);
        if (found == NULL)
            return wanted[i].name;
        memcpy(wanted[i].function, &found, sizeof found);
    }
    max_anchor_length = anchor;
    max_title_length = title;
    memset(kinds, BLOCK, sizeof kinds);
    memcpy(kinds, tag_kinds, tags < TAGS ? tags : TAGS);
    for (int name = 1; name < NAMES; name++)
        name_of_number[PLAIN_NAMES + name] = (unsigned char)name;
    plain_open(plain_numbers);
    return learn() ? NULL : "memory";
}
