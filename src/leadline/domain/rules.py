"""The rules that keep pages from being fetched: each with its reason, and how to lift it."""

from enum import StrEnum
from typing import NamedTuple, Self

from leadline.domain.skips import Skipped, SkipReason


class Lift(NamedTuple):
    """The option of a crawl or the setting that lifts a rule, by its name in the code."""

    option: str = ""
    setting: str = ""


_WAY = True
_SCOPE, _ROBOTS, _LIMIT, _TRAP, _ADDRESS = SkipReason


class Rule(StrEnum):
    """A rule by its stored name. The guard also names networks (`loopback`), which are not here."""

    def __new__(
        cls,
        name: str,
        reason: SkipReason,
        sentence: str,
        lift: Lift | None = None,
        is_of_way: bool = False,  # noqa: FBT001, FBT002 -- a column of the table below
    ) -> Self:
        """Make a rule of a row of the table."""
        rule = str.__new__(cls, name)
        rule._value_ = name
        rule.reason, rule.sentence, rule.is_of_way = reason, sentence, is_of_way
        rule.lift = lift or Lift()
        return rule

    reason: SkipReason
    sentence: str
    """Why it skips a page, for people."""
    lift: Lift
    is_of_way: bool
    """Whether it looks at what differs between addresses of one page, or at the link: another
    address of the page, or another link to it, may pass."""

    DOMAIN = "domain", _SCOPE, "it is on another domain than the root", Lift("scope")
    HOST = "host", _SCOPE, "it is on another host than the root", Lift("scope")
    SUBPATH = "subpath", _SCOPE, "it is outside of the folder of the root", Lift("scope"), _WAY
    INCLUDE = "include", _SCOPE, "no include pattern matches it", Lift("include"), _WAY
    EXCLUDE = "exclude", _SCOPE, "an exclude pattern matches it", Lift("exclude"), _WAY

    DISALLOW = "disallow", _ROBOTS, "robots.txt disallows it", Lift("respects_robots")
    UNREACHABLE = (
        "unreachable",
        _ROBOTS,
        "the robots.txt of its host could not be read",
        Lift("respects_robots"),
    )
    NOFOLLOW = (
        "nofollow",
        _ROBOTS,
        "only nofollow links lead to it",
        Lift("respects_nofollow"),
        _WAY,
    )
    RESTS = (
        "rests",
        _ROBOTS,
        "its host asked to wait, or stopped answering; a check waits only for its own site",
    )

    MAX_PAGES = "max_pages", _LIMIT, "the crawl reached its page limit", Lift("max_pages")
    MAX_TIME = "max_time", _LIMIT, "the crawl reached its time limit", Lift("max_time_s")

    MAX_PER_SHAPE = (
        "max_per_shape",
        _TRAP,
        "a trap: too many pages of its shape came before it",
        Lift("max_per_shape"),
    )
    MAX_KEY_SETS = (
        "max_key_sets",
        _TRAP,
        "a trap: too many combinations of query keys of its path came before it",
        Lift(setting="max_key_sets"),
    )
    MAX_GOING_ROUND = (
        "max_going_round",
        _TRAP,
        "a trap: links that go round found too many pages of its origin before it",
        Lift(setting="max_going_round"),
        _WAY,
    )
    MAX_HOSTS_PER_DOMAIN = (
        "max_hosts_per_domain",
        _TRAP,
        "a trap: too many hosts of its domain came before it",
        Lift(setting="max_hosts_per_domain"),
    )
    MAX_SITEMAPS = (
        "max_sitemaps",
        _TRAP,
        "too many sitemaps came before it",
        Lift(setting="max_sitemaps"),
    )
    MAX_LENGTH = (
        "max_length",
        _TRAP,
        "a trap: its address is too long",
        Lift(setting="max_address_length"),
        _WAY,
    )
    MAX_SEGMENTS = (
        "max_segments",
        _TRAP,
        "a trap: its path has too many segments",
        Lift(setting="max_path_segments"),
    )
    MAX_RUN_REPEATS = (
        "max_run_repeats",
        _TRAP,
        "a trap: its path repeats itself",
        Lift(setting="max_run_repeats"),
    )
    MAX_QUERY_KEYS = (
        "max_query_keys",
        _TRAP,
        "a trap: its query has too many keys",
        Lift(setting="max_query_keys"),
    )

    SCHEME = "scheme", _ADDRESS, "its address is neither http nor https"
    NOT_A_URL = "not a url", _ADDRESS, "its address is not a URL"
    INVALID_ADDRESS = "invalid address", _ADDRESS, "its address cannot be requested"
    HOST_NAME = "host name", _ADDRESS, "its host name is too long for DNS"
    BAD_PORT = (
        "bad port",
        _ADDRESS,
        "its port belongs to a service that is not the web",
        Lift("networks"),
    )
    OWN_ADDRESS = (
        "own address",
        _ADDRESS,
        "its host is this machine",
        Lift("networks"),
    )

    @property
    def pair(self) -> tuple[SkipReason, str]:
        """Return the reason and the rule, as a skipped page has them."""
        return self.reason, self

    def skip(self, detail: str) -> Skipped:
        """Return the refusal of an address by this rule."""
        return Skipped(self.reason, self, detail)


RULES = {str(rule): rule for rule in Rule}
