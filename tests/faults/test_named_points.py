"""Feeders die at the worst moments: around every transaction, and between them."""

import pytest

from faults.commands import Commands, until
from faults.exactness import EXACT
from faults.sabotage import Deed, Sabotage
from figures import Figure
from leadsite import SpawnedSite

POINTS = (
    "in claim",
    "after claim",
    "after fetch",
    "before commit",
    "in commit",
    "at end of commit",
    "after commit",
)
POISON = "/tree/a2/b2/c2"


async def sabotaged(leadline: Commands, site: SpawnedSite, figure: Figure, *deeds: Deed) -> None:
    sabotage = Sabotage(leadline.folder, leadline.backing, *deeds)
    crawl = await leadline.crawl(
        site.address("/tree/"), workers=4, environment=sabotage.environment
    )
    # A root whose workers die three times is taken for poison.
    await until(lambda: len(site.visits()) > 10)
    sabotage.arm()

    exactness = await leadline.judge(crawl)

    for deed in deeds:
        done = len(sabotage.done(deed.point))
        figure(f"feeders killed {deed.point}", f"{done} times: {exactness}")
    assert sabotage.is_finished()
    assert exactness == EXACT


async def test_feeders_die_once_at_every_point(
    leadline: Commands, site: SpawnedSite, figure: Figure
) -> None:
    await sabotaged(leadline, site, figure, *(Deed(point, times=1, latest=1) for point in POINTS))


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("point", POINTS)
async def test_feeders_die_often_at_a_point(
    leadline: Commands, site: SpawnedSite, figure: Figure, point: str
) -> None:
    await sabotaged(leadline, site, figure, Deed(point, times=6, seed=1))


async def test_a_page_that_kills_its_workers_fails_alone(
    leadline: Commands, site: SpawnedSite, figure: Figure
) -> None:
    sabotage = Sabotage(leadline.folder, leadline.backing, Deed("at page", times=20, page=POISON))
    sabotage.arm()
    crawl = await leadline.crawl(
        site.address("/tree/"), workers=4, environment=sabotage.environment
    )

    exactness = await leadline.judge(crawl, poison=(POISON,))

    deaths = len(sabotage.done())
    figure("a page that kills its worker every time", f"{deaths} deaths: {exactness}")
    # Among others, among other suspects, and three times alone.
    assert deaths in {4, 5}
    assert exactness == EXACT
