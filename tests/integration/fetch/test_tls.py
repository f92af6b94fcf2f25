"""Who the server is: TLS identities, with certificates made for the test."""

import asyncio
import os
import ssl
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from fetching import get, open_fetcher, request
from leadline.domain.errors import TlsFailed, TlsHandshakeFailed

REPLY = b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\nContent-Type: text/html\r\n\r\nsecret"


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for right.localhost that signs itself, with its key in the same file."""
    path = tmp_path_factory.mktemp("tls") / "right.pem"
    names = "subjectAltName=DNS:right.localhost"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    command += ["-subj", "/CN=right.localhost", "-addext", names, "-keyout", str(path)]
    made = subprocess.run(
        [*command, "-out", "/dev/stdout"], capture_output=True, check=True, timeout=60
    )
    with path.open("ab") as file:
        file.write(made.stdout)
    return path


@pytest.fixture
async def tls_port(certificate: Path) -> AsyncIterator[int]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(REPLY)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0, ssl=context)
    async with server:
        yield server.sockets[0].getsockname()[1]


async def test_a_trusted_server_answers(certificate: Path, tls_port: int) -> None:
    async with open_fetcher("127.0.0.0/8", ca_file=certificate) as fetcher:
        response = await get(fetcher, f"https://right.localhost:{tls_port}/")

    assert response.body == b"secret"
    assert response.timings.tls_ms > 0


async def test_a_server_that_nobody_vouches_for_fails_at_once(tls_port: int) -> None:
    async with open_fetcher("127.0.0.0/8") as fetcher:
        with pytest.raises(TlsFailed) as failed:
            await fetcher.fetch(request(f"https://right.localhost:{tls_port}/"))

    assert not failed.value.is_retryable


async def test_a_server_with_another_name_fails_at_once(certificate: Path, tls_port: int) -> None:
    async with open_fetcher("127.0.0.0/8", ca_file=certificate) as fetcher:
        with pytest.raises(TlsFailed) as failed:
            await fetcher.fetch(request(f"https://wrong.localhost:{tls_port}/"))

    assert not failed.value.is_retryable


async def test_a_server_that_does_not_speak_tls_may_be_tried_again() -> None:
    async def answer(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server, open_fetcher("127.0.0.0/8") as fetcher:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(TlsHandshakeFailed) as failed:
            await fetcher.fetch(request(f"https://right.localhost:{port}/"))

    assert failed.value.is_retryable


FETCHING = """
import asyncio, pathlib, sys
from fetching import get, open_fetcher

async def main():
    async with open_fetcher("127.0.0.0/8", ca_file=pathlib.Path(sys.argv[1])) as fetcher:
        print((await get(fetcher, sys.argv[2])).body.decode())

asyncio.run(main())
"""


async def test_the_keys_of_connections_are_written_nowhere(
    certificate: Path, tls_port: int, tmp_path: Path
) -> None:
    keys = tmp_path / "keys.log"
    environment = {"SSLKEYLOGFILE": str(keys), "PYTHONPATH": str(Path(__file__).parents[2])}
    url = f"https://right.localhost:{tls_port}/"

    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", FETCHING, str(certificate), url,
        stdout=asyncio.subprocess.PIPE, env=os.environ | environment,
    )  # fmt: skip
    said, _ = await process.communicate()

    assert said.strip() == b"secret"
    assert not keys.exists()
