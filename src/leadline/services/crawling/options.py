"""The options of a crawl: from the values given in the terminal or an API, and back to them."""

from collections.abc import Mapping
from typing import Any

import msgspec

from leadline.domain.crawl_options import OPTIONS, CrawlOptions, Face
from leadline.domain.errors import InvalidInput
from leadline.settings import Settings


def given_in(face: Face, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of options by their kept names; `values` has them by those of a face."""
    names = {option.name_in(face): option.kept for option in OPTIONS}
    return {names[name]: value for name, value in values.items() if names.get(name)}


def options_with(given: Mapping[str, Any], settings: Settings) -> CrawlOptions:
    """Return the options of a crawl by the given ones; None is the default.

    Raises InvalidInput beyond the limit of pages.
    """
    defaults: dict[str, Any] = {
        "max_depth": settings.default_max_depth,
        "concurrency": settings.default_concurrency,
        "timeout_ms": settings.timeout_ms,
        "user_agent": settings.user_agent,
        "respects_robots": settings.respect_robots_txt,
        "folds_path_case": settings.fold_path_case,
    }
    values = defaults | {name: value for name, value in given.items() if value is not None}
    values["max_pages"] = max_pages_within(values.get("max_pages"), settings.max_pages_limit)
    return msgspec.convert(values, CrawlOptions)


def shown_in(face: Face, options: CrawlOptions) -> dict[str, Any]:
    """Return the options by their names in a face; of headers only the names."""
    values = {option.kept: getattr(options, option.kept) for option in OPTIONS}
    values["headers"] = [name for name, _ in options.headers]
    return {name: values[each.kept] for each in OPTIONS if (name := each.name_in(face))}


def shown_options(options: CrawlOptions) -> dict[str, Any]:
    """Return the options of a crawl as the crawl API shows them."""
    return shown_in(Face.CRAWL_API, options) | {"requested_depth": options.max_depth + 1}


def max_pages_within(asked: int | None, limit: int) -> int | None:
    """Return how many pages a crawl may fetch; 0 is no limit. Raises InvalidInput beyond it."""
    if limit and asked and asked > limit:
        raise InvalidInput(f"max_pages is at most {limit} here (LEADLINE_MAX_PAGES_LIMIT)")
    return asked or limit or None
