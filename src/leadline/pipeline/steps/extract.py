"""Step 3: from a response's bytes to a document."""

import asyncio

from leadline.domain.web.documents import Document, Source, Wanted
from leadline.html.extract import extract_within, is_html
from leadline.sandbox.contract import Sandbox

_LARGE_BYTES = 8 * 1024 * 1024
# An ordinary page of 8 MiB takes as long.
_PARSE_S = 0.1
_SMALL_BYTES = 512 * 1024


async def extract(source: Source, wanted: Wanted, sandbox: Sandbox) -> Document:
    """Read a page in place, or in the sandbox when that takes long.

    Selectors and Markdown always run in the sandbox: their time is not bounded, and they cannot be
    stopped. A response that is not HTML is an empty document.
    """
    if not is_html(source.content_type, source.body):
        return Document()
    if wanted.selectors or wanted.markdown or len(source.body) > _LARGE_BYTES:
        return await sandbox.extract(source, wanted)
    document = extract_within(source, wanted, _PARSE_S) or await sandbox.extract(source, wanted)
    if len(source.body) > _SMALL_BYTES:
        # The next steps look at all of its links, which may block the loop for as long.
        await asyncio.sleep(0)
    return document
