"""From settings to adapters to tools: the only importer of adapters.

An adapter is imported when it is needed. Most commands need few, and importing all of them takes
longer than many commands run.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from leadline.domain.addresses import Address
from leadline.domain.errors import DnsFailed, InvalidSetting
from leadline.domain.skips import Skipped
from leadline.settings import Settings
from leadline.store.contract import HostPolicy, Store
from leadline.store.places import StorePlace
from leadline.store.reader import Reader

if TYPE_CHECKING:
    from leadline.fetch.contract import Fetcher, Resolver
    from leadline.fetch.guard.policy import NetworkPolicy
    from leadline.fetch.guard.resolver import DnsResolver
    from leadline.pipeline.plan import Defaults
    from leadline.sandbox.contract import Sandbox
    from leadline.sandbox.parse_child import ParseChild

_OF_FEEDERS = (
    "fetch.guard.guard",
    "fetch.guard.resolver",
    "fetch.http",
    "sandbox.parse_child",
    "store.sqlite.store",
)
_NEO4J = ("neo4j", "bolt")


@dataclass(frozen=True, slots=True)
class FetchStack:
    """The tools that fetch and read pages."""

    fetcher: "Fetcher"
    sandbox: "Sandbox"
    resolver: "Resolver"


def check(settings: Settings) -> None:
    """Check that workers can start with these settings. Raises InvalidSetting."""
    _policy(settings)
    _ca_file(settings)
    # By default there is nothing to check, and the resolver takes long to import.
    if settings.dns_servers:
        _resolving(settings)


def _policy(settings: Settings) -> "NetworkPolicy":
    from leadline.fetch.guard.policy import AllowedNetwork, NetworkPolicy

    try:
        return NetworkPolicy(tuple(AllowedNetwork.parse(text) for text in settings.allow_network))
    except InvalidSetting as exc:
        raise InvalidSetting(f"--allow-network or LEADLINE_ALLOW_NETWORK: {exc}") from exc


def _resolving(settings: Settings) -> "DnsResolver":
    from leadline.fetch.guard.resolver import DnsResolver

    try:
        return DnsResolver(
            settings.dns_servers,
            timeout_s=settings.dns_timeout_ms / 1000,
            max_depth=settings.max_dns_depth,
            hosts_file=Path(settings.hosts_file),
        )
    except InvalidSetting as exc:
        raise InvalidSetting(f"LEADLINE_DNS_SERVERS: {exc}") from exc


def load_fetching() -> None:
    """Import the modules that take long, while the address to fetch is not known yet."""
    for module in _OF_FEEDERS:
        import_module(f"leadline.{module}")


@asynccontextmanager
async def fetching(settings: Settings) -> AsyncIterator[FetchStack]:
    """Open a guarded fetcher and a sandbox, until the block ends. Raises InvalidSetting."""
    from leadline.fetch.guard.guard import NetworkGuard
    from leadline.fetch.http import CurlFetcher

    policy = _policy(settings)
    async with (
        _resolving(settings) as resolver,
        CurlFetcher(NetworkGuard(resolver, policy), _ca_file(settings)) as fetcher,
        sandbox(settings) as child,
    ):
        yield FetchStack(fetcher, child, resolver)


def sandbox(settings: Settings) -> "ParseChild":
    """Return a sandbox, to be opened by `async with`."""
    from leadline.sandbox.parse_child import ParseChild

    return ParseChild(settings.parse_timeout_ms / 1000, settings.parse_memory_bytes)


def defaults(settings: Settings) -> "Defaults":
    """Return the defaults of options that a crawl does not set."""
    from leadline.domain.web.fetching import Limits
    from leadline.pipeline.plan import Defaults
    from leadline.urls.traps import TrapRules

    limits = Limits(
        connect_s=settings.connect_timeout_ms / 1000,
        total_s=settings.timeout_ms / 1000,
        max_body_bytes=settings.max_response_size,
        max_header_bytes=settings.max_header_size,
        min_bytes_per_s=settings.min_bytes_per_second,
        max_redirects=settings.max_redirects,
    )
    traps = TrapRules(
        max_length=settings.max_address_length,
        max_segments=settings.max_path_segments,
        max_run_repeats=settings.max_run_repeats,
        max_query_keys=settings.max_query_keys,
    )
    return Defaults(limits, settings.user_agent, traps)


def _ca_file(settings: Settings) -> Path:
    """Return the file of certificates: libcurl has a path of the machine that it was built on."""
    import ssl

    import certifi

    if settings.ca_file:
        chosen = Path(settings.ca_file)
        if not chosen.is_file():
            raise InvalidSetting(f"LEADLINE_CA_FILE={chosen}: there is no such file")
        return chosen
    return Path(ssl.get_default_verify_paths().cafile or certifi.where())


def open_store(settings: Settings) -> Store:
    """Open the store that the settings name; create it if it does not exist.

    Raises InvalidSetting and StoreError.
    """
    return _place(settings).create()


def open_kept(settings: Settings) -> Store:
    """Open the store that the settings name, which must exist. Raises as `open_store`."""
    return _place(settings).open()


def open_reader(settings: Settings) -> Reader:
    """Open the store for reading. Raises InvalidSetting and StoreError."""
    return _place(settings).open_reader()


class SameStore:
    """The store that the settings name at this time, to be opened several times.

    If another one replaces it, opening fails: all connections are to the same store.
    """

    def __init__(self, settings: Settings) -> None:
        self._place = _place(settings)
        self._check = self._place.remember()

    def open(self) -> Store:
        """Open it for writing. Raises StoreError."""
        self._check()
        return self._place.open()

    def open_reader(self) -> Reader:
        """Open it for reading. Raises StoreError."""
        self._check()
        return self._place.open_reader()


def has_store(settings: Settings) -> bool:
    """Return whether the store that the settings name exists.

    Raises InvalidSetting, and WrongStore if its folder does not exist.
    """
    return _place(settings).exists()


async def refusal(settings: Settings, address: Address) -> Skipped | None:
    """Return why the guard of workers with these settings refuses an address, if it does."""
    from leadline.fetch.guard.guard import NetworkGuard

    async with _resolving(settings) as resolver:
        try:
            approved = await NetworkGuard(resolver, _policy(settings)).approve(address)
        except DnsFailed:
            # Workers try again later.
            return None
    return approved if isinstance(approved, Skipped) else None


def _place(settings: Settings) -> StorePlace:
    policy = HostPolicy(
        lease_s=settings.stale_timeout_minutes * 60,
        gap_s=settings.rate_limit_min_time_ms / 1000,
        host_limit=settings.rate_limit_max_concurrent,
        outage_max_s=settings.host_outage_max_s,
        max_hosts_per_domain=settings.max_hosts_per_domain,
        max_key_sets=settings.max_key_sets,
        max_going_round=settings.max_going_round,
        max_sitemaps=settings.max_sitemaps,
    )
    scheme, is_url, _ = settings.store.partition("://")
    if is_url and scheme.partition("+")[0] in _NEO4J:
        return _neo4j(settings, policy)
    from leadline.store.sqlite.opening import SqlitePlace

    return SqlitePlace(_path(settings), policy)


def _neo4j(settings: Settings, policy: HostPolicy) -> StorePlace:
    from leadline.store.bodies.opening import open_bodies

    try:
        from leadline.store.neo4j.opening import Account, Neo4jPlace
    except ModuleNotFoundError as exc:
        how = "pip install '.[neo4j]' in the folder of Leadline"
        raise InvalidSetting(f"a store on Neo4j needs its driver: {how}") from exc
    account = Account(settings.neo4j_user, settings.neo4j_password, settings.neo4j_database)
    return Neo4jPlace(settings.store, account, open_bodies(settings.bodies), policy)


def _path(settings: Settings) -> Path:
    scheme, _, rest = settings.store.partition(":///")
    # An address may have a password in it.
    shown = "this" if "@" in settings.store else repr(settings.store)
    if scheme != "sqlite" or not rest or rest == ":memory:":
        raise InvalidSetting(
            f"{shown} is not a store: write sqlite:///PATH, as sqlite:///leadline.db, or"
            " neo4j://HOST:7687"
        )
    try:
        rest.encode()
    except UnicodeEncodeError as exc:
        raise InvalidSetting(f"{shown} is not a store: its path is not UTF-8") from exc
    return Path(rest)
