"""Fonts: every face is a file of an installed package."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]
from hypothesis import given
from hypothesis import strategies as st

from shopworld.errors import ShopError
from shopworld.goods.merchants.habits import _BULLETS, _EMOJI
from shopworld.shop.look.fonts import FAMILIES, font_faces, font_file, font_stack, resembling_family


@pytest.mark.parametrize("file", [face.file for family in FAMILIES.values() for face in family.faces])
def test_every_face_is_installed(file: str) -> None:
    found = font_file(file)
    assert found is not None
    content, media_type = found
    assert content[:4] in (b"\x00\x01\x00\x00", b"OTTO")
    assert media_type in {"font/ttf", "font/otf"}


def test_other_files_are_not_served() -> None:
    assert font_file("LICENSE") is None
    assert font_file("../Roboto-Regular.ttf") is None


def test_a_family_named_twice_is_declared_once() -> None:
    assert font_faces(("Manrope", "Manrope")).count('font-family:"Manrope"') == 1


def test_a_stack_ends_in_a_generic_family() -> None:
    assert font_stack("Caladea").startswith('"Caladea", ')
    assert font_stack("Caladea").endswith(", serif")


def test_every_sign_of_the_merchants_is_in_a_font_that_shops_serve() -> None:
    """Bullets and emblems in titles and lists: no machine shows an empty box for one."""
    wanted = {sign for text in (*_BULLETS, *_EMOJI) for sign in text if not sign.isascii()} | set("✓☆▾▸→←▲◦▪")
    faces = re.findall(r'src:url\("/fonts/([^"]+)"\);unicode-range:([^;]+)', font_faces(("Caladea",)))
    assert faces
    for file, ranges in faces:
        found = font_file(file)
        assert found is not None
        drawn = set(TTFont(BytesIO(found[0])).getBestCmap())
        spans = [[int(end, 16) for end in one.strip().removeprefix("U+").split("-")] for one in ranges.split(",")]
        wanted -= {
            sign for sign in wanted if ord(sign) in drawn and any(one[0] <= ord(sign) <= one[-1] for one in spans)
        }
    lacking = wanted - {
        chr(code) for code in TTFont(BytesIO((font_file("Caladea-Regular.ttf") or (b"",))[0])).getBestCmap()
    }
    assert lacking == set()


def test_an_unknown_family_is_an_error() -> None:
    with pytest.raises(ShopError, match="Papyrus"):
        font_stack("Papyrus")


@given(st.text(max_size=40))
def test_any_name_of_a_font_has_a_served_family_that_resembles_it(name: str) -> None:
    assert resembling_family(name) in FAMILIES


@pytest.mark.parametrize("name", sorted(FAMILIES))
def test_a_served_family_resembles_itself(name: str) -> None:
    assert resembling_family(name) == resembling_family(name.upper()) == name


@pytest.mark.parametrize(
    ("name", "expected"),
    [("Georgia", "Source Serif Pro"), ("BlinkMacSystemFont", "Roboto"), ("JetBrains Mono", "DejaVu Sans Mono")],
)
def test_families_of_other_people_are_replaced_by_their_kind(name: str, expected: str) -> None:
    assert resembling_family(name) == expected
