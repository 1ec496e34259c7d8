"""Product pages, carts and information pages of generated shops in a real Chromium: what is seen, and what moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import garment_shop
import pytest
from garment_shop import BOARD, GIFT_CARD, TEE
from shop_window import DESKTOP, PHONE, Window, open_shop

from shopworld.catalog import Catalog
from shopworld.environments import BrowserProcess
from shopworld.episode import Payload
from shopworld.shop.events import CartChanged, DeliveryEstimated

pytestmark = pytest.mark.browser

OpenWindow = Callable[..., Window]
SOCKS = CartChanged(offer_id="garment/5", slug="wool-socks", quantity=1, price=1_600)
PAN = CartChanged(
    offer_id="garment/4", slug="field-pan", quantity=2, price=5_900, personalization="For a long, long name"
)


@pytest.fixture
def window(browser: BrowserProcess, garment_catalog: Catalog) -> Iterator[OpenWindow]:
    """Opens a window on the generated shop with these capabilities."""
    with ExitStack() as stack:

        def make(viewport: tuple[int, int] = DESKTOP, *events: Payload, **changes: Any) -> Window:
            shop = garment_shop.specification(**changes)
            return open_shop(stack, browser, shop, garment_catalog, viewport, events)

        yield make


def test_pictures_are_chosen_by_thumbnails_or_moved_by_buttons(window: OpenWindow) -> None:
    strip = window(product={"gallery_style": "thumbnail_strip"}).open(TEE)
    seen = strip.tell("""
        const link = named("a", "Picture 3");
        const stage = document.getElementById("picture-1").parentElement;
        const first = stage.scrollLeft; link.click(); await wait(60);
        return { first, then: stage.scrollLeft, current: link.getAttribute("aria-current"),
          left: box(link).right <= box(stage).left };
    """)
    assert seen["then"] > seen["first"] == 0
    assert (seen["current"], seen["left"]) == ("true", True)

    carousel = window(product={"gallery_style": "horizontal_carousel_with_prev_next"}).open(TEE)
    seen = carousel.tell("""
        const track = named("ul", "Pictures");
        named("button", "Next picture").click(); await wait(60);
        const next = track.scrollLeft;
        named("button", "Previous picture").click(); await wait(60);
        return { next, back: track.scrollLeft, shown: box(track.children[0]).width >= box(track).width - 1 };
    """)
    assert seen["next"] > seen["back"] == 0
    assert seen["shown"] is True


def test_selectors_look_like_what_they_are(window: OpenWindow) -> None:
    looks = """
        const group = (name) => [...document.querySelectorAll("fieldset")].find((one) =>
          one.querySelector("legend").textContent === name);
        const input = group(NAME).querySelector("input");
        const circle = group(NAME).querySelector("circle");
        return { dot: style(input, "opacity"), swatch: circle && style(circle, "fill"),
          height: box(input.closest("label")).height };
    """
    shop = window().open(TEE)
    colour, size = (shop.tell(looks.replace("NAME", repr(name))) for name in ("Colour", "Size"))
    finish = shop.open(BOARD).tell(looks.replace("NAME", repr("Finish")))
    assert (colour["dot"], size["dot"], finish["dot"]) == ("0", "0", "1")
    assert colour["swatch"] is not None
    assert size["swatch"] is finish["swatch"] is None
    assert min(colour["height"], size["height"], finish["height"]) >= 36
    chosen = shop.open(TEE).tell("""
        const choice = (name) => [...document.querySelectorAll("label")].find((one) => one.textContent.trim() === name);
        const before = style(choice("XL").querySelector("span"), "backgroundColor");
        choice("XL").click(); choice("Sand").click(); await wait(60);
        return { before, after: style(choice("XL").querySelector("span"), "backgroundColor"),
          picture: document.querySelector("main img").getAttribute("src") };
    """)
    assert chosen["before"] != chosen["after"]
    assert chosen["picture"] == "/media/1/front.svg?variant=sand-xl"


def test_descriptions_are_tabs_an_accordion_or_plain(window: OpenWindow) -> None:
    shown = """
        const shown = (name) => { const one = named("main h3", name); return Boolean(one && one.checkVisibility()); };
        const tabs = [...document.querySelectorAll("[role=tab]")].map((one) => one.textContent);
        const folds = [...document.querySelectorAll("main summary")].map((one) => one.textContent.trim());
        const before = shown("Word number");
        (named("[role=tab]", "Reviews") ?? named("main summary", "Reviews"))?.click(); await wait(60);
        return { tabs, folds, before, after: shown("Word number") };
    """
    parts = ["Description", "Specifications", "Delivery and returns"]
    tabs = window(product={"description_layout": "tabs"}).open(TEE).tell(shown)
    assert tabs == {"tabs": [*parts, "Reviews"], "folds": [], "before": False, "after": True}
    accordion = window(product={"description_layout": "accordion_tabs"}).open(TEE).tell(shown)
    assert accordion == {"tabs": [], "folds": [*parts, "Reviews (23)"], "before": False, "after": True}
    plain = window(product={"description_layout": "plain"}).open(TEE).tell(shown)
    assert plain == {"tabs": [], "folds": [], "before": True, "after": True}


def test_the_size_guide_lies_over_the_page_until_it_is_closed(window: OpenWindow) -> None:
    shop = window().open(TEE)
    seen = shop.tell("""
        const guide = document.querySelector("[role=dialog][aria-modal=true]");
        const before = guide.checkVisibility();
        named("main a", "Size guide").click(); await wait(60);
        const main = document.querySelector("main");
        const open = { shown: guide.checkVisibility(), inert: Boolean(main.closest("[inert]")),
          inside: guide.contains(document.activeElement), box: box(guide) };
        document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" })); await wait(60);
        return { before, open, after: guide.checkVisibility(), inert: Boolean(main.closest("[inert]")),
          at: location.pathname };
    """)
    assert (seen["before"], seen["after"], seen["inert"], seen["at"]) == (False, False, False, TEE)
    assert (seen["open"]["shown"], seen["open"]["inert"], seen["open"]["inside"]) == (True, True, True)
    assert seen["open"]["box"]["bottom"] <= DESKTOP[1]


def test_each_kind_of_cart_has_its_place(window: OpenWindow) -> None:
    places = {}
    for kind in ("drawer", "popover", "toast"):
        shop = window(DESKTOP, SOCKS, cart={"type": kind}).open("/collections/all")
        places[kind] = shop.tell("""
            const cart = document.getElementById("cart-panel");
            return { ...box(cart), inert: Boolean(document.querySelector("main").closest("[inert]")) };
        """)
    drawer, popover, toast = (places[kind] for kind in ("drawer", "popover", "toast"))
    assert (drawer["right"], drawer["top"], drawer["height"]) == (DESKTOP[0], 0, DESKTOP[1])
    assert drawer["inert"]
    assert popover["top"] > 40
    assert popover["right"] < DESKTOP[0]
    assert not popover["inert"]
    assert toast["bottom"] > DESKTOP[1] - 60
    assert toast["height"] < 200
    assert not toast["inert"]


def test_a_step_in_the_drawer_changes_the_cart_and_the_drawer_stays(window: OpenWindow) -> None:
    shop = window(DESKTOP, SOCKS, cart={"type": "drawer"}).open("/collections/all")
    shop.tell("named('button', 'Increase quantity of wool socks').click()")
    seen = shop.until("""
        const cart = document.getElementById("cart-panel");
        const quantity = cart.querySelector("[name=quantity]").defaultValue;
        return quantity === "2" && { shown: cart.checkVisibility(), bar: cart.querySelector("progress").value };
    """)
    assert seen == {"shown": True, "bar": 42}


def test_a_rail_moves_by_its_buttons(window: OpenWindow) -> None:
    shop = window()
    for slug in ("oak-apron", "maple-apron", "willow-apron", "juniper-apron", "wool-socks", "field-pan", "trail-boot"):
        shop.open(f"/products/{slug}")
    seen = shop.open(GIFT_CARD).tell("""
        const rail = named("main h2", "Recently viewed").closest("section");
        const track = rail.querySelector("ul");
        const next = named("button", "Next: recently viewed");
        if (!next.checkVisibility()) return { cards: track.children.length };
        next.click(); await wait(60);
        return { cards: track.children.length, moved: track.scrollLeft > 0 };
    """)
    assert seen["cards"] >= 3
    assert seen.get("moved", seen["cards"] <= 4)


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE])
def test_nothing_is_wider_than_the_window(window: OpenWindow, viewport: tuple[int, int]) -> None:
    asked = DeliveryEstimated(country="US", postcode="78701")
    product = {"has_personalization": True, "description_layout": "plain"}
    shop = window(viewport, PAN, asked, product=product, cart={"type": "drawer"})
    paths = (
        "/collections/all",
        TEE,
        BOARD,
        GIFT_CARD,
        "/pages/size-guide",
        "/pages/gift-cards",
        "/pages/store-locator",
    )
    more = ("/pages/contact", "/blogs/recipes", "/blogs/recipes/skillet-cornbread", "/cart", "/checkout")
    wide = {path: shop.open(path).overflow for path in (*paths, *more)}
    assert {path: pixels for path, pixels in wide.items() if pixels > 0} == {}
