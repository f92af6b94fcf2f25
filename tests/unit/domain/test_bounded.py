"""A cache that forgets everything when it is full."""

from leadline.domain.bounded import Bounded


def test_it_keeps_as_many_as_it_may_and_then_begins_anew() -> None:
    known = Bounded[str, int](2)
    known["a"] = 1
    known["b"] = 2
    known["a"] = 3
    assert known == {"a": 3, "b": 2}

    known["c"] = 4

    assert known == {"c": 4}
