"""Looks are dealt: none comes twice before each came once."""

from __future__ import annotations

from shopworld.arena.cohort import drawn_look
from shopworld.shop import family_names
from shopworld.shop.look.colours import contrast


def test_every_family_comes_once_before_any_comes_twice() -> None:
    families = family_names()
    dealt = [drawn_look(7, number, families).family for number in range(2 * len(families))]
    assert set(dealt[: len(families)]) == set(dealt[len(families) :]) == set(families)


def test_the_same_seed_gives_the_same_look_and_another_one_another() -> None:
    families = family_names()
    first = [drawn_look(1, number, families) for number in range(12)]
    assert first == [drawn_look(1, number, families) for number in range(12)]
    assert first != [drawn_look(2, number, families) for number in range(12)]
    assert len({one.palette.accent_primary + one.palette.background for one in first}) == 12


def test_text_can_be_read_in_every_palette() -> None:
    for number in range(12):
        palette = drawn_look(1, number, family_names()).palette
        assert contrast(palette.foreground, palette.background) >= 7
        assert contrast(palette.foreground, palette.surface_muted) >= 4.5
