"""Pages and states beside the vocabulary: wish list, comparison, quick view, makers, account, orders, and the like."""

from __future__ import annotations

import re

from shopworld.arena.explore.browser_session import BrowserSession
from shopworld.arena.explore.controls import named
from shopworld.arena.explore.findings import SURE
from shopworld.arena.explore.probes.probe import Probe
from shopworld.arena.explore.scene import Scene
from shopworld.arena.explore.sight import layers
from shopworld.errors import ActionError, ArenaError

_SECTION = "Policy & info pages"
_LINKED: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(words, re.I))
    for name, words in (
        ("wish_list", r"\bwish ?list\b|\bfavou?rites\b|\bsaved (?:items|products)\b"),
        ("compare", r"^compar(?:e|ison)\b"),
        ("account", r"\b(?:sign|log) ?in\b|\b(?:my|your) account\b"),
        ("quick_order", r"\b(?:quick|bulk) order\b"),
        ("brand_pages", r"\b(?:all|our|shop by) (?:brands?|makers|designers)\b|^brands$"),
        ("order_status", r"\btrack (?:an|my|your|the)? ?orders?\b|\border (?:status|tracking)\b"),
        ("help_center", r"^(?:customer (?:care|service|support)|help cent(?:er|re))$"),
        ("gift_finder", r"\bgift finder\b"),
        ("deals", r"^(?:all |today's )?deals$|^offers$"),
        ("site_map", r"^site ?map$"),
    )
)
"""What is known by the link that leads to it."""
_QUICK_VIEW = re.compile(r"\bquick (?:view|look|shop)\b", re.I)


def _run(scene: Scene) -> None:
    found = {
        name: link.url for link in reversed(scene.site.links) for name, words in _LINKED if words.search(link.text)
    }
    present = []
    with scene.session() as session:
        for name, _ in _LINKED:
            if name in found and _opens(session, found[name]):
                present.append(name)
        if _shows_quickly(scene, session):
            present.append("quick_view")
    scene.findings.found("amenities", sorted(present), SURE)
    if present:
        scene.findings.say(_SECTION, f"Beside these there are: {', '.join(present).replace('_', ' ')}.")


def _opens(session: BrowserSession, url: str) -> bool:
    try:
        return bool(session.open(url).main.text.strip())
    except ArenaError:
        return False


def _shows_quickly(scene: Scene, session: BrowserSession) -> bool:
    """Whether a listing shows a product over itself."""
    listing = max(scene.site.collections, key=lambda one: one.first_page, default=None)
    if listing is None:
        return False
    try:
        sight = session.open(listing.url)
        control = next(iter(named(sight.main, _QUICK_VIEW, "button", "link")), None)
        if control is None:
            return False
        return any(one.role == "dialog" for one in layers(session.click(control)))
    except (ActionError, ArenaError):
        return False


PROBE = Probe(
    "amenities",
    2,
    ("amenities",),
    _run,
    lambda site: f"see which of {len(site.links)} links lead to a shopper's own things: wish list, account, orders",
)
