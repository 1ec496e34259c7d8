"""Cuts a home page into its sections, and tells what lies in each."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from shopworld.arena.explore.controls import controls
from shopworld.arena.explore.prefetch.site import PrefetchedSite
from shopworld.arena.explore.probes.gallery import STEP
from shopworld.arena.explore.sight import DISCLOSURES, PICTURES, ProductCard, Sight, SightElement, product_cards
from shopworld.arena.explore.words import NEWSLETTER

_WIDE = 0.55
_LEAST_HEIGHT = 48.0
_LEAST_TEXT = 8
_LONGEST_TITLE = 25
_HIGHEST_TITLE = 140.0
_LEAST_PRODUCTS = 3
_SMALLEST_PICTURE = 36.0
"""Smaller ones are icons."""
_STARS = re.compile(r"\b[1-5](?:\.\d)? ?(?:out of 5|/ ?5|stars?)\b|★", re.I)
_PLAY = re.compile(r"\bplay\b|\bwatch\b|▶", re.I)
_QUOTES = re.compile(r"[“\"„«].{12,}?[”\"“»]", re.S)


@dataclass(frozen=True)
class HomeSection:
    """One section of a home page.

    Attributes:
        element: all of it.
        sight: the page.
        site: what the prefetch knows.
        position: from 0.
    """

    element: SightElement
    sight: Sight
    site: PrefetchedSite
    position: int

    @cached_property
    def text(self) -> str:
        """All its words."""
        names = " ".join(one.name for one in self.element.walk() if one.role in PICTURES or one.role in DISCLOSURES)
        return f"{self.element.name} {self.element.text} {names}"

    @cached_property
    def title(self) -> str:
        """Its first heading, else its name."""
        heading = self.element.first("heading")
        return heading.label if heading is not None else self.element.name

    @cached_property
    def cards(self) -> list[ProductCard]:
        """Products with a price in it; a price in an offer that leads to a listing makes none."""
        known = {one.url.partition("?")[0].rstrip("/") for one in self.site.collections}
        return [one for one in product_cards(self.element) if one.url.partition("?")[0].rstrip("/") not in known]

    @cached_property
    def videos(self) -> list[SightElement]:
        """Films, and what plays one."""
        films = [one for one in self.element.walk() if one.role == "Video" and one.visible]
        players = [one for one in controls(self.element, "button", "link", *DISCLOSURES) if _PLAY.search(one.label)]
        return films + [one for one in players if not any(one.lies_in(film) for film in films)]

    @cached_property
    def quotes(self) -> list[SightElement]:
        """Citations."""
        marked = [one for one in self.element.walk() if one.role == "blockquote" and one.visible]
        if marked:
            return marked
        return [
            one
            for one in self.element.walk()
            if one.role not in ("text",)
            and one.visible
            and _QUOTES.fullmatch(one.text.strip())
            and len(one.text) > 25
            and not any(child.text == one.text for child in one.children if child.role != "text")
        ]

    @cached_property
    def has_newsletter(self) -> bool:
        """Whether people can sign up with an e-mail address."""
        fields = controls(self.element, "textbox")
        return any(NEWSLETTER.search(one.label) or "mail" in one.label.lower() for one in fields)

    @cached_property
    def has_stars(self) -> bool:
        """Whether it speaks of stars."""
        return bool(_STARS.search(self.text))

    @cached_property
    def moves(self) -> bool:
        """Whether it can be moved sideways: steps to the next, or parts that lie outside the window."""
        steps = [one for one in controls(self.element, "button", "link") if STEP.search(one.label)]
        if any(one.role == "button" or self._stays(one.url) for one in steps):
            return True
        return any(card.box.left > self.sight.width for card in self.cards)

    def _stays(self, url: str) -> bool:
        """Whether a link leads to the page that it stands on; that to the next page of a listing does not."""
        return url.partition("#")[0] in ("", self.sight.url.partition("#")[0])

    @cached_property
    def links(self) -> list[SightElement]:
        """Its links."""
        return self.element.find("link")

    @cached_property
    def product_links(self) -> list[SightElement]:
        """Links to single products."""
        return [one for one in self.links if self.site.product(one.url.partition("?")[0]) is not None]

    @cached_property
    def listing_links(self) -> list[SightElement]:
        """Links to listings of products."""
        known = {one.url.partition("?")[0].rstrip("/") for one in self.site.collections}
        return [one for one in self.links if one.url.partition("?")[0].rstrip("/") in known]

    @cached_property
    def pictures(self) -> list[SightElement]:
        """Pictures of some size, the outermost of nested ones."""
        found: list[SightElement] = []
        for one in self.element.walk():
            painted = one.role in PICTURES or one.style.get("background-image", "").startswith("url")
            large = min(one.box.width, one.box.height) >= _SMALLEST_PICTURE
            if painted and large and not any(one.lies_in(other) for other in found):
                found.append(one)
        return found


def sections_of(sight: Sight, site: PrefetchedSite) -> list[HomeSection]:
    """The sections of a home page, from top to bottom."""
    blocks = _blocks(sight.main, sight)
    kept = [one for one in blocks if _matters(one)]
    kept = [one for one, following in pairwise([*kept, None]) if one is not None and not _is_title_of(one, following)]
    return [HomeSection(one, sight, site, position) for position, one in enumerate(kept)]


def _is_title_of(block: SightElement, following: SightElement | None) -> bool:
    """Whether a block is but the title of the products below it, which have none of their own."""
    if following is None or block.find("button") or len(block.text.split()) > _LONGEST_TITLE:
        return False
    if any(min(one.box.width, one.box.height) >= _SMALLEST_PICTURE for one in block.find(*PICTURES)):
        return False
    links = len(block.find("link"))  # “See all” stands beside some titles
    if links > 1 or (links and block.box.height > _HIGHEST_TITLE):
        return False
    cards = product_cards(following)
    own = [one for one in following.find("heading") if not any(one.lies_in(card.element) for card in cards)]
    return len(cards) >= _LEAST_PRODUCTS and not own


def _matters(block: SightElement) -> bool:
    if block.box.height < _LEAST_HEIGHT or block.role in (
        "navigation",
        "status",
        "alert",
        "dialog",
        "banner",
        "contentinfo",
    ):
        return False
    if any(above.style.get("position") == "fixed" for above in (block, *block.above())):
        return False
    return len(block.text) >= _LEAST_TEXT or bool(block.find("image", "Video", "img"))


def _blocks(area: SightElement, sight: Sight) -> list[SightElement]:
    """The parts of an area that stand below one another, as finely as they are meant: named regions are not cut."""
    regions = _outermost_regions(area, sight)
    if len(regions) >= 2:
        rest = [
            one
            for one in _stacked(area, sight)
            if not any(region.lies_in(one) or one.lies_in(region) for region in regions)
        ]
        return sorted([*regions, *rest], key=lambda one: (one.box.top, one.box.left))
    parts = _stacked(area, sight)
    if len(parts) == 1 and parts[0].role not in ("region", "article"):
        return _blocks(parts[0], sight)
    found: list[SightElement] = []
    for part in parts:
        inner = _stacked(part, sight)
        titled = [one for one in inner if one.find("heading") or one.role == "heading"]
        holds = part.role in ("region", "article", "form", "list", "group", "complementary")
        found += _blocks(part, sight) if not holds and len(titled) >= 2 and _are_sections(inner, sight) else [part]
    return found


def _outermost_regions(area: SightElement, sight: Sight) -> list[SightElement]:
    found: list[SightElement] = []
    for one in area.walk():
        if one is area or one.role not in ("region", "complementary") or not one.visible:
            continue
        if one.box.width >= sight.width * _WIDE and not any(one.lies_in(other) for other in found):
            found.append(one)
    return found


def _are_sections(parts: list[SightElement], sight: Sight) -> bool:
    """Whether parts are sections of their own: full width, one below the other, each of some height."""
    wide = [one for one in parts if one.box.width >= sight.width * 0.85 and one.box.height >= 120]
    return len(wide) >= 2 and len(wide) >= len(parts) * 0.6


def _stacked(area: SightElement, sight: Sight) -> list[SightElement]:
    """The wide parts of an area, through elements that hold nothing but one other."""
    current = area
    while True:
        children = [one for one in current.children if one.box.height > 4 and one.role != "text" and one.unclipped]
        wide = [one for one in children if one.box.width >= sight.width * _WIDE]
        if len(wide) == 1 and len(children) == 1:
            current = wide[0]
            continue
        return wide
