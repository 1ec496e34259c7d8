"""The circle: specification, shop, exploration. One is closed with a browser in tests/arena/explore."""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn

import pytest
from obstructed_shop import obstructed_case

from shopworld.arena.closure import ClosureSettings, close_the_circle
from shopworld.arena.closure import closure as room
from shopworld.errors import ArenaError


def test_a_shop_that_cannot_be_explored_agrees_in_nothing_and_the_rest_goes_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: list[str] = []

    def explore(address: str, *_: object, **__: object) -> NoReturn:
        asked.append(address)
        raise ArenaError("the site went away")

    monkeypatch.setattr(room, "explore", explore)
    heard: list[float] = []
    result = close_the_circle(
        [obstructed_case()] * 2,
        ClosureSettings(products=12, keep=tmp_path),
        done=lambda one: heard.append(one.agreement.total),
    )
    assert len(asked) == 2
    assert heard == [0, 0]
    assert result.agreement.total == 0
    assert len(result.agreement.misses) == result.agreement.values > 60
    assert {one.reason for one in result.agreement.misses} == {"the site went away"}
    assert all(one.explored is None for one in result.cases)
    assert (tmp_path / "obstructed" / "shop" / "shop.toml").is_file()
