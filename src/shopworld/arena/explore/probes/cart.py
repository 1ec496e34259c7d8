"""The cart: empty, filled, with another quantity; and how the checkout begins. Never orders."""

from __future__ import annotations

import re

from shopworld.arena.explore.browser_session import BrowserSession
from shopworld.arena.explore.controls import controls, named
from shopworld.arena.explore.findings import GUESSED, LIKELY, SURE
from shopworld.arena.explore.probes.cart_surface import cart_control, cart_layer, kind_of_layer, newly_shown
from shopworld.arena.explore.probes.checkout import look_at_checkout
from shopworld.arena.explore.probes.probe import Probe
from shopworld.arena.explore.probes.product import chosen_products
from shopworld.arena.explore.probes.product_parts import titles
from shopworld.arena.explore.probes.variants import add_button, choose_all, tells_whether_chosen
from shopworld.arena.explore.scene import Scene
from shopworld.arena.explore.sight import DISCLOSURES, Sight, SightElement, product_cards
from shopworld.arena.explore.words import ADD_TO_CART, CART, EMPTY, PROMOTION, QUANTITY, SHIPPING_ESTIMATE, UPSELLS
from shopworld.errors import ActionError, ArenaError
from shopworld.money import amounts_in, has_amount

_SECTION = "Cart"
_MOST_TRIES = 6


def _run(scene: Scene) -> None:
    findings = scene.findings
    with scene.session() as session:
        sight = session.open(scene.site.start)
        kind, confidence, surfaces = _empty_then_filled(scene, session, sight)
        findings.found("cart.type", kind, confidence)
        shapes = {
            "drawer": "The cart opens as a drawer at the side of the window.",
            "popover": "The cart opens as a panel over the page, below its button.",
            "toast": "A short message confirms what was added; the cart itself is a page.",
            "page": "The cart is a page of its own.",
        }
        findings.say(_SECTION, shapes[kind])
        page = _cart_page(scene, session)
        if page is not None:
            surfaces.append(page.main)
            scene.keep("cart-page", session, page)
        if not surfaces:
            raise LookupError("no cart could be seen with a product in it")
        _parts(scene, surfaces, whole=page is not None)
        _change_quantity(scene, session)
        look_at_checkout(scene, session)


def _empty_then_filled(scene: Scene, session: BrowserSession, sight: Sight) -> tuple[str, float, list[SightElement]]:
    """Opens the empty cart, fills it, and sees what shows it."""
    opened_empty = _click_cart(session, sight)
    if opened_empty is not None:
        scene.keep("cart-empty", session, opened_empty)
        words = opened_empty.root.text if cart_layer(sight, opened_empty) is None else ""
        if EMPTY.search(words or opened_empty.root.text):
            scene.findings.say(_SECTION, "An empty cart says so and leads back to the products.")
    before, after = _add_product(scene, session)
    scene.keep("cart-added", session, after)
    layer = cart_layer(before, after) if _same_page(before, after) else newly_shown(after)
    if layer is None:
        layer = newly_shown(after)
    surfaces: list[SightElement] = []
    if layer is not None:
        kind = kind_of_layer(layer, after)
        surfaces.append(layer)
        if kind != "toast":
            return kind, SURE, surfaces
        opened = _click_cart(session, session.open(before.url))
        if (
            opened is not None
            and not _is_cart_page(opened, scene)
            and (panel := newly_shown(opened)) is not None
            and kind_of_layer(panel, opened) != "toast"
        ):
            scene.keep("cart-filled", session, opened)
            return kind_of_layer(panel, opened), LIKELY, [panel]
        return kind, SURE, surfaces
    if _is_cart_page(after, scene):
        return "page", SURE, [after.main]
    start = session.open(before.url)
    opened = _click_cart(session, start)
    if opened is None:
        return "page", GUESSED, surfaces
    panel = cart_layer(start, opened) if _same_page(start, opened) else newly_shown(opened)
    scene.keep("cart-filled", session, opened)
    if panel is not None:
        return kind_of_layer(panel, opened), SURE, [panel]
    return "page", SURE if not _same_page(start, opened) else GUESSED, [opened.main]


def _same_page(before: Sight, after: Sight) -> bool:
    return before.url.partition("#")[0] == after.url.partition("#")[0]


def _is_cart_page(sight: Sight, scene: Scene) -> bool:
    path = sight.url.partition("?")[0].rstrip("/")
    return path == scene.site.cart.partition("?")[0].rstrip("/") or bool(re.search(r"/(?:cart|basket|bag)$", path))


def _click_cart(session: BrowserSession, sight: Sight) -> Sight | None:
    control = cart_control(sight)
    if control is None:
        return None
    try:
        return session.click(control)
    except (ActionError, ArenaError):
        return None


def _add_product(scene: Scene, session: BrowserSession) -> tuple[Sight, Sight]:
    """Puts a product into the cart from its page.

    Raises:
        LookupError: no product could be added.
    """
    known = [one.url for one in scene.site.products if one.available is not False and not one.has_variants]
    step = max(1, len(known) // _MOST_TRIES)
    for url in [*known[::step][:_MOST_TRIES], *chosen_products(scene, session)[:_MOST_TRIES]]:
        try:
            sight = session.open(url)
            for control, option in choose_all(sight):
                sight = session.select(control, option) if option else session.click(control)
            left = [one for one, option in choose_all(sight) if not option]  # a list says nothing of what it has taken
            if any(one.role != "button" or tells_whether_chosen(one) for one in left):
                continue
            button = add_button(sight)
            if button is None or button.is_set("disabled"):
                continue
            after = session.click(button)
        except (ActionError, ArenaError):
            continue
        arrived = _is_cart_page(after, scene) and bool(_lines(after) or has_amount(after.main.text))
        if _filled(after) or newly_shown(after) is not None or cart_layer(sight, after) is not None or arrived:
            return sight, after
        checked = _cart_page(scene, session)
        if checked is not None and _holds_goods(checked):
            return sight, after
    raise LookupError("no product could be put into the cart")


def _filled(sight: Sight) -> bool:
    control = cart_control(sight)
    return control is not None and bool(re.search(r"\b[1-9]\d*\b", control.label))


def _cart_page(scene: Scene, session: BrowserSession) -> Sight | None:
    """The cart's own page, where there is one."""
    try:
        sight = session.open(scene.site.cart)
    except ArenaError:
        return None
    return sight if CART.search(f"{sight.title} {sight.url}") and (_lines(sight) or _says_cart(sight)) else None


def _holds_goods(sight: Sight) -> bool:
    """Whether the cart's page shows what lies in it: fields to change it, or prices."""
    return bool(_lines(sight)) or (has_amount(sight.main.text) and not EMPTY.search(sight.main.text))


def _says_cart(sight: Sight) -> bool:
    return any(CART.search(one.label) for one in sight.main.find("heading"))


def _lines(sight: Sight) -> list[SightElement]:
    """The fields or buttons that change how many of something are in the cart."""
    return [
        one
        for one in controls(sight.root, "spinbutton", "textbox", "combobox", "button")
        if QUANTITY.search(one.label) or re.search(r"\bremove\b", one.label, re.I)
    ]


def _parts(scene: Scene, surfaces: list[SightElement], *, whole: bool) -> None:
    """What the cart offers, and what it does not: nobody knows that who saw but a part of it (`whole`: its page)."""
    findings = scene.findings
    promotion = any(_has_promotion(one) for one in surfaces)
    estimate = any(_has_estimate(one) for one in surfaces)
    upsells = any(_has_upsells(one) for one in surfaces)
    for name, seen in (("promo_input", promotion), ("shipping_estimate", estimate), ("upsells", upsells)):
        if seen or whole:
            findings.found(f"cart.has_{name}", seen, SURE if seen or name == "promo_input" else LIKELY)
        else:
            findings.missing(
                f"cart.has_{name}", "not in the part of the cart that was seen; its page could not be opened"
            )
    if promotion or whole:
        findings.say(
            _SECTION, "It has a field for promotion codes." if promotion else "It has no field for promotion codes."
        )
    if estimate:
        findings.say(_SECTION, "It estimates what delivery costs.")
    if upsells:
        findings.say(_SECTION, "It offers further products that can be added at once.")
    if any(re.search(r"\bfree (?:shipping|delivery)\b", one.text, re.I) for one in surfaces):
        findings.say(_SECTION, "A message tells how far the cart is from free delivery.")


def _has_promotion(surface: SightElement) -> bool:
    fields = [one for one in controls(surface, "textbox", "searchbox") if PROMOTION.search(one.label)]
    links = [one for one in named(surface, PROMOTION, "link") if re.search(r"\bcodes?\b", one.label, re.I)]
    return bool(fields or links) or bool(named(surface, PROMOTION, "button", *DISCLOSURES))


def _has_estimate(surface: SightElement) -> bool:
    if any(SHIPPING_ESTIMATE.search(one.label) for one in titles(surface)):
        return True
    if named(surface, SHIPPING_ESTIMATE, "button", "link", "textbox", "combobox", *DISCLOSURES):
        return True
    for one in surface.find("heading"):
        if re.search(r"^(?:delivery|shipping)(?: options| costs?)?$", one.label, re.I) and one.parent is not None:
            return len(amounts_in(one.parent.text)) >= 2
    return False


def _has_upsells(surface: SightElement) -> bool:
    cards = [
        card
        for card in product_cards(surface)
        if any(ADD_TO_CART.search(one.label) for one in controls(card.element, "button"))
    ]
    titled = [one for one in titles(surface) if UPSELLS.search(one.label)]
    return bool(titled) or bool(cards)


def _change_quantity(scene: Scene, session: BrowserSession) -> None:
    """Asks for two of the first product, by a step or by typing, and sees whether the sum follows."""
    sight = _cart_page(scene, session)
    if sight is None:
        return
    before = _sum(sight)
    steps = [
        one
        for one in controls(sight.main, "button")
        if re.match(r"(?:increase|plus|more|one more|add one)\b|\+$", one.label, re.I)
    ]
    fields = [one for one in controls(sight.main, "spinbutton", "textbox") if QUANTITY.search(one.label)]
    try:
        if steps:
            after = session.click(steps[0])
        elif fields:
            session.fill(fields[0], "2")
            after = session.press(fields[0], "Enter")
        else:
            return
    except (ActionError, ArenaError):
        return
    if _sum(after) <= before:
        update = named(after.main, re.compile(r"\bupdate\b", re.I), "button")
        if update:
            after = session.click(update[0])
    scene.keep("cart-quantity", session, after)
    follows = _sum(after) > before
    scene.findings.say(
        _SECTION,
        f"The number of pieces is changed {'by steps' if steps else 'in a field'}"
        + (", and the sum follows." if follows else "."),
    )


def _sum(sight: Sight) -> float:
    return float(max((one.value for one in amounts_in(sight.main.text)), default=0))


PROBE = Probe(
    "cart_drawer",
    8,
    ("cart.", "checkout.flow", "checkout.frame"),
    _run,
    lambda _: (
        "open the cart empty; add a product; see what shows it; look for promotion codes, upsells and an estimate of "
        "delivery; change the quantity; begin the checkout without ordering"
    ),
    lambda site: "" if site.products else "no product was found that could be put into a cart",
)
