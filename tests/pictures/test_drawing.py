"""Product pictures: every kind is drawn, small, well-formed, the same each time."""

from __future__ import annotations

import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from shopworld.catalog.kinds import KINDS
from shopworld.catalog.model import Attribute, Offer
from shopworld.pictures import ALL_VIEWS, draw_offer, draw_picture
from shopworld.pictures.drawing import DRAWINGS

SVG = "{http://www.w3.org/2000/svg}"


def faults_of(picture: str) -> list[str]:
    """What is wrong with a picture: its shape, an id that is there twice, a reference that leads nowhere."""
    root = etree.fromstring(picture.encode())
    ids = [one.get("id") for one in root.iter() if one.get("id")]
    faults = [] if root.get("viewBox") == "0 0 600 600" else [f"viewBox {root.get('viewBox')}"]
    faults += [f"id {one} twice" for one in set(ids) if ids.count(one) > 1]
    for element in root.iter():
        values = map(str, element.attrib.values())
        used = [value[5:-1] for value in values if value.startswith("url(#")]
        used += [element.get("href", "")[1:]] if element.tag == f"{SVG}use" else []
        faults += [f"no id {one}" for one in used if one not in ids]
    return faults


def test_a_picture_with_faults_is_told() -> None:
    use = f'<svg xmlns="{SVG[1:-1]}" viewBox="0 0 9 9"><g id="a"/><g id="a" fill="url(#b)"/><use href="#c"/></svg>'
    assert faults_of(use) == ["viewBox 0 0 9 9", "id a twice", "no id b", "no id c"]


@pytest.mark.parametrize("view", ALL_VIEWS)
def test_every_kind_is_a_square_well_formed_picture_in_every_view(view: str) -> None:
    drawn = {
        (kind, seed): draw_picture(kind, colour="blue", seed=seed, view=view, label="Norvik")
        for kind in [*KINDS, "nobody knows", ""]
        for seed in ("a", "b", "c", "d")
    }
    assert {key: faults for key, picture in drawn.items() if (faults := faults_of(picture))} == {}


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
    assert max(sizes) < 13000


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
