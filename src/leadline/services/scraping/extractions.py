"""Fields and Markdown of stored pages, without fetching them again."""

from dataclasses import dataclass
from typing import Any

from leadline.domain.addresses import Address
from leadline.domain.artifacts import Artifact
from leadline.domain.errors import InvalidSelector, UnknownArtifact, UnknownCrawl
from leadline.domain.web.documents import Source, Wanted
from leadline.pipeline.steps.page_data import extracted
from leadline.sandbox.contract import Sandbox
from leadline.store.pieces import unpacked_piece
from leadline.store.reader import Reader

_NOWHERE = Address("http://localhost/")


@dataclass(frozen=True, slots=True)
class Extraction:
    """The extracted fields and Markdown of a page. `parse` says why they are incomplete, if so."""

    url: Address
    parse: str | None
    fields: dict[str, Any]
    """By name: an object for one match, a list for several, an empty list for none."""
    markdown: str | None


async def extract_kept(
    store: Reader, sandbox: Sandbox, artifact: Artifact, wanted: Wanted
) -> Extraction:
    """Extract fields and Markdown from the stored HTML of a page.

    Raises UnknownArtifact, InvalidSelector and StoreError.
    """
    source = await _source(store, artifact)
    document = await sandbox.extract(source, wanted)
    fields = {name: extracted(found) for name, found in document.fields.items()}
    return Extraction(source.address, document.parse, fields, document.markdown)


async def check_selectors(sandbox: Sandbox, selectors: dict[str, str]) -> None:
    """Check selectors in the sandbox, which a hostile one cannot leave. Raises InvalidSelector."""
    if not selectors:
        return
    document = await sandbox.extract(Source(b"", "text/html", _NOWHERE), Wanted(selectors))
    if document.parse is not None:
        raise InvalidSelector("the selectors take too long to read")


async def _source(store: Reader, artifact: Artifact) -> Source:
    unknown = UnknownArtifact(f"there is no artifact {artifact}")
    try:
        pages = await store.pages_by_id(artifact.crawl, [artifact.page])
        kept = await store.bodies(artifact.crawl, [artifact.page], "html")
    except UnknownCrawl:
        raise unknown from None
    if artifact.page not in pages or artifact.page not in kept:
        raise unknown
    page = pages[artifact.page]
    body = unpacked_piece(kept[artifact.page])
    return Source(body, page.content_type or "", page.address)
