/* The tree of a page, as lexbor builds it; see reader.c. */

#ifndef LEADLINE_TREE_H
#define LEADLINE_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "texts.h"

enum { HTML_NAMESPACE = 2, SVG_NAMESPACE = 4 };
enum { ELEMENT = 1, TEXT = 3, CDATA = 4, COMMENT = 8 };

/* Attributes that are asked for; 0 is any other. */
enum { UNNAMED, ALT, ARIA_LABEL, CONTENT, HIDDEN, HREF, HTTP_EQUIV, LANG, NAME, PROPERTY, REL, STYLE, TYPE, NAMES };

typedef struct node node;
struct node {
    void *events;
    uintptr_t local_name, prefix, ns;
    void *document;
    node *next, *previous, *parent, *first_child, *last_child;
    void *user;
    int type;
};

typedef struct attribute attribute;
struct attribute {
    node node;
    uintptr_t upper_name, qualified_name;
    string *value;
    void *owner;
    attribute *next, *previous;
};

typedef struct {
    node node;
    uintptr_t upper_name, qualified_name;
    string *is_value;
    attribute *first_attribute;
} element;

typedef struct { node node; string data; } characters;

typedef struct { node node; int mode; } document;

/* The names of attributes, by their number above. */
extern const char *const attribute_names[NAMES];

/* Parsers number the common names of attributes. Lexbor's numbers are small; plain.c's begin here. */
enum { PLAIN_NAMES = 200 };

/* plain.c: return the tree of a plain page; NULL for any other. It lasts until the next call, or its
   release. */
const node *plain_parse(const unsigned char *html, size_t size);

/* Release the tree: free its memory, if it is much. */
void plain_release(void);

/* Set up plain.c; see `names_open`. */
void plain_open(const uint16_t *numbers);

#endif
