"""The text that a reader would see, one line for each block."""

from selectolax.lexbor import LexborNode

from leadline.html.tree import Tree, tag_ids

_PERHAPS_HIDDEN = '[hidden],[style*="none" i]'
_HIDING = ("display:none", "display: none")
[_LINK] = tag_ids("a")
# The parser never leaves a NUL in text, so it can stand for the end of a block.
_BLOCK_END = "\0"


def take_text(tree: Tree) -> str:
    """The visible text of the body. Takes the tree apart: ask for everything else first."""
    body = tree.dom.body
    if body is None:
        return ""
    for node in body.css(_PERHAPS_HIDDEN):
        # Pages hide all of their body until their scripts have run.
        if node.tag != "body" and _is_hidden(node):
            node.decompose()
    _join_lines(tree)
    body.merge_text_nodes()
    blocks = body.text(separator=_BLOCK_END, skip_empty=True).split(_BLOCK_END)
    return "\n".join(map(" ".join, map(str.split, blocks)))


def _is_hidden(node: LexborNode) -> bool:
    attributes = node.attributes
    style = (attributes.get("style") or "").lower()
    return "hidden" in attributes or any(hiding in style for hiding in _HIDING)


def _join_lines(tree: Tree) -> None:
    """Leave nothing in the tree that is between two texts of one line.

    Unwrapping inline elements joins `<b>W</b>ord` to one word again; comments are removed, since
    frameworks mark with them where a text was put together: `Page <!-- -->2`.
    """
    for node in (*tree.unseen, *tree.named["script"]):
        node.decompose(recursive=False)
    # From the end: unwrapping nested elements from the outside in is quadratic.
    for node in reversed(tree.links):
        if node.tag_id == _LINK and not _follows_link(node):
            node.unwrap(delete_empty=True)
    for node in reversed(tree.inline):
        node.unwrap(delete_empty=True)


def _follows_link(node: LexborNode) -> bool:
    """Two links side by side are entries of a menu, not halves of a word."""
    before = node.prev
    return before is not None and before.tag_id == _LINK
