"""Fonts: every face is a file of an installed package."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.errors import ShopError
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
    assert font_faces(("Manrope", "Manrope")).count("@font-face") == 1


def test_a_stack_ends_in_a_generic_family() -> None:
    assert font_stack("Caladea") == '"Caladea", serif'


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
