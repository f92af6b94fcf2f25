"""The timeline of a crawl: its samples, thinned for a chart."""

import time

from leadline.domain.crawls import Crawl, Sample
from leadline.domain.json_objects import JsonObject
from leadline.services.crawling.crawls import moment
from leadline.store.reader import Figures

_LEAST_S = 1.0


async def timeline(store: Figures, crawl: Crawl, most: int) -> list[JsonObject]:
    """Return up to `most` points, evenly thinned; the last one is of now.

    `pages_per_s` is since the point before, or of the last second if that is nearer.
    """
    samples = thinned([*await store.samples(crawl.id), _latest(crawl)], most)
    begun_at = crawl.started_at or crawl.created_at
    before = Sample(begun_at, 0, 0, 0, 0, 0)
    points = []
    for sample in samples:
        points.append(_point(sample, before))
        before = sample
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
    # One page in its first 10 ms does not mean that there are 100 in a second.
    rate = (sample.fetched - before.fetched) / max(_LEAST_S, sample.at - before.at)
    return {
        "at": moment(sample.at),
        "fetched": sample.fetched,
        "pending": sample.pending,
        "in_progress": sample.in_progress,
        "failed": sample.failed,
        "leads": sample.leads,
        "pages_per_s": round(rate, 1),
    }
