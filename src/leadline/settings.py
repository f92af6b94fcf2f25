"""Every setting, typed and documented; the only reader of the environment.

Each is set by `LEADLINE_` and its name in capitals. Some have a second name, which works too;
the first wins.
"""

import os
import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_args, get_type_hints

import msgspec
from msgspec import Meta

from leadline import __version__
from leadline.domain.errors import InvalidSetting

PREFIX = "LEADLINE_"

_SAYINGS = tuple(
    (re.compile(said), ours)
    for said, ours in (
        (r"Expected `int`, got `\w+`", "this should be a whole number"),
        (r"Expected `float`, got `\w+`", "this should be a number"),
        (r"Expected `bool`, got `\w+`", "this should be true or false"),
        (r"Expected `(?:int|float)` >= (\S+)", r"this should be \1 or more"),
        (r"Expected `(?:int|float)` > (\S+)", r"this should be more than \1"),
        (r"Expected `(?:int|float)` <= (\S+)", r"this should be \1 or less"),
        (r"Invalid enum value .*", "this should be debug, info, warning or error"),
        (r"Expected `str` matching regex .*", "this should be printable ASCII in one line"),
    )
)

Positive = Annotated[int, Meta(ge=1, le=1024**4)]
Milliseconds = Annotated[int, Meta(ge=1, le=24 * 3600 * 1000)]
NotNegative = Annotated[int, Meta(ge=0, le=10**9)]
Printable = Annotated[str, Meta(min_length=1, pattern=r"^[\x20-\x7e]+\Z")]


def also_named(alias: str) -> Meta:
    """A second name in the environment."""
    return Meta(extra={"alias": alias})


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All settings with their defaults."""

    user_agent: Annotated[
        Printable,
        Meta(description="Sent with every request; robots.txt knows us by its first word."),
        also_named("USER_AGENT"),
    ] = f"Leadline/{__version__}"
    timeout_ms: Annotated[
        Milliseconds,
        Meta(description="How long one request may take, from connecting to the last byte."),
        also_named("DEFAULT_TIMEOUT"),
    ] = 10_000
    connect_timeout_ms: Annotated[
        Milliseconds, Meta(description="How long connecting may take, TLS included.")
    ] = 10_000
    max_response_size: Annotated[
        Positive,
        Meta(description="Bytes of a body, as sent and as decoded, after which it is cut off."),
        also_named("MAX_RESPONSE_SIZE"),
    ] = 10 * 1024 * 1024
    max_header_size: Annotated[
        Positive, Meta(description="Bytes of response headers that are accepted.")
    ] = 64 * 1024
    min_bytes_per_second: Annotated[
        NotNegative,
        Meta(description="An answer slower than this for 10 s is given up; 0 waits on."),
    ] = 10
    max_redirects: Annotated[
        NotNegative, Meta(description="Redirects that a scrape follows before it gives up.")
    ] = 10
    respect_robots_txt: Annotated[
        bool,
        Meta(description="Whether robots.txt is read and kept."),
        also_named("RESPECT_ROBOTS_TXT"),
    ] = True
    allow_network: Annotated[
        tuple[str, ...],
        Meta(
            description="Networks that may be fetched from although they are not public: "
            "CIDR[:PORT], comma-separated."
        ),
    ] = ()
    dns_servers: Annotated[
        tuple[str, ...],
        Meta(description="Name servers to ask, IP[:PORT], comma-separated; empty: the system's."),
    ] = ()
    dns_timeout_ms: Annotated[
        Milliseconds, Meta(description="How long resolving one host name may take.")
    ] = 5_000
    max_dns_depth: Annotated[
        NotNegative, Meta(description="CNAMEs followed from a host name to its addresses.")
    ] = 8
    dns_for_linked_hosts: Annotated[
        bool,
        Meta(
            description="Whether DNS is asked for the addresses of hosts that are only linked to; "
            "if not, only for those of hosts that pages are fetched from."
        ),
    ] = True
    hosts_file: Annotated[
        str, Meta(description="Host names that are known without a name server.")
    ] = "/etc/hosts"
    store: Annotated[
        str, Meta(description="Where crawls are kept: sqlite:///PATH, relative to here.")
    ] = "sqlite:///leadline.db"
    host: Annotated[
        Printable,
        Meta(description="Address that the server listens on; others than loopback need a key."),
        also_named("HOST"),
    ] = "127.0.0.1"
    port: Annotated[
        int,
        Meta(ge=0, le=65535),
        Meta(description="Port that the server listens on; 0 takes a free one."),
        also_named("PORT"),
    ] = 8080
    health_port: Annotated[
        int,
        Meta(ge=0, le=65535),
        Meta(description="Port on which `leadline feeder` tells its health; 0 takes a free one."),
    ] = 8081
    allowed_hosts: Annotated[
        tuple[str, ...],
        Meta(
            description="Names, beside localhost and the address it listens on, that the server "
            "may be called by: HOST[:PORT], comma-separated."
        ),
    ] = ()
    demo_url: Annotated[
        str, Meta(description="A site that the web page offers to who has crawled nothing yet.")
    ] = ""
    max_running_crawls: Annotated[
        Positive, Meta(description="Crawls that may run at once; more are refused for now.")
    ] = 1_000
    max_waiting_scrapes: Annotated[
        Positive,
        Meta(description="Pages that may be waited for at once; more are refused for now."),
    ] = 500
    max_pages_limit: Annotated[
        NotNegative,
        Meta(
            description="The most pages that a crawl may be asked to fetch, over HTTP and by "
            "commands; 0: no limit."
        ),
    ] = 0
    default_max_depth: Annotated[
        NotNegative,
        Meta(description="The deepest depth that is fetched where nothing is given."),
        also_named("DEFAULT_MAX_DEPTH"),
    ] = 3
    default_max_pages: Annotated[
        Positive,
        Meta(description="Pages that a job of /api/crawl fetches where it does not say."),
        also_named("DEFAULT_MAX_PAGES"),
    ] = 100
    default_concurrency: Annotated[
        Positive,
        Meta(description="Requests that a crawl has open at once where it does not say."),
        also_named("DEFAULT_CONCURRENCY"),
    ] = 5
    rate_limit_min_time_ms: Annotated[
        NotNegative,
        Meta(
            description="The gap between two requests to a host where a crawl does not say; "
            "0 keeps the limit of requests at once."
        ),
        also_named("RATE_LIMIT_MIN_TIME"),
    ] = 100
    rate_limit_max_concurrent: Annotated[
        Positive,
        Meta(
            description="Requests that may be open at once on a host that no crawl says is its own."
        ),
        also_named("RATE_LIMIT_MAX_CONCURRENT"),
    ] = 2
    host_outage_max_s: Annotated[
        float,
        Meta(ge=0),
        Meta(
            description="How long a host that has answered is waited for when it stops answering, "
            "where a crawl does not say."
        ),
    ] = 24 * 3600.0
    fold_path_case: Annotated[
        bool,
        Meta(
            description="Whether addresses that differ in the case of their paths are one page; "
            "holds for crawls that begin from then on."
        ),
    ] = False
    max_hosts_per_domain: Annotated[
        NotNegative,
        Meta(description="Hosts of one domain that a crawl visits; 0: no limit."),
    ] = 1_000
    max_key_sets: Annotated[
        NotNegative,
        Meta(description="Sets of query keys that one path may have; 0: no limit."),
    ] = 50
    max_going_round: Annotated[
        NotNegative,
        Meta(description="Pages of one origin that links going round lead to; 0: no limit."),
    ] = 2_000
    max_sitemaps: Annotated[
        NotNegative, Meta(description="Sitemaps that a crawl reads, if it is to read any.")
    ] = 1_000
    max_address_length: Annotated[
        NotNegative, Meta(description="Characters beyond which an address is a trap; 0: none.")
    ] = 1_800
    max_path_segments: Annotated[
        NotNegative, Meta(description="Path segments beyond which an address is a trap; 0: none.")
    ] = 20
    max_run_repeats: Annotated[
        NotNegative,
        Meta(description="Repeats of a run of path segments that make a trap; 0: none."),
    ] = 3
    max_query_keys: Annotated[
        NotNegative, Meta(description="Query keys beyond which an address is a trap; 0: none.")
    ] = 12
    stale_timeout_minutes: Annotated[
        float,
        Meta(gt=0),
        Meta(description="How long a worker may be silent before its pages are given to others."),
    ] = 10.0
    scrape_ttl_s: Annotated[
        float,
        Meta(ge=0),
        Meta(description="How long a finished scrape is kept."),
    ] = 3600.0
    poll_min_ms: Annotated[
        Milliseconds,
        Meta(description="How long an idle worker waits before it looks for work again, at first."),
    ] = 100
    poll_max_ms: Annotated[
        Milliseconds,
        Meta(description="How long it waits at most: the wait doubles while there is no work."),
    ] = 30_000
    drain_s: Annotated[
        float,
        Meta(ge=0),
        Meta(description="How long pages in work may take to finish when a worker is stopped."),
    ] = 10.0
    request_drain_s: Annotated[
        float,
        Meta(ge=0),
        Meta(description="How long requests may take to be answered when the server is stopped."),
    ] = 15.0
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"],
        Meta(description="The least that servers and feeders log: debug, info, warning or error."),
    ] = "info"
    access_log: Annotated[
        bool, Meta(description="Whether the server logs each request, without its query.")
    ] = False
    ca_file: Annotated[
        str,
        Meta(
            description="Certificates that TLS trusts, as PEM; empty: the system's, or certifi's."
        ),
    ] = ""
    parse_timeout_ms: Annotated[
        Milliseconds,
        Meta(description="How long reading one page may take in the sandbox."),
    ] = 5_000
    parse_memory_bytes: Annotated[
        int,
        Meta(ge=256 * 1024**2, le=1024**4),
        Meta(description="Memory that the sandbox may use."),
    ] = 1024**3


def names_of(setting: str) -> tuple[str, ...]:
    """The names of a setting in the environment, the strongest first."""
    notes = get_args(get_type_hints(Settings, include_extras=True)[setting])[1:]
    aliases = (note.extra["alias"] for note in notes if isinstance(note, Meta) and note.extra)
    return (PREFIX + setting.upper(), *aliases)


def read_settings(environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings of an environment. Raises InvalidSetting with the name and the reason."""
    given: dict[str, Any] = {}
    for setting in Settings.__struct_fields__:
        name = next((name for name in names_of(setting) if name in environment), None)
        if name is not None:
            given[setting] = _checked(setting, name, environment[name])
    return Settings(**given)


def is_given(setting: str, environment: Mapping[str, str] = os.environ) -> bool:
    """Whether the environment has a setting, by whichever name."""
    return any(name in environment for name in names_of(setting))


def used_aliases(environment: Mapping[str, str] = os.environ) -> list[str]:
    """The second names by which settings are given, and not by their first."""
    return [
        name
        for first, *others in map(names_of, Settings.__struct_fields__)
        for name in others
        if name in environment and first not in environment
    ]


def with_options(settings: Settings, **options: Any) -> Settings:
    """The settings with options given on the command line; None is not given."""
    given = {
        setting: _checked(setting, "--" + setting.replace("_", "-"), value)
        for setting, value in options.items()
        if value is not None
    }
    return msgspec.structs.replace(settings, **given)


def _checked(setting: str, shown_as: str, value: Any) -> Any:
    expected = get_type_hints(Settings, include_extras=True)[setting]
    if isinstance(value, str) and isinstance(getattr(Settings(), setting), tuple):
        value = tuple(part.strip() for part in value.split(",") if part.strip())
    try:
        return msgspec.convert(value, expected, strict=False)
    except msgspec.ValidationError as exc:
        if value == "":
            raise InvalidSetting(f"{shown_as} must not be empty") from exc
        raise InvalidSetting(f"{shown_as}={value}: {_in_our_words(str(exc))}") from exc


def _in_our_words(said: str) -> str:
    for pattern, ours in _SAYINGS:
        said = pattern.sub(ours, said)
    return said
