"""Information pages of a generated shop: each can be had, holds what the specification promises, and can be found."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from corner_shop import Shopper
from page_texts import texts
from selectolax.lexbor import LexborHTMLParser

from shopworld.shop.events import ArticleViewed, PolicyViewed

Visitor = Callable[..., Shopper]
ADDRESSES = {
    "shipping-policy": "/policies/shipping-policy",
    "refund-policy": "/policies/refund-policy",
    "privacy-policy": "/policies/privacy-policy",
    "terms-of-service": "/policies/terms-of-service",
    "contact": "/pages/contact",
    "faq": "/pages/faq",
    "about-us": "/pages/about-us",
    "gift-cards": "/pages/gift-cards",
    "size-guide": "/pages/size-guide",
    "warranty": "/pages/warranty",
}


def words(page: LexborHTMLParser) -> str:
    """All that is read in the main part of a page."""
    main = page.css_first("main")
    assert main is not None
    return " ".join(main.text(separator=" ").split())


@pytest.mark.parametrize(("handle", "address"), ADDRESSES.items())
def test_each_page_can_be_had_or_not(visit_garments: Visitor, handle: str, address: str) -> None:
    shopper = visit_garments()
    page = shopper.page(address)
    assert len(page.css("h1")) == 1
    assert len(words(page)) > 200
    assert PolicyViewed(handle=handle) in [event.payload for event in shopper.episode.events]
    if handle != "contact":
        without = visit_garments(info_pages_present=("contact",))
        assert without.get(address).status_code == 404


@pytest.mark.parametrize(
    ("handle", "facts"),
    [
        (
            "shipping-policy",
            ("$6.95", "$75.00", "$18.00", "1 working day", "before 15:00", "Canada: Canada", "by e-mail"),
        ),
        ("refund-policy", ("45 days", "$5.95", "free of charge", "Gift cards cannot be returned")),
        ("terms-of-service", ("USD", "2 years from the day of delivery")),
        ("faq", ("45 days", "$5.95 a parcel", "2 years.", "HELLO10")),
        ("warranty", ("2 years from the day of delivery", "help@alder-finch.example")),
        ("gift-cards", ("24 months", "Delivery is free", "From $25.00")),
        ("size-guide", ("97 cm (38 in)", "Foot length", "25.7 cm")),
        ("contact", ("+1 512 555 0142", "We answer within one working day")),
        ("about-us", ("45 days", "3 delivery methods")),
    ],
)
def test_pages_hold_what_is_promised(visit_garments: Visitor, handle: str, facts: tuple[str, ...]) -> None:
    text = words(visit_garments().page(ADDRESSES[handle]))
    assert [fact for fact in facts if fact not in text] == []


def test_promises_follow_the_specification(visit_garments: Visitor) -> None:
    shopper = visit_garments(identity_changes={"return_fee": 0, "warranty": "lifetime", "gift_card_months": None})
    assert "Returns are free" in words(shopper.page(ADDRESSES["refund-policy"]))
    assert "for as long as you own the product" in words(shopper.page(ADDRESSES["warranty"]))
    assert "do not expire" in words(shopper.page(ADDRESSES["gift-cards"]))
    engraved = visit_garments(product={"has_personalization": True})
    assert "a text of your own" in words(engraved.page(ADDRESSES["refund-policy"]))


def test_gift_cards_are_found_on_their_page(visit_garments: Visitor) -> None:
    page = visit_garments().page(ADDRESSES["gift-cards"])
    assert "/products/gift-card" in {node.attributes.get("href") for node in page.css("main h3 a")}


@pytest.mark.parametrize(
    ("asked", "address"),
    [
        ("/pages/shipping-policy", "/policies/shipping-policy"),
        ("/policies/faq", "/pages/faq"),
        ("/pages/returns", "/policies/refund-policy"),
        ("/policies/contact", "/pages/contact"),
        ("/pages/size-chart", "/pages/size-guide"),
        ("/policies/store-locator", "/pages/store-locator"),
    ],
)
def test_other_names_of_a_page_lead_there(visit_garments: Visitor, asked: str, address: str) -> None:
    assert visit_garments().get(asked).url.path == address


def test_pages_of_its_own_stand_beside_the_others(visit_garments: Visitor) -> None:
    page = visit_garments().page("/pages/care")
    assert "Oil wood twice a year." in words(page)
    links = {node.text(strip=True): node.attributes["href"] for node in page.css("nav[aria-label=Information] a")}
    assert links["Our stores"] == "/pages/store-locator"
    assert links["Warranty"] == "/pages/warranty"


def test_stores_are_found_by_town_or_postal_code(visit_garments: Visitor) -> None:
    shopper = visit_garments()
    page = shopper.page("/pages/store-locator")
    assert texts(page, "main h2") == ["Mill Lane", "Pine Street"]
    assert "Opening hours Mon to Sat 10:00 to 19:00" in texts(page, "main dl div")
    form = page.css_first("form[role=search][aria-label=Stores]")
    assert form is not None
    assert form.attributes["action"] == "/pages/store-locator"
    for near in ("portland", "97204", "OR  Pine"):
        page = shopper.page(f"/pages/store-locator?near={near}")
        assert texts(page, "main h2") == ["Pine Street"]
    page = shopper.page("/pages/store-locator?near=Oslo")
    assert "0 stores near “Oslo” Show all stores" in texts(page, "main [role=status]")


def test_a_recipe_leads_to_its_products_and_its_blog(visit_garments: Visitor) -> None:
    shopper = visit_garments()
    blog = shopper.page("/blogs/recipes")
    assert texts(blog, "main h3") == ["Plums from the pan", "Skillet cornbread"]
    page = shopper.page("/blogs/recipes/skillet-cornbread")
    assert texts(page, "h1") == ["Skillet cornbread"]
    assert "Serves 6, ready in 40 minutes. By Ines Calder, 2 April 2026" in words(page)
    links = {node.attributes.get("href") for node in page.css("main a")}
    assert {"/products/field-pan", "/products/walnut-board", "/blogs/recipes", "/blogs/recipes/pan-plums"} <= links
    viewed = [event.payload for event in shopper.episode.events if isinstance(event.payload, ArticleViewed)]
    assert viewed == [ArticleViewed(blog="recipes"), ArticleViewed(blog="recipes", article="skillet-cornbread")]


@pytest.mark.parametrize("path", ["/blogs/nothing", "/blogs/recipes/nothing", "/pages/nothing", "/policies/nothing"])
def test_what_is_not_there_is_not_found(visit_garments: Visitor, path: str) -> None:
    shopper = visit_garments()
    assert shopper.get(path).status_code == 404
    assert "article_viewed" not in shopper.kinds()


def test_malls_have_neither_stores_nor_articles(shopper: Shopper) -> None:
    for path in ("/policies/store-locator/", "/blogs/recipes/", "/policies/size-guide/", "/policies/gift-cards/"):
        assert shopper.get(path).status_code == 404
