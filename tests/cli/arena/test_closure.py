"""`shopworld arena closure` for people and machines. The explorations themselves are tested in tests/arena."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

import pytest
from typer.testing import CliRunner, Result

from shopworld import arena
from shopworld.arena.bundle import compare
from shopworld.arena.closure import Closure, ClosureCase, ClosureSettings, closure_cases
from shopworld.cli.arena import app
from shopworld.shop.capabilities import Capabilities

asked: list[tuple[Sequence[ClosureCase], ClosureSettings]] = []


@pytest.fixture(autouse=True)
def without_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every shop is found as the vocabulary's defaults."""
    asked.clear()

    def close(cases: Sequence[ClosureCase], settings: ClosureSettings, **_: Callable[..., object]) -> Closure:
        asked.append((cases, settings))
        result = Closure()
        for case in cases:
            result.agreement.add(compare(case.bundle.capabilities, Capabilities(), case=case.name))
        return result

    monkeypatch.setattr(arena.closure, "close_the_circle", close)


def closure(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["closure", *map(str, arguments)], catch_exceptions=False)


def test_machines_get_agreement_areas_and_misses() -> None:
    told = json.loads(closure("--json").stdout)
    assert set(told) >= {"agreement", "by_area", "misses"}
    assert 0 < told["agreement"] < 1
    assert {"cart", "collection", "homepage", "site_shell"} <= set(told["by_area"])
    miss = next(one for one in told["misses"] if one["value"] == "homepage.section_count")
    assert (miss["case"], miss["found"], miss["agreement"]) == ("case 1", "unknown", 0)
    [(cases, settings)] = asked
    assert (len(cases), settings.plain, settings.products) == (12, False, 60)


def test_people_get_a_table_that_fits_and_the_misses() -> None:
    said = closure("--only", 2, "--only", 14, "--plain").stdout
    assert all(len(line) <= 80 for line in said.splitlines())
    assert "cart" in said
    assert "case 2, homepage.section_types" in said
    [(cases, settings)] = asked
    assert [one.name for one in cases] == ["case 2", "case 14"]
    assert cases[0] == closure_cases(0, 14)[1]
    assert settings.plain
