"""Every value that the vocabulary has for carts: what a visitor sees of it, and that its controls work."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from corner_shop import Shopper
from garment_shop import NUMBERS, TEE
from page_texts import texts
from selectolax.lexbor import LexborHTMLParser, LexborNode

from shopworld.shop.events import DeliveryEstimated, OrderPlaced

Visitor = Callable[..., Shopper]
LISTING = "/collections/all"
PANELS = ["drawer", "popover"]
CONTACT = {
    "email": "ada@example.org",
    "billing_first_name": "Ada",
    "billing_last_name": "Byron",
    "billing_street": "Mill Lane",
    "billing_house_number": "18",
    "billing_zip": "78701",
    "billing_city": "Austin",
    "billing_state": "TX",
    "billing_country": "US",
}
CARD = {"payment": "card", "card_number": "4242424242424242", "card_expiry": "12/30", "card_cvv": "123"}


def post(shopper: Shopper, path: str, **form: str) -> LexborHTMLParser:
    """Sends a form and shows the page after it."""
    answer = shopper.post(path, form)
    assert answer.status_code == 200, answer.text[:400]
    return LexborHTMLParser(answer.text)


def add(shopper: Shopper, slug: str, quantity: int = 1, **fields: str) -> LexborHTMLParser:
    """Adds from the listing and goes back there."""
    form = {"offer": str(NUMBERS[slug]), "quantity": str(quantity), "return_path": LISTING, **fields}
    return post(shopper, "/cart/add", **form)


def panel(page: LexborHTMLParser) -> LexborNode | None:
    """The cart that lies over the page; None where it is closed or there is none."""
    found = page.css_first("[id='cart-panel']")
    return found if found is not None and "hidden" not in found.attributes else None


def lines(shopper: Shopper) -> list[tuple[str, int]]:
    return [(line.offer_id, line.quantity) for line in shopper.state.lines.values()]


def test_a_drawer_is_a_modal_dialog(visit_garments: Visitor) -> None:
    shopper = visit_garments(cart={"type": "drawer"})
    assert panel(shopper.page(LISTING)) is None
    drawer = panel(add(shopper, "wool-socks"))
    assert drawer is not None
    assert (drawer.attributes["role"], drawer.attributes["aria-modal"]) == ("dialog", "true")
    assert texts(drawer, "h2") == ["Your cart"]
    assert "Wool Socks" in drawer.text()


def test_a_popover_leaves_the_page_alive(visit_garments: Visitor) -> None:
    shopper = visit_garments(cart={"type": "popover"})
    page = add(shopper, "wool-socks")
    popover = panel(page)
    assert popover is not None
    assert "role" not in popover.attributes
    assert texts(popover, "h2") == ["Cart"]
    main = page.css_first("main")
    assert main is not None
    assert main.parent is not None
    assert "inert" not in main.parent.attributes


def test_a_toast_is_a_status_without_controls_for_lines(visit_garments: Visitor) -> None:
    shopper = visit_garments(cart={"type": "toast"})
    toast = panel(add(shopper, "wool-socks", 2))
    assert toast is not None
    assert toast.attributes["role"] == "status"
    assert "Your cart holds 2 items, $32.00." in toast.text()
    assert texts(toast, "a") == ["View cart", "Checkout", "Close"]
    assert not toast.css("form")
    assert panel(shopper.page(LISTING)) is None


def test_a_cart_that_is_a_page_opens_nothing(visit_garments: Visitor) -> None:
    shopper = visit_garments(cart={"type": "page"})
    page = add(shopper, "wool-socks")
    assert panel(page) is None
    link = next(node for node in page.css("header a") if node.text().strip().startswith("Cart"))
    assert "Wool Socks" in (shopper.page(link.attributes["href"] or "").body.text())  # type: ignore[union-attr]


@pytest.mark.parametrize("kind", PANELS)
def test_quantities_are_changed_in_the_panel_which_stays_open(visit_garments: Visitor, kind: str) -> None:
    shopper = visit_garments(cart={"type": kind})
    opened = panel(add(shopper, "wool-socks"))
    assert opened is not None
    form = opened.css_first("form[action='/cart/update']")
    assert form is not None
    fields = {node.attributes["name"] or "": node.attributes["value"] or "" for node in form.css("input")}
    assert fields == {"line": "5", "return_path": LISTING, "quantity": "1"}
    opened = panel(post(shopper, "/cart/update", **{**fields, "quantity": "3"}))
    assert opened is not None
    assert "Subtotal $48.00" in texts(opened, "p")
    opened = panel(post(shopper, "/cart/remove", line="5", return_path=LISTING))
    assert opened is not None
    assert "Your cart is empty." in opened.text()


@pytest.mark.parametrize("kind", ["page", *PANELS])
@pytest.mark.parametrize("has", [True, False])
def test_promotion_codes_are_entered_where_the_cart_is(visit_garments: Visitor, kind: str, has: bool) -> None:
    shopper = visit_garments(cart={"type": kind, "has_promo_input": has})
    page = add(shopper, "wool-socks", 2)
    place = shopper.page("/cart").css_first("main") if kind == "page" else panel(page)
    assert place is not None
    assert ("Promotion code" in texts(place, "label")) is has
    assert bool(place.css("form[action='/cart/promotion'] input[name=code]")) is has
    if has:
        page = post(shopper, "/cart/promotion", code="hello10", return_path="/cart" if kind == "page" else LISTING)
        assert shopper.state.promotion_code == "HELLO10"
        place = page.css_first("main") if kind == "page" else panel(page)
        assert place is not None
        assert "-$3.20" in place.text()


@pytest.mark.parametrize("kind", ["page", *PANELS])
@pytest.mark.parametrize("has", [True, False])
def test_upsells_can_be_added_at_once(visit_garments: Visitor, kind: str, has: bool) -> None:
    shopper = visit_garments(cart={"type": kind, "has_upsells": has})
    page = add(shopper, "harbor-tee", option_1="Black", option_2="S")
    place = shopper.page("/cart").css_first("main") if kind == "page" else panel(page)
    assert place is not None
    assert ("Goes well with it" in texts(place, "h2, h3")) is has
    button = place.css_first("button[aria-label='Add to cart: Wool Socks']")
    assert (button is not None) is has
    if has:
        add(shopper, "wool-socks")
        assert lines(shopper) == [("garment/1", 1), ("garment/5", 1)]


def test_the_cart_page_shows_what_was_viewed(visit_garments: Visitor) -> None:
    shopper = visit_garments()
    shopper.page(TEE)
    add(shopper, "wool-socks")
    assert "Recently viewed" in texts(shopper.page("/cart"), "main h2")


@pytest.mark.parametrize("kind", ["page", *PANELS])
@pytest.mark.parametrize("has", [True, False])
def test_delivery_is_estimated_by_country_and_postal_code(visit_garments: Visitor, kind: str, has: bool) -> None:
    shopper = visit_garments(cart={"type": kind, "has_shipping_estimate": has})
    page = add(shopper, "wool-socks")
    back = "/cart" if kind == "page" else LISTING
    place = shopper.page(back).css_first("main") if kind == "page" else panel(page)
    assert place is not None
    form = place.css_first("form[action='/cart/estimate']")
    assert (form is not None) is has
    if form is None:
        return
    assert texts(form, "label") == ["Country", "Postal code"]
    assert texts(form, "option") == ["Canada", "United States (USA)"]
    asked = form.css_first("input[name=postcode]")
    assert asked is not None
    assert not asked.attributes.get("value")
    page = post(shopper, "/cart/estimate", country="CA", postcode="K1A 0B1", return_path=back)
    place = page.css_first("main") if kind == "page" else panel(page)
    assert place is not None
    assert "Delivery to K1A 0B1, Canada Canada 6 to 9 working days $24.00" in texts(place, "[role=status]")
    asked = place.css_first("input[name=postcode]")
    assert asked is not None
    assert asked.attributes["value"] == "K1A 0B1"
    assert shopper.state.estimate == DeliveryEstimated(country="CA", postcode="K1A 0B1")
    assert "$40.00" in shopper.get("/cart").text, "the total is reckoned with delivery to the place asked about"


@pytest.mark.parametrize(
    ("country", "postcode", "message"),
    [
        ("US", "7870", "This is no postal code of United States (USA)."),
        ("US", "", "Enter a ZIP or postal code."),
        ("FR", "75001", "We do not deliver to France."),
        ("Atlantis", "1", "Choose a country."),
    ],
)
def test_an_estimate_that_cannot_be_made_is_explained(
    visit_garments: Visitor, country: str, postcode: str, message: str
) -> None:
    shopper = visit_garments()
    add(shopper, "wool-socks")
    page = post(shopper, "/cart/estimate", country=country, postcode=postcode, return_path="/cart")
    field = page.css_first("main input[name=postcode]")
    assert field is not None
    assert field.attributes["aria-invalid"] == "true"
    described = page.css_first(f"[id='{field.attributes['aria-describedby']}']")
    assert described is not None
    assert described.text(strip=True) == message
    assert "Delivery to" not in texts(page, "main [role=status]")


def test_the_free_delivery_message_follows_the_total(visit_garments: Visitor) -> None:
    shopper = visit_garments()
    told = []
    for quantity in (1, 3, 5):
        add(shopper, "wool-socks")
        page = post(shopper, "/cart/update", line="5", quantity=str(quantity), return_path="/cart")
        bar = page.css_first("main progress")
        assert bar is not None
        assert bar.parent is not None
        told.append((bar.parent.text(strip=True), bar.attributes["value"]))
    assert told == [
        ("$59.00 more for free delivery.", "21"),
        ("$27.00 more for free delivery.", "64"),
        ("Your order ships free.", "100"),
    ]
    post(shopper, "/cart/estimate", country="CA", postcode="K1A 0B1", return_path="/cart")
    assert "$120.00 more for free delivery." in shopper.get("/cart").text, "another country, another threshold"


def test_the_cart_tells_what_reduced_prices_save(visit_garments: Visitor) -> None:
    shopper = visit_garments()
    add(shopper, "harbor-tee", 2, option_1="Black", option_2="S")
    page = shopper.page("/cart")
    assert "$32.00 each instead of $40.00" in texts(page, "main li p")
    assert "You save $16.00 on reduced prices." in texts(page, "main p")


@pytest.mark.parametrize("flow", ["one_page", "steps"])
def test_gift_cards_are_delivered_by_email_for_nothing(visit_garments: Visitor, flow: str) -> None:
    shopper = visit_garments(checkout={"flow": flow})
    add(shopper, "gift-card", option_1="$50")
    cart = shopper.page("/cart")
    assert "Shipping Free" in texts(cart, "main dl div")
    assert not cart.css("form[action='/cart/estimate']")
    assert not cart.css("main progress")
    if flow == "one_page":
        page = post(shopper, "/checkout", step="one_page", delivery="email", **CONTACT, **CARD)
    else:
        page = post(shopper, "/checkout", step="contact", **CONTACT)
        assert texts(page, "main label") == ["By e-mail within a few minutes Free"]
        post(shopper, "/checkout", step="delivery", delivery="email")
        page = post(shopper, "/checkout", step="payment", **CARD)
    order = shopper.state.orders[0]
    assert (order.delivery_method, order.shipping_price, order.total) == ("email", 0, 5_000)
    assert "By e-mail, within a few minutes" in texts(page, "dd")


def test_a_parcel_beside_a_gift_card_is_shipped(visit_garments: Visitor) -> None:
    shopper = visit_garments(checkout={"flow": "steps"})
    add(shopper, "gift-card", option_1="$25")
    post(shopper, "/checkout", step="contact", **CONTACT)
    post(shopper, "/checkout", step="delivery", delivery="email")
    add(shopper, "wool-socks")
    answer = shopper.post("/checkout", {"step": "payment", **CARD})
    assert answer.status_code == 422, "the way of delivery has to be chosen anew"
    assert not shopper.state.orders
    page = LexborHTMLParser(answer.text)
    assert "Standard 3 to 5 working days $6.95" in texts(page, "label")


def test_a_way_of_delivery_has_to_reach_the_country(visit_garments: Visitor) -> None:
    shopper = visit_garments()
    add(shopper, "wool-socks")
    answer = shopper.post("/checkout", {"step": "one_page", "delivery": "north", **CONTACT, **CARD})
    assert answer.status_code == 422
    assert "Canada does not deliver to United States (USA)." in answer.text
    post(shopper, "/checkout", step="one_page", delivery="standard", **CONTACT, **CARD)
    assert [order.shipping_price for order in shopper.state.orders] == [695]


def test_an_engraving_stands_in_the_order(visit_garments: Visitor) -> None:
    shopper = visit_garments(product={"has_personalization": True})
    add(shopper, "field-pan", personalization="For Ada")
    page = post(shopper, "/checkout", step="one_page", delivery="express", **CONTACT, **CARD)
    assert "Engraving: “For Ada”" in texts(page, "li p")
    order = next(event.payload for event in shopper.episode.events if isinstance(event.payload, OrderPlaced))
    assert [line.personalization for line in order.lines] == ["For Ada"]
