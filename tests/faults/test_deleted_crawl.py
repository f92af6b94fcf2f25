"""A crawl that is deleted while it is worked on."""

import sqlite3
from contextlib import closing

import pytest

from faults.commands import Commands, until
from leadsite import SpawnedSite

FAILED = 4
TABLES = ("crawl", "page", "lead", "body", "queue", "budget", "skip", "sample", "lease")


@pytest.mark.rerun(reason="`delete` has to start before the crawl ends, in about 2 s")
async def test_nothing_of_it_remains_and_its_command_says_so(
    leadline: Commands, site: SpawnedSite
) -> None:
    crawl = await leadline.crawl(site.address("/tree/"))
    await until(lambda: len(site.visits()) > 100)
    id_ = (await leadline.progress()).id

    code, _, err = await leadline.run("delete", id_)
    _, said = await crawl.communicate()

    assert (code, err) == (0, "")
    assert crawl.returncode == FAILED
    [*_, last] = said.decode().splitlines()
    assert last == f"leadline: crawl {id_} was deleted meanwhile"
    with closing(sqlite3.connect(leadline.store)) as db:
        left = {table: db.execute(f"SELECT count(*) FROM {table}").fetchone() for table in TABLES}
    assert set(left.values()) == {(0,)}
