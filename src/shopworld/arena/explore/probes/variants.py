"""The choices of a product page: what can be chosen, and how."""

from __future__ import annotations

import re
from dataclasses import dataclass

from shopworld.arena.explore.controls import controls, named
from shopworld.arena.explore.probes.choice_groups import ChoiceGroup, choice_groups
from shopworld.arena.explore.sight import Sight, SightElement, product_cards
from shopworld.arena.explore.words import ADD_TO_CART, LANGUAGE, PERSONALIZATION, QUANTITY, SHIPPING_ESTIMATE

_AXES = (
    ("size", re.compile(r"\bsizes?\b|\blength\b|\bwaist\b", re.I)),
    ("color", re.compile(r"\bcolou?rs?\b|\bshade\b|\bfinish\b", re.I)),
    ("material", re.compile(r"\bmaterials?\b|\bfabric\b", re.I)),
)
_NOT_AXES = re.compile(
    r"\b(?:rating|sort|stars?|country|postcode|zip|subscri\w+|delivery|country|review|search|filter)\b", re.I
)
_LONGEST_VALUE = 24
_ELSEWHERE = ("search", "banner", "contentinfo", "navigation")
_ROLES = ("radio", "combobox", "listbox", "button", "option")


@dataclass(frozen=True, slots=True)
class Selector:
    """One choice of a product.

    Attributes:
        axis: `size`, `color`, …, else its title as a name.
        kind: in the vocabulary.
        values: how many can be chosen.
    """

    axis: str
    kind: str
    values: int


def add_button(sight: Sight) -> SightElement | None:
    """The button that puts the page's product into the cart: the largest, outside product cards."""
    found = [one for one in named(sight.main, ADD_TO_CART, "button") if not _in_card(one, sight)]
    return max(found, key=lambda one: one.box.area - one.box.top, default=None)


def selectors_of(sight: Sight) -> list[Selector]:
    """The choices that a product page offers."""
    return [
        Selector(axis_of(group.title), kind, _count(group))
        for group in selector_groups(sight)
        if (kind := kind_of(group))
    ]


def selector_groups(sight: Sight) -> list[ChoiceGroup]:
    """The groups of choices near the button that adds the product to the cart."""
    add = add_button(sight)
    limit = (add.box.bottom if add is not None else sight.viewport[1]) + 60
    cards = [card.element for card in product_cards(sight.main)]
    found = []
    for group in choice_groups(sight.main, *_ROLES, skip=cards):
        if not group.title or group.controls[0].box.top > limit or _NOT_AXES.search(group.title):
            continue
        if QUANTITY.search(group.title) or LANGUAGE.search(group.title) or SHIPPING_ESTIMATE.search(group.title):
            continue
        if PERSONALIZATION.search(group.title) or group.controls[0].within(*_ELSEWHERE) is not None:
            continue
        if kind_of(group) and _count(group) >= 1:
            found.append(group)
    return found


def variant_links(sight: Sight) -> list[str]:
    """What links to pages of the variants say beyond the product's title; empty where a page has no such links."""
    title = next((one.label for one in sight.main.find("heading") if one.states.get("level", 1) == 1), "")
    stem = title.casefold()
    found = [
        one.label[len(stem) :].strip(" ,;:–—-()/")
        for one in sight.main.find("link")
        if stem and one.label.casefold().startswith(stem) and len(one.label) > len(stem) and not _in_card(one, sight)
    ]
    found = [one for one in dict.fromkeys(found) if 0 < len(one) <= _LONGEST_VALUE]
    return found if len(found) >= 2 else []


def kind_of(group: ChoiceGroup) -> str:
    """The kind of selector in the vocabulary; empty where the group is none."""
    if group.roles & {"combobox", "listbox"}:
        return "dropdown"
    if "button" in group.roles:
        stateful = sum(tells_whether_chosen(one) for one in group.controls)
        if stateful < 2 and not _are_values(group):
            return ""
    elif not group.roles & {"radio", "option"}:
        return ""
    if group.has_patches:
        return "color_swatch"
    if "button" in group.roles or group.is_pills:
        return "size_button"
    return "radio_buttons"


def tells_whether_chosen(control: SightElement) -> bool:
    """Whether a button says that it is chosen or not; many shops only paint it."""
    return "pressed" in control.states or "selected" in control.states


def _are_values(group: ChoiceGroup) -> bool:
    """Whether buttons without a state are the values of a choice: short words under the name of one."""
    named_so = any(pattern.search(group.title) for _, pattern in _AXES)
    return named_so and len(group.controls) >= 2 and all(0 < len(one) <= _LONGEST_VALUE for one in group.options)


def axis_of(title: str) -> str:
    """The name of a choice."""
    known = next((name for name, pattern in _AXES if pattern.search(title)), "")
    return known or re.sub(r"[^a-z0-9]+", "_", title.partition(":")[0].casefold()).strip("_")


def choose_all(sight: Sight) -> list[tuple[SightElement, str]]:
    """What to operate so that every choice is made: a control and, for lists, the option."""
    steps: list[tuple[SightElement, str]] = []
    for group in selector_groups(sight):
        first = group.controls[0]
        if first.role in ("combobox", "listbox"):
            option = next((one for one in first.options[1:] if "sold out" not in one.lower()), "")
            if option:
                steps.append((first, option))
            continue
        usable = [one for one in group.controls if not one.is_set("disabled")]
        if usable and not any(one.is_set("checked") or one.is_set("pressed") for one in usable):
            steps.append((usable[0], ""))
    return steps


def quantity_field(sight: Sight) -> SightElement | None:
    """The field or steps for a number of pieces, outside product cards."""
    found = [
        one
        for one in named(sight.main, QUANTITY, "spinbutton", "textbox", "combobox", "button")
        if not _in_card(one, sight)
    ]
    return next(iter(found), None)


def personalization_field(sight: Sight) -> SightElement | None:
    """A field for a text of the customer's own: engraving, monogram, gift note."""
    for one in controls(sight.main, "textbox", "checkbox", "combobox", "radio"):
        words = " ".join((one.label, *(above.name for above in one.above() if above.role in ("group", "region"))))
        if PERSONALIZATION.search(words):
            return one
    return None


def _count(group: ChoiceGroup) -> int:
    first = group.controls[0]
    if first.role in ("combobox", "listbox"):
        return max(
            0,
            len(first.options)
            - bool(first.options and re.match(r"choose|select|any|please|-", first.options[0], re.I)),
        )
    return len(group.controls)


def _in_card(one: SightElement, sight: Sight) -> bool:
    return any(one.lies_in(card.element) for card in product_cards(sight.main))
