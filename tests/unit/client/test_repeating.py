"""What the client repeats by itself, and what it does not."""

import pytest

from leadline.client import (
    Busy,
    ClientError,
    Conflict,
    NotFound,
    NotLeadline,
    Problem,
    ProblemDocument,
    ServerFailed,
    Unreachable,
)
from leadline.client.errors import problem_of
from leadline.client.transport import asking
from leadline.client.transport.effects import Pause
from leadline.demo.messages import Reply
from unit.client.conftest import BREAKS, GOOD, Client, scripted


def problem(status: int, name: str, *headers: tuple[str, str]) -> Reply:
    body = (
        f'{{"type": "urn:leadline:problem:{name}", "title": "", "status": {status},'
        ' "detail": "no", "request_id": "r1"}}'
    )
    return Reply(status, headers, body.replace("}}", "}").encode())


AT_ONCE = ("Retry-After", "0")
BUSY = problem(503, "store-unavailable", AT_ONCE)
FULL = problem(429, "too-many-crawls", AT_ONCE)


async def test_reading_is_repeated_until_an_answer_comes(client: Client) -> None:
    async with scripted(GOOD, BUSY, BREAKS, FULL, GOOD) as script:
        told = await client.progress(script.url)

    assert told.is_over
    assert script.answers == []


async def test_beginning_is_repeated_under_one_key(client: Client) -> None:
    async with scripted(BREAKS, problem(409, "in-progress"), BUSY, GOOD) as script:
        begun = await client.begin(script.url)

    assert begun == "c"
    assert len(script.keys) == 4
    assert len(set(script.keys)) == 1
    assert script.keys[0]


async def test_two_requests_have_two_keys(client: Client) -> None:
    async with scripted(GOOD, GOOD) as script:
        await client.begin(script.url)
        await client.begin(script.url)

    assert len(set(script.keys)) == 2


@pytest.mark.parametrize("answer", [BREAKS, BUSY])
async def test_steering_is_never_repeated(client: Client, answer: Reply) -> None:
    async with scripted(GOOD, answer, GOOD) as script:
        with pytest.raises((Unreachable, Busy)):
            await client.cancel(script.url)

    assert len(script.asked) == 2


async def test_who_was_not_asked_before_is_told_of_a_conflict(client: Client) -> None:
    async with scripted(problem(409, "in-progress"), GOOD) as script:
        with pytest.raises(Conflict):
            await client.begin(script.url)


async def test_an_end_is_reached(client: Client) -> None:
    async with scripted(*[BUSY] * 9) as script:
        with pytest.raises(Busy) as busy:
            await client.progress(script.url)

    assert busy.value.document.request_id == "r1"
    assert busy.value.name == "store-unavailable"
    assert 3 < len(script.asked) < 9


async def test_what_is_refused_is_not_asked_again(client: Client) -> None:
    async with scripted(problem(404, "unknown-crawl"), GOOD) as script:
        with pytest.raises(NotFound, match="no"):
            await client.progress(script.url)

    assert len(script.asked) == 1


async def test_answers_of_others_are_told_apart(client: Client) -> None:
    async with scripted(Reply(body=b"<html>"), Reply(500, body=b"<html>oops")) as script:
        with pytest.raises(NotLeadline, match=script.url):
            await client.progress(script.url)
        with pytest.raises(ServerFailed, match="HTTP 500: <html>oops"):
            await client.progress(script.url)


@pytest.mark.parametrize("status", [404, 405, 501])
async def test_another_server_is_not_taken_for_leadline(client: Client, status: int) -> None:
    async with scripted(Reply(status, body=b"<html>nothing here")) as script:
        said = f"{script.url} does not answer like a Leadline server; check LEADLINE_URL"
        with pytest.raises(NotLeadline, match=said):
            await client.begin(script.url)


async def test_an_answer_without_a_body_is_told_by_its_status(client: Client) -> None:
    async with scripted(Reply(405)) as script:
        with pytest.raises(NotLeadline, match=r"HTTP 405$"):
            await client.begin(script.url)


async def test_nobody_there_is_told_soon_and_with_the_address(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float] = []

    def pause(seconds: float) -> Pause:
        waited.append(seconds)
        return Pause(0)

    monkeypatch.setattr(asking, "_FIRST_PAUSE_S", 0.25)
    monkeypatch.setattr(asking, "Pause", pause)
    async with scripted() as script:
        url = script.url
    with pytest.raises(Unreachable, match=f"no answer from {url}: .*; is a server running there"):
        await client.progress(url)

    assert 0 < sum(waited) < 2.2


def test_every_problem_is_one_of_the_tree() -> None:
    for status in range(400, 600):
        error = problem_of(ProblemDocument("t", "", status, "d"))
        assert type(error) is not Problem
        assert isinstance(error, ClientError)
