"""A set of ids."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from shopworld.catalog.importers.amazon.ids import IdSet


@given(st.lists(st.text(max_size=4)))
def test_an_id_is_new_once(ids: list[str]) -> None:
    found, known = IdSet(), set[str]()
    for one in ids:
        assert found.add(one) == (one not in known)
        known.add(one)
        assert len(found) == len(known)


def test_it_grows() -> None:
    found = IdSet()
    assert all(found.add(f"B{number:09}") for number in range(20_000))
    assert not any(found.add(f"B{number:09}") for number in range(20_000))
    assert len(found) == 20_000
