/* The ids of recent pages, by their addresses.
 *
 * Only a digest of an address is kept, so that there is room for many. Two addresses are taken for each other only
 * if they have the same 64 bits, as two pages that have the same id. The digest is keyed (SipHash-1-3), and sites do
 * not know the key.
 */

#define _DEFAULT_SOURCE

#include "known.h"

#include <unistd.h>

enum { FIRST_PLACES = 64 };

/* A digest of 0 marks an empty place. */
typedef struct { uint64_t digest; int64_t id; } place;
typedef struct { place *places; uint32_t size, count; } generation;

/* Two generations: an id that is not asked for in one is forgotten with it. An LRU list would have to be
   updated at every link. */
struct known { uint64_t key[2]; uint32_t limit; generation young, old; };

/* --- digests --------------------------------------------------------------------------------- */

static uint64_t turned(uint64_t word, int by) { return word << by | word >> (64 - by); }

static void mix(uint64_t v[4])
{
    v[0] += v[1], v[1] = turned(v[1], 13) ^ v[0], v[0] = turned(v[0], 32);
    v[2] += v[3], v[3] = turned(v[3], 16) ^ v[2];
    v[0] += v[3], v[3] = turned(v[3], 21) ^ v[0];
    v[2] += v[1], v[1] = turned(v[1], 17) ^ v[2], v[2] = turned(v[2], 32);
}

static void take(uint64_t v[4], uint64_t word)
{
    v[3] ^= word;
    mix(v);
    v[0] ^= word;
}

static uint64_t digest_of(const uint64_t key[2], const string *text)
{
    uint64_t v[] = {
        key[0] ^ 0x736f6d6570736575u, key[1] ^ 0x646f72616e646f6du,
        key[0] ^ 0x6c7967656e657261u, key[1] ^ 0x7465646279746573u,
    };
    uint64_t word, last = (uint64_t)text->length << 56;
    size_t at = 0;
    for (; at + sizeof word <= text->length; at += sizeof word) {
        memcpy(&word, text->data + at, sizeof word);
        take(v, word);
    }
    for (size_t i = 0; at + i < text->length; i++)
        last |= (uint64_t)text->data[at + i] << 8 * i;
    take(v, last);
    v[2] ^= 0xff;
    for (int i = 0; i < 3; i++)
        mix(v);
    uint64_t digest = v[0] ^ v[1] ^ v[2] ^ v[3];
    return digest ? digest : 1;
}

/* --- generations ----------------------------------------------------------------------------- */

/* Return the place of a digest, or an empty one for it. There is always an empty place. */
static place *place_of(const generation *in, uint64_t digest)
{
    uint32_t at = (uint32_t)digest & (in->size - 1);
    while (in->places[at].digest && in->places[at].digest != digest)
        at = (at + 1) & (in->size - 1);
    return &in->places[at];
}

static int64_t id_in(const generation *in, uint64_t digest)
{
    const place *found = in->size ? place_of(in, digest) : NULL;
    return found && found->digest ? found->id : NOT_KNOWN;
}

static bool grow(generation *in)
{
    generation grown = {.size = in->size ? 2 * in->size : FIRST_PLACES};
    grown.places = calloc(grown.size, sizeof(place));
    if (!grown.places)
        return false;
    for (uint32_t i = 0; i < in->size; i++)
        if (in->places[i].digest)
            *place_of(&grown, in->places[i].digest) = in->places[i];
    free(in->places);
    in->places = grown.places;
    in->size = grown.size;
    return true;
}

static void note(known *in, uint64_t digest, int64_t id)
{
    if (in->young.count >= in->limit) {
        free(in->old.places);
        in->old = in->young;
        in->young = (generation){0};
    }
    generation *to = &in->young;
    /* Without memory the id is not noted. */
    if (4 * (to->count + 1) > 3 * to->size && !grow(to))
        return;
    place *at = place_of(to, digest);
    to->count += !at->digest;
    *at = (place){digest, id};
}

/* --- for leads.c and leads.py ---------------------------------------------------------------- */

int64_t known_id(known *in, const string *address)
{
    uint64_t digest = digest_of(in->key, address);
    int64_t id = id_in(&in->young, digest);
    if (id == NOT_KNOWN && (id = id_in(&in->old, digest)) != NOT_KNOWN)
        note(in, digest, id);
    return id;
}

/* Return a table for about so many addresses; NULL without memory, or without random bytes for the key. */
known *known_new(uint32_t limit)
{
    known *made = calloc(1, sizeof *made);
    if (made && getentropy(made->key, sizeof made->key)) {
        free(made);
        return NULL;
    }
    if (made)
        made->limit = limit / 2;
    return made;
}

void known_free(known *gone)
{
    free(gone->young.places);
    free(gone->old.places);
    free(gone);
}

int64_t known_get(known *in, const char *text, size_t length)
{
    return known_id(in, &(string){(const unsigned char *)text, length});
}

void known_note(known *in, const char *text, size_t length, int64_t id)
{
    note(in, digest_of(in->key, &(string){(const unsigned char *)text, length}), id);
}
