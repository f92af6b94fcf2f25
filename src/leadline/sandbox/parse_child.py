"""The parent's side: one child, started when first needed, killed when it takes too long."""

import asyncio
import contextlib
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from types import TracebackType
from typing import Self

import msgspec

from leadline.domain.errors import InvalidSelector
from leadline.domain.web.documents import Document, Listing, Source, Wanted
from leadline.sandbox.messages import LENGTH, READY, ParseRequest, ParseResult, packed, read_result

_MAX_ANSWER_BYTES = 256 * 1024 * 1024
_START_S = 60.0


class ParseChild:
    """One killable child; requests wait for each other."""

    def __init__(self, timeout_s: float = 5.0, memory_bytes: int = 1024**3) -> None:
        self._timeout_s = timeout_s
        self._memory_bytes = memory_bytes
        self._turn = asyncio.Lock()
        self._process: Process | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.aclose()

    async def extract(self, source: Source, wanted: Wanted) -> Document:
        """Read a page in the child. Raises InvalidSelector."""
        async with self._turn:
            answer = await self._ask(ParseRequest(source, wanted, self._timeout_s))
        if answer is None:
            return Document(parse="gave up")
        if answer.invalid_selector is not None:
            raise InvalidSelector(answer.invalid_selector)
        return answer.document or Document(parse="gave up")

    async def read_sitemap(self, source: Source) -> Listing:
        """Read a sitemap in the child."""
        async with self._turn:
            answer = await self._ask(ParseRequest(source, None, self._timeout_s))
        return (answer and answer.listing) or Listing(parse="gave up")

    async def _ask(self, request: ParseRequest) -> ParseResult | None:
        """Return None when the child took too long, ran out of memory, crashed, or sent garbage."""
        try:
            process = await self._running()
            async with asyncio.timeout(self._timeout_s):
                return await self._exchange(process, packed(request))
        except (TimeoutError, OSError, EOFError, msgspec.MsgspecError, RecursionError):
            await self._end()
            return None
        except BaseException:
            # Its answer may still come, and would be taken for that to the next request.
            await self._end()
            raise

    async def _exchange(self, process: Process, frame: bytes) -> ParseResult:
        assert process.stdin is not None  # noqa: S101 -- it is PIPE
        process.stdin.write(frame)
        await process.stdin.drain()
        answers = _reader(process)
        (length,) = LENGTH.unpack(await answers.readexactly(LENGTH.size))
        if length > _MAX_ANSWER_BYTES:
            raise EOFError("the child's answer is too long")
        return read_result(await answers.readexactly(length))

    async def _running(self) -> Process:
        if self._process is not None and self._process.returncode is not None:
            # It was killed while it was idle: the next page is not to blame.
            await self._end()
        if self._process is None:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-I", "-m", "leadline.sandbox.child", str(self._memory_bytes)),
                stdin=PIPE,
                stdout=PIPE,
                stderr=DEVNULL,
                env={},
            )
            # A busy machine takes seconds to load Python, for which no page is to blame.
            async with asyncio.timeout(_START_S):
                await _reader(self._process).readexactly(len(READY))
        return self._process

    async def aclose(self) -> None:
        """End the child and the page that it reads; the next page starts another child."""
        self._kill()
        async with self._turn:
            await self._end()

    def _kill(self) -> None:
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()

    async def _end(self) -> None:
        self._kill()
        process, self._process = self._process, None
        if process is not None:
            # communicate() closes the pipes as well: the event loop has nothing left to close.
            with contextlib.suppress(OSError):
                await process.communicate()


def _reader(process: Process) -> asyncio.StreamReader:
    assert process.stdout is not None  # noqa: S101 -- it is PIPE
    return process.stdout
