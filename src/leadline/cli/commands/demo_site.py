"""`leadline demo-site`: a small site, to try all commands offline."""

from typing import Annotated

import typer
import uvloop

from leadline.cli.serving import cannot_listen
from leadline.demo.site import serve_demo


def demo_site(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port to listen on; 0 takes a free one.")
    ] = 8100,
) -> None:
    """Serve the demo site until Ctrl-C.

    ```
    leadline demo-site
    leadline demo-site --port 0
    ```
    """
    try:
        uvloop.run(serve_demo(host, port, lambda taken: _print_address(host, taken)))
    except OSError as exc:
        raise cannot_listen(host, port, "--port", exc) from exc


def _print_address(host: str, port: int) -> None:
    print(f"The demo site is at http://{host}:{port}/ (Ctrl-C stops it). Try:", flush=True)
    print(f"  leadline scrape http://{host}:{port}/ --allow-network {host}:{port}")
    print(f"  leadline crawl http://{host}:{port}/ --allow-network {host}:{port}", flush=True)
