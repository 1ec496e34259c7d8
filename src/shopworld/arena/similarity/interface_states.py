"""What pages show once something on them was used: an open menu, a filter panel, the cart as a drawer.

Each probe opens one page and uses one thing on it as a person would: by what is written on it and what it looks like.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from shopworld.arena.explore.controls import controls, named
from shopworld.arena.explore.obstacles import blocks
from shopworld.arena.explore.probes.cart_surface import appeared, cart_control, cart_layer, kind_of_layer, newly_shown
from shopworld.arena.explore.probes.searching import open_search, search_field
from shopworld.arena.explore.probes.variants import add_button, choose_all, quantity_field, selector_groups
from shopworld.arena.explore.sight import DISCLOSURES, Sight, SightElement, layers, product_cards
from shopworld.arena.explore.words import CART, CLOSE, LANGUAGE, NEWSLETTER, QUANTITY, SEARCH, filter_of, sort_of
from shopworld.arena.similarity.complexity import Action
from shopworld.arena.similarity.templates import CART as CART_PAGE
from shopworld.arena.similarity.templates import COLLECTIONS, HOME, PRODUCTS
from shopworld.arena.similarity.visitor import SimilarityVisitor
from shopworld.errors import ActionError, ArenaError

_MOST_MENUS = 8
_LEAST_LINKS = 2
_TOP = 260.0
"""Pixels from the top within which announcements stand."""
_TYPED = 3
_SORT = re.compile(r"\bsort(?:ed)?\b|\border by\b", re.I)
_FILTERS = re.compile(r"^(?:show |open )?(?:all )?filters?\b|^refine\b|^narrow\b", re.I)
_MORE = re.compile(r"^(?:increase|plus|one more|add one)\b|^\+$|\+$", re.I)
_LESS = re.compile(r"^(?:decrease|minus|one less)\b|^[-−–]$", re.I)
_NOT_CHOICES = re.compile(
    r"\b(?:picture|image|photo|previous|next|zoom|share|save|wish ?list|compare|reviews?)\b", re.I
)
_QUICK_VIEW = re.compile(r"\bquick (?:view|look|shop)\b|\bpreview\b", re.I)
_SHORT = 24
_NOT_MENUS = re.compile(r"\b(?:account|log ?in|sign ?in|close|currency|wish ?list|skip)\b", re.I)
_FORMS = ("checkbox", "radio", "slider", "spinbutton", "combobox", "switch", "listbox")


@dataclass(frozen=True, slots=True)
class Reached:
    """A page on which something was used.

    Attributes:
        sight: the page now.
        action: what was done last.
    """

    sight: Sight
    action: Action


Use = Callable[[SimilarityVisitor, Sight], Reached | None]


@dataclass(frozen=True, slots=True)
class InterfaceProbe:
    """One thing to use.

    Attributes:
        state: name of what is then shown, as in the paper's graph.
        page: template of the page on which it is looked for.
        use: does it; None where the page has no such thing.
    """

    state: str
    page: str
    use: Use


POPUP = "popup_modal"
"""What lies over the first page until somebody answers it."""


def lies_over(sight: Sight) -> bool:
    """Whether something lies over a page until somebody answers it."""
    return any(blocks(one, sight) for one in layers(sight))


def _announcement(visitor: SimilarityVisitor, sight: Sight) -> Reached | None:
    """The announcement is closed."""
    for control in named(sight.root, CLOSE, "button", "link"):
        if control.box.top > _TOP or control.within("main", "contentinfo", "dialog") is not None:
            continue
        after = visitor.visit.click(control)
        if control.label not in {one.label for one in controls(after.root, control.role)}:
            return Reached(after, "click")
    return None


def _mega_menu(visitor: SimilarityVisitor, sight: Sight) -> Reached | None:
    """An entry of the navigation shows what is below it, by the mouse over it or by a click."""
    known = _links(sight)
    for label in list(dict.fromkeys(one.label for one in _menu_entries(sight)))[:_MOST_MENUS]:
        entry = next((one for one in _menu_entries(sight) if one.label == label), None)
        if entry is None:
            continue
        opened = visitor.visit.hover(entry)
        if len(_links(opened) - known) >= _LEAST_LINKS:
            return Reached(opened, "click")
        if not _says_that_it_opens(entry):
            continue
        clicked = visitor.visit.click(entry)
        if _same_page(sight, clicked) and len(_links(clicked) - known) >= _LEAST_LINKS:
            return Reached(clicked, "click")
        if not _same_page(sight, clicked):
            return None
    return None


def _menu_entries(sight: Sight) -> list[SightElement]:
    """Entries of the header, those first that say that they open something."""
    areas = [one for one in sight.find("navigation", "banner") if one.within("main", "contentinfo") is None]
    found: dict[int, SightElement] = {}
    for one in (entry for area in areas for entry in area.find("button", "link", "menuitem", *DISCLOSURES)):
        other = any(words.search(one.label) for words in (SEARCH, CART, LANGUAGE, _NOT_MENUS))
        if one.label and not other and one.within("main", "contentinfo") is None and not one.is_set("expanded"):
            found.setdefault(one.node, one)
    return sorted(found.values(), key=lambda one: not _says_that_it_opens(one))


def _says_that_it_opens(entry: SightElement) -> bool:
    return (
        entry.role in DISCLOSURES
        or entry.states.get("expanded") is not None
        or entry.states.get("hasPopup") not in (None, "false", False)
    )


def _links(sight: Sight) -> set[int]:
    return {one.node for one in sight.find("link", "menuitem")}


def _search_overlay(visitor: SimilarityVisitor, sight: Sight) -> Reached | None:
    """A control brings the field of the search."""
    before = search_field(sight)
    if before is not None and before.within("main") is None:
        return None
    opened, field, _ = open_search(visitor.visit, sight)
    return Reached(opened, "click") if field is not None and _same_page(sight, opened) else None


def _predictive_panel(visitor: SimilarityVisitor, sight: Sight) -> Reached | None:
    """Something is suggested while one types the first letters of a product's name."""
    text = _something_sold(sight)[:_TYPED]
    opened, field, _ = open_search(visitor.visit, sight)
    if field is None:
        return None
    typed = visitor.visit.type(field, text)
    known = {one.node for one in opened.root.walk() if one.visible}
    fresh = [
        one
        for one in typed.find("link", "option", "button", "menuitem")
        if one.node not in known and one.label and one.within("main", "contentinfo") is None
    ]
    return Reached(typed, "fill") if fresh and _same_page(opened, typed) else None


def search_results(visitor: SimilarityVisitor, sight: Sight) -> Reached | None:
    """Searches for a word in the name of a product; None where there is no search or it leads nowhere."""
    word = max(re.findall(r"\w+", _something_sold(sight)), key=len, default="new")
    opened, field, _ = open_search(visitor.visit, sight)
    if field is None:
        return None
    visitor.visit.fill(field, word)
    found = visitor.visit.press(field, "Enter")
    return None if _same_page(opened, found) else Reached(found, "fill")


def _something_sold(sight: Sight) -> str:
    """The name of the first product on a page."""
    return next((card.title for card in product_cards(sight.main) if card.title), "new")


def _cart_from_header(visitor: SimilarityVisitor, sight: Sight) -> Reached | None:
    """The control of the cart opens it over the page."""
    control = cart_control(sight)
    if control is None:
        return None
    after = visitor.visit.click(control)
    if not _same_page(sight, after):
        return None
    return _if_drawer(cart_layer(sight, after) or newly_shown(after), after)


def add_to_cart(visitor: SimilarityVisitor, sight: Sight) -> Sight | None:
    """Makes every choice of a product and adds it; None where the page sells nothing."""
    for _ in range(len(selector_groups(sight)) + 1):
        steps = choose_all(sight)
        if not steps:
            break
        control, option = steps[0]
        sight = visitor.visit.select(control, option) if option else visitor.visit.click(control)
    for row in range(len(_plain_choices(sight))):
        left = _plain_choices(sight)
        if row < len(left):
            sight = visitor.visit.click(left[row])
    button = add_button(sight)
    return None if button is None else visitor.visit.click(button)


def _plain_choices(sight: Sight) -> list[SightElement]:
    """One of each row of plain buttons above the one that adds to the cart: choices that do not say what they are."""
    button = add_button(sight)
    if button is None or selector_groups(sight):
        return []
    rows: dict[int, list[SightElement]] = {}
    for one in controls(sight.main, "button"):
        other = any(words.search(one.label) for words in (_MORE, _LESS, QUANTITY, CLOSE, _NOT_CHOICES))
        beside = abs(one.box.middle[0] - button.box.middle[0]) < sight.width / 3
        if beside and one.box.bottom <= button.box.top and 0 < len(one.label) <= _SHORT and not other and not _off(one):
            rows.setdefault(round(one.box.top / 8), []).append(one)
    return [row[-1] for row in rows.values() if len(row) > 1]


def _cart_after_adding(visitor: SimilarityVisitor, sight: Sight) -> Reached | None:
    """The cart opens over the page when something is added."""
    after = add_to_cart(visitor, sight)
    if after is None or not _same_page(sight, after):
        return None
    return _if_drawer(newly_shown(after) or cart_layer(sight, after), after)


def _if_drawer(layer: SightElement | None, sight: Sight) -> Reached | None:
    return None if layer is None or kind_of_layer(layer, sight) == "toast" else Reached(sight, "click")


def _sort_menu(visitor: SimilarityVisitor, sight: Sight) -> Reached | None:
    """The sorts of a listing are open; where they are a plain list of options, the next one is chosen."""
    for box in controls(sight.root, "combobox", "listbox"):
        sorts = [option for option in box.options if sort_of(option)]
        if len(sorts) < 2 or box.within("contentinfo", "banner") is not None:
            continue
        other = next((option for option in box.options if option != box.value), sorts[-1])
        return Reached(visitor.visit.select(box, other), "choice")
    for control in named(sight.main, _SORT, "button", *DISCLOSURES):
        after = visitor.visit.click(control)
        fresh = appeared(sight, after)
        if _same_page(sight, after) and any(sort_of(one.label) for part in fresh for one in controls(part)):
            return Reached(after, "click")
    return None


def _filter_panel(visitor: SimilarityVisitor, sight: Sight) -> Reached | None:
    """The filters of a listing are open; where they always are, a folded one is opened, else the first one is used."""
    for control in _folded_filters(sight):
        before = len(controls(sight.root, *_FORMS))
        after = visitor.visit.click(control)
        if _same_page(sight, after) and len(controls(after.root, *_FORMS)) > before:
            return Reached(after, "click")
    for box in controls(sight.root, "checkbox", "radio"):
        if box.within("banner", "contentinfo", "dialog") is None and not NEWSLETTER.search(box.label):
            return Reached(visitor.visit.click(box), "choice")
    return None


def _folded_filters(sight: Sight) -> list[SightElement]:
    found = named(sight.root, _FILTERS, "button", "link", *DISCLOSURES)
    found += [
        one
        for one in controls(sight.root, "button", *DISCLOSURES)
        if one.states.get("expanded") is False and filter_of(one.label) and len(one.label) < 40
    ]
    return [
        one
        for one in found
        if one.within("banner", "contentinfo", "search", "navigation") is None and not one.is_set("expanded")
    ][:_MOST_MENUS]


def _quick_view(visitor: SimilarityVisitor, sight: Sight) -> Reached | None:
    """A product is shown over the listing."""
    for control in named(sight.main, _QUICK_VIEW, "button", "link")[:1]:
        after = visitor.visit.click(control)
        if _same_page(sight, after) and any(one.role == "dialog" for one in layers(after)):
            return Reached(after, "click")
    return None


def _variant_select(visitor: SimilarityVisitor, sight: Sight) -> Reached | None:
    """Another variant of the product is chosen."""
    for group in selector_groups(sight):
        first = group.controls[0]
        if first.role in ("combobox", "listbox"):
            option = next((one for one in first.options[1:] if one != first.value), "")
            if option:
                return Reached(visitor.visit.select(first, option), "choice")
            continue
        free = [
            one for one in group.controls if not one.is_set("checked") and not one.is_set("pressed") and not _off(one)
        ]
        if free:
            return Reached(visitor.visit.click(free[-1]), "choice" if free[-1].role == "radio" else "click")
    plain = _plain_choices(sight)
    return Reached(visitor.visit.click(plain[0]), "click") if plain else None


def _quantity_changed(visitor: SimilarityVisitor, sight: Sight) -> Reached | None:
    """One piece more."""
    steps = [one for one in named(sight.main, _MORE, "button") if not _off(one)]
    if steps:
        return Reached(visitor.visit.click(steps[0]), "click")
    fields = [one for one in named(sight.main, QUANTITY, "spinbutton", "textbox", "combobox") if not _off(one)]
    field = quantity_field(sight) or next(iter(fields), None)
    if field is None:
        return None
    if field.role == "combobox":
        option = next((one for one in field.options if one != field.value), "")
        return Reached(visitor.visit.select(field, option), "choice") if option else None
    return Reached(visitor.visit.fill(field, "2"), "fill") if field.role in ("spinbutton", "textbox") else None


def _off(one: SightElement) -> bool:
    return one.is_set("disabled")


def _same_page(before: Sight, after: Sight) -> bool:
    return _path(before) == _path(after)


def _path(sight: Sight) -> str:
    return sight.url.partition("#")[0].partition("?")[0]


def used(probe: InterfaceProbe, visitor: SimilarityVisitor, sight: Sight) -> Reached | None:
    """Runs a probe on a page; a control that cannot be used, or leads to another site, counts as not there."""
    try:
        return probe.use(visitor, sight)
    except (ActionError, ArenaError):
        return None


PROBES: tuple[InterfaceProbe, ...] = (
    InterfaceProbe("mega_menu", HOME, _mega_menu),
    InterfaceProbe("search_overlay", HOME, _search_overlay),
    InterfaceProbe("predictive_panel", HOME, _predictive_panel),
    InterfaceProbe("cart_drawer", HOME, _cart_from_header),
    InterfaceProbe("filter_panel", COLLECTIONS, _filter_panel),
    InterfaceProbe("sort_menu", COLLECTIONS, _sort_menu),
    InterfaceProbe("quick_view", COLLECTIONS, _quick_view),
    InterfaceProbe("variant_select", PRODUCTS, _variant_select),
    InterfaceProbe("quantity_changed", PRODUCTS, _quantity_changed),
    InterfaceProbe("announcement_dismissed", HOME, _announcement),
    InterfaceProbe("cart_drawer", PRODUCTS, _cart_after_adding),
    InterfaceProbe("quantity_changed", CART_PAGE, _quantity_changed),
)
"""What is tried in every shop, in order: what the shop remembers comes last, the cart is filled before its page."""
