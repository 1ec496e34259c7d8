"""A real shop is captured: its pages, what can be used on them, and the ways between."""

from __future__ import annotations

from pathlib import Path

import pytest

from shopworld.arena.similarity.capture import Captured, capture
from shopworld.arena.similarity.comparing import compare_shops
from shopworld.arena.similarity.crawl import CrawlSettings
from shopworld.arena.similarity.graph import is_interface_state, page_of, statistics_of
from shopworld.arena.similarity.interface_states import PROBES
from shopworld.arena.similarity.subjects import open_subject
from shopworld.environments.browser import BrowserProcess

pytestmark = pytest.mark.browser

SHOPPING = {"/", "/collections/*", "/products/*", "/cart", "/search"}
FEW_PAGES = CrawlSettings(hops=1, navigations=2, pages_per_template=1)
HOME_ONLY = PROBES[:1]


def test_the_pages_of_a_purchase_are_found(captured: Captured) -> None:
    assert set(captured.capture.graph.nodes) >= SHOPPING
    assert captured.capture.dead_links == ()


def test_what_can_be_used_is_used(captured: Captured) -> None:
    used = {node for node in captured.capture.graph.nodes if is_interface_state(node)}
    assert used >= {"/collections/*:sort_menu", "/collections/*:filter_panel", "/cart:quantity_changed"}
    assert {page_of(node) for node in used} <= set(captured.capture.graph.nodes)
    entered = {target for _, target in captured.capture.graph.pairs}
    assert used <= entered


def test_the_ways_are_those_of_a_visitor(captured: Captured) -> None:
    pairs = captured.capture.graph.pairs
    assert {("/", "/collections/*"), ("/collections/*", "/products/*"), ("/search", "/products/*")} <= pairs
    assert ("/cart", "/cart:quantity_changed") in pairs
    assert captured.capture.statistics == statistics_of(captured.capture.graph)
    assert captured.capture.statistics.clicks_to_cart == 2  # by the site map: the header opens a drawer, empty at first
    fills = {edge.target for edge in captured.capture.graph.edges if edge.action == "fill"}
    assert "/search" in fills


def test_every_state_is_measured_and_has_a_picture(captured: Captured) -> None:
    assert [one.node for one in captured.capture.states] == list(captured.capture.graph.nodes)
    assert all(one.complexity.nodes > 50 and one.roles for one in captured.capture.states)
    assert set(captured.pictures) == set(captured.capture.graph.nodes)
    assert all(content.startswith(b"\xff\xd8") for content in captured.pictures.values())


def test_nothing_tells_by_which_door_the_visitor_came(captured: Captured) -> None:
    assert "localhost" not in captured.capture.model_dump_json()


def test_the_same_shop_measures_the_same(small_shop: Path) -> None:
    with BrowserProcess() as browser, open_subject(str(small_shop)) as subject:
        first, second = (capture(subject, browser, FEW_PAGES, probes=HOME_ONLY).capture for _ in range(2))
    assert first == second
    assert compare_shops(first, second).distance.model_dump() == {"nodes": 0, "edges": 0, "graph": 0, "roles": 0}
