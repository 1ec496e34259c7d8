"""`shopworld arena explore` for people and machines. Explorations are tested in tests/arena."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from shopworld.arena import explore as explore_room
from shopworld.arena.bundle import SpecificationBundle, Statistics
from shopworld.arena.bundle.bundle import NEUTRAL_STYLE
from shopworld.arena.explore import Explored, ExploreSettings
from shopworld.arena.explore.findings import LIKELY, SURE, Findings
from shopworld.arena.explore.plan import make_plan
from shopworld.arena.explore.prefetch import PrefetchedSite
from shopworld.cli.arena import app
from shopworld.errors import ArenaError
from shopworld.shop.capabilities import Capabilities


@pytest.fixture
def explored(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Explored:
    """What a short exploration brought."""
    findings = Findings()
    findings.found("cart.type", "drawer", SURE)
    findings.found("homepage.section_types", ["hero_carousel", "newsletter_inline"] * 6, 0.72)
    findings.found("cart.has_upsells", False, LIKELY)
    findings.suppose("search.trigger", "icon_button", "button 'Search'")
    findings.missing("search", "no search was found")
    site = PrefetchedSite(start="http://localhost:1/", host="localhost", requests=12)
    bundle = SpecificationBundle("", Capabilities(), Statistics(), NEUTRAL_STYLE)
    one = Explored(bundle, findings, make_plan(site, "a shop"), site, tmp_path)

    def explore_all(addresses: Sequence[str], out: Path, settings: ExploreSettings, **_: object) -> list[Explored]:
        assert settings.delay == 0
        assert out == tmp_path / "out"
        return [one for _ in addresses]

    monkeypatch.setattr(explore_room, "explore_all", explore_all)
    return one


def explore(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["explore", *map(str, arguments)], catch_exceptions=False)


@pytest.mark.usefixtures("explored")
def test_people_get_a_table_of_what_was_found_and_how_sure_it_is(tmp_path: Path) -> None:
    said = explore("http://localhost:1/", "--delay", 0, "--out", tmp_path / "out").stdout
    rows = [line.split() for line in said.splitlines()]
    assert ["cart.type", "95%", "drawer"] in rows
    assert ["cart.has_upsells", "80%", "no"] in rows
    assert ["search.trigger", "model", "icon_button"] in rows
    assert any(row[:2] == ["homepage.section_types", "72%"] for row in rows)
    assert "search: no search was found" in said
    assert all(len(line) <= 80 for line in said.splitlines() if "Specification" not in line)


@pytest.mark.usefixtures("explored")
def test_several_seeds_have_a_table_each(tmp_path: Path) -> None:
    said = explore("http://localhost:1/", "http://localhost:2/", "--delay", 0, "--out", tmp_path / "out").stdout
    assert said.count("cart.type") == 2
    assert "Seed 2" in said


@pytest.mark.usefixtures("explored")
def test_machines_get_values_with_confidence_and_what_was_left_out(tmp_path: Path) -> None:
    told = json.loads(explore("http://localhost:1/", "--delay", 0, "--out", tmp_path / "out", "--json").stdout)
    [site] = told["sites"]
    assert site["found"]["cart.type"] == {
        "value": "drawer",
        "confidence": SURE,
        "note": "",
        "source": "probe",
    }
    assert site["unknown"] == {"search": "no search was found"}
    assert site["omitted"]["info_pages"] == "no information page is linked from the home page"


def test_an_address_that_is_none_is_told_and_nothing_is_written(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match="no web address"):
        explore("ftp://shop.example/", "--out", tmp_path / "out")
    assert list(tmp_path.iterdir()) == []
