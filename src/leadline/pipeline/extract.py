"""Step 3: from a response's bytes to a document."""

import asyncio

from leadline.domain.documents import Document, Source, Wanted
from leadline.html.extract import extract_within, is_html
from leadline.sandbox.contract import Sandbox

_LARGE_BYTES = 8 * 1024 * 1024
# A page of that size takes as long, if nothing about it is strange.
_PARSE_S = 0.1
_SMALL_BYTES = 512 * 1024


async def extract(source: Source, wanted: Wanted, sandbox: Sandbox) -> Document:
    """Read a page in place, or in the sandbox when that takes long.

    Selectors and Markdown are always for the sandbox: how long they take cannot be told, and they
    cannot be stopped. What is not HTML is an empty document.
    """
    if not is_html(source.content_type, source.body):
        return Document()
    if wanted.selectors or wanted.markdown or len(source.body) > _LARGE_BYTES:
        return await sandbox.extract(source, wanted)
    document = extract_within(source, wanted, _PARSE_S) or await sandbox.extract(source, wanted)
    if len(source.body) > _SMALL_BYTES:
        # The next steps look at all of its links, which may take as long.
        await asyncio.sleep(0)
    return document
