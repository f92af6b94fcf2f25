"""`leadline serve`: the API, and feeders that do what it is asked for."""

import asyncio
import contextlib
import ipaddress
import os
import signal
import socket
from typing import Annotated

import typer
import uvloop

from leadline import __version__, bootstrap
from leadline.cli.options import AllowNetwork, StoreOption, Workers
from leadline.domain.errors import InvalidSetting
from leadline.settings import Settings, read_settings, used_aliases, with_options
from leadline.worker.children import Children
from leadline.worker.orders import Orders

_GRACE_S = 5
_KILL_S = 10.0
_BACKLOG = 2_048


def serve(
    *,
    host: Annotated[
        str | None, typer.Option(help="Address to listen on.  [default: 127.0.0.1]")
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help="Port; 0 takes a free one.  [default: 8080]"),
    ] = None,
    workers: Workers = None,
    allow_network: AllowNetwork = None,
    store: StoreOption = None,
) -> None:
    """Serve the API until Ctrl-C, with feeders beside it.

    ```
    leadline serve
    leadline serve --port 9000 --workers 4 --store sqlite:///crawls.db
    leadline keys create me && leadline serve --host 0.0.0.0
    ```
    """
    settings = read_settings()
    networks = (*settings.allow_network, *(allow_network or ()))
    settings = with_options(settings, host=host, port=port, store=store, allow_network=networks)
    bootstrap.check(settings)
    uvloop.run(_serve(settings, workers or os.cpu_count() or 1))


async def _serve(settings: Settings, workers: int) -> None:
    # Here, since they take longer to load than most commands take.
    import uvicorn  # noqa: PLC0415

    from leadline.api.app import create_app  # noqa: PLC0415

    await _check_keys(settings)
    listening = _listen(settings)
    config = uvicorn.Config(
        create_app(settings),
        log_config=None,
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=64 * 1024,
        timeout_graceful_shutdown=_GRACE_S,
    )
    server = uvicorn.Server(config)
    # It would send itself each signal again when it has ended, before our processes have.
    server.capture_signals = contextlib.nullcontext  # type: ignore[assignment, method-assign]
    loop = asyncio.get_running_loop()

    def stop() -> None:
        server.should_exit = True

    for each in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(each, stop)
    children = Children()
    keeper = asyncio.create_task(
        children.keep("supervisor_process", lambda: Orders("", settings, workers=workers))
    )
    _tell(settings, listening, workers)
    try:
        await server.serve(sockets=[listening])
    finally:
        await children.stop([keeper], settings.drain_s + _KILL_S)


async def _check_keys(settings: Settings) -> None:
    """Without a key, whoever reaches the server may use it: so only this machine may."""
    store = bootstrap.open_store(settings)
    try:
        keys = await store.keys()
    finally:
        await store.aclose()
    if not keys and not _is_loopback(settings.host):
        raise InvalidSetting(
            f"--host {settings.host}: without a key only loopback is served; "
            "make one with: leadline keys create NAME"
        )


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def _listen(settings: Settings) -> socket.socket:
    host, port = settings.host.strip("[]"), settings.port
    try:
        family, *_, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(_BACKLOG)
    except OSError as exc:
        raise InvalidSetting(
            f"cannot listen on {host}:{port}: {exc.strerror}; try --port 0"
        ) from exc
    return listening


def _tell(settings: Settings, listening: socket.socket, workers: int) -> None:
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    address = f"http://{host}:{listening.getsockname()[1]}"
    feeders = "1 feeder" if workers == 1 else f"{workers} feeders"
    print(f"Leadline {__version__} at {address}/ with {feeders} on {settings.store}")
    print(f"  what it can do: {address}/docs   (Ctrl-C ends it)")
    if used := used_aliases():
        print(f"  settings by their second names: {', '.join(used)}")
    print(end="", flush=True)
