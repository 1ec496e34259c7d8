"""What things are called."""

from __future__ import annotations

import pytest

from shopworld.catalog.model import Offer
from shopworld.catalog.stems import stems
from shopworld.guru.intent.phrases import article
from shopworld.guru.intent.things import ProductNoun, find_thing, singular


def offer(title: str, *path: str) -> Offer:
    """An offer with a title and a category."""
    return Offer(
        id="amazon/1",
        shop_id="amazon",
        number=1,
        product_id="B1",
        slug="b1",
        title=title,
        categories=(path,) if path else (),
    )


@pytest.mark.parametrize(
    ("title", "path", "name", "span"),
    [
        (
            "Volta Wireless Charger Stand, black",
            ("Accessories", "Wireless Chargers"),
            "wireless charger",
            "Wireless Charger",
        ),
        ("Sony WH-1 Over-Ear Headphones for TV", ("Headphones",), "headphones", "Headphones"),
        ("Clear Case for iPhone 12", ("Cases, Holsters & Sleeves", "Basic Cases"), "case", "Case"),
        ("Argan Shampoo with Vitamin E", (), "shampoo", "Shampoo"),
        ("HP 63 Ink Cartridges, 2 Pack", ("Office Products",), "ink cartridge", "Ink Cartridges"),
    ],
)
def test_the_title_says_what_it_is(title: str, path: tuple[str, ...], name: str, span: str) -> None:
    assert find_thing(offer(title, *path)) == ProductNoun(name, span)
    assert set(stems(name)) <= set(stems(title))


def test_tempered_glass_is_no_pair_of_glasses() -> None:
    found = find_thing(offer("Tempered Glass Screen Protector"))
    assert found is not None
    assert found.name == "screen protector"


def test_what_no_title_says_is_unknown() -> None:
    assert find_thing(offer("Zorbix 3000")) is None


@pytest.mark.parametrize(
    ("thing", "wanted", "again"),
    [
        ("desk lamp", "a desk lamp", "one"),
        ("eyeliner", "an eyeliner", "one"),
        ("usb cable", "a USB cable", "one"),
        ("hdmi cable", "an HDMI cable", "one"),
        ("headphones", "a pair of headphones", "a pair"),
        ("photo paper", "some photo paper", "something"),
    ],
)
def test_things_are_asked_for_as_people_do(thing: str, wanted: str, again: str) -> None:
    assert ProductNoun(thing, "").wanted == wanted
    assert ProductNoun(thing, "").again == again


@pytest.mark.parametrize(
    ("plural", "one"),
    [("chargers", "charger"), ("batteries", "battery"), ("brushes", "brush"), ("boxes", "box"), ("lenses", "lens")],
)
def test_singular(plural: str, one: str) -> None:
    assert singular(plural) == one


@pytest.mark.parametrize(("word", "expected"), [("hour", "an"), ("uniform", "a"), ("8-port hub", "an"), ("user", "a")])
def test_articles_go_by_sound(word: str, expected: str) -> None:
    assert article(word) == expected
