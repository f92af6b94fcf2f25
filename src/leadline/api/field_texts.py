"""Descriptions of fields that several models of the API share, or whose model says the rest.

A field that a model describes itself is not here.
"""

from collections.abc import Iterator
from typing import Any

from pydantic.alias_generators import to_snake

_TIMES = {
    "dns": "resolving the host name",
    "connect": "connecting, without TLS",
    "tls": "the TLS handshake",
    "first_byte": "waiting for the first byte",
    "total": "the whole request, the body included",
}

TEXTS: dict[str, str] = {
    **{f"{name}_ms": f"The time for {what}, in ms." for name, what in _TIMES.items()},
    "after": "The page in the later crawl; null if that crawl did not find it.",
    "anchor": "The text of the link.",
    "artifact_id": "The id of the kept page.",
    "at": "The time of the point (ISO 8601, UTC).",
    "attempts": "How many times the page was requested.",
    "attributes": "The attributes of the element, by name.",
    "before": "The page in the earlier crawl; null if that crawl did not find it.",
    "by_content_type": "Pages by content type.",
    "by_depth": "Pages by depth.",
    "by_status": "Pages that answered, by HTTP status.",
    "bytes": "The sum of the sizes of fetched pages and sitemaps, in bytes, decoded.",
    "cancelled": "Pages that were not finished when the crawl was cancelled.",
    "canonical": "The canonical address that the page names.",
    "change": "The kind of the difference.",
    "completed": "Pages in the state COMPLETED, without the root: fetched, or too deep.",
    "components": "The connected parts of the link graph.",
    "concurrency": "The number of requests that may be open at once.",
    "content_hash": "A hash of the body: equal bodies have equal hashes.",
    "content_type": "The content type of the answer, as the host sent it.",
    "count": "The number of connected parts.",
    "counts": "The number of pages with each kind of difference.",
    "crawl_id": "The id of the crawl.",
    "crawled": "Whether the page was fetched.",
    "created_at": "When the crawl was accepted (ISO 8601, UTC).",
    "defaults": "The options of a crawl that does not set them.",
    "delay": "The delay between the starts of two requests to one host, in ms.",
    "delay_ms": "The delay between the starts of two requests to one host, in ms.",
    "depth": "The number of links from the root on a shortest path.",
    "description": "The description that the page has of itself.",
    "detail": "The reason in words.",
    "duplicates": "Pages that have the same bytes as others.",
    "duration_s": "Seconds from the first page to the end, or to now. Pauses are included.",
    "edges": "The number of edges.",
    "encoding": "The character encoding in which the page was read.",
    "end_time": "The end as Unix time in milliseconds; null if the job is not over.",
    "error": "The kind of the last error; null if there was none.",
    "errors": "Pages that failed, with the reason.",
    "example": "The address of one of the pages.",
    "expires_in_s": "For how many seconds the ticket is valid.",
    "explanation": "A sentence about what happened to the address.",
    "failed": "Pages that could not be fetched after all attempts.",
    "fetched": "Pages that answered with success or a redirect.",
    "fetching": "Pages that a worker has claimed.",
    "figures": "All pages, the root included, by what became of them. They add up to `found`.",
    "final_url": "The address that answered, after redirects.",
    "finished_at": "When the crawl ended (ISO 8601, UTC); null if it is not over.",
    "fold_path_case": "Whether addresses that differ only in the case of their paths are one page.",
    "followed": "Whether a crawl with this scope would follow a link to the address.",
    "found": "All pages that the crawl knows, the root included.",
    "found_by": "How the page was found first.",
    "found_on": "The first page that linked to the address.",
    "found_on_url": "The address of the first page that linked to it.",
    "groups": "The number of groups of pages with the same bytes.",
    "host": "The host of the page, with its port unless that is 80 or 443.",
    "hosts": "The number of hosts of all found pages, including skipped ones.",
    "http_type": "The scheme of the address.",
    "id": "The id of the page.",
    "in_links": "The number of pages that link to it.",
    "in_progress": "Pages that a worker has claimed.",
    "items": "The rows, in the order of the list.",
    "job_id": "The id of the job, which is also the id of a crawl.",
    "json_ld": "The JSON-LD objects of the page.",
    "keywords": "The keywords that the page has of itself.",
    "kind": "The kind of page; sitemaps and external pages are requested in other ways.",
    "label": "The name of the host.",
    "language": "The language that the page names.",
    "largest": "The pages with the largest bodies.",
    "layout": "Whether nodes keep their first place, or the whole graph was laid out.",
    "leads": "Links between pages, including redirects and links to skipped pages.",
    "leads_in": "The links to the page.",
    "leads_out": "The links from the page.",
    "link_details": "The links of the page with their texts.",
    "links_discovered": "Links between pages, including redirects and links to skipped pages.",
    "location": "The address that the redirect leads to.",
    "max_attempts": "The number of attempts to fetch a page before it has failed.",
    "max_depth_reached": "The greatest depth of all found pages.",
    "message": "The last error in words.",
    "meta": "The metadata of the page.",
    "metrics": "The progress of the job.",
    "missing": "A sentence for each thing that is missing.",
    "nodes": "The nodes, the most important first.",
    "ok": "Whether the page was fetched: then `result` is set, else `error`.",
    "open_graph": "The OpenGraph properties of the page.",
    "options": "The options in force.",
    "page": "The page; null if the crawl did not find the address.",
    "page_id": "The id of the page.",
    "pages": "The number of pages.",
    "pages_per_s": "Fetched pages divided by `duration_s`.",
    "pages_scraped": "Pages that answered with success (2xx).",
    "parent_url": "The address of the previous page on a shortest path.",
    "password": "The password.",
    "pending": "Pages that are still to be fetched, or to be tried again.",
    "queued": "Pages that are still to be fetched, or to be tried again.",
    "rank": "The PageRank; the ranks of all pages add up to 1.",
    "ready": "Whether the server can accept requests.",
    "reason": "The reason of the rule that skips it; null if it is not skipped.",
    "redirected_to": "The address that the page redirects to; null if it does not.",
    "redirects": "The redirects to the page, in their order.",
    "rel": "The values of `rel` of the link.",
    "requested_depth": "The deepest depth that is recorded: `max_depth` + 1.",
    "respect_robots": "Whether robots.txt is obeyed.",
    "rests_because": "Why the host gets no request now; null if it gets requests.",
    "result": "The page; null if it was not fetched.",
    "results": "One item for each address, in the order of the request.",
    "robots": "The robots directives of the page.",
    "rule": "The rule that skips it; null if none does.",
    "same": "Pages without a difference.",
    "samples": "Some of the pages.",
    "scope": "How far from the root links are followed.",
    "shown": "The number of nodes and edges in this answer.",
    "sitemaps": "Sitemaps by outcome: they are not pages.",
    "size": "The size of the decoded body in bytes.",
    "skipped": "Pages that a rule excludes.",
    "source": "The address of the page with the link.",
    "source_id": "The id of the page with the link.",
    "started_at": "When the first page was claimed (ISO 8601, UTC); null if none was yet.",
    "state": "The state of the page.",
    "status": "The HTTP status of the answer; null if none came.",
    "status_code": "The HTTP status of the answer.",
    "strategy": "How far from the start links are followed.",
    "submitted_url": "The URL as it was given.",
    "target": "The address of the page that the link leads to.",
    "target_id": "The id of the page that the link leads to.",
    "text": "The text.",
    "timeout": "The time limit of one request, in ms.",
    "timeout_ms": "The time limit of one request, in ms.",
    "timings": "How long each part of the request took.",
    "title": "The title of the page.",
    "total": "The number of nodes and edges of the whole crawl.",
    "uptime": "Seconds since the server was started.",
    "url": "The address of the page.",
    "urls": "The addresses of the pages.",
    "user_agent": "The User-Agent header to send.",
    "username": "The user name.",
    "version": "The version of Leadline.",
    "view": "The view that was requested.",
    "worker": "The id of the worker.",
    "x": "The horizontal place in the picture.",
    "y": "The vertical place in the picture.",
    "Alive.status": "Always `ok`.",
    "Changed.status": "The status of the crawl.",
    "Components.largest": "The number of pages of the largest part.",
    "CrawlError.kind": "The kind of the error.",
    "CrawlResult.pages": "The pages of this part.",
    "CrawlResult.status": "The status of the job.",
    "Cut.reason": "The reason of the rule.",
    "Cut.rule": "The rule.",
    "Element.text": "The text of the element.",
    "Health.status": "Always `ok`.",
    "HostNode.pages": "The number of pages of the host.",
    "Job.id": "The id of the job, which is also the id of a crawl.",
    "ProblemDocument.status": "The HTTP status.",
    "ProblemDocument.title": "The HTTP status in words.",
    "ProblemDocument.type": "The kind of problem, for programs.",
    "Progress.status": "The status of the crawl.",
    "Progress.total": "All pages without the root: the sum of the counts by state.",
    "Changed.total": "All pages without the root: the sum of the counts by state.",
    "Retried.status": "The status of the crawl.",
    "Retried.total": "All pages without the root: the sum of the counts by state.",
    "RetryRequest.state": "The state of the pages that are tried again.",
    "Shown.nodes": "The number of nodes.",
    "Total.nodes": "The number of nodes.",
    "Tried.url": "The address that was tried.",
}


_REQUESTS = {"Options": "CrawlRequest", "JobOptions": "JobRequest"}
"""Models that show options, and the requests that describe these options."""


def describe_fields(document: dict[str, Any]) -> None:
    """Add the descriptions to the fields and path parameters of an OpenAPI document without one."""
    schemas = document["components"]["schemas"]
    for model, name, field in undescribed(document):
        request = schemas.get(_REQUESTS.get(model), {}).get("properties", {})
        own = f"{model}.{to_snake(name)}"
        given = request.get(name, {}).get("description")
        text = given or TEXTS.get(own) or TEXTS.get(to_snake(name))
        if text:
            field["description"] = text


def undescribed(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield the model, the name and the schema of each field without a description."""
    for schema_name, schema in document["components"]["schemas"].items():
        # Two models of one name have their modules before it.
        model = schema_name.rpartition("__")[2]
        for name, field in schema.get("properties", {}).items():
            if not field.get("description"):
                yield model, name, field
    for operations in document["paths"].values():
        for operation in operations.values():
            for parameter in operation.get("parameters", ()):
                if not parameter.get("description"):
                    yield "", parameter["name"], parameter
