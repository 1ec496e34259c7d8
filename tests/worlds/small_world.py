"""A mall of four real shops with a few offers, and a suite for it: an answer, a cart and an order."""

from __future__ import annotations

from pathlib import Path

from shopworld.catalog import CatalogBuilder
from shopworld.catalog.model import Attribute, Image, Offer, Product
from shopworld.mall import Home, Mall, default_shops, write_mall
from shopworld.tasks import (
    AnswerSet,
    Buyer,
    Cart,
    NoSideEffects,
    OfferAddress,
    Order,
    Suite,
    Task,
    save_suite,
)

BUYER = Buyer(
    name="Jessica Morgan",
    street="Maple Avenue",
    house_number="742",
    zip="60614",
    city="Chicago",
    state="IL",
    country="USA",
    email="jessica.morgan@example.com",
    card="4242424242424242",
    cvv="123",
    expiry_date="12/28",
)


def build_catalog(folder: Path) -> None:
    """Six drives in each of four shops."""
    with CatalogBuilder(folder, name="small") as builder:
        for number in range(1, 7):
            builder.add_product(
                Product(
                    id=f"p{number}",
                    title=f"Brisk SSD {number} TB",
                    brand="Brisk",
                    department="PC Components",
                    kind="ssd",
                    attributes=(Attribute(name="capacity", value=number * 1000.0, unit="GB"),),
                )
            )
        for shop in default_shops():
            for number in range(1, 7):
                builder.add_offer(
                    Offer(
                        id=f"{shop.identity.id}/{number}",
                        shop_id=shop.identity.id,
                        number=number,
                        product_id=f"p{number}",
                        slug=f"brisk-ssd-{number}-tb",
                        title=f"Brisk SSD {number} TB",
                        brand="Brisk",
                        department="PC Components",
                        kind="ssd",
                        categories=(("Storage", "SSDs"),),
                        price=5000 * number,
                        images=(Image(source="drawn:"),),
                    )
                )


def make_small_world(home: Home) -> Suite:
    """Writes the mall `small` and the suite `small`."""
    folder = home.mall("small")
    folder.parent.mkdir(parents=True)
    write_mall(folder, name="small", shops=default_shops(), build_catalog=build_catalog, seed=7)
    mall = Mall.open(folder)
    shops = [shop.identity for shop in mall.shops]
    text = f"The shops: {', '.join(f'http://{shop.host}/' for shop in shops)}. Submit at {mall.solution_address}."
    two = tuple((OfferAddress(shop=shop.id, slug="brisk-ssd-2-tb"),) for shop in shops[:2])
    one = ((OfferAddress(shop=shops[2].id, slug="brisk-ssd-3-tb"),),)
    miss = ((OfferAddress(shop=shops[0].id, slug="brisk-ssd-4-tb"),),)
    start = f"http://{shops[0].host}/"
    suite = Suite(
        name="small",
        version="1",
        mall=mall.name,
        mall_hash=mall.content_hash,
        tasks=(
            Task(
                id="answer_1",
                template="answer",
                category="find_specific_product",
                set="basic",
                intent="Find the Brisk SSD 2 TB in the first two shops.",
                checks=(AnswerSet(groups=two), NoSideEffects()),
                near_misses=miss,
                instructions=text,
                start=start,
            ),
            Task(
                id="cart_1",
                template="cart",
                category="add_to_cart",
                set="basic",
                intent="Put the Brisk SSD 3 TB of the third shop into the cart.",
                checks=(Cart(groups=one), NoSideEffects(allow_cart=True)),
                near_misses=miss,
                instructions=text,
                start=start,
            ),
            Task(
                id="order_1",
                template="order",
                category="checkout",
                set="advanced",
                intent="Order the Brisk SSD 3 TB in the third shop.",
                checks=(Order(groups=one, buyer=BUYER), NoSideEffects(allow_orders=True)),
                near_misses=miss,
                instructions=text,
                start=start,
            ),
        ),
    )
    mall.close()
    save_suite(suite, home.suite("small"))
    return suite
