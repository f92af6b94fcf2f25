"""`leadline serve`: the web page, the API, and feeders."""

import os
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
    run_to_its_end,
    serve_beside_feeders,
)
from leadline.domain.errors import InvalidSetting
from leadline.services.keys import is_for_this_machine
from leadline.settings import Settings, read_settings, with_options
from leadline.worker.processes.children import Children


def serve(
    *,
    host: Annotated[
        str | None, typer.Option(help="Address to listen on.  [default: 127.0.0.1]")
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(
            min=0, max=65535, help="Port to listen on; 0 takes a free one.  [default: 8080]"
        ),
    ] = None,
    workers: Workers = None,
    allow_network: AllowNetwork = None,
    store: StoreOption = None,
    log_level: LogLevel = None,
    access_log: Annotated[
        bool | None, typer.Option("--access-log", help="Log each request, without its query.")
    ] = None,
    demo_url: Annotated[
        str | None,
        typer.Option(
            help="A site that the web page offers as long as there are no crawls.", metavar="URL"
        ),
    ] = None,
) -> None:
    """Serve the web page and the API until Ctrl-C, with feeders.

    ```
    leadline serve
    leadline serve --port 9000 --workers 4 --store sqlite:///crawls.db
    leadline keys create me && leadline serve --host 0.0.0.0
    ```
    """
    settings = read_settings()
    networks = (*settings.allow_network, *(allow_network or ()))
    settings = with_options(
        settings,
        host=host,
        port=port,
        store=store,
        allow_network=networks,
        demo_url=demo_url,
        log_level=log_level,
        access_log=access_log,
    )
    bootstrap.check(settings)
    run_to_its_end(_serve(settings, workers or os.cpu_count() or 1))


async def _serve(settings: Settings, workers: int) -> None:
    interrupts = Interrupts()
    # Imported here: it takes longer to load than most commands run.
    from leadline.api.app import create_app, end_streams  # noqa: PLC0415

    await _check_keys(settings)
    listening = listen(settings.host, settings.port, "--port")
    address = address_of(settings.host, listening)
    banner = (
        f"Leadline {__version__} at {address}/ with {feeders(workers)} on {settings.store}\n"
        f"  API reference: {address}/docs   (Ctrl-C stops it)"
    )
    app = create_app(settings)
    beside = Beside(Children(), settings, workers, interrupts)
    await serve_beside_feeders(
        app, listening, beside, banner=banner, end_streams=lambda: end_streams(app)
    )


async def _check_keys(settings: Settings) -> None:
    """Raise InvalidSetting for a host other than loopback, if there is no API key."""
    store = bootstrap.open_store(settings)
    try:
        keys = await store.keys()
    finally:
        await store.aclose()
    if not keys and not is_for_this_machine(settings.host):
        raise InvalidSetting(
            f"--host {settings.host}: without an API key only loopback is served; "
            "create one with: leadline keys create NAME"
        )
