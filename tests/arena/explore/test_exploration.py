"""A generated shop explored end to end in a browser: what was found, how sure, and what was written."""

from __future__ import annotations

import json
import re
import socket
from pathlib import Path

import pytest
from little_site import LittleSite, page, small_shop
from obstructed_shop import CAPABILITIES, ExploredShop

from shopworld.arena.bundle import SECTIONS, read_bundle
from shopworld.arena.explore import PROBES, ExplorationProgress, ExploreSettings, explore, explore_all
from shopworld.arena.explore.anonymity import Anonymity, check_folder
from shopworld.arena.explore.findings import LIKELY, SURE
from shopworld.errors import ArenaError

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("area", [name for name in type(CAPABILITIES).model_fields if name not in ("tone", "other")])
def test_a_shop_is_found_as_it_was_specified(explored_shop: ExploredShop, area: str) -> None:
    if area in ("descriptor", "category"):
        assert "apparel" in getattr(explored_shop.found.capabilities, area)
    else:
        assert getattr(explored_shop.found.capabilities, area) == getattr(CAPABILITIES, area)


def test_all_values_agree_and_none_stays_unknown(explored_shop: ExploredShop) -> None:
    assert explored_shop.agreement.misses == []
    assert explored_shop.agreement.total == 1
    assert explored_shop.findings.unknown == {}


def test_what_lies_over_the_page_is_dismissed_one_after_the_other(explored_shop: ExploredShop) -> None:
    """Age gate, cookie banner, newsletter and offer are in the way; each was seen before it went."""
    seen = [explored_shop.findings.values[f"floating.{name}"] for name in type(CAPABILITIES.floating).model_fields]
    assert all(one.value is True and one.confidence == SURE for one in seen)
    last = sorted((explored_shop.folder / "evidence").glob("floating-*.txt"))[-1].read_text()
    assert "dialog" not in last


def test_values_have_their_confidence(explored_shop: ExploredShop) -> None:
    confidence = explored_shop.found.manifest.confidence
    assert set(confidence) == set(explored_shop.findings.values)
    assert confidence["cart.type"] == SURE
    assert confidence["collection.pagination"] == SURE
    assert LIKELY <= confidence["homepage.section_count"] <= SURE
    assert all(0 < one <= 1 for one in confidence.values())


def test_the_look_is_read_from_what_is_painted(explored_shop: ExploredShop) -> None:
    wanted, found = explored_shop.wanted.style, explored_shop.found.style
    assert (found.button_shape, found.corner_radius, found.heading_case) == ("pill", "prominent", "sentence")
    assert found.fonts == wanted.fonts
    for name in ("background", "foreground", "accent_primary"):
        assert getattr(found.palette, name) == getattr(wanted.palette, name)


def test_the_numbers_of_the_catalog_are_counted(explored_shop: ExploredShop) -> None:
    statistics = explored_shop.found.statistics
    assert statistics.products_total == 20
    assert statistics.price.currency == "USD"
    assert statistics.price.min is not None
    assert statistics.price.max is not None
    assert statistics.price.min < statistics.price.max
    assert statistics.info_pages_count == 4
    assert {*statistics.variant_axes_observed} == {"color", "size"}
    assert statistics.products_with_variants_pct == pytest.approx(0.6, abs=0.25)


def test_what_was_written_is_a_whole_specification(explored_shop: ExploredShop) -> None:
    bundle, edits = read_bundle(explored_shop.folder), explored_shop.found
    assert bundle.capabilities == edits.capabilities
    assert bundle.manifest.sources[0].method == "explored"
    headings = re.findall(r"^## (.+)$", bundle.manual, re.M)
    assert set(headings) <= set(SECTIONS)
    assert len(headings) >= 8
    assert "`cart.type = drawer`" in bundle.manual


def test_every_probe_is_in_the_plan_and_done(explored_shop: ExploredShop) -> None:
    written = (explored_shop.folder / "plan.md").read_text()
    assert written == explored_shop.plan
    for probe in PROBES:
        assert f"- [x] {probe.name} -- " in written


def test_evidence_is_kept_of_what_was_seen(explored_shop: ExploredShop) -> None:
    kept = {path.name for path in (explored_shop.folder / "evidence").iterdir()}
    for name in ("home", "navigation-open", "collection-filters", "cart-added", "search-suggestions-1", "footer"):
        assert {f"{name}.txt", f"{name}.jpg", f"{name}.requests.jsonl"} <= kept
    picture = (explored_shop.folder / "evidence" / "home.jpg").read_bytes()
    assert picture.startswith(b"\xff\xd8")
    requests = [
        json.loads(line)
        for line in (explored_shop.folder / "evidence" / "home.requests.jsonl").read_text().splitlines()
    ]
    assert requests
    assert all(one["url"].startswith("~/") for one in requests)


def test_nothing_of_the_source_is_told(explored_shop: ExploredShop) -> None:
    anonymity = Anonymity(explored_shop.site)
    check_folder(explored_shop.folder, anonymity)
    texts = " ".join(path.read_text() for path in explored_shop.folder.rglob("*") if path.suffix in (".md", ".txt"))
    assert explored_shop.site.name not in texts
    assert not any(one.title in texts for one in explored_shop.site.products if " " in one.title)
    assert anonymity.leaks(f"{texts} {explored_shop.site.products[0].title}")


def small(cache: Path, coverage: float = 0.5) -> ExploreSettings:
    return ExploreSettings(delay=0, pictures=False, cache=cache, coverage=coverage)


def test_probes_that_fail_leave_their_areas_unknown_and_several_sites_are_composed(tmp_path: Path) -> None:
    routes = small_shop()
    other = {path: one.replace("€", "$") if isinstance(one, str) else one for path, one in routes.items()}
    told: list[str] = []
    with LittleSite(routes) as first, LittleSite(other) as second:
        explored = explore_all(
            [first.address, second.address],
            tmp_path / "out",
            small(tmp_path / "cache"),
            progress=ExplorationProgress(doing=told.append),
        )
    for one in explored:
        outcome = {task.probe.name: task.reason for task in one.plan.tasks}
        assert outcome["search_predictive"] == "no search was found"
        assert outcome["cart_drawer"] == "no product could be put into the cart"
        assert outcome["footer"] == "the page has no footer that can be recognised"
        assert one.findings.value("site_shell.footer_groups") == 0
        assert one.findings.unknown["search"] == "no search was found"
        assert "info_pages" in one.plan.omitted
        assert one.findings.value("collection.layout") == "list"
        assert one.findings.value("product.has_quantity_selector") is True
        assert "- [!] search_predictive" in one.plan.text()
    composed = read_bundle(tmp_path / "out")
    assert [one.label for one in composed.manifest.sources] == ["seed 1", "seed 2"]
    conflict = next(one for one in composed.manifest.conflicts if one.field == "stats.price.currency")
    assert dict(conflict.values) == {"seed 1": "EUR", "seed 2": "USD"}
    for number in ("1", "2"):
        seed = read_bundle(tmp_path / "out" / "seeds" / number)
        assert seed.manifest.unknown["search"] == "no search was found"
        assert "search.trigger" not in seed.manual
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cache", "out"]
    assert told[0] == "reading pages"


@pytest.mark.parametrize("fault", ["nothing there", "blocks", "robots", "no page", "a leak"])
def test_a_site_that_cannot_be_explored_leaves_nothing_behind_and_what_stood_there_stays(
    fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "manual.md").write_text("of an earlier try")
    routes = small_shop()
    if fault == "blocks":
        routes["/"] = (403, "text/html", "<h1>Forbidden</h1>")
    elif fault == "robots":
        routes["/robots.txt"] = (200, "text/plain", "User-agent: *\nDisallow: /")
    elif fault == "no page":
        routes["/"] = b"[]"
    elif fault == "a leak":
        # A cleaner that lets everything through: the check must still fire.
        monkeypatch.setattr(Anonymity, "clean", lambda _, text: text)
        routes = {"/": page("<main><h1>Tin Cup Trading</h1><p>Call +44 20 7946 0958</p></main>")}
    with LittleSite(routes) as site:
        address = site.address
        if fault == "nothing there":
            with socket.socket() as taken:
                taken.bind(("127.0.0.1", 0))
                address = f"http://127.0.0.1:{taken.getsockname()[1]}/"
        expected = {
            "nothing there": "does not answer",
            "blocks": "blocks programs",
            "robots": "forbids its home page",
            "no page": "expected a web page",
            "a leak": "would tell",
        }
        with pytest.raises(ArenaError, match=expected[fault]):
            explore(address, out, small(tmp_path / "cache", 0 if fault == "a leak" else 0.5))
    assert [path.name for path in out.iterdir()] == ["manual.md"]
    assert {path.name for path in tmp_path.iterdir()} <= {"cache", "out"}
