"""`leadline feeder`: feeders without a server, for crawls that other processes started."""

import os
import socket
from collections.abc import Callable
from typing import Annotated

import typer

from leadline import __version__, bootstrap
from leadline.cli.interrupts import Interrupts
from leadline.cli.options.common import AllowNetwork, StoreOption, Workers
from leadline.cli.serving import (
    Beside,
    LogLevel,
    address_of,
    feeders,
    listen,
    listen_somewhere,
    run_to_its_end,
    serve_beside_feeders,
)
from leadline.settings import Settings, is_given, read_settings, with_options
from leadline.worker.health import FeederHealth
from leadline.worker.processes.children import Children


def feeder(
    *,
    workers: Workers = None,
    host: Annotated[
        str | None, typer.Option(help="Address of the health endpoint.  [default: 127.0.0.1]")
    ] = None,
    health_port: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=65535,
            help="Port of the health endpoint; 0 takes a free one.  [default: 8081]",
        ),
    ] = None,
    allow_network: AllowNetwork = None,
    store: StoreOption = None,
    log_level: LogLevel = None,
) -> None:
    """Work on all crawls of a store until Ctrl-C, without web page and API.

    ```
    leadline feeder
    leadline feeder --workers 8 --store sqlite:///crawls.db
    curl http://127.0.0.1:8081/healthz
    ```
    """
    settings = read_settings()
    networks = (*settings.allow_network, *(allow_network or ()))
    settings = with_options(
        settings,
        host=host,
        health_port=health_port,
        store=store,
        allow_network=networks,
        log_level=log_level,
    )
    bootstrap.check(settings)
    is_port_given = health_port is not None or is_given("health_port")
    open_port = listen if is_port_given else listen_somewhere
    run_to_its_end(_feed(settings, workers or os.cpu_count() or 1, open_port))


async def _feed(
    settings: Settings, workers: int, open_port: Callable[[str, int, str], socket.socket]
) -> None:
    interrupts = Interrupts()
    # Opened once, so that its errors are printed before anything starts.
    await bootstrap.open_store(settings).aclose()
    listening = open_port(settings.host, settings.health_port, "--health-port")
    banner = (
        f"Leadline {__version__}: {feeders(workers)} on {settings.store}\n"
        f"  health: {address_of(settings.host, listening)}/healthz   (Ctrl-C stops it)"
    )
    children = Children()
    health = FeederHealth(settings, children)
    beside = Beside(children, settings, workers, interrupts)
    await serve_beside_feeders(health, listening, beside, banner=banner)
