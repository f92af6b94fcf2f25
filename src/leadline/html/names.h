/* Names that plain.c knows: tags with what they mean for those around them, attributes, entities. */

#ifndef LEADLINE_NAMES_H
#define LEADLINE_NAMES_H

#include "tree.h"

/* What a tag means for those around it. */
enum rule {
    OUTSIDE,    /* no tag, but what is around the first one */
    INLINE,     /* closed by its own end tag, and by nothing else: custom elements, too */
    LINKED,     /* `a`: the same, but not in another one */
    SPECIAL,    /* the same, but what is in it does not see what is around it */
    VOID,       /* has no content */
    BASE,       /* the same, and may be in the head */
    METADATA,   /* the same, and may be in a noscript there */
    RULER,      /* has no content, and closes a paragraph */
    BLOCK,      /* closes a paragraph; its end closes what needs no end tag */
    CONTAINER,  /* the same; a list item does not see it */
    PARAGRAPH, HEADING, FORM, BUTTON, ITEM, TERM,
    RAW,        /* has text as it is written */
    STYLED,     /* the same, and may be in the head */
    DECODED,    /* has text without elements */
    TITLED,     /* the same, and may be in the head */
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

/* What a tag means, and the number that lexbor has for it. The first stands for all custom elements. */
extern struct tag { unsigned char rule; uint16_t number; } tags[MAX_TAGS];
/* Which tag is meant where one of a kind is implied: of sections of tables it is `tbody`. */
extern unsigned first_tag_of[RULES];

/* Get ready, with lexbor's numbers of the tags that `plain_tags` names. */
void names_open(const uint16_t *numbers);

/* The place in `tags` of a name, however it is written, in a text that goes on until `end`; 0 of one that is not known. */
unsigned tag_of(const string *name, const unsigned char *end);

/* An attribute by its number in tree.h; 0 of one that nobody asks for. */
unsigned attribute_of(const string *name, const unsigned char *end);

/* The character of an entity; 0 of one that is for the real parser. */
uint32_t entity_of(const string *name, const unsigned char *end);

#pragma GCC visibility pop

#endif
