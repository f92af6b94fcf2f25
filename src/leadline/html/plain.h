/* What plain.c and nesting.c have in common: the page that is parsed, and the elements that are open. */

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
    /* Elements that are open; the first stands for the document. */
    opened open[DEPTH];
    unsigned depth, open_of[RULES];
} page;

/* All of these are false where the page is for the real parser. */

/* plain.c: the text of an element without elements, up to behind its end tag. */
bool raw_text_at(unsigned char rule, const string *name);
bool add_text(const string *text);
void append(node *child);
element *new_element(unsigned tag);

/* nesting.c: an element that begins, or the one that ends, with all that is closed thereby. */
bool start_tag(element *at, unsigned tag, const string *name);
bool end_tag(unsigned tag);
/* Go on to a part of the page, with all that comes before it; not back to one. */
bool imply(enum mode mode);
bool is_in_table(void);

static inline opened *top(void) { return &page.open[page.depth]; }

#pragma GCC visibility pop

#endif
