"""Numbers in a text are held against typed attributes, where the text is simple enough to be understood."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.catalog import Catalog, CatalogBuilder
from shopworld.catalog.model import Attribute, Offer, Product
from shopworld.tasks.importers.webmall.requirements import read_requirement, second_opinion


def offer(slug: str, kind: str, price: int | None, **attributes: float | str) -> Offer:
    return Offer(
        id=f"techtalk/{slug}",
        shop_id="techtalk",
        number=sum(map(ord, slug)),
        product_id=slug,
        slug=slug,
        title=slug.replace("-", " "),
        kind=kind,
        price=price,
        attributes=tuple(Attribute(name=name, value=value) for name, value in attributes.items()),
    )


CHEAP_PSU = offer("corsair-650", "power_supply", 3000, wattage=650.0)
DEAR_PSU = offer("fractal-560", "power_supply", 10000, wattage=560.0)
GAMING_MONITOR = offer("asus-gaming-monitor", "monitor", 40000, size=27.0, resolution="2560 x 1440")
OFFERS = (
    CHEAP_PSU,
    DEAR_PSU,
    offer("weak-psu", "power_supply", 1000, wattage=400.0),
    offer("tiny-psu", "power_supply", 900, wattage=200.0),
    offer("silent-psu", "power_supply", 1000),
    offer("gone-psu", "power_supply", None, wattage=900.0),
    offer("650-w-stove", "", 500, wattage=650.0),
    GAMING_MONITOR,
    offer("asus-small-gaming-monitor", "monitor", 30000, size=24.0, resolution="1920 x 1080"),
    offer("asus-office-monitor", "monitor", 30000, size=32.0, resolution="3840 x 2160"),
)


@pytest.fixture(scope="module")
def catalog(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Catalog]:
    folder = tmp_path_factory.mktemp("catalog") / "catalog"
    with CatalogBuilder(folder, name="attributes") as builder:
        for one in OFFERS:
            builder.add_product(Product(id=one.product_id, title=one.title, department="", kind=one.kind))
            builder.add_offer(one)
    with Catalog.open(folder) as opened:
        yield opened


def test_a_cheaper_offer_that_meets_the_numbers_is_named(catalog: Catalog) -> None:
    text = "Find the cheapest offer for a PSU for PCs with more than 550 W. If several share it, return all."
    assert second_opinion(text, [DEAR_PSU], catalog) == [
        "techtalk /product/corsair-650/ meets the text by its attributes and costs 30.00, the answer 100.00"
    ]
    assert second_opinion(text, [CHEAP_PSU], catalog) == []


def test_an_answer_that_breaks_a_number_is_named(catalog: Catalog) -> None:
    text = "Find the cheapest offer for a PSU with more than 600 W, add it to the shopping cart and pay."
    assert second_opinion(text, [DEAR_PSU], catalog)[0] == (
        "the answer techtalk /product/fractal-560/ does not meet the numbers of the text"
    )


def test_an_offer_left_out_of_all_offers_is_named(catalog: Catalog) -> None:
    text = (
        "Find all offers for gaming monitors with a resolution higher than 1920x1080, "
        "a screen size of at least 27 inches, and a price below 600 euros."
    )
    assert second_opinion(text, [], catalog) == [
        "techtalk /product/asus-gaming-monitor/ meets the text by its attributes and is no answer"
    ]
    assert second_opinion(text, [GAMING_MONITOR], catalog) == []


def test_many_such_offers_are_counted(catalog: Catalog) -> None:
    few = second_opinion("Find all offers for PSUs with at least 500 W.", [], catalog)
    assert sorted(line.split(" meets")[0] for line in few) == [
        "techtalk /product/corsair-650/",
        "techtalk /product/fractal-560/",
    ]
    many = second_opinion("Find all offers for PSUs with at least 1 W.", [], catalog)
    assert len(many) == 3
    assert many[-1].endswith("(and 1 more like that)")


@pytest.mark.parametrize(
    ("wanted", "kind", "words", "conditions"),
    [
        ("a PSU for PCs with more than 550 W", "power_supply", set(), 1),
        ("a GPU from the brand PNY", "graphics_card", {"pny"}, 0),
        ("an external SSD with 1TB disc space", "external_ssd", set(), 1),
        ("DDR4 RAM clocking higher than 3000 MHz", "memory", {"ddr4"}, 1),
        ("a mechanical keyboard", "keyboard", {"mechanical"}, 0),
        ("GPUs with over 2500 MHz clocking speed and at least 16GB VRAM", "graphics_card", set(), 2),
    ],
)
def test_simple_texts_are_understood(wanted: str, kind: str, words: set[str], conditions: int) -> None:
    requirement = read_requirement(wanted)
    assert requirement is not None
    assert (requirement.kind, set(requirement.words), len(requirement.conditions)) == (kind, words, conditions)


@pytest.mark.parametrize(
    "wanted",
    [
        "orange straps that fit with the Apple Watch Series 6",
        "Asrock motherboards which have 8 DDR5 RAM slots",
        "DDR5 RAM that match a colorful LED gaming aesthetic",
        "GPUs",
        "a PSU with 3 inches",
    ],
)
def test_other_texts_have_no_opinion(wanted: str) -> None:
    assert read_requirement(wanted) is None


@given(st.text(alphabet="PSU GPU ram ssd 0123456789.wWgGbB x over at least monitor €", max_size=80))
def test_any_text_is_read_without_error(wanted: str) -> None:
    read_requirement(wanted)
