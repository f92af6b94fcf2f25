/* Texts in UTF-8, and buffers that they are written into. */

#ifndef LEADLINE_TEXTS_H
#define LEADLINE_TEXTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { KEPT_BYTES = 1 << 20 };

typedef struct { const unsigned char *data; size_t length; } string;

typedef struct { char *data; size_t size, capacity; bool is_full; } buffer;

static inline char *room(buffer *to, size_t size)
{
    if (to->size + size > to->capacity) {
        size_t capacity = 2 * (to->size + size) + 256;
        char *data = realloc(to->data, capacity);
        if (data == NULL) {
            to->is_full = true;
            return NULL;
        }
        to->data = data;
        to->capacity = capacity;
    }
    return to->data + to->size;
}

static inline void put(buffer *to, const void *data, size_t size)
{
    char *at = size ? room(to, size) : NULL;
    if (at != NULL) {
        memcpy(at, data, size);
        to->size += size;
    }
}

static inline void empty(buffer *each)
{
    if (each->capacity > KEPT_BYTES) {
        free(each->data);
        *each = (buffer){0};
    }
    each->size = 0;
    each->is_full = false;
}

static inline uint32_t hash_of(const string *text)
{
    uint64_t hash = text->length, word;
    size_t at = 0;
    for (; at + sizeof word <= text->length; at += sizeof word) {
        memcpy(&word, text->data + at, sizeof word);
        hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 32;
    }
    for (; at < text->length; at++)
        hash = (hash ^ text->data[at]) * 0x100000001b3u;
    return (uint32_t)(hash ^ hash >> 32);
}

static inline unsigned char lower(unsigned char letter)
{
    return letter >= 'A' && letter <= 'Z' ? letter | 0x20 : letter;
}

/* Return how many bytes of white space, as in Python's `split`, begin here; NUL is one. */
static inline size_t space_at(const unsigned char *at, const unsigned char *end)
{
    unsigned char first = *at;
    if (first <= ' ')
        return first == ' ' || first == 0 || (first >= '\t' && first <= '\r') || first >= 0x1c;
    if (first == 0xc2)
        return end - at > 1 && (at[1] == 0x85 || at[1] == 0xa0) ? 2 : 0;
    if (first < 0xe1 || first > 0xe3 || end - at < 3)
        return 0;
    if (first == 0xe1)
        return at[1] == 0x9a && at[2] == 0x80 ? 3 : 0;
    if (first == 0xe3)
        return at[1] == 0x80 && at[2] == 0x80 ? 3 : 0;
    if (at[1] == 0x81)
        return at[2] == 0x9f ? 3 : 0;
    return at[1] == 0x80 && (at[2] <= 0x8a || at[2] == 0xa8 || at[2] == 0xa9 || at[2] == 0xaf) ? 3 : 0;
}

#endif
