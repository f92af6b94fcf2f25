"""The Python client of a Leadline server.

    from leadline.client import Leadline

    with Leadline() as leadline:
        crawl = leadline.crawl("https://example.com", max_depth=2)
        print(crawl.wait().fetched)
        for page in crawl.pages(status="404"):
            print(page.url)

`AsyncLeadline` has the same methods for asyncio. `errors.py` draws the tree of errors.
"""

from leadline.client.asynchronous import AsyncCrawl, AsyncLeadline
from leadline.client.errors import (
    Busy,
    ClientError,
    Conflict,
    Forbidden,
    Invalid,
    NotFound,
    NotLeadline,
    PageFailed,
    Problem,
    ProblemDocument,
    ServerFailed,
    TookTooLong,
    Unauthorized,
    Unreachable,
)
from leadline.client.models import (
    Changed,
    Diff,
    Difference,
    DiffSide,
    EndedPage,
    Figures,
    Graph,
    Lead,
    Node,
    Page,
    PageDetails,
    Progress,
)
from leadline.client.scraped import BatchItem, Element, Extraction, JobPage, ScrapedPage
from leadline.client.sync import Crawl, Leadline

__all__ = [
    "Leadline",
    "Crawl",
    "AsyncLeadline",
    "AsyncCrawl",
    "Progress",
    "Figures",
    "Changed",
    "Page",
    "PageDetails",
    "EndedPage",
    "Diff",
    "Difference",
    "DiffSide",
    "Lead",
    "Graph",
    "Node",
    "JobPage",
    "ScrapedPage",
    "BatchItem",
    "Extraction",
    "Element",
    "ClientError",
    "Unreachable",
    "TookTooLong",
    "NotLeadline",
    "Problem",
    "ProblemDocument",
    "Unauthorized",
    "Forbidden",
    "NotFound",
    "Conflict",
    "Invalid",
    "Busy",
    "PageFailed",
    "ServerFailed",
]
