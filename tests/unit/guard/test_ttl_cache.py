from dns_server import Clock
from leadline.fetch.guard.ttl_cache import TtlCache


def test_an_entry_lives_exactly_as_long_as_it_may() -> None:
    clock = Clock()
    cache = TtlCache[str](10, clock)
    cache.put("key", "value", ttl_s=60)

    clock.pass_s(59.9)
    alive = cache.get("key")
    clock.pass_s(0.1)

    assert (alive, cache.get("key")) == ("value", None)


def test_the_entry_not_asked_for_the_longest_goes_first() -> None:
    cache = TtlCache[int](2, Clock())
    cache.put("one", 1, ttl_s=60)
    cache.put("two", 2, ttl_s=60)
    cache.get("one")

    cache.put("three", 3, ttl_s=60)

    assert [cache.get(key) for key in ("one", "two", "three")] == [1, None, 3]
