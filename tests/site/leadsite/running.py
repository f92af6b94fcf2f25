"""The site, listening in this process."""

import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import TextIO

from leadline.demo.server import serve
from leadsite.catalogue import sections
from leadsite.log import RequestLog
from leadsite.routes import WWW, Options, Router, Tries, World, delayed, sometimes_late

LOOPBACK = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class Site:
    """A listening site. Every port serves every host name."""

    ports: tuple[int, ...]
    refused_port: int
    """Held by us, but nothing listens there."""
    options: Options
    log: RequestLog
    tries: Tries

    @property
    def port(self) -> int:
        """The first port."""
        return self.ports[0]

    def address(self, path: str = "/", host: str = WWW) -> str:
        """The absolute address of a path on the first port."""
        return f"http://{host}:{self.port}{path}"

    def reset(self) -> None:
        """Forget all requests and all tries."""
        self.log.clear()
        self.tries.reset()


@asynccontextmanager
async def running_site(
    options: Options | None = None,
    *,
    ports: tuple[int, ...] = (0,),
    log_file: TextIO | None = None,
) -> AsyncIterator[Site]:
    """Serve on loopback while the block runs. Port 0 is a free one."""
    chosen = options or Options()
    log, tries = RequestLog(log_file), Tries()
    async with AsyncExitStack() as stack:
        refused_port = stack.enter_context(_refusing_port())
        router = Router(sections(World(chosen, tries, refused_port)))
        handler = sometimes_late(delayed(router, chosen), chosen.late_s)
        servers = [
            await stack.enter_async_context(serve(handler, LOOPBACK, port, log.watch))
            for port in ports
        ]
        open_ports = tuple(server.port for server in servers)
        yield Site(open_ports, refused_port, chosen, log, tries)


@contextmanager
def _refusing_port() -> Iterator[int]:
    # Bound without listening: connections are refused, and nobody else can take the port.
    with socket.socket() as holder:
        holder.bind((LOOPBACK, 0))
        port: int = holder.getsockname()[1]
        yield port
