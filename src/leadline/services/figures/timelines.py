"""The timeline of a crawl: its samples, thinned for a chart."""

import time

from leadline.domain.crawls import Crawl, Sample
from leadline.domain.json_objects import JsonObject
from leadline.services.crawling.crawls import moment
from leadline.store.reader import Figures

_APART_S = 1.0


async def timeline(store: Figures, crawl: Crawl, most: int) -> list[JsonObject]:
    """Return up to `most` points, evenly thinned; the last one is of now.

    `pages_per_s` is since the last point that is a second older, or more. A first point that is
    younger has none: one page in 10 ms does not mean that there are 100 in a second.
    """
    samples = thinned([*await store.samples(crawl.id), _latest(crawl)], most)
    return points_of(samples, crawl.started_at or crawl.created_at)


def points_of(samples: list[Sample], begun_at: float) -> list[JsonObject]:
    """Return the points of samples of a crawl that began at this time."""
    apart = [Sample(begun_at, 0, 0, 0, 0, 0)]
    points = []
    for sample in samples:
        is_apart = sample.at - apart[-1].at >= _APART_S
        before = apart[-1] if is_apart or len(apart) == 1 else apart[-2]
        has_rate = is_apart or len(apart) > 1 or sample is samples[-1]
        points.append(_point(sample, before if has_rate else sample))
        if is_apart:
            apart.append(sample)
    return points


def thinned(samples: list[Sample], most: int) -> list[Sample]:
    """Return up to `most` samples, evenly thinned, always with the last one."""
    if len(samples) <= most:
        return samples
    return [samples[len(samples) * number // most - 1] for number in range(1, most + 1)]


def _latest(crawl: Crawl) -> Sample:
    at, now = crawl.finished_at or time.time(), crawl.figures
    return Sample(at, now.fetched, now.queued, now.fetching, now.failed, crawl.leads)


def _point(sample: Sample, before: Sample) -> JsonObject:
    took_s = sample.at - before.at
    rate = (sample.fetched - before.fetched) / took_s if took_s > 0 else 0.0
    return {
        "at": moment(sample.at),
        "fetched": sample.fetched,
        "pending": sample.pending,
        "in_progress": sample.in_progress,
        "failed": sample.failed,
        "leads": sample.leads,
        "pages_per_s": round(rate, 1),
    }
