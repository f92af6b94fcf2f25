"""The graph in formats that other programs read: networkx does, and Gephi's rules are kept."""

import io
import re
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree as ET

import networkx as nx
import pytest

from leadline.services.exports.export import ExportOptions, Format, What
from leadline.store.contract import Store
from unit.exports.conftest import HOSTILE, exported, rows_of

NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
GEXF = "{http://gexf.net/1.3}"
NODE_VALUES = ("url", "depth", "state", "status", "host", "title")


def read_gexf(data: bytes) -> Any:
    return nx.read_gexf(io.BytesIO(data), version="1.3")


def read_graphml(data: bytes) -> Any:
    return nx.read_graphml(io.BytesIO(data))


GRAPHS = pytest.mark.parametrize(
    ("form", "read"), [(Format.GRAPHML, read_graphml), (Format.GEXF, read_gexf)]
)
Read = Callable[[bytes], Any]


def in_xml(value: Any) -> Any:
    """What is left of a value in XML."""
    return NOT_IN_XML.sub("", value) if isinstance(value, str) else value


@GRAPHS
async def test_nodes_are_the_pages(hostile: Store, form: Format, read: Read) -> None:
    graph = read(await exported(hostile, ExportOptions(form)))

    found = {
        id_: {name: data.get(name) for name in NODE_VALUES} for id_, data in graph.nodes(data=True)
    }
    expected = {
        row["id"]: {name: in_xml(row[name]) for name in NODE_VALUES}
        for row in await rows_of(hostile)
    }
    # An empty title and none are the same to readers of GraphML.
    assert {id_: {**node, "title": node["title"] or None} for id_, node in found.items()} == {
        id_: {**node, "title": node["title"] or None} for id_, node in expected.items()
    }


@GRAPHS
async def test_edges_are_the_leads(hostile: Store, form: Format, read: Read) -> None:
    graph = read(await exported(hostile, ExportOptions(form)))

    url = nx.get_node_attributes(graph, "url")
    found = sorted(
        (url[a], url[b], data.get("anchor") or "", data.get("rel", ""))
        for a, b, data in graph.edges(data=True)
    )
    assert graph.is_directed()
    assert found == sorted(
        (row["source"], row["target"], in_xml(row["anchor"]), " ".join(row["rel"]))
        for row in await rows_of(hostile, What.LEADS)
    )


@GRAPHS
async def test_labels_are_short(hostile: Store, form: Format, read: Read) -> None:
    graph = read(await exported(hostile, ExportOptions(form)))

    labels = nx.get_node_attributes(graph, "label")
    long = HOSTILE.index("x" * 10_000) + 2
    assert labels[str(long)] == "x" * 99 + "…"
    assert labels["1"] == "Title"
    assert labels[str(len(HOSTILE) + 2)] == f"http://a.example/{len(HOSTILE) + 2}"


async def test_gexf_is_what_gephi_wants(hostile: Store) -> None:
    root = ET.fromstring(await exported(hostile, ExportOptions(Format.GEXF)))

    assert (root.tag, root.get("version")) == (f"{GEXF}gexf", "1.3")
    graph = root.find(f"{GEXF}graph")
    assert graph is not None
    assert (graph.get("defaultedgetype"), graph.get("mode")) == ("directed", "static")
    assert [child.tag.removeprefix(GEXF) for child in graph] == [
        "attributes", "attributes", "nodes", "edges",
    ]  # fmt: skip
    declared = {
        each.get("class"): {a.get("id"): a.get("type") for a in each}
        for each in graph.findall(f"{GEXF}attributes")
    }
    assert declared["node"] == {
        "url": "string", "depth": "integer", "state": "string", "status": "integer",
        "host": "string", "title": "string",
    }  # fmt: skip
    assert declared["edge"] == {"anchor": "string", "rel": "string"}
    for kind in ("node", "edge"):
        elements = list(graph.iter(f"{GEXF}{kind}"))
        used = {value.get("for") for each in elements for value in each.iter(f"{GEXF}attvalue")}
        assert used <= declared[kind].keys()
        assert len({each.get("id") for each in elements}) == len(elements)


async def test_edges_are_numbered_without_a_gap(hostile: Store) -> None:
    root = ET.fromstring(await exported(hostile, ExportOptions(Format.GEXF)))

    numbers = [int(edge.get("id", "")) for edge in root.iter(f"{GEXF}edge")]
    assert numbers == list(range(1, 2 * len(HOSTILE) + 2))
