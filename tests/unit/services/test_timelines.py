"""How a crawl went, in as many points as a chart can show."""

from leadline.domain.crawls import Sample
from leadline.services.figures.timelines import points_of, thinned


def sample(at: float) -> Sample:
    return Sample(at, int(at), 0, 0, 0, 0)


def test_points_are_thinned_evenly_and_the_last_one_stays() -> None:
    many = [sample(at) for at in range(100)]

    assert [point.at for point in thinned(many, 4)] == [24, 49, 74, 99]
    assert [point.at for point in thinned(many, 1)] == [99]
    assert thinned(many, 100) == many
    assert thinned(many[:3], 5) == many[:3]
    assert all(thinned(many, most)[-1].at == 99 for most in range(1, 100))


def rates(*samples: tuple[float, int]) -> list[object]:
    """The rates of samples, each a time and the pages fetched by then."""
    taken = [Sample(at, fetched, 0, 0, 0, 0) for at, fetched in samples]
    return [point["pages_per_s"] for point in points_of(taken, 0.0)]


def test_a_page_in_the_first_milliseconds_is_no_high_rate() -> None:
    assert rates((0.01, 1), (10.0, 90)) == [0.0, 9.0]


def test_the_highest_rate_is_never_below_the_average() -> None:
    assert rates((0.1, 12)) == [120.0]
    assert rates((2.0, 20), (2.1, 22)) == [10.0, 10.5]
