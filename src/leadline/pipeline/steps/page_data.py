"""A scraped page as programs receive it, in camelCase."""

from typing import Any

from leadline.domain.addresses import Address
from leadline.domain.web.documents import Document, Field, Link, Metadata, Wanted
from leadline.domain.web.fetching import Timings
from leadline.pipeline.steps.fetch import Fetched
from leadline.pipeline.steps.match_links import unique_links


def page_data(
    address: Address, fetched: Fetched, document: Document, wanted: Wanted
) -> dict[str, Any]:
    """Return a page as an object; `extracted` and `markdown` only if they were asked for."""
    response = fetched.response
    links = unique_links(document.links, response.address)
    data = {
        "url": address,
        "finalUrl": response.address,
        "statusCode": response.status,
        "title": document.title,
        "text": document.text,
        "links": [link.address for link in links],
        "linkDetails": [_link(link) for link in links],
        "meta": _meta(document.metadata),
        "contentType": response.header("content-type") or "",
        "encoding": document.encoding,
        "size": len(response.body),
        "truncated": response.truncated,
        "parse": document.parse,
        "redirects": [
            {"url": hop.address, "statusCode": hop.status, "location": hop.target}
            for hop in fetched.hops
        ],
        "timings": _timings(response.timings),
    }
    if wanted.selectors:
        data["extracted"] = {name: extracted(found) for name, found in document.fields.items()}
    if wanted.markdown:
        data["markdown"] = document.markdown
    return data


def extracted(found: tuple[Field, ...]) -> Any:
    """Return an object for one match, a list for several, an empty list for none."""
    fields = [
        {"text": field.text, "html": field.html, "attributes": field.attributes} for field in found
    ]
    return fields[0] if len(fields) == 1 else fields


def _link(link: Link) -> dict[str, Any]:
    return {"url": link.address, "anchor": link.anchor, "rel": list(link.rel)}


def _meta(metadata: Metadata) -> dict[str, Any]:
    return {
        "description": metadata.description,
        "keywords": list(metadata.keywords),
        "canonical": metadata.canonical,
        "language": metadata.language,
        "robots": metadata.robots,
        "openGraph": metadata.open_graph,
        "jsonLd": list(metadata.json_ld),
    }


def _timings(timings: Timings) -> dict[str, float]:
    return {
        "dnsMs": round(timings.dns_ms, 3),
        "connectMs": round(timings.connect_ms, 3),
        "tlsMs": round(timings.tls_ms, 3),
        "firstByteMs": round(timings.first_byte_ms, 3),
        "totalMs": round(timings.total_ms, 3),
    }
