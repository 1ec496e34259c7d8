"""The flyouts of a navigation: opens each of them, by mouse and by click, and measures what appears."""

from __future__ import annotations

import re
from dataclasses import dataclass

from shopworld.arena.explore.browser_session import BrowserSession
from shopworld.arena.explore.scene import Scene
from shopworld.arena.explore.sight import DISCLOSURES, Sight, SightElement, product_cards
from shopworld.arena.explore.words import CART, LANGUAGE, SEARCH
from shopworld.errors import ActionError, ArenaError

_MOST = 16
_WIDE_PANEL = 0.5
_COLUMN = 60.0
_LOWEST = 260.0
_LONGEST_ENTRY = 30
_OPERABLE = ("button", "link", "menuitem", "combobox", "listbox", "textbox", "searchbox", *DISCLOSURES)
_OVERFLOW = re.compile(r"^more\b", re.I)
"""An entry that holds what did not fit beside it: no level of its own."""
_PATH = re.compile(r"\b(?:breadcrumbs?|pagination)\b", re.I)
_NOT_MENUS = re.compile(r"^(?:go|ok|next|previous)$|\b(?:account|log ?in|sign ?in|close|currency|wish ?list)\b", re.I)


@dataclass(frozen=True, slots=True)
class Flyout:
    """What an entry of the navigation opens.

    Attributes:
        links: how many links it has.
        levels: how deep it goes, the entry itself counted.
        columns: how many groups of links stand side by side.
        width: of the panel, as a share of the window.
        cards: products with a price in it.
    """

    links: int
    levels: int
    columns: int
    width: float
    cards: int

    @property
    def is_mega(self) -> bool:
        """Whether it is a mega menu: a wide panel with products, or with several titled groups side by side."""
        groups = self.columns >= 2 and (self.levels >= 3 or self.columns >= 3)
        return self.width >= _WIDE_PANEL and (groups or self.cards > 0)


def open_flyouts(scene: Scene, session: BrowserSession, sight: Sight) -> list[Flyout]:
    """Opens every flyout of the page's navigation, one after the other; each new one closes the last."""
    found: list[Flyout] = []
    kept = False
    closed = {one.node for one in sight.find("link")}
    address = sight.url
    for label in list(dict.fromkeys(one.label for one in _entries(sight)))[:_MOST]:
        entry = next((one for one in _entries(sight) if one.label == label), None)
        if entry is None:
            continue
        try:
            opened = _open(session, entry, {one.node for one in sight.find("link")})
        except (ActionError, ArenaError):
            continue
        loaded = not {one.node for one in opened.find("link")} & {one.node for one in sight.find("link")}
        if loaded or opened.url.partition("#")[0] != address.partition("#")[0]:
            sight = session.open(address)
            closed = {one.node for one in sight.find("link")}
            continue
        flyout = _measure(opened, _elsewhere(opened, sight, closed), entry)
        sight = opened
        if flyout is not None:
            found.append(flyout)
            if not kept or (flyout.is_mega and not any(one.is_mega for one in found[:-1])):
                scene.keep("navigation-open", session, opened)
                kept = True
    return found


def _elsewhere(opened: Sight, before: Sight, closed: set[int]) -> set[int]:
    """Links that are no part of a flyout: those that were always there, and those of another that stays open."""
    earlier = {one.node for one in before.find("link")} - closed
    now = {one.node for one in opened.find("link")}
    return closed | (earlier & now)


def _entries(sight: Sight) -> list[SightElement]:
    """What the header has that may open a flyout, in order: what says so, then any entry, whatever its markup."""
    areas = [
        one
        for one in (*sight.find("navigation"), *sight.find("banner"))
        if one.within("main", "contentinfo") is None and one.box.top < _LOWEST and not _PATH.search(one.name)
    ] or [
        one
        for one in sight.root.walk()
        if one.box.width > sight.width * _WIDE_PANEL and one.box.bottom < _LOWEST and one.box.height > 16 and one.parent
    ][:1]
    found: dict[int, SightElement] = {}
    for area in areas:
        for one in (*area.find("button", "link", "menuitem", *DISCLOSURES), *area.find("text")):
            if one.role == "text" and (one.within(*_OPERABLE) is not None or len(one.own_text) > _LONGEST_ENTRY):
                continue
            label = one.label.strip()
            if SEARCH.search(label) or CART.search(label) or _NOT_MENUS.search(label) or not label:
                continue
            if LANGUAGE.search(label) or one.within("main", "contentinfo") is not None:
                continue
            if one.box.width < 2 or one.is_set("expanded"):
                continue
            found.setdefault(one.node, one)
    return sorted(found.values(), key=lambda one: (not _says_so(one), one.box.top, one.box.left))


def _says_so(one: SightElement) -> bool:
    """Whether an entry says that it opens something."""
    return (
        one.role in DISCLOSURES
        or one.states.get("expanded") is not None
        or one.states.get("hasPopup") not in (None, "false", False)
    )


def _open(session: BrowserSession, entry: SightElement, before: set[int]) -> Sight:
    """Opens by mouse where that is enough, else by a click; a plain link is not clicked on, for it leads away."""
    hovered = session.hover(entry)
    if len({one.node for one in hovered.find("link")} - before) >= 2:
        return hovered
    if (entry.role == "link" or entry.role == "text") and not _says_so(entry):
        holder = entry if entry.role == "link" else entry.parent
        if entry.url or holder is None or holder.style.get("cursor") != "pointer":
            return hovered
    return session.click(entry)


def _measure(sight: Sight, before: set[int], entry: SightElement) -> Flyout | None:
    fresh = [one for one in sight.find("link") if one.node not in before]
    if not fresh:
        return None
    panel = _panel(fresh)
    cards = product_cards(panel)
    links = [one for one in fresh if not any(one.lies_in(card.element) for card in cards)] or fresh
    groups = _groups(links)
    lists = max(_list_depth(one, panel) for one in links)
    titled = len(groups) >= 2 and _titled(groups, panel)
    return Flyout(
        links=len(links),
        levels=max(3 if titled else 2, 1 + lists) - bool(_OVERFLOW.search(entry.label)),
        columns=1 if _OVERFLOW.search(entry.label) else len(groups),
        width=min(1.0, _shown_width(panel, links) / sight.width),
        cards=len(cards),
    )


def _panel(links: list[SightElement]) -> SightElement:
    """The smallest element around all links."""
    common = list(links[0].above())
    for link in links[1:]:
        above = set(map(id, link.above()))
        common = [one for one in common if id(one) in above]
    return common[0] if common else links[0]


def _shown_width(panel: SightElement, links: list[SightElement]) -> float:
    left, right = min(one.box.left for one in links), max(one.box.right for one in links)
    return max(right - left, panel.box.width)


def _list_depth(link: SightElement, panel: SightElement) -> int:
    """How many lists of the panel a link lies in."""
    count = 0
    for above in link.above():
        if above.role == "list":
            count += 1
        if above is panel:
            break
    return count


def _groups(links: list[SightElement]) -> list[list[SightElement]]:
    """Links that stand below one another, group by group."""
    columns: dict[int, list[SightElement]] = {}
    for link in links:
        place = next((key for key in columns if abs(key * 8 - link.box.left) < _COLUMN), round(link.box.left / 8))
        columns.setdefault(place, []).append(link)
    return [column for column in columns.values() if len(column) >= 1]


def _titled(groups: list[list[SightElement]], panel: SightElement) -> bool:
    """Whether groups begin with a title: the first of them looks different from the rest, or headings stand there."""
    if panel.find("heading"):
        return True
    different = sum(len(group) >= 2 and _look(group[0]) != _look(group[1]) for group in groups)
    return different >= 2


def _look(link: SightElement) -> tuple[str, str, str]:
    style = link.style
    return style.get("font-weight", ""), style.get("font-size", ""), style.get("text-transform", "")
