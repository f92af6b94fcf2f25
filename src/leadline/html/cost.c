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
    MAX_TAGS = 10 * 1000,
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

/* `name` is there only if it has attributes: without any, no tag is suspicious. */
typedef struct {
    char name[MAX_NAME + 1];
    bool is_tag, is_end, has_attributes;
    size_t attributes, bytes;
} tag;

enum { SPACE = 1, SLASH = 2, SIGN = 4, END = 8 };
static const unsigned char CLASSES[256] = {
    ['\t'] = SPACE, ['\n'] = SPACE, ['\f'] = SPACE, ['\r'] = SPACE, [' '] = SPACE,
    ['/'] = SLASH, ['='] = SIGN, ['>'] = END,
};

/* The first that is of one of the classes. */
static const unsigned char *until(const unsigned char *at, const unsigned char *end, int classes)
{
    while (at < end && !(CLASSES[*at] & classes))
        at++;
    return at;
}

/* The first that is of none of them. */
static const unsigned char *past(const unsigned char *at, const unsigned char *end, int classes)
{
    while (at < end && CLASSES[*at] & classes)
        at++;
    return at;
}

static bool is_letter(unsigned char at) { return (at | 0x20) >= 'a' && (at | 0x20) <= 'z'; }

static bool is_one_of(const tag *found, const char *const names[])
{
    for (; *names; names++)
        if (**names == *found->name && strcmp(found->name, *names) == 0)
            return true;
    return false;
}

/* The value of an attribute, from behind its `=`. */
static const unsigned char *skip_value(const unsigned char *at, const unsigned char *end)
{
    at = past(at, end, SPACE);
    if (at < end && (*at == '"' || *at == '\'')) {
        const unsigned char *closing = memchr(at + 1, *at, (size_t)(end - at) - 1);
        return closing ? closing + 1 : end;
    }
    return until(at, end, SPACE | END);
}

static const unsigned char *skip_attribute(const unsigned char *at, const unsigned char *end)
{
    /* The first character belongs to the name, even if it is a `=`. */
    at = until(at + 1, end, SPACE | SLASH | SIGN | END);
    const unsigned char *sign = past(at, end, SPACE);
    return sign < end && *sign == '=' ? skip_value(sign + 1, end) : at;
}

static void copy_name(char to[MAX_NAME + 1], const unsigned char *name, size_t length)
{
    /* A name that is cut must not look like one of ours. */
    for (size_t i = 0; i < length && length <= MAX_NAME; i++)
        to[i] = (char)(is_letter(name[i]) ? name[i] | 0x20 : name[i]);
    to[length <= MAX_NAME ? length : 0] = 0;
}

/* A tag as the tokenizer reads it, from its `<`. */
static tag read_tag(const unsigned char *start, const unsigned char *end)
{
    tag found;
    const unsigned char *name = start + 1;
    found.is_end = name < end && *name == '/';
    name += found.is_end;
    found.is_tag = name < end && is_letter(*name);
    found.attributes = 0;
    const unsigned char *at = found.is_tag ? until(name, end, SPACE | SLASH | END) : name;
    found.has_attributes = found.is_tag && at < end && *at != '>';
    if (found.has_attributes)
        copy_name(found.name, name, (size_t)(at - name));
    while (found.has_attributes) {
        at = past(at, end, SPACE | SLASH);
        if (at >= end || *at == '>')
            break;
        at = skip_attribute(at, end);
        found.attributes++;
    }
    found.bytes = (size_t)(at - start);
    return found;
}

static bool begins(const unsigned char *at, const unsigned char *end, const char *lowered)
{
    for (; *lowered; at++, lowered++)
        if (at >= end || (is_letter(*at) ? *at | 0x20 : *at) != *lowered)
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
        if (!found.is_tag)
            ignored += begins(at, end, "<!doctype");
        has_frames |= begins(at, end, "<frameset");
        if (found.bytes > LONG_TAG_BYTES)
            long_bytes += found.bytes;
        if (long_bytes > MAX_LONG_TAGS_BYTES)
            return true;
        if (!found.has_attributes)
            continue;
        if (compares)
            compared += found.attributes * found.attributes;
        if (found.is_end)
            ignored++;
        else if (is_one_of(&found, FORMATTING))
            reopened += found.attributes ? found.attributes : 1;
        else if (strcmp(found.name, "a") == 0) {
            /* Unlike the others, only the last one stays open. */
            if (found.bytes > LONG_TAG_BYTES && found.attributes > widest_link)
                widest_link = found.attributes;
        } else {
            ignored += is_one_of(&found, IGNORED);
            merged += compares && is_one_of(&found, MERGED) ? found.attributes : 0;
        }
        if (compared + merged * merged > MAX_COMPARED
            || (reopened + widest_link) * tags > MAX_REOPENED)
            return true;
    }
    return (has_frames ? tags : ignored) * size > MAX_COPIED_BYTES;
}
