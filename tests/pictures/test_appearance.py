"""Drawings follow data: pieces, ports, screens, patterns and what lies beside a thing are those of its facts."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from shopworld.catalog import KINDS, PICTURED, Attribute, Offer
from shopworld.pictures import draw_offer, draw_picture, looks_like, props, things_beside
from shopworld.pictures.appearance import Appearance, appearance_of
from shopworld.pictures.arrangement import COUNT_ID, COUNT_THEMSELVES, PIECE_CLASS, places
from shopworld.pictures.parts import chosen_parts, parts
from shopworld.pictures.scenes import BESIDE_ID
from shopworld.pictures.sockets import PORT_CLASS


def found(picture: str, path: str) -> list[Any]:
    elements = etree.fromstring(picture.encode()).xpath(path)
    assert isinstance(elements, list)
    return list(elements)


def of_class(picture: str, name: str) -> int:
    return len(found(picture, f"//*[@class='{name}']"))


def an_offer(title: str = "Thing", kind: str = "servo", **told: Any) -> Offer:
    attributes = tuple(Attribute(name=name, value=value) for name, value in told.items())
    return Offer(
        id="a/1", shop_id="a", number=1, product_id="p", slug="x", title=title, kind=kind, attributes=attributes
    )


@pytest.mark.parametrize("kind", sorted(COUNT_THEMSELVES | {"servo", "dinner_plate", "towel"}))
@pytest.mark.parametrize("pieces", [2, 5, 7, 12, 24])
def test_a_set_shows_as_many_pieces_as_it_has(kind: str, pieces: int) -> None:
    picture = draw_picture(kind, colour="blue", seed="a", facts=Appearance(pieces=pieces))
    assert of_class(picture, PIECE_CLASS) == pieces


@pytest.mark.parametrize("kind", sorted(COUNT_THEMSELVES))
def test_one_of_a_set_is_drawn_as_one(kind: str) -> None:
    assert of_class(draw_picture(kind, colour="blue", seed="a", facts=Appearance(pieces=1)), PIECE_CLASS) == 1
    assert of_class(draw_picture(kind, colour="blue", seed="a", facts=Appearance()), PIECE_CLASS) > 1


@pytest.mark.parametrize("kind", sorted(COUNT_THEMSELVES | {"servo", "puzzle"}))
def test_of_more_than_can_be_seen_a_tag_tells_the_number(kind: str) -> None:
    picture = draw_picture(kind, colour="blue", seed="a", facts=Appearance(pieces=100))
    assert "100" in "".join(found(picture, f"//*[@id='{COUNT_ID}']")[0].itertext())


@pytest.mark.parametrize("kind", ["usb_hub", "network_switch", "docking_station", "charger", "laptop"])
@settings(max_examples=12)
@given(ports=st.integers(1, 24), seed=st.text("abc", max_size=3))
def test_sockets_are_as_many_as_are_told(kind: str, ports: int, seed: str) -> None:
    assert of_class(draw_picture(kind, colour="grey", seed=seed, facts=Appearance(ports=ports)), PORT_CLASS) == ports


@pytest.mark.parametrize(
    ("offer", "pieces"),
    [
        (an_offer(pieces="12-Piece"), 12),
        (an_offer(pack="Set of 5"), 5),
        (an_offer("Iron 7-Piece Pan Set"), 7),
        (an_offer("Pack of 3 Plates", pack="4 Pack"), 4),
        (an_offer("Galaxy S24"), None),
        (an_offer("Galaxy S24 Pack"), None),
        (an_offer(pack="100000"), None),
        (an_offer(pieces=1000.0), 1000),
        (an_offer(pieces="1,000"), 1000),
        (an_offer(pack="Set of 2,500 beads"), 2500),
        (an_offer("Harbour Puzzle, 1,000 Pieces", pieces="0"), None),
        (an_offer("1000-Piece Puzzle", "puzzle"), 1000),
        (an_offer("1,500-Piece Puzzle", "puzzle"), 1500),
        (an_offer("Canon EOS R10 Camera + 3 PC Filter Kit", "camera"), None),
        (an_offer("Canon EOS R10 Camera with 5 Piece Lens Kit", "camera"), None),
        (an_offer("Canon EOS R10 | 2 Pack of Batteries", "camera"), None),
        (an_offer("Canon EOS R10 30 Piece Accessory Bundle", "camera"), None),
        (an_offer("Canon EOS R10 Set of 4 Close-Up Filters", "camera"), None),
        (an_offer("Lens Filters, Set of 4", "lens_filter"), 4),
        (an_offer("3-Piece Lens Filter Kit", "lens_filter"), 3),
        (an_offer("Windows 11 PC", "pc"), None),
        (an_offer("Dell OptiPlex 790 PC", "pc"), None),
        (an_offer("Sponges 6 pcs", "towel"), 6),
    ],
)
def test_pieces_are_read_from_facts_then_from_the_title(offer: Offer, pieces: int) -> None:
    assert appearance_of(offer).pieces == pieces


@pytest.mark.parametrize(
    ("told", "ports"),
    [
        (7.0, 7),
        ("7 ports", 7),
        ("4-port USB 3.0", 4),
        (("2x USB-A", "3x USB-C"), 5),
        ("2 x USB-A, 3 × USB-C", 5),
        (("2x USB-A 3.2", "HDMI 2.1"), 3),
        (("HDMI 2.1", "USB-C 3.2"), None),
        ("HDMI 2.1", None),
        ("1,000", None),
    ],
)
def test_ports_are_counted_and_versions_are_not(told: Any, ports: int | None) -> None:
    assert appearance_of(an_offer(ports=told)).ports == ports


def test_what_the_picture_alone_tells_comes_before_what_the_page_says() -> None:
    told: dict[str, Any] = {
        "ports": 4,
        f"{PICTURED}ports": 7,
        f"{PICTURED}beside": "lemons",
        "screen": "15.6 in",
        "size": "10 in",
    }
    told_of = appearance_of(an_offer(**told))
    assert (told_of.ports, told_of.beside, told_of.screen) == (7, "lemons", 15.6)
    assert told_of.size < 1


@pytest.mark.parametrize("kind", ["laptop", "monitor"])
def test_screens_differ_in_more_than_what_they_show(kind: str) -> None:
    small, large = (
        draw_picture(kind, colour="black", seed="s", facts=Appearance(screen=inches)) for inches in (13.3, 34)
    )
    assert small != large
    drawn = {draw_picture(kind, colour="black", seed=seed, facts=Appearance(screen=15)) for seed in "abcdefgh"}
    assert len({re.sub("#[0-9a-f]{6}", "", one).split('id="one"')[0].split('id="bare"')[1] for one in drawn}) >= 6


@pytest.mark.parametrize("thing", sorted(props()))
def test_what_the_data_say_lies_beside_it_in_its_scene(thing: str) -> None:
    picture = draw_picture("mug", colour="teal", seed="a", view="scene", facts=Appearance(beside=thing))
    (beside,) = found(picture, f"//*[@id='{BESIDE_ID}']")
    outlines = [one.get("d") for one in beside]
    assert outlines == [outline for _, outline in props()[thing]]
    assert thing not in picture


@pytest.mark.parametrize("thing", sorted(props()))
def test_a_thing_can_be_taken_for_what_bears_its_name(thing: str) -> None:
    assert looks_like(thing, f"Large {thing.title()}")
    assert not looks_like(thing, "servo Robot Arm")


@pytest.mark.parametrize(
    ("thing", "kind"),
    [("coffee cup", "mug"), ("stack of books", "crime_novel"), ("desk lamp", "table_lamp"), ("candle", "candle"),
     ("bowl of eggs", "mixing_bowl"), ("straw hat", "beanie"), ("linen towel", "towel"), ("potted herb", "plant_pot")],
)  # fmt: skip
def test_a_thing_can_be_taken_for_what_is_sold_of_its_kind(thing: str, kind: str) -> None:
    assert looks_like(thing, kind)


def test_every_kind_has_a_setting_with_things_that_are_drawn() -> None:
    for kind in (*KINDS, "nobody knows", ""):
        assert len(things_beside(kind)) >= 5
        assert set(things_beside(kind)) <= set(props())


def test_parts_are_of_kinds_that_there_are_and_asked_for_by_words() -> None:
    assert {kind for one in parts() for kind in one.kinds} <= set(KINDS)
    for one in parts():
        for kind in one.kinds:
            for word in one.words:
                chosen = chosen_parts(kind, f"a {word}", "seed")
                assert any(taken.slot == one.slot and word in taken.words for taken in chosen)


def test_a_pattern_is_printed_on_the_thing_and_not_beside_it() -> None:
    plain, striped = (
        draw_offer(an_offer("Tee", "t_shirt", colour="blue", **told)) for told in ({}, {"pattern": "striped"})
    )
    assert "printed" not in plain
    assert 'fill="url(#printed)" mask=' in striped


def test_backdrops_differ_and_stand_behind_the_thing() -> None:
    drawn = [draw_picture("mug", colour="teal", seed="a", facts=Appearance(backdrop=number)) for number in range(106)]
    assert len(set(drawn)) == 106
    assert not found(drawn[0], "//*[@id='backdrop']")
    for picture in drawn[1:]:
        ground, thing = found(picture, "/*/*[@id='backdrop'] | /*/*[local-name()='use']")
        assert (ground.get("id"), thing.get("href")) == ("backdrop", "#whole")
    told: dict[str, Any] = {f"{PICTURED}backdrop": 3}
    assert appearance_of(an_offer(**told)).backdrop == 3


@settings(max_examples=24)
@given(st.integers(1, 24))
def test_pieces_of_a_set_stand_within_the_picture(count: int) -> None:
    stand = places(count)
    assert len(stand) == count
    for x, y, scale in stand:
        assert min(x, y) + 100 * scale >= -40
        assert max(x + 500 * scale, y + 505 * scale) <= 640
