"""`make run`: the server with its feeders, the demo site beside it, and what to try.

Ctrl-C ends both. Ports that are taken are replaced by free ones.
"""

import os
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from leadline.settings import Settings, read_settings

LEADLINE = str(Path(sys.executable).with_name("leadline"))
DEMO_PORT = 8100
START_S = 60.0
STOP_S = 30.0


class Stopped(Exception):
    """Somebody ended it."""


def main() -> None:
    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, stop)
    wanted = read_settings().port
    port, demo_port = free_port(wanted), free_port(DEMO_PORT)
    server, site = f"http://127.0.0.1:{port}", f"http://127.0.0.1:{demo_port}"
    if port != wanted:
        print(f"port {wanted} is taken, so the server is at {port}", flush=True)
    if demo_port != DEMO_PORT:
        print(f"port {DEMO_PORT} is taken, so the demo site is at {demo_port}", flush=True)
    try:
        with (
            running("demo-site", "--port", str(demo_port)),
            running(
                *("serve", "--host", "127.0.0.1", "--port", str(port)),
                *("--allow-network", f"127.0.0.1:{demo_port}"),
                LEADLINE_DEMO_URL=f"{site}/",
            ) as serving,
        ):
            wait_until_ready(server, serving)
            tell(server, site)
            tell_of_keys(server)
            serving.wait()
            sys.exit("the server has ended")
    except Stopped:
        print("ended", flush=True)


def stop(*_: object) -> None:
    # Once is enough: what is left is to end what was started.
    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, signal.SIG_IGN)
    raise Stopped


def free_port(wanted: int) -> int:
    for port in (wanted, 0):
        with socket.socket() as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                tried.bind(("127.0.0.1", port))
            except OSError:
                continue
            chosen: int = tried.getsockname()[1]
            return chosen
    sys.exit("there is no free port")


@contextmanager
def running(*command: str, **environment: str) -> Iterator[subprocess.Popen[bytes]]:
    # In a session of its own: Ctrl-C is for us, and the server is to end before the site does.
    process = subprocess.Popen(
        [LEADLINE, *command],
        stdout=subprocess.DEVNULL,
        env=os.environ | environment,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        process.terminate()
        process.wait(STOP_S)


def wait_until_ready(server: str, serving: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + START_S
    with httpx.Client(trust_env=False) as client:
        while True:
            if serving.poll() is not None:
                sys.exit("the server did not start")
            try:
                if client.get(f"{server}/readyz").is_success:
                    return
            except httpx.TransportError:
                pass
            if time.monotonic() > until:
                sys.exit("the server is not ready after a minute")
            time.sleep(0.05)


def tell(server: str, site: str) -> None:
    crawl = f'{{"url": "{site}/", "delay_ms": 20}}'
    print(
        f"""\
Leadline is at  {server}/  (the API: {server}/docs)
The demo site:  {site}/  (the only place on this machine that may be crawled)

Try, in another terminal:

  curl -X POST {server}/api/v1/crawls -H 'Content-Type: application/json' -d '{crawl}'
  curl {server}/api/v1/crawls
  .venv/bin/leadline pages latest --status 4xx{store_option()}
  LEADLINE_URL={server} .venv/bin/python
  >>> from leadline.client import Leadline
  >>> Leadline().crawl("{site}/", delay_ms=20).wait()

Ctrl-C ends all of it; what was crawled is kept in {read_settings().store}.""",
        flush=True,
    )


def store_option() -> str:
    """Return the option that another terminal needs, which may not have our environment."""
    store = read_settings().store
    return "" if store == Settings().store else f" --store {shlex.quote(store)}"


def tell_of_keys(server: str) -> None:
    if httpx.get(f"{server}/api/v1/about", trust_env=False).status_code == httpx.codes.UNAUTHORIZED:
        print("There are keys here: send one, or set LEADLINE_API_KEY.", flush=True)


if __name__ == "__main__":
    main()
