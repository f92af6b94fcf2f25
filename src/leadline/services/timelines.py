"""How a crawl went: its samples, thinned to what a chart can show."""

import time

from leadline.domain.crawls import Crawl, Sample
from leadline.services.crawls import moment
from leadline.services.export_formats.table import Row
from leadline.store.reader import Figures


async def timeline(store: Figures, crawl: Crawl, most: int) -> list[Row]:
    """At most so many points, about as far apart as samples are; the last one is of now.

    `pages_per_s` is since the point before.
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
    """Some of them, evenly; the last one always."""
    if len(samples) <= most:
        return samples
    return [samples[len(samples) * number // most - 1] for number in range(1, most + 1)]


def _latest(crawl: Crawl) -> Sample:
    at, now = crawl.finished_at or time.time(), crawl.figures
    return Sample(at, now.fetched, now.queued, now.fetching, now.failed, crawl.leads)


def _point(sample: Sample, before: Sample) -> Row:
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
