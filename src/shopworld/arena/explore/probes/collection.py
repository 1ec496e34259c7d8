"""Listings: layout, columns, filters, sorts and pagination."""

from __future__ import annotations

import re
from collections import Counter

from shopworld.arena.explore.browser_session import BrowserSession
from shopworld.arena.explore.controls import controls
from shopworld.arena.explore.findings import GUESSED, LIKELY, SURE, Findings
from shopworld.arena.explore.prefetch.site import CollectionRecord, PrefetchedSite
from shopworld.arena.explore.probes.choice_groups import ChoiceGroup
from shopworld.arena.explore.probes.filters import control_of, filter_groups, filters_of, sorts_of, unfold
from shopworld.arena.explore.probes.pagination import try_pagination
from shopworld.arena.explore.probes.probe import Probe
from shopworld.arena.explore.scene import Scene
from shopworld.arena.explore.sight import ProductCard, Sight, SightElement, columns_of, product_cards
from shopworld.errors import ActionError, ArenaError

_SECTION = "Collections & navigation"
_LIST_WIDTH = 0.45
_LARGEST_LOOKED_AT = 2
_FEWEST_OF_A_PAGE, _MOST_OF_A_PAGE = 4, 96


def listings_by_size(site: PrefetchedSite) -> list[CollectionRecord]:
    """Listings, the largest first; that of the whole shop last, for it may lack what others have."""
    return sorted(site.collections, key=lambda one: (one.is_everything, -(one.count or len(one.products))))


def grid_cards(sight: Sight) -> list[ProductCard]:
    """The products of a listing: of all products on the page those that look alike and are most."""
    cards = [card for card in product_cards(sight.main) if card.element.within("navigation", "contentinfo") is None]
    if not cards:
        return []
    widths = Counter(round(card.box.width / 10) for card in cards)
    common = widths.most_common(1)[0][0]
    return [card for card in cards if abs(round(card.box.width / 10) - common) <= 1]


def layout_of(cards: list[ProductCard], width: float) -> tuple[str, int]:
    """How products stand: `grid` or `list`, and how many side by side."""
    columns = max(1, columns_of(card.box for card in cards))
    if columns > 1:
        return "grid", columns
    first = cards[0]
    beside = first.picture is not None and first.picture.box.right <= first.link.box.left + 12
    return ("list", 1) if beside or first.box.width > width * _LIST_WIDTH else ("grid", 1)


def _run(scene: Scene) -> None:
    findings = scene.findings
    candidates = listings_by_size(scene.site)
    if not candidates:
        raise LookupError("no listing of products was found")
    with scene.session() as session:
        filters: dict[str, str] = {}
        for number, listing in enumerate(_chosen(candidates)):
            sight = session.open(listing.url)
            cards = grid_cards(sight)
            if not cards:
                continue
            if number == 0:
                scene.keep("collection", session, sight, whole=True)
                _layout(findings, cards, sight)
            opened = unfold(session, sight, cards)
            groups = filter_groups(opened, grid_cards(opened) or cards)
            for one in filters_of(groups):
                filters.setdefault(one["name"], one["control"])
            if number == 0:
                _look_at_order(scene, session, opened, listing, groups)
        if "collection.layout" not in findings.values:
            raise LookupError("no products could be recognised in the listings")
        _look_at_pages(scene, session, max(candidates, key=lambda one: one.count or len(one.products)))
        findings.found(
            "collection.filters",
            [{"name": name, "control": control} for name, control in filters.items()],
            SURE if filters else LIKELY,
        )
        if filters:
            shown = ", ".join(f"{name.replace('_', ' ')} ({control})" for name, control in filters.items())
            findings.say(_SECTION, f"Listings can be filtered by {shown}.")
        else:
            findings.say(_SECTION, "Listings offer no filters.")


def _chosen(candidates: list[CollectionRecord]) -> list[CollectionRecord]:
    """The listings that are looked at: the largest ones and that of the whole shop."""
    everything = [one for one in candidates if one.is_everything][:1]
    return [*[one for one in candidates if not one.is_everything][:_LARGEST_LOOKED_AT], *everything]


def _layout(findings: Findings, cards: list[ProductCard], sight: Sight) -> None:
    layout, columns = layout_of(cards, sight.main.box.width)
    few = len(cards) < 4
    findings.found("collection.layout", layout, GUESSED if few else SURE)
    findings.found("collection.columns_desktop", min(columns, 6), GUESSED if few else SURE)
    shows = ["a picture"] if sum(card.picture is not None for card in cards) * 2 > len(cards) else []
    shows += ["its title", "its price"]
    if any(card.struck for card in cards):
        shows.append("a struck-out earlier price where it is reduced")
    if any(re.search(r"\d(?:\.\d)? out of 5|\bstars?\b|★", _words(card.element), re.I) for card in cards):
        shows.append("a star rating")
    if any(one.role == "button" for card in cards for one in controls(card.element, "button")):
        shows.append("a button that adds it to the cart")
    kind = f"a grid of {columns} columns" if layout == "grid" else "a list, one below the other"
    findings.say(_SECTION, f"Collection pages show products as {kind} on desktop. Each card shows {_listed(shows)}.")


def _words(element: SightElement) -> str:
    return " ".join(f"{one.name} {one.own_text}" for one in element.walk())


def _look_at_order(
    scene: Scene, session: BrowserSession, sight: Sight, listing: CollectionRecord, groups: list[ChoiceGroup]
) -> None:
    findings = scene.findings
    scene.keep("collection-filters", session, sight)
    known, other = sorts_of(session, sight)
    findings.found("collection.sort", known, SURE if known else LIKELY)
    if other:
        findings.other["collection.sort"] = ", ".join(other)
    if known:
        findings.say(_SECTION, f"A control sorts them by {_listed([one.replace('_', ' ') for one in known])}.")
    _try_filter(scene, session, listing, groups)


def _look_at_pages(scene: Scene, session: BrowserSession, listing: CollectionRecord) -> None:
    """Goes to the end of the longest listing: a short one may stand on one page."""
    findings = scene.findings
    fresh = session.open(listing.url)
    cards = grid_cards(fresh)
    total = listing.count or len(listing.products)
    if _FEWEST_OF_A_PAGE <= len(cards) <= _MOST_OF_A_PAGE and total > len(cards):
        findings.found("collection.page_size", len(cards), SURE)
    else:
        findings.missing("collection.page_size", "no listing is longer than a page")
    pagination = try_pagination(session, fresh, cards, listing.count)
    findings.found("collection.pagination", pagination.kind, pagination.confidence, pagination.sentence)
    findings.say(_SECTION, pagination.sentence)
    scene.keep("collection-end", session, session.look())


def _try_filter(scene: Scene, session: BrowserSession, listing: CollectionRecord, groups: list[ChoiceGroup]) -> None:
    """Uses one filter, so that the manual can say what it does."""
    group = next((one for one in groups if control_of(one) in ("checkbox", "buckets", "swatch")), None)
    if group is None:
        return
    sight = session.open(listing.url)
    cards = grid_cards(sight)
    sight = unfold(session, sight, cards)
    same = [one for one in filter_groups(sight, grid_cards(sight)) if one.title == group.title]
    if not same:
        return
    before, address = len(cards), sight.url
    try:
        after = session.click(same[0].controls[0])
    except (ActionError, ArenaError):
        return
    scene.keep("collection-filtered", session, after)
    changed = "changes the address" if after.url != address else "keeps the address"
    if after.url != address or len(grid_cards(after)) != before:
        scene.findings.say(_SECTION, f"A filter works as soon as it is chosen and {changed}.")
    else:
        scene.findings.say(_SECTION, "Filters work when they are applied by a button.")


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}" if words else ""


PROBE = Probe(
    "collection_filters",
    7,
    ("collection.",),
    _run,
    lambda site: (
        f"visit the largest listings ({len(site.collections)} were found); count columns; open all filters and name "
        "their controls; read the sorts; use one filter; scroll to the end and use the pagination"
    ),
    lambda site: "" if site.collections else "no listing of products was found by the prefetch",
)
