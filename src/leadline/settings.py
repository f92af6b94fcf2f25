"""Every setting, typed and documented; the only reader of the environment.

The variable of a setting is `LEADLINE_` and its name in capitals. Some settings have a second
variable; if both are set, the first wins. docs/reference/settings.md has the same descriptions.
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
    """Return the note that gives a setting a second variable."""
    return Meta(extra={"alias": alias})


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All settings with their defaults."""

    user_agent: Annotated[
        Printable,
        Meta(description="The `User-Agent` header; robots.txt is matched with its first word."),
        also_named("USER_AGENT"),
    ] = f"Leadline/{__version__}"
    timeout_ms: Annotated[
        Milliseconds,
        Meta(description="Time for one request, from connecting to the last byte."),
        also_named("DEFAULT_TIMEOUT"),
    ] = 10_000
    connect_timeout_ms: Annotated[
        Milliseconds, Meta(description="Time for connecting, including TLS.")
    ] = 10_000
    max_response_size: Annotated[
        Positive,
        Meta(description="Bytes after which a body is truncated, compressed and decompressed."),
        also_named("MAX_RESPONSE_SIZE"),
    ] = 10 * 1024 * 1024
    max_header_size: Annotated[
        Positive, Meta(description="Largest size of response headers, in bytes.")
    ] = 64 * 1024
    min_bytes_per_second: Annotated[
        NotNegative,
        Meta(description="An answer that is slower than this for 10 s is aborted; 0: no limit."),
    ] = 10
    max_redirects: Annotated[NotNegative, Meta(description="Redirects that a scrape follows.")] = 10
    respect_robots_txt: Annotated[
        bool,
        Meta(description="Whether robots.txt is read and respected."),
        also_named("RESPECT_ROBOTS_TXT"),
    ] = True
    allow_network: Annotated[
        tuple[str, ...],
        Meta(
            description="Networks that are allowed although they are not public: CIDR[:PORT], "
            "comma-separated."
        ),
    ] = ()
    dns_servers: Annotated[
        tuple[str, ...],
        Meta(description="Name servers: IP[:PORT], comma-separated; empty: those of the system."),
    ] = ()
    dns_timeout_ms: Annotated[
        Milliseconds, Meta(description="Time for resolving one host name.")
    ] = 5_000
    max_dns_depth: Annotated[
        NotNegative, Meta(description="CNAMEs that are followed from a host name to its addresses.")
    ] = 8
    dns_for_linked_hosts: Annotated[
        bool,
        Meta(
            description="Whether hosts that are only linked to are resolved, too; if not, only "
            "hosts that pages are fetched from."
        ),
    ] = True
    hosts_file: Annotated[
        str, Meta(description="File with host names that need no name server.")
    ] = "/etc/hosts"
    store: Annotated[
        str,
        Meta(
            description="The store: sqlite:///PATH, relative to the current folder, or a Neo4j "
            "server: neo4j://HOST:7687, neo4j+s:// with TLS, bolt:// for one member of a cluster."
        ),
    ] = "sqlite:///leadline.db"
    neo4j_user: Annotated[
        Printable, Meta(description="User of the Neo4j server."), also_named("NEO4J_USERNAME")
    ] = "neo4j"
    neo4j_password: Annotated[
        str,
        Meta(description="Password of that user; empty: the server has no authentication."),
        also_named("NEO4J_PASSWORD"),
    ] = ""
    neo4j_database: Annotated[
        Printable, Meta(description="Database of the Neo4j server."), also_named("NEO4J_DATABASE")
    ] = "neo4j"
    bodies: Annotated[
        Printable,
        Meta(
            description="Where a store on Neo4j puts texts and HTML of pages: a folder that all "
            "machines share, s3://BUCKET/PREFIX, gs://BUCKET/PREFIX or "
            "az://ACCOUNT/CONTAINER/PREFIX. SQLite needs none."
        ),
    ] = "leadline-bodies"
    host: Annotated[
        Printable,
        Meta(
            description="Address that the server listens on; any address other than loopback "
            "needs an API key."
        ),
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
        Meta(description="Port of the health endpoint of `leadline feeder`; 0 takes a free one."),
    ] = 8081
    allowed_hosts: Annotated[
        tuple[str, ...],
        Meta(
            description="Names of the server in addition to localhost and its own address: "
            "HOST[:PORT], comma-separated."
        ),
    ] = ()
    demo_url: Annotated[
        str, Meta(description="A site that the web page offers to users with no crawls yet.")
    ] = ""
    max_running_crawls: Annotated[
        Positive, Meta(description="Crawls that may run at once; the server rejects more.")
    ] = 1_000
    max_waiting_scrapes: Annotated[
        Positive,
        Meta(
            description="Pages that scrape requests may wait for at once; the server rejects more."
        ),
    ] = 500
    max_wait_ms: Annotated[
        Milliseconds,
        Meta(
            description="The longest time that a request waits for a page, even if it asks for "
            "more; 5 s for a turn are added."
        ),
    ] = 600_000
    max_pages_limit: Annotated[
        NotNegative,
        Meta(
            description="The largest page limit of a crawl, over HTTP and by commands; 0: no limit."
        ),
    ] = 0
    default_max_depth: Annotated[
        NotNegative,
        Meta(description="The deepest depth that is fetched, unless the crawl sets it."),
        also_named("DEFAULT_MAX_DEPTH"),
    ] = 3
    default_max_pages: Annotated[
        Positive,
        Meta(description="Page limit of a job of /api/crawl, unless the job sets it."),
        also_named("DEFAULT_MAX_PAGES"),
    ] = 100
    default_concurrency: Annotated[
        Positive,
        Meta(description="Requests that a crawl has open at once, unless the crawl sets it."),
        also_named("DEFAULT_CONCURRENCY"),
    ] = 5
    rate_limit_min_time_ms: Annotated[
        NotNegative,
        Meta(
            description="Delay: the least time between the starts of two requests to one host, "
            "unless the crawl sets it; with 0, the limit of requests at once still "
            "applies."
        ),
        also_named("RATE_LIMIT_MIN_TIME"),
    ] = 100
    rate_limit_max_concurrent: Annotated[
        Positive,
        Meta(
            description="Requests that may be open at once on one host, unless a crawl says that "
            "the host is its own (delay 0)."
        ),
        also_named("RATE_LIMIT_MAX_CONCURRENT"),
    ] = 2
    host_outage_max_s: Annotated[
        float,
        Meta(ge=0),
        Meta(
            description="How long a crawl waits for a host that answered and then stopped, "
            "unless the crawl sets it."
        ),
    ] = 24 * 3600.0
    fold_path_case: Annotated[
        bool,
        Meta(
            description="Whether addresses that differ only in the case of their paths are one "
            "page; applies to crawls that start afterwards."
        ),
    ] = False
    max_hosts_per_domain: Annotated[
        NotNegative,
        Meta(
            description="The most hosts of one domain that a crawl fetches from, beside the host "
            "of the root; pages of more hosts are skipped as a trap; 0: no limit."
        ),
    ] = 1_000
    max_key_sets: Annotated[
        NotNegative,
        Meta(
            description="The most combinations of query keys that a crawl fetches for one path: "
            "`?colour` and `?colour&size` are two; pages with more are skipped as a trap; 0: no "
            "limit."
        ),
    ] = 50
    max_going_round: Annotated[
        NotNegative,
        Meta(
            description="The most pages of one origin that a crawl fetches because of links that "
            "go round, such as `/a/b/` to `/a/b/a/`; more are skipped as a trap; 0: no limit."
        ),
    ] = 2_000
    max_sitemaps: Annotated[
        NotNegative, Meta(description="Sitemaps that a crawl reads, if it reads sitemaps.")
    ] = 1_000
    max_address_length: Annotated[
        NotNegative, Meta(description="A longer address, in characters, is a trap; 0: no limit.")
    ] = 1_800
    max_path_segments: Annotated[
        NotNegative, Meta(description="An address with more path segments is a trap; 0: no limit.")
    ] = 20
    max_run_repeats: Annotated[
        NotNegative,
        Meta(
            description="How many times in a row a path has to repeat the same segments to be "
            "skipped as a trap: `/a/b/a/b/a/b` has 3; 0: no limit."
        ),
    ] = 3
    max_query_keys: Annotated[
        NotNegative, Meta(description="An address with more query keys is a trap; 0: no limit.")
    ] = 12
    stale_timeout_minutes: Annotated[
        float,
        Meta(gt=0),
        Meta(description="How long a worker may be silent before other workers get its pages."),
    ] = 10.0
    scrape_ttl_s: Annotated[
        float,
        Meta(ge=0),
        Meta(description="How long a finished scrape is stored."),
    ] = 3600.0
    poll_min_ms: Annotated[
        Milliseconds,
        Meta(description="First wait of an idle worker before it looks for work again."),
    ] = 100
    poll_max_ms: Annotated[
        Milliseconds,
        Meta(
            description="Longest wait of an idle worker: the wait doubles while there is no work."
        ),
    ] = 30_000
    drain_s: Annotated[
        float,
        Meta(ge=0),
        Meta(description="Time for pages in progress to finish when a worker is stopped."),
    ] = 10.0
    request_drain_s: Annotated[
        float,
        Meta(ge=0),
        Meta(description="Time for requests to be answered when the server is stopped."),
    ] = 15.0
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"],
        Meta(
            description="The lowest level that servers and feeders log: debug, info, warning or "
            "error."
        ),
    ] = "info"
    access_log: Annotated[
        bool, Meta(description="Whether the server logs each request, without its query.")
    ] = False
    ca_file: Annotated[
        str,
        Meta(
            description="Certificate authorities that TLS trusts, as PEM; empty: those of the "
            "system, or certifi's."
        ),
    ] = ""
    parse_timeout_ms: Annotated[
        Milliseconds,
        Meta(description="Time for reading one page in the sandbox."),
    ] = 5_000
    parse_memory_bytes: Annotated[
        int,
        Meta(ge=256 * 1024**2, le=1024**4),
        Meta(description="Memory that the sandbox may use."),
    ] = 1024**3


def names_of(setting: str) -> tuple[str, ...]:
    """Return the variables of a setting, the one that wins first."""
    notes = get_args(get_type_hints(Settings, include_extras=True)[setting])[1:]
    aliases = (note.extra["alias"] for note in notes if isinstance(note, Meta) and note.extra)
    return (PREFIX + setting.upper(), *aliases)


def read_settings(environment: Mapping[str, str] = os.environ) -> Settings:
    """Return the settings of an environment. Raises InvalidSetting with name and reason."""
    given: dict[str, Any] = {}
    for setting in Settings.__struct_fields__:
        name = next((name for name in names_of(setting) if name in environment), None)
        if name is not None:
            given[setting] = _check(setting, name, environment[name])
    return Settings(**given)


def is_given(setting: str, environment: Mapping[str, str] = os.environ) -> bool:
    """Return whether the environment has a variable of a setting."""
    return any(name in environment for name in names_of(setting))


def used_aliases(environment: Mapping[str, str] = os.environ) -> list[str]:
    """Return the second variables that are in use, because the first are not set."""
    return [
        name
        for first, *others in map(names_of, Settings.__struct_fields__)
        for name in others
        if name in environment and first not in environment
    ]


def with_options(settings: Settings, **options: Any) -> Settings:
    """Return the settings with options of the command line; None is not given."""
    given = {
        setting: _check(setting, "--" + setting.replace("_", "-"), value)
        for setting, value in options.items()
        if value is not None
    }
    return msgspec.structs.replace(settings, **given)


def _check(setting: str, shown_as: str, value: Any) -> Any:
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
