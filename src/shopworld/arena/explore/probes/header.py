"""The header: its style, whether it sticks, the strip above it, and how deep the navigation goes."""

from __future__ import annotations

import re
from itertools import pairwise

from shopworld.arena.explore.browser_session import BrowserSession
from shopworld.arena.explore.controls import named
from shopworld.arena.explore.findings import GUESSED, LIKELY, SURE, Findings
from shopworld.arena.explore.prefetch.site import PrefetchedSite
from shopworld.arena.explore.probes.flyouts import Flyout, open_flyouts
from shopworld.arena.explore.probes.probe import Probe
from shopworld.arena.explore.scene import Scene
from shopworld.arena.explore.sight import DISCLOSURES, Sight, SightElement
from shopworld.arena.explore.words import SEARCH

_SECTION = "Site shell"
_TOP = 150.0
_WIDE = 0.9
_TALLEST_STRIP = 90.0
_LEAST_WORDS = 3
_CENTRE = 0.06
_DOMINANT_SEARCH = 0.3
_SCROLL = 700.0
_ROW = 14.0


def header_of(sight: Sight) -> SightElement | None:
    """The header: the landmark, else the area at the top that holds the first links."""
    landmark = sight.landmark("banner")
    if landmark is not None:
        return landmark
    wide = [
        one
        for one in sight.root.walk()
        if one.box.width > sight.width * _WIDE and one.box.top < _TOP and 30 < one.box.height < 400 and one.find("link")
    ]
    return max(wide, key=lambda one: len(one.find("link")), default=None)


def announcement_of(sight: Sight, header: SightElement | None) -> SightElement | None:
    """The strip with a message at the top of the page; None where there is none."""
    limit = header.box.top + header.box.height if header is not None else _TOP
    for element in sight.root.walk():
        if (
            element.role in ("text", "navigation", "list")
            or element is header
            or not element.visible
            or element.box.width < sight.width * _WIDE
            or not 14 <= element.box.height <= _TALLEST_STRIP
            or element.box.top > min(limit, _TOP)
            or element.style.get("position") == "fixed"
        ):
            continue
        links, fields = element.find("link"), element.find("textbox", "searchbox", "combobox", *DISCLOSURES)
        words = re.findall(r"\w+", element.text)
        if fields or element.find("navigation") or len(words) < _LEAST_WORDS or len(links) > 2:
            continue
        if element.first("image", "heading") is not None or any(
            one.role in ("main", "navigation") for one in element.above()
        ):
            continue
        in_links = sum(len(re.findall(r"\w+", one.text)) for one in links)
        contact = re.search(r"\+?\d[\d\s()/-]{6,}\d", element.text)
        if in_links < len(words) and not (contact and len(words) < 12):
            return element
    return None


def _logo(header: SightElement, site: PrefetchedSite) -> SightElement | None:
    """The link to the home page that stands for the shop."""
    links = [one for one in header.find("link") if _is_home(one.url, site)]
    return max(links, key=lambda one: one.box.area, default=None)


def _is_home(url: str, site: PrefetchedSite) -> bool:
    return url.partition("?")[0].partition("#")[0].rstrip("/") == site.start.partition("?")[0].rstrip("/")


def _rows(header: SightElement) -> int:
    """How many rows of links and fields a header has."""
    middles = sorted(one.box.middle[1] for one in header.find("link", "button", "searchbox", "textbox", *DISCLOSURES))
    return 1 + sum(later - earlier > _ROW for earlier, later in pairwise(middles)) if middles else 0


def _sticks(session: BrowserSession) -> bool:
    """Whether the header stays in view when the page is scrolled."""
    sight = session.scroll(_SCROLL)
    header = header_of(sight)
    moved = sight.scrolled > 100
    stays = header is not None and header.box.top >= sight.scrolled - 60 and header.box.bottom > sight.scrolled
    session.scroll(-_SCROLL)
    return moved and stays


def _style(header: SightElement, sight: Sight, sticks: bool, site: PrefetchedSite) -> tuple[str, float]:
    logo = _logo(header, site)
    fields = [*header.find("searchbox", "textbox", "combobox"), *named(header, SEARCH, "button", *DISCLOSURES)]
    widest = max((one.box.width for one in fields), default=0.0)
    navigation_below = logo is not None and any(
        one.box.top >= logo.box.bottom - 4 and len(one.find("link", "button", *DISCLOSURES)) >= 3
        for one in header.find("navigation")
    )
    centred = logo is not None and abs(logo.box.middle[0] - sight.width / 2) < sight.width * _CENTRE
    if sticks and (navigation_below or _rows(header) >= 2):
        return "two_row_sticky", SURE
    if centred:
        return "centered_logo", SURE
    if widest > sight.width * _DOMINANT_SEARCH:
        return "search_first", LIKELY
    plain = logo is not None and _rows(header) == 1
    return "horizontal", SURE if plain else LIKELY if logo is not None else GUESSED


def _run(scene: Scene) -> None:
    findings = scene.findings
    with scene.session() as session:
        sight = session.open(scene.site.start)
        header = header_of(sight)
        if header is None:
            raise LookupError("the home page has no header that can be recognised")
        scene.keep("header-closed", session, sight)
        strip = announcement_of(sight, header)
        findings.found("site_shell.has_announcement_bar", strip is not None, SURE if strip else LIKELY)
        sticks = _sticks(session)
        style, confidence = _style(header, sight, sticks, scene.site)
        findings.found("site_shell.header_style", style, confidence, "stays in view" if sticks else "scrolls away")
        if strip is not None:
            findings.say(
                _SECTION,
                "An announcement bar stands above the header"
                + (", with a button that dismisses it." if strip.find("button") else "."),
            )
        count = len(header.find("link", "button", *DISCLOSURES))
        findings.say(
            _SECTION,
            f"The header {'stays' if sticks else 'does not stay'} in view while the page scrolls and offers {count} "
            "links and buttons.",
        )
        sight = session.open(scene.site.start)
        flyouts = open_flyouts(scene, session, sight)
        _depth(scene, session, findings, flyouts)


def _depth(scene: Scene, session: BrowserSession, findings: Findings, flyouts: list[Flyout]) -> None:
    depth = max((one.levels for one in flyouts), default=1)
    if not flyouts:
        depth = max(depth, _depth_by_following(scene, session))
    mega = [one for one in flyouts if one.is_mega]
    findings.found("site_shell.nav_depth", min(depth, 4), SURE if flyouts else LIKELY)
    findings.found("site_shell.has_mega_menu", bool(mega), SURE if flyouts else LIKELY)
    findings.found("stats.navigation_depth_max", min(depth, 4), LIKELY)
    if flyouts:
        most = max(one.links for one in flyouts)
        kind = "wide panels of columns" if mega else "lists below their entries"
        findings.say(
            _SECTION,
            f"{len(flyouts)} entries of the navigation open flyouts, {kind}, with up to {most} links; "
            f"the navigation goes {depth} levels deep."
            + (" Flyouts show products with pictures and prices." if any(one.cards for one in flyouts) else ""),
        )
    else:
        findings.say(_SECTION, f"The navigation has no flyouts; it goes {depth} levels deep.")


def _depth_by_following(scene: Scene, session: BrowserSession) -> int:
    """How deep a navigation without flyouts goes that unfolds on the pages it leads to."""
    depth = 1
    url = next((one.url for one in scene.site.collections if not one.is_everything and (one.count or 0) > 8), "")
    seen: set[str] = set()
    while url and url not in seen and depth < 4:
        seen.add(url)
        sight = session.open(url)
        lists = [
            one
            for navigation in sight.find("navigation")
            if navigation.box.top < sight.viewport[1] and navigation.within("main", "contentinfo") is None
            for one in navigation.find("list")
        ]
        inner = [one for one in lists if one.within("listitem") is not None]
        levels = [1 + sum(above.role == "list" for above in one.above()) for one in lists]
        if max(levels, default=1) <= depth:
            break
        depth = max(levels)
        deepest = max(inner, key=lambda one: sum(above.role == "list" for above in one.above()))
        url = next((link.url for link in deepest.find("link") if link.url not in seen), "")
    return depth


PROBE = Probe(
    "header_navigation",
    8,
    ("site_shell.has_announcement_bar", "site_shell.header_style", "site_shell.has_mega_menu", "site_shell.nav_depth"),
    _run,
    lambda site: (
        f"look at the header of `/` closed and scrolled; open every flyout of the navigation "
        f"({sum(one.area == 'header' for one in site.links)} links in it); count levels"
    ),
)
