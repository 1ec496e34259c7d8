"""Description, reviews and recommendations of a product page."""

from __future__ import annotations

import re
from collections.abc import Iterator

from shopworld.arena.explore.controls import controls
from shopworld.arena.explore.probes.choice_groups import choice_groups
from shopworld.arena.explore.sight import DISCLOSURES, ProductCard, Sight, SightElement, product_cards
from shopworld.arena.explore.words import QUANTITY, RECENTLY_VIEWED, RECOMMENDATIONS, REVIEWS

_PARTS = re.compile(
    r"\b(?:descriptions?|details?|specifications?|features?|materials?|care|ingredients|dimensions|delivery|shipping|returns|"
    r"reviews?|about|size|fit|how to|warranty|what's|contents|technical|technology|information|overview)\b",
    re.I,
)
_LEAST_RAIL = 2


def description_layout(sight: Sight) -> tuple[str, str]:
    """The layout in the vocabulary, and a sentence for the manual."""
    main = sight.main
    tabs = [one for one in controls(main, "tab") if not _is_picture(one)]
    if len(tabs) >= 2:
        return "tabs", f"The description stands in {len(tabs)} tabs."
    folded = [
        one
        for one in main.find("button", *DISCLOSURES)
        if (one.role in DISCLOSURES or one.states.get("expanded") is not None)
        and _PARTS.search(one.label)
        and not re.search(r"\bmore\b|\bguide\b", one.label, re.I)
        and one.within("navigation", "dialog") is None
    ]
    if folded:
        return "accordion_tabs", f"The description stands in {len(folded)} parts that open and close."
    return "plain", "The description stands on the page as plain text."


def reviews_of(sight: Sight) -> list[str]:
    """What the page has of reviews, for people; empty where it has none."""
    main = sight.main
    places = [one for one in titles(main) if REVIEWS.search(one.label) and one.within("navigation") is None]
    writes = [
        one
        for one in controls(main, "button", "link", *DISCLOSURES)
        if re.search(r"\b(?:write|leave|add)\b.{0,12}\breview", one.label, re.I)
    ]
    if not places and not writes:
        return []
    found = ["a summary of reviews"]
    holder = _section_of(places[0]) if places else main
    for group in choice_groups(main, "combobox", "listbox", "searchbox", "textbox", "radio", "checkbox"):
        if not group.controls[0].lies_in(holder) and not REVIEWS.search(group.title):
            continue
        words = f"{group.title} {' '.join(group.options[:6])}"
        if QUANTITY.search(group.title):
            continue
        if re.search(r"\bsort\b|newest|helpful", words, re.I):
            found.append("a control that sorts them")
        elif re.search(r"\bstars?\b|\brating\b", words, re.I):
            found.append("a filter by stars")
        elif re.search(r"\bsearch\b", words, re.I):
            found.append("a search in them")
    if any(re.search(r"\bhelpful\b", one.label, re.I) for one in controls(main, "button")):
        found.append("votes for helpful ones")
    if writes:
        found.append("a way to write one")
    return list(dict.fromkeys(found))


def recommendations_of(sight: Sight, own: str) -> list[str]:
    """The titles of rails of other products on a product page; what the visitor saw before recommends nothing."""
    main = sight.main
    cards = [
        card
        for card in product_cards(main)
        if card.url.partition("?")[0].rstrip("/") != own.partition("?")[0].rstrip("/")
    ]
    over = _titles_over(cards, main)
    cards = [card for card, title in zip(cards, over, strict=True) if not RECENTLY_VIEWED.search(title)]
    found = []
    for title in titles(main):
        if not RECOMMENDATIONS.search(title.label):
            continue
        section = _section_of(title)
        if sum(card.element.lies_in(section) for card in cards) >= 1:
            found.append(title.label)
    if not found and len(cards) >= _LEAST_RAIL + 1:
        found.append("other products")
    return list(dict.fromkeys(found))


def _titles_over(cards: list[ProductCard], main: SightElement) -> list[str]:
    """The title that each card stands below: the last one before it on the page."""
    holders = {id(card.element): place for place, card in enumerate(cards)}
    found, last = [""] * len(cards), ""
    for one in main.walk():
        if id(one) in holders:
            found[holders[id(one)]] = last
        elif one.role in ("heading", "region") and one.visible and not any(one.lies_in(card.element) for card in cards):
            last = one.label
    return found


def titles(area: SightElement) -> Iterator[SightElement]:
    """Headings, named regions, tabs and disclosures of an area."""
    for one in area.walk():
        if one.visible and one.label and one.role in ("heading", "region", "tab", "complementary", *DISCLOSURES):
            yield one


def _section_of(title: SightElement) -> SightElement:
    """What a title stands over: the region it names, else the nearest element above with more in it."""
    if title.role in ("region", "complementary", "tabpanel"):
        return title
    for above in title.above():
        if above.role in ("region", "complementary", "Details", "tabpanel") or len(above.text) > len(title.text) + 60:
            return above
    return title


def _is_picture(tab: SightElement) -> bool:
    return not tab.text or bool(re.match(r"(?:picture|image|slide|photo)\b", tab.label, re.I))
