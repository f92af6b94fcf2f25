"""Pages as the API documents them and as the client reads them, held against their records."""

import re
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from invented import Told, kept, links
from leadline import client
from leadline.api.crawls.live import events
from leadline.api.pages.schemas import ExportedPage, ListedPage
from leadline.domain.pages import Page
from leadline.services.page_records import PAGE_COLUMNS, TIMINGS, live_record, page_record
from leadline.services.pages.listing import listed_page
from leadline.store.sqlite.store import SqliteStore

# The client has the whole time alone, and no parts of the key.
_NOT_OF_THE_CLIENT = {*TIMINGS, "name", "http_type"}
SITE = {
    "/": links("/ok", "/gone", "/closed", "/moved"),
    "/gone": Told(status=404, is_failure=True),
    "/closed": Told(is_disallowed=True),
    "/moved": Told({"/ok": ""}, status=301),
}


@pytest.fixture
async def pages(tmp_path: Path) -> Sequence[Page]:
    """Pages that were fetched, failed, were skipped and led elsewhere."""
    store = SqliteStore(tmp_path / "store.db")
    found = await store.pages(await kept(store, SITE), 9)
    await store.aclose()
    return found


async def test_records_are_as_the_schema_says(pages: Sequence[Page]) -> None:
    records = [page_record(page) for page in pages]

    read = [ExportedPage.model_validate_json(msgspec.json.encode(each)) for each in records]

    assert [each.model_dump() for each in read] == records
    assert {record["state"] for record in records} == {"COMPLETED", "FAILED", "SKIPPED"}


async def test_tables_have_the_columns_of_records_in_their_order(pages: Sequence[Page]) -> None:
    assert [*page_record(pages[0])] == [*PAGE_COLUMNS]


async def test_lists_have_what_their_schema_says(pages: Sequence[Page]) -> None:
    assert listed_page(pages[0]).keys() == ListedPage.model_fields.keys()


def test_the_client_has_every_field_of_a_list() -> None:
    assert {*client.Page.__struct_fields__} == ListedPage.model_fields.keys() - _NOT_OF_THE_CLIENT


async def test_the_client_and_the_docs_have_every_field_of_the_live_feed(
    pages: Sequence[Page],
) -> None:
    names = live_record(pages[0]).keys()
    [listed] = re.findall("`(id seq [^`]+)`", events.__doc__ or "")

    assert {*client.EndedPage.__struct_fields__} == names
    assert {*listed.split()} == names
