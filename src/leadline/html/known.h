/* Ids of pages by their addresses: see known.c. */

#ifndef LEADLINE_KNOWN_H
#define LEADLINE_KNOWN_H

#include "texts.h"

enum { NOT_KNOWN = -1, NO_PAGE = -2 };

typedef struct known known;

int64_t known_id(known *in, const string *address);

#endif
