"""Step 3: from a response's bytes to a document."""

from leadline.domain.documents import Document, Source, Wanted
from leadline.html.cost import could_be_slow
from leadline.html.extract import extract as extract_here
from leadline.html.extract import is_html
from leadline.sandbox.contract import Sandbox

NOTHING = Wanted()


async def extract(source: Source, wanted: Wanted, sandbox: Sandbox) -> Document:
    """Read a page in place, or in the sandbox when that could take long.

    Selectors and Markdown are always for the sandbox: how long they take depends on the page in
    ways that cannot be told beforehand. What is not HTML is an empty document.
    """
    if not is_html(source.content_type, source.body):
        return Document()
    if wanted != NOTHING or could_be_slow(source.body):
        return await sandbox.extract(source, wanted)
    return extract_here(source, wanted)
