"""Sites for benchmarks, behind nginx on a free loopback port."""

import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

DOCS = Path("/usr/share/doc/openjdk-17-jre-headless/api")
CONFIG = """
daemon off; worker_processes 1; pid {folder}/pid; error_log stderr crit;
events {{ worker_connections 1024; }}
http {{
  access_log off; types {{ text/html html; text/css css; }} default_type application/octet-stream;
  keepalive_requests 1000000; sendfile on; open_file_cache max=20000; open_file_cache_valid 1h;
  client_body_temp_path {folder}/b; proxy_temp_path {folder}/p; fastcgi_temp_path {folder}/f;
  uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
  server {{ listen 127.0.0.1:{port}; {server} }}
}}
"""


@contextmanager
def doc_site() -> Iterator[str]:
    """A real one, Debian's openjdk-17-doc: the origin, while nginx serves the pages there."""
    with served(DOCS) as (origin, _):
        yield origin


@contextmanager
def served(root: Path) -> Iterator[tuple[str, int]]:
    """The origin where the files below `root` are served, and nginx's process."""
    if not root.is_dir():
        sys.exit("needs openjdk-17-doc: apt-get install openjdk-17-doc")
    with nginx(f"root {root.resolve()};") as serving:
        yield serving


@contextmanager
def nginx(server: str) -> Iterator[tuple[str, int]]:
    """The origin of what a server block of nginx's configuration says, and nginx's process."""
    command = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/sbin")
    if command is None:
        sys.exit("needs nginx: apt-get install nginx-light")
    port = _free_port()
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        config = Path(folder) / "nginx.conf"
        config.write_text(CONFIG.format(folder=folder, port=port, server=server))
        process = subprocess.Popen([command, "-c", str(config), "-p", folder])
        try:
            _wait_for(port)
            yield f"http://127.0.0.1:{port}", process.pid
        finally:
            process.terminate()
            process.wait(timeout=10)


def paths(count: int) -> list[str]:
    """The first pages in alphabetical order, as paths."""
    found = sorted(DOCS.resolve().rglob("*.html"))
    return ["/" + path.relative_to(DOCS.resolve()).as_posix() for path in found[:count]]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_for(port: int) -> None:
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    sys.exit("nginx did not start")
