"""The text that a reader would see, one line for each block."""

from leadline.html.tree import Tree

_HIDDEN = (
    "script,style,template,noscript,iframe,[hidden],"
    '[style*="display:none" i],[style*="display: none" i]'
)
# Elements that do not interrupt a line. Unwrapping them joins `<b>W</b>ord` to one word again.
_INLINE = (
    ":is(a,abbr,acronym,b,bdi,bdo,big,cite,code,data,del,dfn,em,font,i,ins,kbd,label,mark,nobr,q,"
    "s,samp,small,span,strike,strong,sub,sup,time,tt,u,var,wbr)"
)
# The parser never leaves a NUL in text, so it can stand for the end of a block.
_BLOCK_END = "\0"


def take_text(tree: Tree) -> str:
    """The visible text of the body. Takes the tree apart: ask for everything else first."""
    body = tree.body
    if body is None:
        return ""
    for node in body.css(_HIDDEN):
        # Pages hide all of their body until their scripts have run.
        if node.tag != "body":
            node.decompose()
    # Frameworks mark with comments where a text was put together: `Page <!-- -->2`.
    if tree.mentions("<!--"):
        for node in [node for node in body.traverse() if node.is_comment_node]:
            node.decompose()
    # From the end: unwrapping nested elements from the outside in is quadratic.
    for node in reversed(body.css(_INLINE)):
        # Two links side by side are entries of a menu, not halves of a word.
        if node.tag != "a" or node.prev is None or node.prev.tag != "a":
            node.unwrap(delete_empty=True)
    body.merge_text_nodes()
    text = body.text(separator=_BLOCK_END, strip=True, skip_empty=True)
    return " ".join(text.split()).replace(_BLOCK_END, "\n")
