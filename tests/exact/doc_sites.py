"""Real sites: Debian's documentation packages behind nginx, one address in twenty late."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

APACHE = Path("/usr/share/doc/apache2-doc/manual")
OPENJDK = Path("/usr/share/doc/openjdk-17-jre-headless/api")
TESTS = Path(__file__).parents[1]
START_S = 10.0
CONFIG = """
daemon off; worker_processes 1; pid {folder}/pid; error_log stderr crit;
events {{ worker_connections 1024; }}
http {{
  access_log off; keepalive_requests 1000000; absolute_redirect off;
  types {{ text/html html; text/css css; image/png png; image/gif gif; application/xml dtd; }}
  default_type application/octet-stream;
  client_body_temp_path {folder}/b; proxy_temp_path {folder}/p; fastcgi_temp_path {folder}/f;
  uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
  server {{ listen 127.0.0.1:{port}; root {root}; }}
}}
"""


@contextmanager
def doc_site(root: Path) -> Iterator[str]:
    """The origin where the files below `root` are served. Skips the test if that cannot be."""
    nginx = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/sbin")
    if nginx is None:
        pytest.skip("needs nginx")
    if not root.is_dir():
        pytest.skip(f"needs {root}: apt-get install apache2-doc openjdk-17-doc")
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        Path(folder).chmod(0o755)
        port = _free_port()
        config = Path(folder) / "nginx.conf"
        config.write_text(CONFIG.format(folder=folder, port=port, root=root.resolve()))
        server = subprocess.Popen([nginx, "-c", str(config), "-p", folder])
        stack.callback(server.wait, timeout=START_S)
        stack.callback(server.terminate)
        _wait_for(port)
        yield f"http://127.0.0.1:{stack.enter_context(_delayed(port))}"


@contextmanager
def _delayed(port: int) -> Iterator[int]:
    with subprocess.Popen(
        [sys.executable, "-m", "exact.delaying", str(port)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(TESTS)},
    ) as proxy:
        if proxy.stdin is None or proxy.stdout is None:
            raise RuntimeError("the pipes that were asked for are missing")
        try:
            yield int(proxy.stdout.readline())
        finally:
            proxy.terminate()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_for(port: int) -> None:
    deadline = time.monotonic() + START_S
    while time.monotonic() < deadline:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise TimeoutError("nginx did not start")
