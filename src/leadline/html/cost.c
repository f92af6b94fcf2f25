/* Which pages could take long to parse.
 *
 * The parser is quadratic in a few constructs: in elements nested or in one list, in the attributes
 * of one tag, in formatting elements left open, which it opens again in every block with all their
 * attributes, and in text between tags that it ignores, which it copies at each of them. Real pages
 * stay far below these limits; a page beyond them is parsed where it can be stopped.
 *
 * What looks like a tag is taken for one wherever it stands: in a comment or a script it is none,
 * but whoever believes to be in one can be led past a tag that counts.
 */

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum {
    SMALL_BYTES = 4 * 1024,
    LARGE_BYTES = 2 * 1024 * 1024,
    MAX_TAGS = 5000,
    MAX_COPIED_BYTES = 1000 * 1000 * 1000,
    MAX_REOPENED = 300 * 1000,
    MAX_COMPARED = 100 * 1000 * 1000,
    /* As many attributes as can be compared need so many bytes: they must have different names. */
    FEW_ATTRIBUTES_BYTES = 36000,
    /* Tags can begin inside of tags, so that reading each to its end is quadratic, too. */
    LONG_TAG_BYTES = 300,
    MAX_LONG_TAGS_BYTES = 1024 * 1024,
    MAX_NAME = 10,
};

static const char *const FORMATTING[] = {
    "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u", NULL,
};
/* Tags whose attributes are added to those of the first of the name. */
static const char *const MERGED[] = {"body", "html", NULL};
/* Tags that may be ignored where they stand, if they have attributes. Among frames that is any. */
static const char *const IGNORED[] = {
    "body", "caption", "col", "colgroup", "form", "frame", "head", "html", "tbody", "td", "tfoot",
    "th", "thead", "tr", NULL,
};

typedef struct {
    char name[MAX_NAME + 1];
    bool is_end, has_attributes;
    size_t attributes, bytes;
} tag;

static bool is_space(unsigned char at)
{
    return at == '\t' || at == '\n' || at == '\f' || at == '\r' || at == ' ';
}

static bool is_letter(unsigned char at) { return (at | 0x20) >= 'a' && (at | 0x20) <= 'z'; }

static bool is_one_of(const tag *found, const char *const names[])
{
    for (; *names; names++)
        if (strcmp(found->name, *names) == 0)
            return true;
    return false;
}

/* The value of an attribute, from behind its `=`. */
static const unsigned char *skip_value(const unsigned char *at, const unsigned char *end)
{
    while (at < end && is_space(*at))
        at++;
    if (at < end && (*at == '"' || *at == '\'')) {
        const unsigned char *closing = memchr(at + 1, *at, (size_t)(end - at) - 1);
        return closing ? closing + 1 : end;
    }
    while (at < end && !is_space(*at) && *at != '>')
        at++;
    return at;
}

static const unsigned char *skip_attribute(const unsigned char *at, const unsigned char *end)
{
    /* The first character belongs to the name, even if it is a `=`. */
    at++;
    while (at < end && !is_space(*at) && *at != '/' && *at != '>' && *at != '=')
        at++;
    const unsigned char *sign = at;
    while (sign < end && is_space(*sign))
        sign++;
    return sign < end && *sign == '=' ? skip_value(sign + 1, end) : at;
}

/* A tag as the tokenizer reads it, from its `<`; no name when it is none. */
static tag read_tag(const unsigned char *start, const unsigned char *end)
{
    tag found = {0};
    const unsigned char *at = start + 1;
    size_t length = 0;
    found.is_end = at < end && *at == '/';
    at += found.is_end;
    if (at >= end || !is_letter(*at))
        return found;
    for (; at < end && !is_space(*at) && *at != '/' && *at != '>'; at++)
        if (length <= MAX_NAME)
            found.name[length++] = (char)(is_letter(*at) ? *at | 0x20 : *at);
    found.name[length > MAX_NAME ? 0 : length] = 0;
    if (length > MAX_NAME)
        strcpy(found.name, "long");
    found.has_attributes = at < end && *at != '>';
    for (;;) {
        while (at < end && (is_space(*at) || *at == '/'))
            at++;
        if (at >= end || *at == '>')
            break;
        at = skip_attribute(at, end);
        found.attributes++;
    }
    found.bytes = (size_t)(at - start);
    return found;
}

static bool is_doctype(const unsigned char *at, const unsigned char *end)
{
    static const char name[] = "<!doctype";
    for (size_t i = 0; i < sizeof name - 1; i++)
        if (at + i >= end || (at[i] | (is_letter(at[i]) ? 0x20 : 0)) != name[i])
            return false;
    return true;
}

static size_t count_tags(const unsigned char *at, const unsigned char *end)
{
    size_t tags = 0;
    for (; at < end && (at = memchr(at, '<', (size_t)(end - at))); at++)
        tags++;
    return tags;
}

/* Whether parsing so many bytes might take more than a second. */
int reader_could_be_slow(const unsigned char *body, size_t size)
{
    const unsigned char *end = body + size, *at = body;
    if (size <= SMALL_BYTES)
        return false;
    /* In UTF-16 and ISO-2022-JP tags are spelt in other bytes. */
    if (size > LARGE_BYTES || memchr(body, 0, size) || memchr(body, 0x1b, size))
        return true;
    size_t tags = count_tags(body, end), long_bytes = 0;
    size_t reopened = 0, widest_link = 0, merged = 0, compared = 0, ignored = 0;
    bool has_frames = false, compares = size > FEW_ATTRIBUTES_BYTES;
    if (tags > MAX_TAGS)
        return true;
    for (; at < end && (at = memchr(at, '<', (size_t)(end - at))); at++) {
        tag found = read_tag(at, end);
        if (!found.name[0]) {
            ignored += is_doctype(at, end);
            continue;
        }
        if (found.bytes > LONG_TAG_BYTES)
            long_bytes += found.bytes;
        if (compares)
            compared += found.attributes * found.attributes;
        if (found.is_end)
            ignored += found.has_attributes;
        else if (is_one_of(&found, FORMATTING))
            reopened += found.has_attributes && !found.attributes ? 1 : found.attributes;
        else if (strcmp(found.name, "a") == 0) {
            /* Unlike the others, only the last one stays open. */
            if (found.bytes > LONG_TAG_BYTES && found.attributes > widest_link)
                widest_link = found.attributes;
        } else if (found.has_attributes) {
            ignored += is_one_of(&found, IGNORED);
            merged += compares && is_one_of(&found, MERGED) ? found.attributes : 0;
        }
        has_frames |= strncmp(found.name, "frameset", 8) == 0;
        if (long_bytes > MAX_LONG_TAGS_BYTES || compared + merged * merged > MAX_COMPARED
            || (reopened + widest_link) * tags > MAX_REOPENED)
            return true;
    }
    return (has_frames ? tags : ignored) * size > MAX_COPIED_BYTES;
}
