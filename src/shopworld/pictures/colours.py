"""Colours of products: from a shop's word for a colour to a hex value, and tones of it."""

from __future__ import annotations

from functools import lru_cache

COLOURS: dict[str, str] = {
    "black": "#2b2e34",
    "graphite": "#45494f",
    "grey": "#83898f",
    "gray": "#83898f",
    "silver": "#c3c8ce",
    "titanium": "#a29b92",
    "white": "#eef0f2",
    "cream": "#efe6d3",
    "beige": "#dccbb0",
    "sand": "#d3bd97",
    "brown": "#7d573c",
    "tan": "#b98a5c",
    "copper": "#b5734a",
    "gold": "#d3b06a",
    "rose": "#e0aaa4",
    "pink": "#ee9dba",
    "coral": "#f2816b",
    "red": "#cf3b40",
    "burgundy": "#7f2a3c",
    "orange": "#ef8432",
    "amber": "#e5a52f",
    "yellow": "#efc83c",
    "lime": "#a4c83e",
    "olive": "#79804a",
    "green": "#3f8f5c",
    "forest": "#2d6046",
    "mint": "#a3dcc4",
    "teal": "#2a8a8c",
    "turquoise": "#43bcc0",
    "cyan": "#3db4d6",
    "sky": "#8cc4ea",
    "blue": "#3b6fc9",
    "navy": "#27395f",
    "midnight": "#27324a",
    "indigo": "#4a4ba8",
    "violet": "#7b5cc0",
    "purple": "#7a4fae",
    "lavender": "#bdb0e2",
    "lilac": "#c9b1e0",
    "natural": "#c9a677",
    "rainbow": "#ef9a4a",
    "transparent": "#dfe8ee",
    "clear": "#dfe8ee",
}
"""Named colours, lower case."""

NEUTRAL = "#6c747d"
"""For colours that nobody knows."""

ACCENTS = ("#37b7e8", "#8a5cf0", "#f0588c", "#35c48d", "#ff8a3c", "#f2c230", "#4a7bf7", "#e8484f")


@lru_cache(maxsize=512)
def hex_of(colour: str) -> str:
    """The hex value (`#rrggbb`) of a colour name or hex value; a neutral grey for unknown words.

    Compound names go by the first known word from the end: `midnight blue` is blue, `rose gold` is gold.
    """
    word = colour.strip().lower()
    if word.startswith("#"):
        digits = word[1:]
        if len(digits) == 3:
            digits = "".join(one * 2 for one in digits)
        if len(digits) == 6 and all(one in "0123456789abcdef" for one in digits):
            return f"#{digits}"
        return NEUTRAL
    if word in _COMPOUND:
        return _COMPOUND[word]
    for part in reversed(word.replace("-", " ").replace("/", " ").split()):
        if part in COLOURS:
            return COLOURS[part]
    return NEUTRAL


_COMPOUND = {
    "space grey": "#5b6068",
    "dark grey": "#4b5057",
    "light grey": "#b4b9be",
    "midnight blue": "#27395f",
    "navy blue": "#27395f",
    "sky blue": "#8cc4ea",
    "light blue": "#8cc4ea",
    "dark blue": "#27395f",
    "ice blue": "#b5d9e8",
    "rose gold": "#dba99c",
    "dark green": "#2d6046",
    "forest green": "#2d6046",
    "mint green": "#a3dcc4",
    "dark red": "#7f2a3c",
    "hot pink": "#e8528c",
    "sage green": "#9caf88",
    "olive green": "#79804a",
    "coral pink": "#f2919b",
    "coral red": "#e4685a",
    "plum purple": "#6d3f63",
    "rust orange": "#b5573a",
    "dusty rose": "#d8a6a0",
    "chocolate brown": "#5a3d2e",
    "heather grey": "#a9adb2",
    "burgundy red": "#7f2a3c",
    "brick red": "#9e3d33",
    "slate grey": "#5d6770",
    "mustard yellow": "#d7a32f",
    "terracotta orange": "#c8714a",
    "charcoal black": "#35383d",
    "natural wood handle": "#b98a5c",
    "black handle": "#2b2e34",
    "steel handle": "#aeb4bb",
    "stainless steel": "#c3c8ce",
    "cast iron": "#34373c",
    "carbon steel": "#4a4f56",
}


@lru_cache(maxsize=4096)
def mix(first: str, second: str, share: float) -> str:
    """A hex colour between two: `share` 0 is the first, 1 the second."""
    parts = (
        round(int(first[at : at + 2], 16) * (1 - share) + int(second[at : at + 2], 16) * share) for at in (1, 3, 5)
    )
    return "#" + "".join(f"{one:02x}" for one in parts)


def tone(colour: str, by: float) -> str:
    """The hex colour made lighter (`by` up to 1) or darker (down to -1)."""
    return mix(colour, "#ffffff", by) if by >= 0 else mix(colour, "#0b0d12", -by)


def lightness(colour: str) -> float:
    """Perceived lightness of a hex colour, 0 to 1 (weights of ITU-R BT.601)."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255
