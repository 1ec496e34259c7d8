"""Every value that the vocabulary has for product pages: what a visitor sees of it, and that its controls work."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from corner_shop import Shopper
from garment_shop import BOARD, GIFT_CARD, PAN, TEE
from page_texts import texts
from selectolax.lexbor import LexborHTMLParser, LexborNode

from shopworld.shop.events import CartChanged, CartRefused, ReviewRead

Visitor = Callable[..., Shopper]
PANELS = ["Description", "Specifications", "Delivery and returns"]


def labelled(page: LexborHTMLParser, label: str) -> LexborNode:
    """The control that a label names."""
    name = next(node for node in page.css("label[for]") if node.text(strip=True) == label)
    control = page.css_first(f"[id='{name.attributes['for']}']")
    assert control is not None
    return control


def rails(page: LexborHTMLParser) -> list[str]:
    """Headings over rows of products."""
    return [text for text in texts(page, "main section h2") if text not in {*PANELS, "Reviews"}]


def values(page: LexborHTMLParser, legend: str) -> list[str]:
    """What the radio buttons under a legend are called."""
    group = next(node for node in page.css("fieldset") if texts(node, "legend") == [legend])
    return [text for text in texts(group, "label") if text]


def add(shopper: Shopper, number: int, **fields: str) -> LexborHTMLParser:
    form = {"offer": str(number), "quantity": "1", "return_path": "/cart", **fields}
    return LexborHTMLParser(shopper.post("/cart/add", form).text)


def test_a_thumbnail_strip_has_a_link_a_picture(visit_garments: Visitor) -> None:
    page = visit_garments(product={"gallery_style": "thumbnail_strip"}).page(TEE)
    links = [node for node in page.css("a") if (node.attributes.get("aria-label") or "").startswith("Picture")]
    assert [link.attributes["href"] for link in links] == [f"#picture-{place}" for place in range(1, 5)]
    assert all(page.css_first(f"[id='picture-{place}']") is not None for place in range(1, 5))
    assert "Next picture" not in texts(page, "button")


def test_a_carousel_has_buttons_instead(visit_garments: Visitor) -> None:
    page = visit_garments(product={"gallery_style": "horizontal_carousel_with_prev_next"}).page(TEE)
    assert {"Previous picture", "Next picture"} <= set(texts(page, "button"))
    assert not [node for node in page.css("a") if (node.attributes.get("aria-label") or "").startswith("Picture")]
    track = page.css_first("[aria-label='Pictures']")
    assert track is not None
    assert len(track.css("img")) == 4


def test_colours_are_swatches_and_sizes_are_buttons(visit_garments: Visitor) -> None:
    shopper = visit_garments()
    page = shopper.page(TEE)
    assert values(page, "Colour") == ["Black", "Rust", "Sand"]
    assert values(page, "Size") == ["S", "M", "L", "XL"]
    assert len(page.css("fieldset label circle[fill]")) >= 2
    add(shopper, 1, option_1="Sand", option_2="XL")
    assert [line.variant_id for line in shopper.state.lines.values()] == ["sand-xl"]


def test_short_lists_are_radio_buttons_and_long_ones_drop_down(visit_garments: Visitor) -> None:
    shopper = visit_garments()
    page = shopper.page(BOARD)
    assert values(page, "Finish") == ["Oiled", "Raw"]
    wood = labelled(page, "Wood")
    assert wood.tag == "select"
    assert len(wood.css("option")) == 7
    add(shopper, 2, option_1="Raw", option_2="Ash")
    assert [line.variant_id for line in shopper.state.lines.values()] == ["raw-ash"]


@pytest.mark.parametrize("control", ["color_swatch", "size_button", "radio_buttons", "dropdown"])
def test_a_shop_with_one_kind_of_selector_uses_it(visit_garments: Visitor, control: str) -> None:
    shopper = visit_garments(product={"variant_selectors": (control,)})
    page = shopper.page(TEE)
    drops_down = {label for label in ("Colour", "Size") if page.css(f"select[name] [value='{label}']")}
    assert not drops_down
    if control == "dropdown":
        assert labelled(page, "Colour").tag == labelled(page, "Size").tag == "select"
    else:
        assert values(page, "Colour") == ["Black", "Rust", "Sand"]
        assert bool(page.css("label circle")) is (control == "color_swatch")
    add(shopper, 1, option_1="Black", option_2="M")
    assert [line.variant_id for line in shopper.state.lines.values()] == ["black-m"]


def test_pictures_show_the_colour_that_is_chosen(visit_garments: Visitor) -> None:
    page = visit_garments().page(f"{TEE}?option_1=Sand")
    main = page.css_first("main img")
    assert main is not None
    assert main.attributes["src"] == "/media/1/front.svg?variant=sand-s"


def test_a_plain_description_is_all_open_under_headings(visit_garments: Visitor) -> None:
    page = visit_garments(product={"description_layout": "plain"}).page(TEE)
    assert texts(page, "main section h2")[:4] == [*PANELS, "Reviews"]
    assert not page.css("main summary")


def test_an_accordion_folds_each_part(visit_garments: Visitor) -> None:
    page = visit_garments(product={"description_layout": "accordion_tabs"}).page(TEE)
    assert texts(page, "main summary h2") == [*PANELS, "Reviews (23)"]
    assert ["open" in node.attributes for node in page.css("main details")] == [True, False, False, False]


def test_an_accordion_opens_the_reviews_that_were_asked_for(visit_garments: Visitor) -> None:
    page = visit_garments(product={"description_layout": "accordion_tabs"}).page(f"{TEE}?reviews=2#reviews")
    assert "open" in page.css("main details")[-1].attributes


def test_tabs_hold_the_parts_and_each_has_its_heading(visit_garments: Visitor) -> None:
    page = visit_garments(product={"description_layout": "tabs"}).page(TEE)
    holder = page.css_first("[data-tabs]")
    assert holder is not None
    assert texts(holder, "section > h2") == [*PANELS, "Reviews"]


@pytest.mark.parametrize(("has", "pieces"), [(True, 3), (False, 1)])
def test_a_quantity_selector_can_be_had(visit_garments: Visitor, has: bool, pieces: int) -> None:
    shopper = visit_garments(product={"has_quantity_selector": has})
    page = shopper.page(PAN)
    field = page.css_first("main form[action='/cart/add'] [name=quantity]")
    assert field is not None
    assert (field.attributes["type"] == "number") is has
    assert ("Quantity" in texts(page, "label")) is has
    add(shopper, 4, quantity=str(pieces))
    assert shopper.state.piece_count == pieces


def test_an_engraving_is_kept_to_the_order(visit_garments: Visitor) -> None:
    shopper = visit_garments(product={"has_personalization": True})
    field = labelled(shopper.page(PAN), "Engraving (optional)")
    assert (field.tag, field.attributes["name"], field.attributes["maxlength"]) == ("input", "personalization", "20")
    cart = add(shopper, 4, personalization="Ada & Bo")
    assert "Engraving: “Ada & Bo”" in texts(cart, "main li p")
    add(shopper, 4, personalization="Ada & Bo")
    add(shopper, 4)
    assert [(line.personalization, line.quantity) for line in shopper.state.lines.values()] == [
        ("Ada & Bo", 2),
        ("", 1),
    ]
    assert "Engraving: “Ada & Bo”" in shopper.get("/checkout").text.replace("&amp;", "&")
    changed = [event.payload for event in shopper.episode.events if isinstance(event.payload, CartChanged)]
    assert [one.personalization for one in changed] == ["Ada & Bo", "Ada & Bo", ""]
    shopper.post("/cart/remove", {"line": "4::Ada & Bo"})
    assert [line.personalization for line in shopper.state.lines.values()] == [""]


def test_engravings_share_the_stock(visit_garments: Visitor) -> None:
    shopper = visit_garments(product={"has_personalization": True})
    add(shopper, 4, quantity="3", personalization="A")
    page = add(shopper, 4, quantity="3", personalization="B")
    assert "We have only 5" in (page.body.text() if page.body else "")
    shopper.post("/cart/update", {"line": "4::A", "quantity": "6"})
    assert [line.quantity for line in shopper.state.lines.values()] == [3]


def test_a_text_that_is_too_long_comes_back_with_the_reason(visit_garments: Visitor) -> None:
    shopper = visit_garments(product={"has_personalization": True})
    page = add(shopper, 1, option_1="Black", option_2="M", personalization="FOREVER")
    field = labelled(page, "Monogram (optional)")
    assert (field.attributes["value"], field.attributes["aria-invalid"]) == ("FOREVER", "true")
    assert "at most 4 characters" in (page.html or "")
    refused = next(event.payload for event in shopper.episode.events if isinstance(event.payload, CartRefused))
    assert (refused.reason, refused.options) == ("bad_text", ("Black", "M"))
    assert shopper.state.lines == {}


def test_shops_without_personalization_take_no_text(visit_garments: Visitor) -> None:
    shopper = visit_garments(product={"has_personalization": False})
    assert not shopper.page(PAN).css("[name=personalization]")
    add(shopper, 4, personalization="Ada")
    assert [line.personalization for line in shopper.state.lines.values()] == [""]


def test_recommendations_stand_in_rails(visit_garments: Visitor) -> None:
    shopper = visit_garments()
    page = shopper.page(TEE)
    assert rails(page) == ["Frequently bought together", "You may also like"]
    together = page.css_first("[aria-labelledby='bought-together-title']")
    assert together is not None
    assert texts(together, "h3")[0] == "Wool Socks", "what the catalog says comes first"
    add(shopper, 5)
    assert shopper.state.piece_count == 1


def test_what_was_viewed_comes_back_latest_first(visit_garments: Visitor) -> None:
    shopper = visit_garments()
    for path in (GIFT_CARD, BOARD, GIFT_CARD, TEE):
        page = shopper.page(path)
    viewed = page.css_first("[aria-labelledby='recently-viewed-title']")
    assert viewed is not None
    assert texts(viewed, "h3") == ["Gift Card"], "the board stands among what is bought together"
    assert shopper.state.viewed == ("garment/1", "garment/3", "garment/2")


def test_a_shop_without_recommendations_has_no_rails(visit_garments: Visitor) -> None:
    shopper = visit_garments(product={"has_recommendations": False})
    shopper.page(BOARD)
    assert rails(shopper.page(TEE)) == []


def read(shopper: Shopper) -> list[str]:
    """Ids of the reviews shown last."""
    return [list(one.payload.review_ids) for one in shopper.episode.events if isinstance(one.payload, ReviewRead)][-1]


def test_reviews_are_searched_sorted_and_filtered_by_stars(visit_garments: Visitor) -> None:
    shopper = visit_garments()
    page = shopper.page(TEE)
    form = page.css_first("form[role=search][aria-label=Reviews]")
    assert form is not None
    assert form.attributes["method"] == "get"
    assert labelled(page, "Search reviews").attributes["name"] == "review_search"
    assert texts(labelled(page, "Sort reviews by"), "option")[:3] == ["Most helpful", "Newest", "Oldest"]
    assert "Showing 1–5 of 23 reviews" in texts(page, "[role=status]")

    page = shopper.page(f"{TEE}?reviews=1&review_search=shrank")
    assert "Showing 1–5 of 8 reviews Show all reviews" in texts(page, "[role=status]")
    assert all(int(name[1:]) % 3 == 0 for name in read(shopper))

    shopper.page(f"{TEE}?review_sort=oldest")
    assert read(shopper)[0] == "r00"
    page = shopper.page(f"{TEE}?review_sort=lowest&review_rating=2")
    assert "Showing 1–2 of 2 reviews Show all reviews" in texts(page, "[role=status]")
    assert labelled(page, "Filter by rating").css_first("[selected]").text(strip=True) == "2 stars"  # type: ignore[union-attr]
    page = shopper.page(f"{TEE}?review_search=zebra")
    assert "No review is like that Show all reviews" in texts(page, "[role=status]")


def test_reviews_have_pages_and_a_histogram_that_filters(visit_garments: Visitor) -> None:
    shopper = visit_garments()
    page = shopper.page(TEE)
    bars = {
        node.attributes["aria-label"]: node.attributes["href"]
        for node in page.css("[aria-label*=' star']")
        if node.tag == "a"
    }
    assert next(iter(bars)) == "5 stars: 9 reviews"
    filtered = shopper.page((bars["5 stars: 9 reviews"] or "").partition("#")[0])
    assert "Showing 1–5 of 9 reviews Show all reviews" in texts(filtered, "[role=status]")
    assert filtered.css("a[aria-current='true'][aria-label^='5 stars']")
    seen: set[str] = set()
    for number in range(1, 6):
        link = page.css_first(f"nav a[aria-label='Reviews, page {number}']")
        assert link is not None, number
        page = shopper.page((link.attributes["href"] or "").partition("#")[0])
        seen |= set(read(shopper))
    assert len(seen) == 23


def test_a_shop_without_reviews_shows_none(visit_garments: Visitor) -> None:
    shopper = visit_garments(product={"has_reviews": False})
    page = shopper.page(f"{TEE}?review_rating=5")
    assert "Reviews" not in texts(page, "h2")
    assert not page.css("form[aria-label=Reviews]")
    assert "review_read" not in shopper.kinds()


def test_a_reduced_price_stands_beside_the_regular_one(visit_garments: Visitor) -> None:
    text = visit_garments().get(TEE).text
    page = LexborHTMLParser(text)
    assert "Now $32.00 instead of $40.00 Save 20%" in texts(page, "main form p")
    assert "Sale" in texts(page, "article p")


def test_the_size_guide_is_on_clothes_and_nothing_else(visit_garments: Visitor) -> None:
    shopper = visit_garments()
    page = shopper.page(TEE)
    link = next(node for node in page.css("a") if node.text(strip=True) == "Size guide")
    dialog = page.css_first(f"[id='{link.attributes['data-toggles']}']")
    assert dialog is not None
    assert (dialog.attributes["role"], dialog.attributes["aria-modal"]) == ("dialog", "true")
    assert "Foot length" in dialog.text()
    assert shopper.page(link.attributes["href"] or "").css("table")
    for path in (BOARD, GIFT_CARD, PAN):
        assert "Size guide" not in texts(shopper.page(path), "main a")


def test_a_gift_card_is_sold_by_amount_and_not_shipped(visit_garments: Visitor) -> None:
    shopper = visit_garments()
    page = shopper.page(GIFT_CARD)
    assert values(page, "Amount") == ["$25", "$50", "$100"]
    assert "By e-mail: within a few minutes, free" in texts(page, "main form p")
    assert not any("to return" in text for text in texts(page, "main form p"))
    assert rails(page) == ["You may also like"]


def test_product_pages_tell_delivery_returns_and_warranty(visit_garments: Visitor) -> None:
    page = visit_garments(product={"description_layout": "plain"}).page(TEE)
    panel = page.css_first("[aria-labelledby='service-title']")
    assert panel is not None
    text = " ".join(panel.text(separator=" ").split())
    for words in ("Express 1 working day $18.00", "from $75.00", "within 45 days", "costs $5.95", "for 2 years"):
        assert words in text
