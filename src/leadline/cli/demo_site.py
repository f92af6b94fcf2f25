"""`leadline demo-site`: a small web of our own, to try everything offline."""

from typing import Annotated

import typer
import uvloop

from leadline.cli.serving import cannot_listen
from leadline.demo.site import serve_demo


def demo_site(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 takes a free one.")] = 8100,
) -> None:
    """Serve the demo site until Ctrl-C.

    ```
    leadline demo-site
    leadline demo-site --port 0
    ```
    """
    try:
        uvloop.run(serve_demo(host, port, lambda taken: _tell(host, taken)))
    except OSError as exc:
        raise cannot_listen(host, port, "--port", exc) from exc


def _tell(host: str, port: int) -> None:
    print(f"The demo site is at http://{host}:{port}/ (Ctrl-C ends it). Try:", flush=True)
    print(f"  leadline scrape http://{host}:{port}/ --allow-network {host}:{port}")
    print(f"  leadline crawl http://{host}:{port}/ --allow-network {host}:{port}", flush=True)
