"""Questions that are answered together, before a rule asks them: each exchange takes time."""

from dataclasses import dataclass, field
from typing import Any

from leadline.domain.crawls import CrawlId
from leadline.store.neo4j.database import Graph
from leadline.store.neo4j.sections.place import Place, read_lease
from leadline.store.neo4j.sections.seeing import keys_of, read_seen
from leadline.store.rules.claims import SEEN_S, Claimant, hints_for
from leadline.store.rules.section import questions as ask
from leadline.store.rules.section.rows import ReadyQueue


@dataclass(frozen=True, slots=True)
class Hints:
    """Answers to the first questions of a claim, each of which may have changed since."""

    answers: list[tuple[Any, Any]] = field(default_factory=list)
    is_noted: bool = False
    """Whether the worker is noted as alive."""
    is_worth: bool = False
    """Whether the claim can get or change anything."""
    ready_in_s: float | None = None

    def read_all(self) -> list[tuple[Any, Any]]:
        """Return the answers, each to be used once."""
        return list(self.answers)


NO_HINTS = Hints()


async def look(graph: Graph, who: Claimant) -> Hints:
    """Answer the first questions of a claim in one exchange, and say whether it is worth it."""
    expired, due, short, lost, held, ready = hints_for(who)
    [row] = await graph.read(
        "claim_look",
        worker=who.worker,
        only=who.only,
        besides=list(who.besides),
        seen_s=SEEN_S,
        host_limit=who.host_limit,
        due=due.limit,
        ready=ready.limit,
    )
    is_noted, is_short, in_s, expired_leases, due_crawls, turns, lost_leases, *more = row
    held_pages, crawls = more
    answers: list[tuple[Any, Any]] = [
        (expired, [read_lease(node) for node in expired_leases]),
        (due, [CrawlId(id_) for id_ in due_crawls]),
        (short, [read_lease(node) for node in turns]),
        (lost, [read_lease(node) for node in lost_leases]),
        (held, ask.HeldPages(*held_pages)),
    ]
    if not who.is_browser:
        answers.append((ready, [CrawlId(id_) for id_ in crawls]))
    is_worth = bool(is_short or expired_leases or due_crawls or lost_leases or crawls)
    first_s = min((each for each in in_s if each is not None), default=None)
    ready_in_s = None if first_s is None else max(0.0, first_s)
    return Hints(answers, is_noted, is_worth, ready_in_s)


async def open_section(
    place: Place, first: tuple[Any, ...]
) -> tuple[dict[str, Any] | None, float | None]:
    """Lock the crawl, and answer the first questions of the section in the same exchange.

    Return the crawl and the time; None where there is no such crawl.
    """
    match first:
        case (ask.See() as wanted,):
            [(node, now, *row)] = await place.ask("open_commit", **keys_of(place, wanted))
            place.answered.append((wanted, read_seen(place, wanted, row)))
            return node, now
        case (ask.ReadyQueues() as queues, ask.CrawlLeases() as leases, ask.LiveWorkers() as some):
            which = {"kinds": list(queues.kinds), "limit": queues.limit, "within_s": some.within_s}
            for node, now, found, held, workers in await place.ask("open_claim", **which):
                place.answered += [
                    (queues, [ReadyQueue(place.queue(*queue), ready) for *queue, ready in found]),
                    (leases, {lease.token: lease for lease in map(place.lease, held)}),
                    (some, workers),
                ]
                return node, now
            return None, None
    for node, now in await place.ask("read_crawl" if place.is_dry else "lock_crawl"):
        return node, now
    return None, None
