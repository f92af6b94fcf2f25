"""How a crawl went, in as many points as a chart can show."""

from leadline.domain.crawls import Sample
from leadline.services.figures.timelines import thinned


def sample(at: float) -> Sample:
    return Sample(at, int(at), 0, 0, 0, 0)


def test_points_are_thinned_evenly_and_the_last_one_stays() -> None:
    many = [sample(at) for at in range(100)]

    assert [point.at for point in thinned(many, 4)] == [24, 49, 74, 99]
    assert [point.at for point in thinned(many, 1)] == [99]
    assert thinned(many, 100) == many
    assert thinned(many[:3], 5) == many[:3]
    assert all(thinned(many, most)[-1].at == 99 for most in range(1, 100))
