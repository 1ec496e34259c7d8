"""Product pictures: every kind is drawn, small, well-formed, the same each time."""

from __future__ import annotations

import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from shopworld.catalog.kinds import KINDS
from shopworld.catalog.model import Attribute, Offer
from shopworld.catalog.pictures import VIEWS, draw_offer, draw_picture
from shopworld.catalog.pictures.drawing import DRAWINGS

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("kind", [*KINDS, "nobody knows", ""])
def test_every_kind_and_view_is_a_square_well_formed_picture(kind: str, view: str) -> None:
    for seed in ("a", "b", "c", "d"):
        root = etree.fromstring(draw_picture(kind, colour="blue", seed=seed, view=view, label="Norvik").encode())
        assert root.get("viewBox") == "0 0 600 600"
        ids = [one.get("id") for one in root.iter() if one.get("id")]
        assert len(ids) == len(set(ids))
        for element in root.iter():
            for value in map(str, element.attrib.values()):
                if value.startswith("url(#"):
                    assert value[5:-1] in ids
            if element.tag == f"{SVG}use":
                assert element.get("href", "")[1:] in ids


def test_no_drawing_is_of_an_unknown_kind() -> None:
    assert set(DRAWINGS) <= set(KINDS)
    assert len(DRAWINGS) >= 57


def test_the_same_arguments_draw_the_same_bytes() -> None:
    first = draw_picture("camera", colour="red", seed="p1", view="box")
    assert first == draw_picture("camera", colour="red", seed="p1", view="box")
    assert first != draw_picture("camera", colour="red", seed="p2", view="box")


def test_colour_and_shape_show() -> None:
    assert draw_picture("mouse", colour="red", seed="1") != draw_picture("mouse", colour="green", seed="1")
    air = draw_picture("cpu_cooler", colour="black", seed="1", shape="air")
    assert air != draw_picture("cpu_cooler", colour="black", seed="1", shape="liquid 360")


def test_pictures_are_small() -> None:
    sizes = [len(draw_picture(kind, colour="black", seed=seed)) for kind in KINDS for seed in "abcde"]
    assert statistics.median(sizes) < 6000
    assert max(sizes) < 12000


@given(label=st.text(max_size=40), colour=st.text(max_size=20), shape=st.text(max_size=20))
def test_any_text_as_label_colour_or_shape_is_harmless(label: str, colour: str, shape: str) -> None:
    printable = "".join(one for one in label if one.isprintable())
    svg = draw_picture("usb_stick", colour=colour, seed="x", label=printable, shape=shape)
    assert not etree.fromstring(svg.encode()).findall(f".//{SVG}script")


def test_an_offer_is_drawn_in_its_colour_and_like_all_offers_of_its_product() -> None:
    def offer(shop: str, product: str, colour: str) -> Offer:
        attributes = (Attribute(name="colour", value=colour), Attribute(name="form_factor", value="m.2 2280"))
        return Offer(
            id=f"{shop}/1",
            shop_id=shop,
            number=1,
            product_id=product,
            slug="x",
            title="X",
            kind="mouse",
            brand="Korvane",
            attributes=attributes,
        )

    assert draw_offer(offer("a", "p1", "red")) == draw_offer(offer("b", "p1", "red"))
    assert draw_offer(offer("a", "p1", "red")) != draw_offer(offer("a", "p1", "blue"))


def test_every_kind_has_a_drawing_of_its_own() -> None:
    assert set(DRAWINGS) == set(KINDS)


@pytest.mark.parametrize(
    ("title", "other"), [("Echo Chelsea Boots", "Echo Hiking Boots"), ("Pan Press", "Pan Moka Pot")]
)
def test_what_a_title_says_shows(title: str, other: str) -> None:
    kind = "boots" if "Boots" in title else "coffee_maker"
    drawn = [
        draw_offer(Offer(id="a/1", shop_id="a", number=1, product_id="p", slug="x", title=one, kind=kind))
        for one in (title, other)
    ]
    assert drawn[0] != drawn[1]


def test_goods_without_a_colour_take_that_of_their_material() -> None:
    def pan(material: str) -> str:
        return draw_offer(
            Offer(
                id="a/1",
                shop_id="a",
                number=1,
                product_id="p",
                slug="x",
                title="Pan",
                kind="frying_pan",
                attributes=(Attribute(name="material", value=material),),
            )
        )

    assert pan("cast iron") != pan("copper")
