"""What a cart looks like when it opens: a page, a drawer, a popover or a toast."""

from __future__ import annotations

import re

from shopworld.arena.explore.controls import controls, named
from shopworld.arena.explore.sight import DISCLOSURES, Sight, SightElement, extent, in_window
from shopworld.arena.explore.words import ADD_TO_CART, CART, CHECKOUT
from shopworld.money import has_amount

_TALL = 0.82
_NARROW = 0.72
_SMALL_SHARE = 0.11
_LEAST = 60.0
_CONTROLS = ("button", "link", *DISCLOSURES)


def cart_control(sight: Sight) -> SightElement | None:
    """What leads to the cart: a control of the header that says so."""
    found = [
        one
        for one in named(sight.root, CART, *_CONTROLS)
        if one.within("main", "contentinfo", "dialog") is None
        and not ADD_TO_CART.search(one.label)
        and len(one.label) < 60
    ]
    return min(found, key=lambda one: (one.within("banner") is None, one.box.top, -one.box.left), default=None)


def appeared(before: Sight, after: Sight) -> list[SightElement]:
    """What is visible in the window now and was not before, outermost elements only."""
    known = {one.node for one in before.root.walk() if one.visible and in_window(one.box, before).area > 0}
    found: list[SightElement] = []
    for one in after.root.walk():
        if one.role == "text" or one.node in known or not one.visible:
            continue
        if any(one.lies_in(outer) for outer in found):
            continue
        if in_window(extent(one), after).area > _LEAST * 20:
            found.append(one)
    return found


def cart_layer(before: Sight, after: Sight) -> SightElement | None:
    """The part of the page that shows the cart and has just appeared over the rest of it."""
    if not _nodes(before) & _nodes(after):
        return newly_shown(after)  # the page was loaded anew: everything has just appeared
    found = []
    for one in appeared(before, after):
        above = [one, *one.above()]
        floats = any(part.style.get("position") in ("fixed", "absolute", "sticky") for part in above)
        words = f"{one.name} {one.text}"
        is_shell = one.role in ("banner", "main") or bool(one.find("banner", "main"))
        if (floats or one.role in ("dialog", "alertdialog")) and not is_shell and CART.search(words):
            found.append(one)
    return max(found, key=lambda one: in_window(extent(one), after).area, default=None)


def _nodes(sight: Sight) -> set[int]:
    return {one.node for one in sight.root.walk() if one is not sight.root}


def newly_shown(after: Sight) -> SightElement | None:
    """A cart that lies over the page, whatever was there before: after the page was loaded anew."""
    found = []
    for one in after.root.walk():
        if not one.visible or one.role == "text":
            continue
        is_dialog = one.role in ("dialog", "alertdialog")
        floats = one.style.get("position") in ("fixed", "absolute") or is_dialog
        if not floats or (one.within("main") is not None and not is_dialog) or one.find("banner", "main"):
            continue
        words = f"{one.name} {one.text}"
        if (
            CART.search(words)
            and (has_amount(words) or CHECKOUT.search(words))
            and in_window(extent(one), after).area > _LEAST * 60
        ):
            found.append(one)
    return max(found, key=lambda one: in_window(extent(one), after).area, default=None)


def kind_of_layer(layer: SightElement, sight: Sight) -> str:
    """Which of the vocabulary's forms a layer with the cart has: `drawer`, `popover` or `toast`."""
    box = in_window(extent(layer), sight)
    width, height = sight.viewport
    at_side = box.left <= 4 or box.right >= width - 4
    if box.height >= height * _TALL and box.width <= width * _NARROW and at_side:
        return "drawer"
    operable = [
        one
        for one in controls(layer, "spinbutton", "button", "combobox", "textbox")
        if re.search(r"\b(?:quantity|remove|delete|increase|decrease|update|qty)\b", one.label, re.I)
    ]
    if operable:
        return "drawer" if layer.is_set("modal") and box.height >= height * _TALL else "popover"
    small = box.area < _SMALL_SHARE * width * height
    if layer.role in ("status", "alert", "log") or small:
        return "toast"
    return "popover"
