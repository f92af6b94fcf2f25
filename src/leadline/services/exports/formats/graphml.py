"""GraphML, which networkx, yEd, igraph and Gephi read."""

from leadline.services.exports.formats.graph import (
    EDGE_TYPES,
    NODE_TYPES,
    Edge,
    GraphFormat,
    Node,
    xml,
)

_TYPES = {"string": "string", "integer": "int"}


def _keys(of: str, types: dict[str, str]) -> str:
    return "".join(
        f'<key id="{name}" for="{of}" attr.name="{name}" attr.type="{_TYPES[kind]}"/>\n'
        for name, kind in types.items()
    )


def _node(node: Node) -> str:
    data = "".join(
        f'<data key="{name}">{xml(value)}</data>'
        for name, value in node.values.items()
        if value is not None
    )
    return f'<node id="{node.id}">{data}</node>\n'


def _edge(edge: Edge, _: int) -> str:
    source, (target, anchor, rel) = edge
    data = f'<data key="anchor">{xml(anchor)}</data>'
    if rel:
        data += f'<data key="rel">{xml(" ".join(rel))}</data>'
    return f'<edge source="{source}" target="{target}">{data}</edge>\n'


_NAMESPACE = "http://graphml.graphdrawing.org/xmlns"
_HEAD = f"""<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="{_NAMESPACE}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
 xsi:schemaLocation="{_NAMESPACE} {_NAMESPACE}/1.0/graphml.xsd">
{_keys("node", NODE_TYPES)}{_keys("edge", EDGE_TYPES)}<graph edgedefault="directed">
"""

GRAPHML = GraphFormat(_HEAD, _node, "", _edge, "</graph>\n</graphml>\n")
