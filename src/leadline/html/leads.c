/* From the links of a page to its leads: see leads.py.
 *
 * Nearly every link of a page leads to a known page. These are resolved, looked up and packed here, as
 * store/packing.py does it, without a single Python object.
 */

#include "known.h"

enum { DONE, FAILED };
enum { JOINED_BYTES = 16 << 20 };

/* The result that leads.py reads, until the next call. */
typedef struct {
    const char *unknown, *targets, *notes;
    size_t unknown_length, targets_length, notes_length;
} result;

/* --- links against a base -------------------------------------------------------------------- */

/* Characters of a path and of a query that WHATWG parsing leaves as they are. */
enum { IN_PATH = 1, IN_QUERY = 2 };
static const unsigned char allowed[256] = {
    ['0' ... '9'] = IN_PATH | IN_QUERY, ['A' ... 'Z'] = IN_PATH | IN_QUERY,
    ['a' ... 'z'] = IN_PATH | IN_QUERY, ['_'] = IN_PATH | IN_QUERY, ['.'] = IN_PATH | IN_QUERY,
    ['~'] = IN_PATH | IN_QUERY, ['/'] = IN_PATH | IN_QUERY, ['-'] = IN_PATH | IN_QUERY,
    ['='] = IN_QUERY, ['&'] = IN_QUERY, ['+'] = IN_QUERY, [','] = IN_QUERY, [':'] = IN_QUERY,
    [';'] = IN_QUERY, ['@'] = IN_QUERY, ['!'] = IN_QUERY, ['$'] = IN_QUERY, ['('] = IN_QUERY,
    [')'] = IN_QUERY, ['*'] = IN_QUERY,
};

/* The length of the base up to the path, and with the directories of the path. */
typedef struct { const char *address; size_t origin, directory; } base;

static base base_at(const char *address)
{
    const char *authority = strstr(address, "//"), *path = authority ? strchr(authority + 2, '/') : NULL;
    base on = {address, 0, 0};
    if (path) {
        on.origin = (size_t)(path - address);
        for (; *path && *path != '?'; path++)
            if (*path == '/')
                on.directory = (size_t)(path - address) + 1;
    }
    return on;
}

static size_t above(const base *on, size_t directory)
{
    if (directory > on->origin + 1)
        while (on->address[--directory - 1] != '/')
            ;
    return directory;
}

/* Return whether a path has no escapes, dot segments, empty segments, or characters that would be trimmed
   or encoded. */
static bool is_plain(const unsigned char *at, const unsigned char *end, unsigned char before)
{
    for (; at < end && allowed[*at] & IN_PATH; before = *at++)
        if (before == '/' && (*at == '/' || *at == '.'))
            return false;
    if (at < end && *at == '?')
        for (at++; at < end && allowed[*at] & IN_QUERY; at++)
            ;
    return at == end;
}

/* Write the address of an href, if that takes no URL parser: most links do not. */
static bool put_address(buffer *to, const base *on, const string *href)
{
    const unsigned char *at = href->data, *end = at + href->length;
    size_t kept = on->directory;
    if (kept == 0)
        return false;
    if (href->length > on->origin && memcmp(at, on->address, on->origin) == 0)
        at += on->origin;
    if (at < end && *at == '/')
        kept = on->origin;
    else if (at != href->data)
        return false;
    for (; end - at > 3 && memcmp(at, "../", 3) == 0; at += 3)
        kept = above(on, kept);
    if (at == end || *at == '?' || !is_plain(at, end, kept == on->origin ? 0 : '/'))
        return false;
    put(to, on->address, kept);
    put(to, at, (size_t)(end - at));
    return true;
}

/* A link as reader.c writes it: three texts, each of which ends with a NUL. */
typedef struct { string href, anchor, rel; } link;

static string text_at(const char **at, const char *end)
{
    size_t left = (size_t)(end - *at);
    const char *nul = left ? memchr(*at, 0, left) : NULL;
    string found = {(const unsigned char *)*at, nul ? (size_t)(nul - *at) : left};
    *at += found.length + (nul != NULL);
    return found;
}

static link link_at(const char **at, const char *end)
{
    string href = text_at(at, end), anchor = text_at(at, end);
    return (link){href, anchor, text_at(at, end)};
}

static void put_texts(buffer *to, const link *each)
{
    put(to, "", 1);
    put(to, each->anchor.data, each->anchor.length);
    put(to, "", 1);
    put(to, each->rel.data, each->rel.length);
    put(to, "", 1);
}

/* Write the address, or a space and the href where it takes a URL parser. */
static string put_target(buffer *to, const base *on, const string *href)
{
    size_t start = to->size;
    if (start > JOINED_BYTES || !put_address(to, on, href)) {
        put(to, " ", 1);
        put(to, href->data, href->length);
    }
    return (string){(unsigned char *)to->data + start, to->size - start};
}

static buffer joined;

/* Resolve the links of a page against an address. A link that cannot be resolved here, or would take too much room,
   is left as it is, after a space. FAILED when there is no memory. */
int links_join(const char *links, size_t size, const char *address, result *out)
{
    const base on = base_at(address);
    const char *end = links + size;
    empty(&joined);
    while (links < end) {
        link each = link_at(&links, end);
        put_target(&joined, &on, &each.href);
        put_texts(&joined, &each);
    }
    out->unknown = joined.data;
    out->unknown_length = joined.size;
    return joined.is_full ? FAILED : DONE;
}

/* --- leads, packed ---------------------------------------------------------------------------- */

/* A link, by the page that it leads to; in the end the first of each page. */
typedef struct { int64_t id; string anchor, rel; } lead;

/* The lead with an id, if it was noted for this page. */
typedef struct { uint32_t page, lead; } mark;

static buffer leads, unknown, targets, notes;
static mark *marks;
static uint32_t marked, page_number;

/* Return the next word of a rel that is kept; NULL when there is none. */
static const char *next_kept(string *rel)
{
    static const char *const kept[] = {"nofollow", "ugc", "sponsored"};
    const unsigned char *at = rel->data, *end = at + rel->length;
    while (at < end) {
        const unsigned char *word = at += space_at(at, end);
        while (at < end && !space_at(at, end))
            at++;
        for (size_t i = 0, n; i < sizeof kept / sizeof *kept; i++) {
            for (n = 0; word + n < at && lower(word[n]) == (unsigned char)kept[i][n]; n++)
                ;
            if (word + n == at && n == strlen(kept[i])) {
                *rel = (string){at, (size_t)(end - at)};
                return kept[i];
            }
        }
    }
    return NULL;
}

static bool is_meant_plainly(string rel) { return !rel.length || !next_kept(&rel); }

/* Write the MessagePack head of a text or of a list. */
static void put_head(buffer *to, size_t length, bool is_text)
{
    unsigned char b0 = (unsigned char)length, b1 = (unsigned char)(length >> 8),
                  b2 = (unsigned char)(length >> 16), b3 = (unsigned char)(length >> 24);
    if (length < (is_text ? 32 : 16))
        put(to, (unsigned char[]){(is_text ? 0xa0 : 0x90) | b0}, 1);
    else if (length <= 0xff && is_text)
        put(to, (unsigned char[]){0xd9, b0}, 2);
    else if (length <= 0xffff)
        put(to, (unsigned char[]){is_text ? 0xda : 0xdc, b1, b0}, 3);
    else
        put(to, (unsigned char[]){is_text ? 0xdb : 0xdd, b3, b2, b1, b0}, 5);
}

static void put_text(buffer *to, const void *text, size_t length)
{
    put_head(to, length, true);
    put(to, text, length);
}

static void put_rel(buffer *to, string rel)
{
    size_t count = 0;
    string rest = rel;
    while (rest.length && next_kept(&rest))
        count++;
    put_head(to, count, false);
    for (const char *word; count && (word = next_kept(&rel)); count--)
        put_text(to, word, strlen(word));
}

static void put_number(buffer *to, int64_t number)
{
    unsigned char bytes[sizeof number];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)((uint64_t)number >> 8 * i);
    put(to, bytes, sizeof bytes);
}

static bool make_marks(uint32_t links)
{
    uint32_t size = marked ? marked : 1024;
    while (size < 2 * links)
        size *= 2;
    page_number++;
    if (size == marked)
        return true;
    free(marks);
    marks = calloc(size, sizeof *marks);
    marked = marks ? size : 0;
    return marks != NULL;
}

/* Return the place of the lead with this id, or an empty one for it: ids are spread evenly. */
static mark *mark_of(int64_t id)
{
    uint32_t at = (uint32_t)id & (marked - 1);
    while (marks[at].page == page_number && ((lead *)leads.data)[marks[at].lead].id != id)
        at = (at + 1) & (marked - 1);
    return &marks[at];
}

/* Note one lead for each other page, with the first anchor, and with a rel if all links have one. */
static uint32_t merge(uint32_t links, const int64_t *given, int64_t own)
{
    lead *all = (lead *)leads.data;
    uint32_t count = 0;
    for (uint32_t i = 0; i < links; i++) {
        int64_t id = all[i].id == NOT_KNOWN ? *given++ : all[i].id;
        if (id < 0 || id == own)
            continue;
        mark *at = mark_of(id);
        if (at->page != page_number) {
            *at = (mark){page_number, count};
            all[count] = (lead){id, all[i].anchor, all[i].rel};
            count++;
        } else if (is_meant_plainly(all[i].rel))
            all[at->lead].rel.length = 0;
    }
    return count;
}

/* Pack the links that `leads_find` has found, with the ids of the unknown ones, in that order. The links of the page
   must be where they were. FAILED when there is no memory. */
int leads_pack(const int64_t *given, int64_t own, result *out)
{
    uint32_t links = (uint32_t)(leads.size / sizeof(lead));
    if (!make_marks(links))
        return FAILED;
    uint32_t count = merge(links, given, own);
    empty(&targets);
    empty(&notes);
    put_head(&notes, count, false);
    for (const lead *each = (lead *)leads.data; count--; each++) {
        put_number(&targets, each->id);
        put_head(&notes, 2, false);
        put_text(&notes, each->anchor.data, each->anchor.length);
        put_rel(&notes, each->rel);
    }
    out->targets = targets.data;
    out->targets_length = targets.size;
    out->notes = notes.data;
    out->notes_length = notes.size;
    return targets.is_full || notes.is_full ? FAILED : DONE;
}

/* Look up the targets of the links of a page, and pack the leads if all are known. Unknown links are in
   `unknown`, in the form of `links_join`. `is_own` says that the base is the page's own address, to
   which empty links lead. FAILED when there is no memory. */
int leads_find(
    known *in, const char *links, size_t size, const char *address, bool is_own, int64_t own,
    result *out)
{
    const base on = base_at(address);
    const char *end = links + size;
    empty(&leads);
    empty(&unknown);
    while (links < end) {
        link each = link_at(&links, end);
        empty(&joined);
        string target = put_target(&joined, &on, &each.href);
        if (joined.is_full)
            return FAILED;
        int64_t id = is_own && !each.href.length ? NO_PAGE : known_id(in, &target);
        put(&leads, &(lead){id, each.anchor, each.rel}, sizeof(lead));
        if (id == NOT_KNOWN) {
            put(&unknown, target.data, target.length);
            put_texts(&unknown, &each);
        }
    }
    if (leads.is_full || unknown.is_full)
        return FAILED;
    out->unknown = unknown.data;
    out->unknown_length = unknown.size;
    return unknown.size ? DONE : leads_pack(NULL, own, out);
}
