"""The child: reads jobs from stdin, answers on stdout, until its parent is gone."""

import math
import os
import resource
import signal
import sys
from typing import BinaryIO

from leadline.domain.errors import InvalidSelector
from leadline.html.extract import extract
from leadline.html.sitemap import listing_of
from leadline.sandbox.messages import LENGTH, READY, Answer, Job, packed, read_job


def main() -> None:
    """Serve one job after the other; the alarm ends the process when one takes too long."""
    memory_bytes = int(sys.argv[1])
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    jobs = sys.stdin.buffer
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    _send(answers, READY)
    while length := jobs.read(LENGTH.size):
        job = read_job(jobs.read(LENGTH.unpack(length)[0]))
        signal.alarm(math.ceil(job.timeout_s))
        _send(answers, packed(_answer(job)))
        signal.alarm(0)


def _answer(job: Job) -> Answer:
    if job.wanted is None:
        return Answer(listing=listing_of(job.source))
    try:
        return Answer(document=extract(job.source, job.wanted))
    except InvalidSelector as exc:
        return Answer(invalid_selector=str(exc))


def _send(answers: BinaryIO, frame: bytes) -> None:
    answers.write(frame)
    answers.flush()


if __name__ == "__main__":
    main()
