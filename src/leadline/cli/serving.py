"""An HTTP server with feeders beside it, until a signal: shared by `serve` and `feeder`."""

import asyncio
import contextlib
import errno
import os
import socket
import sys
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer
import uvloop

from leadline.cli.interrupts import Interrupts
from leadline.domain.errors import InvalidSetting
from leadline.settings import Settings, used_aliases
from leadline.worker.processes.children import Children
from leadline.worker.processes.logs import log_to_stderr
from leadline.worker.processes.open_files import allow_many_files
from leadline.worker.processes.orders import Orders

if TYPE_CHECKING:
    import uvicorn

LogLevel = Annotated[
    str | None,
    typer.Option(
        "--log-level",
        help="Log this level and above: debug, info, warning or error.  [default: info]",
        metavar="LEVEL",
    ),
]

_KILL_S = 10.0
_BACKLOG = 2_048
_STUCK_MS = 60_000


def listen(host: str, port: int, option: str) -> socket.socket:
    """Return a listening socket. Raises InvalidSetting, which names the `option` of the port."""
    host = host.strip("[]")
    try:
        family, *_, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # A client that reads nothing for so long is gone, or hostile; accepted sockets inherit it.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _STUCK_MS)
        listening.bind(address)
        listening.listen(_BACKLOG)
    except OSError as exc:
        raise cannot_listen(host, port, option, exc) from exc
    return listening


def listen_somewhere(host: str, port: int, option: str) -> socket.socket:
    """Listen on this port, or on a free one if it is taken. Raises InvalidSetting."""
    try:
        return listen(host, port, option)
    except InvalidSetting as exc:
        if isinstance(exc.__cause__, OSError) and exc.__cause__.errno == errno.EADDRINUSE:
            return listen(host, 0, option)
        raise


def cannot_listen(host: str, port: int, option: str, exc: OSError) -> InvalidSetting:
    """Return the error of a failed listen, with its cause and a remedy."""
    # An event loop rewords strerror; errors of names (gaierror) have nothing else.
    is_of_name = isinstance(exc, socket.gaierror)
    why = exc.strerror if is_of_name or exc.errno is None else os.strerror(exc.errno)
    return InvalidSetting(f"cannot listen on {host}:{port}: {why}; try {option} 0")


def address_of(host: str, listening: socket.socket) -> str:
    """Return the URL of a listening socket."""
    name = f"[{host}]" if ":" in host and not host.startswith("[") else host
    return f"http://{name}:{listening.getsockname()[1]}"


def feeders(count: int) -> str:
    """Return `1 feeder` or `4 feeders`."""
    return "1 feeder" if count == 1 else f"{count} feeders"


def run_to_its_end(serving: Coroutine[Any, Any, None]) -> None:
    """Run a server, then exit without waiting for threads that still work on requests."""

    async def run() -> None:
        await serving
        with contextlib.suppress(OSError):
            sys.stdout.flush()
        os._exit(0)

    uvloop.run(run())


@dataclass(frozen=True, slots=True)
class Beside:
    """The feeders beside a server, and the signals that stop both."""

    children: Children
    settings: Settings
    workers: int
    interrupts: Interrupts


async def serve_beside_feeders(
    app: Callable[..., Any],
    listening: socket.socket,
    beside: Beside,
    *,
    banner: str,
    end_streams: Callable[[], None] = lambda: None,
) -> None:
    """Answer requests while feeders work, until SIGTERM or Ctrl-C; then both drain.

    A second signal stops both at once. `banner` is printed first.
    `end_streams` closes streams that would not end by themselves.
    """
    children, settings, interrupts = beside.children, beside.settings, beside.interrupts
    log_to_stderr(settings)
    allow_many_files()
    server = _server(app, settings.request_drain_s)

    def stop() -> None:
        server.should_exit = True
        end_streams()
        if interrupts.count > 1:
            server.force_exit = True
            children.kill()

    interrupts.then = stop
    if interrupts.count:
        stop()
    print(banner)
    if used := used_aliases():
        print(f"  settings given by their second names: {', '.join(used)}")
    print(end="", flush=True)
    keeper = asyncio.create_task(
        children.keep("supervisor_process", lambda: Orders("", settings, workers=beside.workers))
    )
    try:
        await server.serve(sockets=[listening])
    finally:
        await children.stop([keeper], settings.drain_s + _KILL_S)


def _server(app: Callable[..., Any], drain_s: float) -> "uvicorn.Server":
    # Imported here: it takes longer to load than most commands run.
    import uvicorn  # noqa: PLC0415

    from leadline.api.transport.connections import HttpConnection  # noqa: PLC0415
    from leadline.api.transport.web_sockets import WebSocketConnection  # noqa: PLC0415

    config = uvicorn.Config(
        app,
        log_config=None,
        # Lower levels log malformed requests of clients, and URLs that contain tickets.
        log_level="error",
        access_log=False,
        server_header=False,
        http=HttpConnection,
        ws=WebSocketConnection,
        ws_max_size=64 * 1024,
        # Compression would cost more than the rest of sending an event.
        ws_per_message_deflate=False,
        # uvicorn passes it on to asyncio, which accepts fractions of a second.
        timeout_graceful_shutdown=drain_s,  # type: ignore[arg-type]
    )
    server = uvicorn.Server(config)
    # uvicorn would raise each signal again at its end, before our processes have ended.
    server.capture_signals = contextlib.nullcontext  # type: ignore[assignment, method-assign]
    return server
