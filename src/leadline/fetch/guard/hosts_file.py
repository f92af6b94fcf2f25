"""The names in the hosts file of this machine."""

from collections import defaultdict
from ipaddress import ip_address
from pathlib import Path


class HostsFile:
    """The hosts file at `path`, read at the first question and after every change.

    A worker lives for weeks, and container platforms rewrite the file while it runs. A file that is
    missing or unreadable has no names.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._version: tuple[int, int] | None = None
        self._ips: dict[str, tuple[str, ...]] = {}

    def ips(self, name: str) -> tuple[str, ...]:
        """Return the addresses of `name` (lower case, no final dot), in the order of the file."""
        self._refresh()
        return self._ips.get(name, ())

    def _refresh(self) -> None:
        if self._path is None:
            return
        try:
            stat = self._path.stat()
            version = (stat.st_mtime_ns, stat.st_size)
            if version != self._version:
                self._ips = parse_hosts(self._path.read_text("utf-8", errors="replace"))
                self._version = version
        except OSError:
            self._ips, self._version = {}, None


def parse_hosts(text: str) -> dict[str, tuple[str, ...]]:
    """Return addresses by name. Lines that do not start with an IP address are ignored."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for line in text.splitlines():
        ip, *names = line.partition("#")[0].split() or [""]
        if not _is_ip(ip):
            continue
        for name in names:
            found[name.lower().removesuffix(".")].append(ip)
    return {name: tuple(dict.fromkeys(ips)) for name, ips in found.items()}


def _is_ip(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True
