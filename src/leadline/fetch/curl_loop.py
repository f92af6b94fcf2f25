"""The multi interface of libcurl on the event loop.

The sockets of libcurl have an epoll of their own, and the event loop watches only that: it wakes up
once, however many sockets are ready.
"""

import asyncio
import contextlib
import resource
import select
from collections.abc import Callable
from typing import Any, NamedTuple

import pycurl

_MAX_IDLE_CONNECTIONS = 256
# Nearly all transfers end before the first look at them.
_LOOK_EVERY_S = 0.5
_MANY = 100_000
# The store, name servers, the sandbox, event loops: about 30, and some for a short while.
_OTHERS = 48


class _Transfer(NamedTuple):
    """A transfer under way: the future of its end, and the check whether it may go on."""

    done: asyncio.Future[None]
    may_go_on: Callable[[], bool]


class CurlLoop:
    """Any number of transfers at once. Made and closed inside a running event loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._waiting: dict[Any, _Transfer] = {}
        self._wanted: dict[int, int] = {}
        self._watched: set[int] = set()
        self._alarm: asyncio.Handle | None = None
        self._alarm_at = 0.0
        self._next_look: asyncio.Handle | None = None
        self._epoll = select.epoll()
        self._multi = pycurl.CurlMulti()
        self._multi.setopt(pycurl.M_SOCKETFUNCTION, self._on_socket)
        self._multi.setopt(pycurl.M_TIMERFUNCTION, self._on_timer)
        most = _most_connections()
        self._multi.setopt(pycurl.M_MAXCONNECTS, min(most, _MAX_IDLE_CONNECTIONS))
        # Further transfers wait: without a free file descriptor they would fail.
        self._multi.setopt(pycurl.M_MAX_TOTAL_CONNECTIONS, most)
        self._loop.add_reader(self._epoll.fileno(), self._on_ready)

    async def perform(self, handle: Any, may_go_on: Callable[[], bool]) -> None:
        """Run one transfer to its end. Raises pycurl.error. Cancelling ends it at once.

        A slow transfer is checked twice a second, and ended if it may not continue.
        """
        done = self._loop.create_future()
        self._waiting[handle] = _Transfer(done, may_go_on)
        if self._next_look is None:
            self._next_look = self._loop.call_later(_LOOK_EVERY_S, self._look)
        self._multi.add_handle(handle)
        try:
            await done
        finally:
            # This runs as a step of the waiting task, and never inside a callback of libcurl.
            if self._waiting.pop(handle, None) is not None:
                self._multi.remove_handle(handle)

    @property
    def open_transfers(self) -> int:
        """Return how many transfers are under way."""
        return len(self._waiting)

    def close(self) -> None:
        """End all transfers; calls that wait for one are cancelled."""
        self._cancel_alarm()
        if self._next_look is not None:
            self._next_look.cancel()
        self._loop.remove_reader(self._epoll.fileno())
        for handle, transfer in list(self._waiting.items()):
            del self._waiting[handle]
            self._multi.remove_handle(handle)
            transfer.done.cancel()
        self._multi.close()
        self._epoll.close()

    def _on_socket(self, what: int, descriptor: int, _multi: Any, _data: Any) -> None:
        if what == pycurl.POLL_REMOVE:
            # It stays registered: the next request on this connection most likely needs it again.
            self._wanted.pop(descriptor, None)
            return
        mask = _EPOLL_MASKS[what]
        if self._wanted.get(descriptor) != mask:
            self._wanted[descriptor] = mask
            self._watch(descriptor, mask)

    def _watch(self, descriptor: int, mask: int) -> None:
        if descriptor in self._watched:
            # A socket that was closed has left the epoll, and its number belongs to a new one.
            with contextlib.suppress(FileNotFoundError):
                self._epoll.modify(descriptor, mask)
                return
        self._epoll.register(descriptor, mask)
        self._watched.add(descriptor)

    def _on_ready(self) -> None:
        for descriptor, events in self._epoll.poll(0):
            if descriptor in self._wanted:
                self._multi.socket_action(descriptor, _curl_events(events))
            else:
                self._watched.discard(descriptor)
                # A socket that was closed has left by itself.
                with contextlib.suppress(OSError):
                    self._epoll.unregister(descriptor)
        self._finish()

    def _on_timer(self, timeout_ms: int) -> None:
        if timeout_ms < 0:
            return
        at = self._loop.time() + timeout_ms / 1000
        if self._alarm is not None:
            if self._alarm_at <= at:
                return
            self._alarm.cancel()
        self._alarm_at = at
        self._alarm = (
            self._loop.call_at(at, self._on_alarm)
            if timeout_ms
            else self._loop.call_soon(self._on_alarm)
        )

    def _on_alarm(self) -> None:
        self._alarm = None
        self._multi.socket_action(pycurl.SOCKET_TIMEOUT, 0)
        self._finish()

    def _look(self) -> None:
        """End the transfers that may not continue."""
        self._next_look = None
        for handle, transfer in list(self._waiting.items()):
            if not transfer.may_go_on():
                self._end(handle, pycurl.error(pycurl.E_WRITE_ERROR, "more was sent than is read"))
        if self._waiting:
            self._next_look = self._loop.call_later(_LOOK_EVERY_S, self._look)

    def _cancel_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _finish(self) -> None:
        """Wake the calls whose transfers have ended."""
        left, succeeded, failed = self._multi.info_read()
        for handle in succeeded:
            self._end(handle, None)
        for handle, code, message in failed:
            self._end(handle, pycurl.error(code, message))
        if left:
            self._finish()

    def _end(self, handle: Any, error: pycurl.error | None) -> None:
        done = self._waiting.pop(handle).done
        self._multi.remove_handle(handle)
        if done.cancelled():
            return
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)


def _most_connections() -> int:
    """Return how many connections fit beside the other files of the process."""
    allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return _MANY if allowed == resource.RLIM_INFINITY else max(1, min(allowed - _OTHERS, _MANY))


_EPOLL_MASKS = {
    pycurl.POLL_NONE: 0,
    pycurl.POLL_IN: select.EPOLLIN,
    pycurl.POLL_OUT: select.EPOLLOUT,
    pycurl.POLL_INOUT: select.EPOLLIN | select.EPOLLOUT,
}
_READABLE = select.EPOLLIN | select.EPOLLHUP | select.EPOLLPRI
_WRITABLE = select.EPOLLOUT | select.EPOLLHUP


def _curl_events(events: int) -> int:
    happened = 0
    if events & _READABLE:
        happened |= pycurl.CSELECT_IN
    if events & _WRITABLE:
        happened |= pycurl.CSELECT_OUT
    if events & select.EPOLLERR:
        happened |= pycurl.CSELECT_ERR
    return happened
