/* Whether bytes are text in UTF-8, for encoding.py. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* How many bytes the character has that begins here, which is none of ASCII; 0 if it is broken. */
static size_t character_at(const unsigned char *at, size_t left)
{
    unsigned char first = at[0];
    size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || left < length)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((at[i] & 0xc0) != 0x80)
            return 0;
    /* Longer than need be, surrogates, and beyond the last. */
    if ((first == 0xe0 && at[1] < 0xa0) || (first == 0xed && at[1] > 0x9f)
        || (first == 0xf0 && at[1] < 0x90) || (first == 0xf4 && at[1] > 0x8f))
        return 0;
    return length;
}

bool utf8_is_valid(const unsigned char *text, size_t size)
{
    const uint64_t high = 0x8080808080808080u;
    uint64_t word[4];
    for (size_t at = 0, length; at < size; at += length) {
        if (size - at >= sizeof word) {
            memcpy(word, text + at, sizeof word);
            length = sizeof word;
            if (!((word[0] | word[1] | word[2] | word[3]) & high))
                continue;
        }
        length = text[at] < 0x80 ? 1 : character_at(text + at, size - at);
        if (length == 0)
            return false;
    }
    return true;
}
