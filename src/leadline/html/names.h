/* Names that plain.c knows: tags with their meaning for the tags around them, attributes, entities. */

#ifndef LEADLINE_NAMES_H
#define LEADLINE_NAMES_H

#include "tree.h"

/* The meaning of a tag for the tags around it. */
enum rule {
    OUTSIDE,    /* no tag: the place around the first one */
    INLINE,     /* closed only by its own end tag: custom elements, too */
    LINKED,     /* `a`: as INLINE, but not in another one */
    SPECIAL,    /* as INLINE, but a new scope: its content does not see the tags around it */
    VOID,       /* has no content */
    BASE,       /* as VOID, and may be in the head */
    METADATA,   /* as BASE, and may be in a noscript there */
    RULER,      /* has no content, and closes a paragraph */
    BLOCK,      /* closes a paragraph; its end closes elements that need no end tag */
    CONTAINER,  /* as BLOCK; a list item does not see it */
    PARAGRAPH, HEADING, FORM, BUTTON, ITEM, TERM,
    RAW,        /* has raw text */
    STYLED,     /* as RAW, and may be in the head */
    DECODED,    /* has text with references and without elements */
    TITLED,     /* as DECODED, and may be in the head */
    SCRIPT,
    TABLE, CAPTION, COLUMNS, COLUMN, SECTION, ROW, CELL,
    SELECT, GROUP, OPTION,
    NOSCRIPT, HTML, HEAD, BODY,
    DRAWING,    /* `svg` */
    DRAWN,      /* closed by its own end tag, or in its own tag; only in a drawing */
    RULES
};

enum { CUSTOM = 0, MAX_TAGS = 512 };

#pragma GCC visibility push(hidden)

/* The meaning of a tag, and its number in lexbor. The first stands for all custom elements. */
extern struct tag { unsigned char rule; uint16_t number; } tags[MAX_TAGS];
/* The tag that is implied for a kind: for sections of tables it is `tbody`. */
extern unsigned first_tag_of[RULES];

/* Set up the tables, with lexbor's numbers of the tags in `plain_tags`. */
void names_open(const uint16_t *numbers);

/* Return the place of a name in `tags`, in any case, in a text that ends at `end`; 0 if it is unknown. */
unsigned tag_of(const string *name, const unsigned char *end);

/* Return the number of an attribute in tree.h; 0 if it is not asked for. */
unsigned attribute_of(const string *name, const unsigned char *end);

/* Return the character of an entity; 0 if the page is for lexbor. */
uint32_t entity_of(const string *name, const unsigned char *end);

#pragma GCC visibility pop

#endif
