"""Serving beside feeders until a signal ends both: what `serve` and `feeder` share."""

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
from leadline.worker.children import Children
from leadline.worker.logs import log_to_stderr
from leadline.worker.open_files import allow_many_files
from leadline.worker.orders import Orders

if TYPE_CHECKING:
    import uvicorn

LogLevel = Annotated[
    str | None,
    typer.Option(
        "--log-level",
        help="The least that is logged: debug, info, warning or error.  [default: info]",
        metavar="LEVEL",
    ),
]

_KILL_S = 10.0
_BACKLOG = 2_048
_STUCK_MS = 60_000


def listen(host: str, port: int, option: str) -> socket.socket:
    """A socket that listens; `option` is what could name another port. Raises InvalidSetting."""
    host = host.strip("[]")
    try:
        family, *_, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Who reads nothing for so long has gone, or means harm; accepted sockets inherit it.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _STUCK_MS)
        listening.bind(address)
        listening.listen(_BACKLOG)
    except OSError as exc:
        raise cannot_listen(host, port, option, exc) from exc
    return listening


def listen_somewhere(host: str, port: int, option: str) -> socket.socket:
    """Listen on this port, or on a free one where it is taken. Raises InvalidSetting."""
    try:
        return listen(host, port, option)
    except InvalidSetting as exc:
        if isinstance(exc.__cause__, OSError) and exc.__cause__.errno == errno.EADDRINUSE:
            return listen(host, 0, option)
        raise


def cannot_listen(host: str, port: int, option: str, exc: OSError) -> InvalidSetting:
    """Why nobody can listen there, and what to do."""
    # An event loop has words of its own for what the system says; of names only strerror tells.
    is_of_name = isinstance(exc, socket.gaierror)
    why = exc.strerror if is_of_name or exc.errno is None else os.strerror(exc.errno)
    return InvalidSetting(f"cannot listen on {host}:{port}: {why}; try {option} 0")


def address_of(host: str, listening: socket.socket) -> str:
    """Where a socket is to be found, for people."""
    name = f"[{host}]" if ":" in host and not host.startswith("[") else host
    return f"http://{name}:{listening.getsockname()[1]}"


def feeders(count: int) -> str:
    """So many feeders, in words."""
    return "1 feeder" if count == 1 else f"{count} feeders"


def run_to_its_end(serving: Coroutine[Any, Any, None]) -> None:
    """Run a server, and end this process with it, whatever threads of requests are still doing."""

    async def run() -> None:
        await serving
        with contextlib.suppress(OSError):
            sys.stdout.flush()
        os._exit(0)

    uvloop.run(run())


@dataclass(frozen=True, slots=True)
class Beside:
    """The feeders beside a server, and the signals that end both."""

    children: Children
    settings: Settings
    workers: int
    interrupts: Interrupts


async def serve_beside_feeders(
    app: Callable[..., Any],
    listening: socket.socket,
    beside: Beside,
    *,
    told: str,
    let_go: Callable[[], None] = lambda: None,
) -> None:
    """Answer requests while feeders work, until SIGTERM or Ctrl-C; then both drain.

    A second signal waits for neither. The line `told` is printed first.
    `let_go` ends streams that would not end by themselves.
    """
    children, settings, interrupts = beside.children, beside.settings, beside.interrupts
    log_to_stderr(settings)
    allow_many_files()
    server = _server(app, settings.request_drain_s)

    def stop() -> None:
        server.should_exit = True
        let_go()
        if interrupts.count > 1:
            server.force_exit = True
            children.kill()

    interrupts.then = stop
    if interrupts.count:
        stop()
    print(told)
    if used := used_aliases():
        print(f"  settings by their second names: {', '.join(used)}")
    print(end="", flush=True)
    keeper = asyncio.create_task(
        children.keep("supervisor_process", lambda: Orders("", settings, workers=beside.workers))
    )
    try:
        await server.serve(sockets=[listening])
    finally:
        await children.stop([keeper], settings.drain_s + _KILL_S)


def _server(app: Callable[..., Any], drain_s: float) -> "uvicorn.Server":
    # Here, since it takes longer to load than most commands take.
    import uvicorn  # noqa: PLC0415

    from leadline.api.connections import HttpConnection, WebSocketConnection  # noqa: PLC0415

    config = uvicorn.Config(
        app,
        log_config=None,
        # Below are strangers who send nonsense, and addresses with the tickets in them.
        log_level="error",
        access_log=False,
        server_header=False,
        http=HttpConnection,
        ws=WebSocketConnection,
        ws_max_size=64 * 1024,
        # It would cost more than all the rest of telling a listener something.
        ws_per_message_deflate=False,
        # It only hands it on to asyncio, which knows halves of seconds, too.
        timeout_graceful_shutdown=drain_s,  # type: ignore[arg-type]
    )
    server = uvicorn.Server(config)
    # It would send itself each signal again when it has ended, before our processes have.
    server.capture_signals = contextlib.nullcontext  # type: ignore[assignment, method-assign]
    return server
