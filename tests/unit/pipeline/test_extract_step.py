import pytest

from leadline.domain.addresses import Address
from leadline.domain.web.documents import Document, Listing, Source, Wanted
from leadline.pipeline.steps.extract import extract
from leadline.sandbox.contract import Sandbox

IN_SANDBOX = Document(title="read in the sandbox")


class RememberingSandbox(Sandbox):
    """Answers at once, and keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[Source, Wanted]] = []

    async def extract(self, source: Source, wanted: Wanted) -> Document:
        self.asked.append((source, wanted))
        return IN_SANDBOX

    async def read_sitemap(self, source: Source) -> Listing:
        raise NotImplementedError


def page(body: bytes, content_type: str = "text/html") -> Source:
    return Source(body, content_type, Address("http://x.example/"))


async def test_an_ordinary_page_is_read_in_place() -> None:
    sandbox = RememberingSandbox()

    document = await extract(page(b"<title>here</title>"), Wanted(), sandbox)

    assert document.title == "here"
    assert sandbox.asked == []


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        (b"<p>" * 3_000_000, Wanted()),
        (b"<div>" * 100_000, Wanted()),
        (b"<p>", Wanted({"all": "*"})),
        (b"<p>", Wanted(markdown=True)),
    ],
    ids=["a large page", "a page that takes long", "selectors", "Markdown"],
)
async def test_what_could_take_long_is_for_the_sandbox(body: bytes, wanted: Wanted) -> None:
    sandbox = RememberingSandbox()

    document = await extract(page(body), wanted, sandbox)

    assert document is IN_SANDBOX
    assert sandbox.asked == [(page(body), wanted)]


@pytest.mark.parametrize("wanted", [Wanted(), Wanted({"all": "*"}, markdown=True)])
async def test_what_is_not_html_is_an_empty_document(wanted: Wanted) -> None:
    sandbox = RememberingSandbox()

    assert await extract(page(b"%PDF-1.7", "application/pdf"), wanted, sandbox) == Document()
    assert sandbox.asked == []
