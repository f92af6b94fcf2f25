import pytest

from leadline.domain.addresses import Address
from leadline.domain.web.documents import Link
from leadline.pipeline.steps.match_links import unique_links

PAGE = Address("http://x.example/dir/")


def links(*addresses: str) -> list[Link]:
    return [Link(Address(address), f"anchor {n}") for n, address in enumerate(addresses)]


def unique(*addresses: str) -> list[str]:
    return [link.address for link in unique_links(links(*addresses), PAGE)]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("http://x.example/a", "http://x.example/a/"),
        ("http://x.example/a/", "http://x.example/a"),
        ("http://x.example/", "http://x.example/?"),
        ("http://x.example/a?x=1&y=2", "http://x.example/a?y=2&x=1"),
        ("http://x.example/a", "http://x.example/a?utm_source=mail"),
        ("http://x.example/%61", "http://x.example/a"),
        ("http://x.example/a", "http://x.example/a"),
    ],
)
def test_the_first_of_several_addresses_of_one_page_is_kept(first: str, second: str) -> None:
    assert unique_links(links(first, second), PAGE) == (Link(Address(first), "anchor 0"),)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("http://x.example/a", "https://x.example/a"),
        ("http://x.example/a", "http://x.example/A"),
        ("http://x.example/a", "http://x.example/a?x"),
        ("http://x.example/a", "http://x.example:8080/a"),
        ("http://x.example/a%2Fb", "http://x.example/a/b"),
    ],
)
def test_other_pages_are_other_links(first: str, second: str) -> None:
    assert unique(first, second) == [first, second]


@pytest.mark.parametrize(
    "itself",
    [
        "http://x.example/dir/",
        "http://x.example/dir",
        "http://x.example/dir/?",
        "http://x.example/dir/?fbclid=1",
    ],
)
def test_a_link_to_the_page_itself_is_none(itself: str) -> None:
    assert unique(itself, "http://x.example/a") == ["http://x.example/a"]


def test_links_stay_in_document_order() -> None:
    addresses = [f"http://x.example/{n}" for n in (3, 1, 2)]

    assert unique(*addresses) == addresses


def test_no_links_are_no_links() -> None:
    assert unique_links([], PAGE) == ()
