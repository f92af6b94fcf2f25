"""The options of a crawl, each with its names in the terminal, the crawl API and the job API."""

from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import NamedTuple, TypeVar

_Value = TypeVar("_Value")


class Face(StrEnum):
    """A place where options are given and shown, each with names of its own."""

    TERMINAL = "typed"
    CRAWL_API = "api"
    JOB_API = "job"


class Option(NamedTuple):
    """An option of a crawl. Where it has no name, it can be neither given nor shown."""

    kept: str
    typed: str
    """In the terminal, without the two hyphens."""
    api: str
    job: str
    is_changeable: bool
    """Whether it can be changed while the crawl runs."""
    decides_pages: bool
    """Whether it decides which pages are fetched, so that it explains differences of crawls."""

    def name_in(self, face: Face) -> str:
        """Return its name in a face; empty where it has none."""
        return str(getattr(self, face))


def _option(
    typed: str = "",
    api: str = "",
    job: str = "",
    *,
    default: _Value,
    is_changeable: bool = False,
    decides_pages: bool = False,
    is_secret: bool = False,
) -> _Value:
    names = {"typed": typed, "api": api, "job": job}
    traits = {"is_changeable": is_changeable, "decides_pages": decides_pages}
    return field(default=default, repr=not is_secret, metadata={**names, **traits})


@dataclass(frozen=True, slots=True)
class CrawlOptions:
    """The options of one crawl, stored as one document; `version` says how to read an older one."""

    max_depth: int = _option(
        "depth", "max_depth", "maxDepth", default=3, is_changeable=True, decides_pages=True
    )
    """The deepest depth that is fetched; the root is at 0."""
    scope: str = _option("scope", "scope", "strategy", default="domain", decides_pages=True)
    include: tuple[str, ...] = _option(
        "include", "include", "include", default=(), is_changeable=True, decides_pages=True
    )
    exclude: tuple[str, ...] = _option(
        "exclude", "exclude", "exclude", default=(), is_changeable=True, decides_pages=True
    )
    max_pages: int | None = _option(
        "max-pages", "max_pages", "maxPages", default=None, is_changeable=True, decides_pages=True
    )
    max_time_s: float | None = _option(
        "max-time", "max_time_s", "maxTimeS", default=None, is_changeable=True, decides_pages=True
    )
    """How long it may be worked on; pauses, and times without a worker, do not count."""
    concurrency: int = _option(
        "concurrency", "concurrency", "concurrency", default=5, is_changeable=True
    )
    delay_ms: int | None = _option(
        "delay-ms", "delay_ms", "delay", default=None, is_changeable=True
    )
    """The least time between the starts of two requests to one host; None is the default of the
    settings. 0 says that the host is the user's own, so that only `concurrency` is a bound."""
    timeout_ms: int = _option(
        "timeout-ms", "timeout_ms", "timeout", default=10_000, is_changeable=True
    )
    user_agent: str = _option("user-agent", "user_agent", "userAgent", default="")
    headers: tuple[tuple[str, str], ...] = _option(
        "header", "headers", "headers", default=(), is_secret=True
    )
    """Perhaps secrets: sent to origins in scope only, and never shown."""
    respects_robots: bool = _option(
        "no-robots", "respect_robots", "respectRobots", default=True, decides_pages=True
    )
    respects_nofollow: bool = _option(
        "respect-nofollow", "respect_nofollow", "respectNofollow", default=False, decides_pages=True
    )
    reads_sitemaps: bool = _option(
        "sitemap", "sitemap", "sitemap", default=False, decides_pages=True
    )
    checks_external: bool = _option("external", "external", default=False, decides_pages=True)
    """Whether pages out of scope are requested, too, only to see whether they are there."""
    max_attempts: int = _option(
        "max-attempts", "max_attempts", "maxAttempts", default=3, is_changeable=True
    )
    max_per_shape: int = _option(
        "max-per-shape", "max_per_shape", default=2_000, is_changeable=True, decides_pages=True
    )
    keeps: tuple[str, ...] = _option("keep", "keep", "keepHtml", default=("text",))
    """Pieces of a page that are stored: its `text`, its `html` as received."""
    selectors: tuple[tuple[str, str], ...] = _option(default=())
    """Fields that a scrape extracts, by name."""
    markdown: bool = _option(default=False)
    host_outage_max_s: float | None = _option(
        "host-outage-max", "host_outage_max_s", default=None, is_changeable=True
    )
    """How long the crawl waits for a host that answered and then stopped; None is the default of
    the settings."""
    folds_path_case: bool = _option(default=False, api="fold_path_case")
    """Whether addresses that differ only in the case of their paths are one page. Never changed:
    the ids of pages depend on it."""
    networks: tuple[str, ...] = _option("allow-network", default=())
    """Networks that a worker must be allowed to fetch from; other workers leave the crawl alone."""
    version: int = _option(default=1)


OPTIONS = tuple(Option(each.name, **each.metadata) for each in fields(CrawlOptions))
