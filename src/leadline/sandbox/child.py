"""The child: reads requests from stdin, answers on stdout, until its parent is gone."""

import math
import os
import resource
import signal
import sys
from typing import BinaryIO

from leadline.domain.errors import InvalidSelector
from leadline.html.extract import extract
from leadline.html.sitemap import listing_of
from leadline.sandbox.messages import LENGTH, READY, ParseRequest, ParseResult, packed, read_request


def main() -> None:
    """Serve one request after the other; the alarm ends the process when one takes too long."""
    memory_bytes = int(sys.argv[1])
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    requests = sys.stdin.buffer
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    _send(answers, READY)
    while length := requests.read(LENGTH.size):
        request = read_request(requests.read(LENGTH.unpack(length)[0]))
        signal.alarm(math.ceil(request.timeout_s))
        _send(answers, packed(_answer(request)))
        signal.alarm(0)


def _answer(request: ParseRequest) -> ParseResult:
    if request.wanted is None:
        return ParseResult(listing=listing_of(request.source))
    try:
        return ParseResult(document=extract(request.source, request.wanted))
    except InvalidSelector as exc:
        return ParseResult(invalid_selector=str(exc))


def _send(answers: BinaryIO, frame: bytes) -> None:
    answers.write(frame)
    answers.flush()


if __name__ == "__main__":
    main()
