#include "names.h"

#include <string.h>

static const char *const tags_of[RULES] = {
    [INLINE] = "abbr acronym audio b bdi bdo big canvas cite code data datalist del dfn em font i ins kbd label "
               "legend map mark meter output picture progress q s samp slot small span strike strong sub sup time "
               "tt u var video",
    [LINKED] = "a",
    [SPECIAL] = "object",
    [VOID] = "area br embed img input param source track wbr",
    [BASE] = "base",
    [METADATA] = "link meta",
    [RULER] = "hr",
    [BLOCK] = "article aside blockquote center details dir dl fieldset figcaption figure footer header hgroup main "
              "menu nav ol pre section summary ul",
    [CONTAINER] = "address div",
    [PARAGRAPH] = "p",
    [HEADING] = "h1 h2 h3 h4 h5 h6",
    [FORM] = "form",
    [BUTTON] = "button",
    [ITEM] = "li",
    [TERM] = "dd dt",
    [RAW] = "iframe",
    [STYLED] = "style",
    [DECODED] = "textarea",
    [TITLED] = "title",
    [SCRIPT] = "script",
    [TABLE] = "table",
    [CAPTION] = "caption",
    [COLUMNS] = "colgroup",
    [COLUMN] = "col",
    [SECTION] = "tbody tfoot thead",
    [ROW] = "tr",
    [CELL] = "td th",
    [SELECT] = "select",
    [GROUP] = "optgroup",
    [OPTION] = "option",
    [NOSCRIPT] = "noscript",
    [HTML] = "html",
    [HEAD] = "head",
    [BODY] = "body",
    [DRAWING] = "svg",
    [DRAWN] = "animate circle clippath defs ellipse feblend fecolormatrix fecomposite feflood fegaussianblur femerge "
              "femergenode feoffset filter g line lineargradient marker mask metadata path pattern polygon polyline "
              "radialgradient rect stop switch symbol text textpath tspan use view",
};

/* Entities by their first character; pages with other entities are for lexbor. */
static const struct { uint32_t first; const char *names; } entity_runs[] = {
    {'"', "quot"}, {'&', "amp apos"}, {'<', "lt"}, {'>', "gt"},
    {0xa0, "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 "
           "acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml "
           "Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc "
           "Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml "
           "aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc "
           "otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml"},
    {0x391, "Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho"},
    {0x3a3, "Sigma Tau Upsilon Phi Chi Psi Omega"},
    {0x3b1, "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma "
            "tau upsilon phi chi psi omega"},
    {0x2002, "ensp emsp"}, {0x2009, "thinsp"}, {0x200c, "zwnj zwj"}, {0x2013, "ndash mdash"},
    {0x2018, "lsquo rsquo sbquo"}, {0x201c, "ldquo rdquo bdquo"}, {0x2022, "bull"}, {0x2026, "hellip"},
    {0x2032, "prime Prime"}, {0x20ac, "euro"}, {0x2122, "trade"}, {0x2190, "larr uarr rarr darr harr"},
    {0x2212, "minus"}, {0x2260, "ne"}, {0x2264, "le ge"},
};

/* A table of names by their first eight letters and their length. */
enum { PLACES = 512 };
typedef struct { uint64_t letters; uint32_t length, value; const char *text; } name;
/* Most attributes are not asked for, which their first letters and lengths show. */
typedef struct { name names[PLACES]; uint32_t lengths[32]; } table;

static table tag_names, attribute_names_asked, entity_names;

struct tag tags[MAX_TAGS];
unsigned first_tag_of[RULES];

/* Return the first eight letters of a name in a page that ends at `end`. */
static uint64_t letters_of(const unsigned char *at, size_t length, const unsigned char *end)
{
    uint64_t letters = 0;
    if (end - at < 8)
        memcpy(&letters, at, length < 8 ? length : 8);
    else {
        memcpy(&letters, at, 8);
        if (length < 8)
            letters &= ((uint64_t)1 << 8 * length) - 1;
    }
    return letters;
}

/* Return the letters in lower case; other characters do not become letters. */
static uint64_t small(uint64_t letters, size_t length)
{
    uint64_t each = 0x2020202020202020u;
    return letters | (length < 8 ? each >> (64 - 8 * length) : each);
}

static name *place_of(table *in, uint64_t letters, size_t length)
{
    size_t at = (size_t)((letters ^ length) * 0x9e3779b97f4a7c15u >> 55);
    while (in->names[at].length && (in->names[at].letters != letters || in->names[at].length != length))
        at = (at + 1) % PLACES;
    return &in->names[at];
}

static void add_name(table *to, const char *text, size_t length, uint32_t value)
{
    const unsigned char *at = (const unsigned char *)text;
    uint64_t letters = letters_of(at, length, at + length);
    *place_of(to, letters, length) = (name){letters, (uint32_t)length, value, text};
    to->lengths[*at % 32] |= (uint32_t)1 << length % 32;
}

/* Return whether the letters after the eighth are the same; no two names of a table differ only there. */
static bool has_same_end(const name *found, const string *text)
{
    size_t i = 8;
    while (i < text->length && (text->data[i] | 0x20) == found->text[i])
        i++;
    return i == text->length;
}

static uint32_t value_of_name(table *in, const string *text, const unsigned char *end)
{
    size_t length = text->length;
    if (!(in->lengths[*text->data % 32] >> length % 32 & 1))
        return 0;
    const name *found = place_of(in, small(letters_of(text->data, length, end), length), length);
    return length <= 8 || (found->value && has_same_end(found, text)) ? found->value : 0;
}

unsigned tag_of(const string *text, const unsigned char *end) { return value_of_name(&tag_names, text, end); }

unsigned attribute_of(const string *text, const unsigned char *end)
{
    return value_of_name(&attribute_names_asked, text, end);
}

/* Names of entities are compared as they are written. */
uint32_t entity_of(const string *text, const unsigned char *end)
{
    size_t length = text->length;
    return length > 8 ? 0 : place_of(&entity_names, letters_of(text->data, length, end), length)->value;
}

/* Return the names of the known tags, in several texts; NULL after the last. */
const char *plain_tags(unsigned number)
{
    return number + 1 < RULES ? tags_of[number + 1] : NULL;
}

/* Return the words of a text one after the other; NULL at its end. */
static const char *next_word(const char **text, size_t *length)
{
    const char *at = *text + strspn(*text, " ");
    *length = strcspn(at, " ");
    *text = at + *length;
    return *length ? at : NULL;
}

static void add_tags(const uint16_t *numbers)
{
    unsigned count = 0;
    size_t length;
    tags[CUSTOM] = (struct tag){INLINE, UINT16_MAX};
    for (unsigned char rule = 1; rule < RULES; rule++) {
        const char *rest = tags_of[rule];
        first_tag_of[rule] = count + 1;
        for (const char *at; (at = next_word(&rest, &length));) {
            count++;
            tags[count] = (struct tag){rule, numbers[count - 1]};
            add_name(&tag_names, at, length, count);
        }
    }
}

static void add_entities(uint32_t character, const char *names)
{
    size_t length;
    for (const char *at; (at = next_word(&names, &length));)
        add_name(&entity_names, at, length, character++);
}

void names_open(const uint16_t *numbers)
{
    add_tags(numbers);
    for (uint32_t i = 1; i < NAMES; i++)
        add_name(&attribute_names_asked, attribute_names[i], strlen(attribute_names[i]), i);
    for (size_t i = 0; i < sizeof entity_runs / sizeof *entity_runs; i++)
        add_entities(entity_runs[i].first, entity_runs[i].names);
}
