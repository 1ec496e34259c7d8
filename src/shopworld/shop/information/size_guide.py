"""The size guide: body measures for sizes of clothes and shoes."""

from __future__ import annotations

from shopworld.shop.information.html import heading, items, join, paragraph, table

_LETTERS = ("XS", "S", "M", "L", "XL", "XXL")
_WOMEN = ((80, 62, 88), (84, 66, 92), (90, 72, 98), (97, 79, 105), (105, 88, 113), (114, 98, 122))
_MEN = ((88, 74, 90), (93, 79, 95), (100, 86, 101), (107, 94, 107), (115, 103, 114), (123, 112, 121))
"""Chest, waist and hips in centimetres, from XS to XXL."""
_SHOES = (
    (36, "3.5", "5.5", 23.0),
    (37, "4", "6.5", 23.7),
    (38, "5", "7.5", 24.3),
    (39, "6", "8", 25.0),
    (40, "6.5", "9", 25.7),
    (41, "7.5", "8.5", 26.3),
    (42, "8", "9", 27.0),
    (43, "9", "10", 27.7),
    (44, "9.5", "10.5", 28.3),
    (45, "10.5", "11.5", 29.0),
)
"""EU, UK and US size, and the length of the foot in centimetres; US sizes are women's up to EU 40, men's from EU 41."""
_HEAD = ("Size", "Chest", "Waist", "Hips")


def size_guide() -> str:
    """The body of the page, as HTML."""
    return join(
        paragraph("All measures are of the body, not of the garment. Between two sizes, take the larger one."),
        heading("Women"),
        table(_HEAD, _rows(_WOMEN)),
        heading("Men and unisex"),
        table(_HEAD, _rows(_MEN)),
        heading("Shoes"),
        table(("EU", "UK", "US", "Foot length"), ((str(eu), uk, us, f"{foot} cm") for eu, uk, us, foot in _SHOES)),
        heading("How to measure"),
        items(
            (
                "Chest: around the fullest part, the tape level under your arms.",
                "Waist: around the narrowest part, without pulling the tape tight.",
                "Hips: around the fullest part, feet together.",
                "Foot: from the heel to the longest toe, standing, in the evening.",
            )
        ),
    )


def _rows(measures: tuple[tuple[int, int, int], ...]) -> list[tuple[str, ...]]:
    return [
        (letter, *(f"{centimetres} cm ({centimetres / 2.54:.0f} in)" for centimetres in body))
        for letter, body in zip(_LETTERS, measures, strict=True)
    ]
