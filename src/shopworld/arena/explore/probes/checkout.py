"""How the checkout begins: everything on one page, or step by step. Nothing is filled in, nothing is sent."""

from __future__ import annotations

import re

from shopworld.arena.explore.browser_session import BrowserSession
from shopworld.arena.explore.controls import controls, named
from shopworld.arena.explore.findings import LIKELY, SURE
from shopworld.arena.explore.scene import Scene
from shopworld.arena.explore.sight import Sight
from shopworld.arena.explore.words import CHECKOUT
from shopworld.errors import ActionError, ArenaError

_SECTION = "Cart"
_ADDRESS = re.compile(r"\b(?:address|street|city|postcode|post code|postal|zip|town)\b", re.I)
_PAYMENT = re.compile(
    r"\b(?:card number|payment|pay (?:by|with)|credit card|invoice|paypal|cvc|security code|expiry)\b", re.I
)
_PLACE = re.compile(
    r"\b(?:place (?:the |my |your )?order|pay now|buy now"
    r"|complete (?:the )?(?:order|purchase)|order now|confirm (?:and pay|order))\b",
    re.I,
)
_CONTINUE = re.compile(r"\bcontinue\b|\bnext\b|\bproceed\b", re.I)
_STEPS = re.compile(r"\bstep \d of \d\b", re.I)


def look_at_checkout(scene: Scene, session: BrowserSession) -> None:
    """Goes to the checkout and looks at its first page."""
    findings = scene.findings
    try:
        sight = session.open(scene.site.cart)
        entry = next(iter(named(sight.main, CHECKOUT, "link", "button")), None)
        if entry is None:
            findings.missing("checkout.flow", "the cart shows no way to the checkout")
            return
        sight = session.click(entry)
    except (ActionError, ArenaError) as error:
        findings.missing("checkout.flow", f"the checkout could not be opened: {error.message}")
        return
    scene.keep("checkout-entry", session, sight)
    flow = _flow(sight)
    if not flow:
        findings.missing("checkout.flow", "the checkout asks for an account first, or shows no form")
        return
    findings.found("checkout.frame", _frame(sight), LIKELY)
    findings.found(
        "checkout.flow", flow, SURE if _PLACE.search(_words(sight)) or _CONTINUE.search(_words(sight)) else LIKELY
    )
    findings.say(_SECTION, "The checkout is one page." if flow == "one_page" else "The checkout goes step by step.")


def _frame(sight: Sight) -> str:
    """Whether menu, search and footer stand around the checkout, or nothing that leads away from it."""
    menus = [one for one in sight.find("navigation") if one.within("main") is None and len(one.find("link")) > 1]
    fields = [one for one in controls(sight.root, "searchbox") if one.within("main") is None]
    return "whole" if menus or fields else "bare"


def _words(sight: Sight) -> str:
    return " | ".join(one.label for one in controls(sight.main, "button", "link"))


def _flow(sight: Sight) -> str:
    """The flow in the vocabulary; empty where the page is no checkout."""
    fields = controls(sight.main, "textbox", "combobox", "radio", "spinbutton")
    names = [
        " ".join((one.label, *(above.name for above in one.above() if above.role in ("group", "region", "radiogroup"))))
        for one in fields
    ]
    address = any(_ADDRESS.search(one) for one in names)
    payment = any(_PAYMENT.search(one) for one in names)
    if not fields:
        return ""
    if _STEPS.search(sight.main.text) or (
        address != payment and _CONTINUE.search(_words(sight)) and not _PLACE.search(_words(sight))
    ):
        return "steps"
    if address and payment:
        return "one_page"
    return "one_page" if _PLACE.search(_words(sight)) else "steps" if _CONTINUE.search(_words(sight)) else ""
