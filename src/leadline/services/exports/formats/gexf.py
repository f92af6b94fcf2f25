"""GEXF 1.3, the format of Gephi."""

from leadline.services.exports.formats.graph import (
    EDGE_TYPES,
    NODE_TYPES,
    Edge,
    GraphFormat,
    Node,
    xml,
)


def _attributes(of: str, types: dict[str, str]) -> str:
    # A label has a place of its own, and is not an attribute.
    declared = "".join(
        f'<attribute id="{name}" title="{name}" type="{kind}"/>\n'
        for name, kind in types.items()
        if name != "label"
    )
    return f'<attributes class="{of}" mode="static">\n{declared}</attributes>\n'


def _node(node: Node) -> str:
    values = "".join(
        f'<attvalue for="{name}" value="{xml(value)}"/>'
        for name, value in node.values.items()
        if value is not None and name != "label"
    )
    label = xml(node.values["label"] or "")
    return f'<node id="{node.id}" label="{label}"><attvalues>{values}</attvalues></node>\n'


def _edge(edge: Edge, number: int) -> str:
    source, (target, anchor, rel) = edge
    values = f'<attvalue for="anchor" value="{xml(anchor)}"/>'
    if rel:
        values += f'<attvalue for="rel" value="{xml(" ".join(rel))}"/>'
    ends = f'source="{source}" target="{target}"'
    return f'<edge id="{number}" {ends}><attvalues>{values}</attvalues></edge>\n'


_HEAD = f"""<?xml version="1.0" encoding="UTF-8"?>
<gexf xmlns="http://gexf.net/1.3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
 xsi:schemaLocation="http://gexf.net/1.3 http://gexf.net/1.3/gexf.xsd" version="1.3">
<meta><creator>Leadline</creator></meta>
<graph defaultedgetype="directed" mode="static">
{_attributes("node", NODE_TYPES)}{_attributes("edge", EDGE_TYPES)}<nodes>
"""

GEXF = GraphFormat(_HEAD, _node, "</nodes>\n<edges>\n", _edge, "</edges>\n</graph>\n</gexf>\n")
