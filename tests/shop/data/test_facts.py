"""Facts that follow from an offer and its shop's promises."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from composed_shop import composed
from corner_shop import SHOP, Shopper

from shopworld.catalog import Catalog, CatalogBuilder
from shopworld.catalog.model import Attribute, Offer, OfferCondition, Specification
from shopworld.episode import WORLD_START
from shopworld.shop import Storefront
from shopworld.shop.data.facts import facts_filtered_by, with_facts

NAMES = ("condition", "new_arrivals", "returns", "review_count", "seller", "shipping", "type", "warranty")
SPECIFICATION = composed(
    content=None, collection={"filters": [{"name": name} for name in ("brand", "price", *NAMES)], "page_size": 8}
)


def offer(number: int, **changes: object) -> Offer:
    plain = {
        "id": f"{SHOP}/{number}",
        "shop_id": SHOP,
        "number": number,
        "product_id": f"p{number}",
        "slug": f"thing-{number}",
        "title": f"Thing {number}",
        "price": 4_000,
        "kind": "cast_iron_pan",
        "categories": (("Pans",),),
        "listed_on": date(2025, 1, 1),
    }
    return Offer.model_validate({**plain, **changes})


def facts(one: Offer) -> dict[str, object]:
    return {fact.name: fact.value for fact in with_facts(one, NAMES, SPECIFICATION.identity).attributes}


def test_only_what_a_shop_filters_by_is_worked_out() -> None:
    assert facts_filtered_by(SPECIFICATION) == NAMES
    assert facts_filtered_by(composed()) == ()
    assert with_facts(offer(1), (), SPECIFICATION.identity) == offer(1)


def test_facts_follow_from_offer_and_promises() -> None:
    assert facts(offer(1)) == {
        "condition": "New",
        "returns": "30-day returns",
        "seller": "Corner Shop",
        "shipping": "Shipping is added",
        "type": "Cast iron pan",
        "warranty": "Statutory",
    }


def test_dear_new_and_much_reviewed_offers_say_so() -> None:
    one = offer(
        2,
        price=10_000,
        review_count=30,
        brand="Ombra",
        condition=OfferCondition.REFURBISHED,
        listed_on=WORLD_START.date(),
        specifications=(Specification(label="Type", text="Skillet"),),
    )
    found = facts(one)
    assert found["shipping"] == "Free shipping"
    assert found["review_count"] == ("1 or more", "5 or more", "10 or more", "25 or more")
    assert found["seller"] == "Ombra"
    assert found["condition"] == "Refurbished"
    assert found["type"] == "Skillet"
    assert found["new_arrivals"] == "New in the last 60 days"


def test_what_a_product_states_stays() -> None:
    assert facts(offer(3, attributes=(Attribute(name="warranty", value="lifetime"),)))["warranty"] == "lifetime"
    assert facts(offer(4, kind="gift_card"))["returns"] == "Final sale"


@pytest.mark.parametrize("name", NAMES)
def test_a_listing_can_be_filtered_by_each_of_them(tmp_path: Path, name: str) -> None:
    offers = [offer(1, listed_on=WORLD_START.date()), offer(2, price=20_000, review_count=12)]
    with CatalogBuilder(tmp_path / "catalog", name="facts") as builder:
        for one in offers:
            builder.add_offer(with_facts(one, NAMES, SPECIFICATION.identity))
    with Catalog.open(tmp_path / "catalog") as catalog:
        shopper = Shopper(Storefront(SPECIFICATION, catalog))
        boxes = shopper.page("/collections/all").css(f"input[name='attribute.{name}']")
        assert boxes
        for box in boxes:
            chosen = shopper.get("/collections/all", params={f"attribute.{name}": box.attributes["value"] or ""})
            assert "Thing" in chosen.text
            assert "Nothing was found" not in chosen.text
