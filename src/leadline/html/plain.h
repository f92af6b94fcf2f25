/* The state that plain.c and nesting.c share: the page that is parsed, and its open elements. */

#ifndef LEADLINE_PLAIN_H
#define LEADLINE_PLAIN_H

#include "names.h"

enum { DEPTH = 200 };

enum mode { BEFORE_HTML, BEFORE_HEAD, IN_HEAD, AFTER_HEAD, IN_BODY, AFTER_BODY, AFTER_HTML };

typedef struct { element *element; string name; unsigned tag; unsigned char rule; } opened;

#pragma GCC visibility push(hidden)

extern struct page {
    const unsigned char *at, *end;
    char *arena;
    size_t used, work;
    enum mode mode;
    bool has_doctype, is_standard, is_closed;
    node document;
    /* The open elements; the first stands for the document. */
    opened open[DEPTH];
    unsigned depth, open_of[RULES];
} page;

/* All of these return false when the page is for lexbor. */

/* plain.c: read the text of an element without elements, and its end tag. */
bool raw_text_at(unsigned char rule, const string *name);
bool add_text(const string *text);
void append(node *child);
element *new_element(unsigned tag);

/* nesting.c: begin or end an element, and close all that it closes. */
bool start_tag(element *at, unsigned tag, const string *name);
bool end_tag(unsigned tag);
/* Advance to a part of the page, and begin all parts before it; never go back. */
bool imply(enum mode mode);
bool is_in_table(void);

static inline opened *top(void) { return &page.open[page.depth]; }

#pragma GCC visibility pop

#endif
