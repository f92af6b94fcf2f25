/* The open elements, and what tags close: the rules of HTML for pages without mistakes. */

#include "plain.h"

enum { WORK = 1 << 20 };

static bool push(element *at, unsigned tag, const string *name)
{
    if (at == NULL || page.depth + 1 == DEPTH)
        return false;
    append(&at->node);
    page.depth++;
    *top() = (opened){at, *name, tag, tags[tag].rule};
    page.open_of[top()->rule]++;
    return true;
}

static bool push_implied(unsigned char rule)
{
    static const string unnamed = {NULL, 0};
    return push(new_element(first_tag_of[rule]), first_tag_of[rule], &unnamed);
}

static bool pop(void)
{
    page.open_of[top()->rule]--;
    page.depth--;
    return true;
}

/* --- what a tag closes ----------------------------------------------------------------------- */

static bool needs_no_end(unsigned char rule)
{
    return rule == PARAGRAPH || rule == ITEM || rule == TERM || rule == OPTION || rule == GROUP;
}

/* Close elements that need no end tag, down to `but`. */
static void close_unended(unsigned but)
{
    while (needs_no_end(top()->rule) && top()->tag != but)
        pop();
}

/* Return whether a paragraph is open that the next tag would close. Too long a search counts as one. */
static bool has_paragraph(void)
{
    if (!page.open_of[PARAGRAPH])
        return false;
    for (unsigned i = page.depth; i > 0; i--) {
        unsigned char rule = page.open[i].rule;
        if (rule == PARAGRAPH || page.work++ > WORK)
            return true;
        if (rule == SPECIAL || rule == BUTTON || rule == TABLE || rule == CAPTION || rule == CELL || rule == SELECT)
            return false;
    }
    return false;
}

static bool close_paragraph(void) { return !has_paragraph() || (top()->rule == PARAGRAPH && pop()); }

/* Before a list item or a term, close the one before it, if it is still open. */
static bool close_item(unsigned char rule)
{
    unsigned i = page.depth;
    while (i > 0 && page.open[i].rule != rule && page.work++ <= WORK) {
        unsigned char each = page.open[i].rule;
        if (each != INLINE && each != LINKED && each != CONTAINER && each != PARAGRAPH && each != OPTION && each != GROUP)
            return true;
        i--;
    }
    if (i == 0 || page.open[i].rule != rule)
        return i == 0;
    while (page.depth > i && top()->rule == PARAGRAPH)
        pop();
    return page.depth == i && pop();
}

bool is_in_table(void)
{
    unsigned char rule = top()->rule;
    return rule == TABLE || rule == SECTION || rule == ROW || rule == COLUMNS;
}

/* Before a part of a table, close the elements that cannot contain it, and open those that have to. */
static bool make_way(unsigned char rule)
{
    while (true) {
        switch (top()->rule) {
        case TABLE:
            if (rule == CAPTION || rule == COLUMNS || rule == SECTION)
                return true;
            if (!push_implied(rule == COLUMN ? COLUMNS : SECTION))
                return false;
            break;
        case COLUMNS:
            if (rule == COLUMN)
                return true;
            pop();
            break;
        case SECTION:
            if (rule == ROW)
                return true;
            if (rule == CELL ? !push_implied(ROW) : rule != SECTION || !pop())
                return false;
            break;
        case ROW:
            if (rule == CELL)
                return true;
            if ((rule != ROW && rule != SECTION) || !pop())
                return false;
            break;
        default:
            close_unended(0);
            if (top()->rule != CELL)
                return false;
            pop();
        }
    }
}

/* --- start tags ------------------------------------------------------------------------------ */

static bool add_raw(element *at, unsigned tag, const string *name)
{
    return push(at, tag, name) && raw_text_at(tags[tag].rule, name) && pop();
}

static bool add_void(element *at)
{
    append(&at->node);
    return true;
}

static bool start_in_head(element *at, unsigned tag, const string *name)
{
    bool is_in_noscript = top()->rule != HEAD;
    switch (tags[tag].rule) {
    case METADATA:
        return add_void(at);
    case STYLED:
        return add_raw(at, tag, name);
    case BASE:
        return !is_in_noscript && add_void(at);
    case TITLED:
    case SCRIPT:
        return !is_in_noscript && add_raw(at, tag, name);
    case NOSCRIPT:
        return !is_in_noscript && push(at, tag, name);
    }
    return false;
}

static bool push_drawn(element *at, unsigned tag, const string *name)
{
    at->node.ns = SVG_NAMESPACE;
    if (page.is_closed)
        return add_void(at);
    if (!push(at, tag, name))
        return false;
    /* Also a title or a style, which is another element there. */
    page.open_of[top()->rule]--;
    top()->rule = DRAWN;
    page.open_of[DRAWN]++;
    return true;
}

static bool start_in_drawing(element *at, unsigned tag, const string *name)
{
    unsigned char rule = tags[tag].rule;
    bool is_drawn = rule == DRAWN || rule == DRAWING || rule == TITLED || rule == STYLED;
    /* A title may contain anything. */
    return is_drawn && tags[top()->tag].rule != TITLED && push_drawn(at, tag, name);
}

static bool start_in_body(element *at, unsigned tag, const string *name)
{
    unsigned char rule = tags[tag].rule;
    if (top()->rule == DRAWN)
        return start_in_drawing(at, tag, name);
    if (page.open_of[SELECT] && rule != OPTION && rule != GROUP)
        return false;
    if (rule >= CAPTION && rule <= CELL) {
        if (!make_way(rule))
            return false;
        return rule == COLUMN ? add_void(at) : push(at, tag, name);
    }
    if (is_in_table() && (top()->rule == COLUMNS || (rule != SCRIPT && rule != STYLED)))
        return false;
    switch (rule) {
    case VOID:
    case BASE:
    case METADATA:
        return add_void(at);
    case RULER:
        return close_paragraph() && add_void(at);
    case LINKED:
        return !page.open_of[LINKED] && push(at, tag, name);
    case INLINE:
    case SPECIAL:
    case NOSCRIPT:
        return push(at, tag, name);
    case BUTTON:
        return !page.open_of[BUTTON] && push(at, tag, name);
    case FORM:
        return !page.open_of[FORM] && close_paragraph() && push(at, tag, name);
    case BLOCK:
    case CONTAINER:
    case PARAGRAPH:
        return close_paragraph() && push(at, tag, name);
    case HEADING:
        return close_paragraph() && top()->rule != HEADING && push(at, tag, name);
    case ITEM:
    case TERM:
        return close_item(rule) && close_paragraph() && push(at, tag, name);
    case TABLE:
        return (page.is_standard ? close_paragraph() : !has_paragraph()) && push(at, tag, name);
    case DRAWING:
        return push_drawn(at, tag, name);
    case RAW:
    case STYLED:
    case DECODED:
    case TITLED:
    case SCRIPT:
        return add_raw(at, tag, name);
    case SELECT:
        return push(at, tag, name);
    case GROUP:
        if (page.open_of[SELECT])
            close_unended(0);
        else if (top()->rule == OPTION)
            pop();
        return push(at, tag, name);
    case OPTION:
        if (top()->rule == OPTION)
            pop();
        return push(at, tag, name);
    }
    return false;
}

/* Begin a part of the page that was left out. */
static const unsigned char implied_in[] = {
    [BEFORE_HTML] = HTML, [BEFORE_HEAD] = HEAD, [AFTER_HEAD] = BODY,
};

static bool is_of_head(unsigned char rule)
{
    return rule == BASE || rule == METADATA || rule == STYLED || rule == TITLED || rule == SCRIPT || rule == NOSCRIPT;
}

static bool start_part(element *at, unsigned tag, const string *name, enum mode mode)
{
    page.mode = mode;
    return push(at, tag, name);
}

bool imply(enum mode mode)
{
    for (; page.mode < mode; page.mode++) {
        if (page.mode == IN_HEAD ? top()->rule != HEAD || !pop() : !push_implied(implied_in[page.mode]))
            return false;
    }
    return page.mode == mode;
}

bool start_tag(element *at, unsigned tag, const string *name)
{
    unsigned char rule = tags[tag].rule;
    switch (rule) {
    case HTML:
        return imply(BEFORE_HTML) && start_part(at, tag, name, BEFORE_HEAD);
    case HEAD:
        return imply(BEFORE_HEAD) && start_part(at, tag, name, IN_HEAD);
    case BODY:
        return imply(AFTER_HEAD) && start_part(at, tag, name, IN_BODY);
    }
    if (is_of_head(rule)) {
        if (page.mode <= IN_HEAD)
            return imply(IN_HEAD) && start_in_head(at, tag, name);
        if (page.mode == AFTER_HEAD && rule != NOSCRIPT)
            return false;
    }
    return imply(IN_BODY) && start_in_body(at, tag, name);
}

/* --- end tags -------------------------------------------------------------------------------- */

static bool end_top(unsigned tag) { return top()->tag == tag && pop(); }

/* End the body: elements that are open then may stay so. */
static bool end_body(void)
{
    close_unended(0);
    page.mode = AFTER_BODY;
    return top()->rule == BODY;
}

/* Close the elements that the end of a part of a table closes. */
static bool end_in_table(unsigned tag)
{
    while (top()->tag != tag) {
        unsigned char rule = top()->rule;
        bool is_unended = needs_no_end(rule);
        if (!is_unended && rule != CELL && rule != ROW && rule != SECTION && rule != COLUMNS)
            return false;
        /* The end of a row or a section does not end another one. */
        unsigned char wanted = tags[tag].rule;
        if (!is_unended && (wanted == CELL || wanted == CAPTION || wanted == COLUMNS || rule == wanted))
            return false;
        if (wanted == ROW && rule == SECTION)
            return false;
        pop();
    }
    return pop();
}

/* The end of a paragraph that is not open makes an empty one. */
static bool add_empty(unsigned tag)
{
    element *at = is_in_table() || page.open_of[SELECT] || has_paragraph() ? NULL : new_element(tag);
    return at && add_void(at);
}

static bool end_in_body(unsigned tag)
{
    if (top()->rule == DRAWN)
        return end_top(tag);
    switch (tags[tag].rule) {
    case BLOCK:
    case CONTAINER:
    case FORM:
    case BUTTON:
    case SELECT:
    case HEADING:
    case SPECIAL:
        close_unended(0);
        return end_top(tag);
    case ITEM:
    case TERM:
        close_unended(tag);
        return end_top(tag);
    case GROUP:
        if (top()->rule == OPTION)
            pop();
        return end_top(tag);
    case TABLE:
    case CAPTION:
    case COLUMNS:
    case SECTION:
    case ROW:
    case CELL:
        return end_in_table(tag);
    case INLINE:
    case LINKED:
    case NOSCRIPT:
    case OPTION:
        return end_top(tag);
    case PARAGRAPH:
        return top()->rule == PARAGRAPH ? pop() : add_empty(tag);
    case BODY:
        return end_body();
    case HTML:
        if (!end_body())
            return false;
        page.mode = AFTER_HTML;
        return true;
    }
    return false;
}

bool end_tag(unsigned tag)
{
    unsigned char rule = tags[tag].rule;
    switch (page.mode) {
    case IN_HEAD:
        if (rule == HEAD && top()->rule == HEAD)
            page.mode = AFTER_HEAD;
        else if (rule != NOSCRIPT)
            return false;
        return end_top(tag);
    case IN_BODY:
        return end_in_body(tag);
    case AFTER_BODY:
        page.mode = AFTER_HTML;
        return rule == HTML;
    default:
        return false;
    }
}
