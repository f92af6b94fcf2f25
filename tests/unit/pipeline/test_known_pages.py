"""Pages that are stored for sure: bounded, whatever the size of the crawl."""

from leadline.domain.addresses import Address
from leadline.domain.crawls import PageId
from leadline.domain.pages import FoundBy, NewPage
from leadline.pipeline.tools import KnownPages


def page(number: int) -> NewPage:
    return NewPage(
        id=PageId(number),
        address=Address(f"http://x.example/{number}"),
        host="x.example",
        site="x.example",
        depth=1,
        hops=0,
        found_by=FoundBy.LINK,
        is_fetched=True,
    )


def known_of(known: KnownPages, numbers: range) -> list[int]:
    return [number for number in numbers if known.ids.get(page(number).address) is not None]


def test_what_was_noted_is_known_by_its_address() -> None:
    known = KnownPages()

    known.add_all([page(1), page(2)])

    assert known.ids.get(page(1).address) == 1
    assert known.ids.get(Address("http://x.example/3")) is None


def test_what_another_link_may_let_in_is_not_known() -> None:
    known = KnownPages()

    known.add_all([page(1)._replace(goes_round=True)])

    assert known.ids.get(page(1).address) is None


def test_no_more_than_the_limit_is_remembered() -> None:
    known = KnownPages(limit=10)

    known.add_all(page(number) for number in range(1_000))

    assert len(known_of(known, range(1_000))) <= 10
    assert known.ids.get(page(999).address) == 999


def test_what_is_asked_for_again_and_again_is_not_forgotten() -> None:
    known = KnownPages(limit=10)
    known.add_all([page(0)])

    for number in range(1, 1_000):
        known.add_all([page(number)])
        assert known.ids.get(page(0).address) == 0
