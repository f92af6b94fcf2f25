"""The options that filter pages, for all commands that have them."""

from dataclasses import dataclass
from typing import Annotated

import typer

from leadline.cli.options.common import one_of
from leadline.cli.options.option_sets import takes
from leadline.domain.errors import InvalidInput
from leadline.domain.listing import PageFilter
from leadline.domain.skips import SkipReason
from leadline.services.pages.listing import AskedState, parse_state, state_name, statuses


def _asked_state(text: str) -> AskedState:
    try:
        return AskedState(state_name(text))
    except ValueError:
        known = ", ".join(each.lower() for each in AskedState)
        raise typer.BadParameter(f"{text!r} is not a state; states are: {known}") from None


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """A filter of pages as it is typed. Each field is an option."""

    page_state: Annotated[
        AskedState | None,
        typer.Option(
            "--state",
            parser=_asked_state,
            help="Only pages in this state: fetched, failed, skipped, too-deep, cancelled, "
            "queued, fetching.",
            metavar="STATE",
            autocompletion=one_of(*(each.lower() for each in AskedState)),
        ),
    ] = None
    reason: Annotated[
        SkipReason | None,
        typer.Option(
            help="Only pages skipped for this reason: scope, robots, limit, trap, address.",
            metavar="REASON",
        ),
    ] = None
    status: Annotated[
        str | None, typer.Option(help="Only pages with this status: 404, or 4xx.", metavar="N")
    ] = None
    depth: Annotated[int | None, typer.Option(min=0, help="Only pages at this depth.")] = None
    host: Annotated[
        str | None,
        typer.Option(
            help="Only pages of this host, with its port if that is not 80 or 443.",
            metavar="HOST",
        ),
    ] = None
    content_type: Annotated[
        str | None,
        typer.Option(help="Only pages of this type: text/html, or image/*.", metavar="TYPE"),
    ] = None
    search: Annotated[
        str | None, typer.Option(help="Only pages with this text in their address or title.")
    ] = None
    title: Annotated[str | None, typer.Option(help="Only pages with this text in their title.")] = (
        None
    )

    def wanted(self) -> PageFilter:
        """Return the filter of these options. Raises BadParameter."""
        state, is_fetched = parse_state(self.page_state)
        return PageFilter(
            state=state,
            is_fetched=is_fetched,
            reason=self.reason,
            status=_range(self.status) if self.status else None,
            depth=self.depth,
            host=self.host.lower() if self.host else None,
            content_type=self.content_type.lower() if self.content_type else None,
            search=self.search,
            title=self.title,
        )


takes_filters = takes(Filters, "filters")
"""Give a command an option for each field of `Filters`, where it has the parameter `filters`."""


def _range(status: str) -> tuple[int, int]:
    try:
        return statuses(status)
    except InvalidInput as exc:
        raise typer.BadParameter(f"--status {status}: {exc}") from exc
