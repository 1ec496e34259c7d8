"""What a picture shows because the data say so: pieces, ports, size, screen, material, pattern, what lies beside."""

from __future__ import annotations

import re
from dataclasses import dataclass

from shopworld.catalog import PICTURED, Offer

_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")
_IN_A_TITLE = re.compile(r"\b(\d{1,3})[- ](?:piece|pc|pcs|pack)\b|\b(?:set|pack) of (\d{1,3})\b", re.I)
_PIECES = ("pieces", "pack", "set", "count")
_SIZES = {
    "small": 0.84,
    "mini": 0.76,
    "compact": 0.82,
    "medium": 0.94,
    "large": 1.06,
    "extra large": 1.12,
    "quarter": 0.8,
}
_SCREENS = ("screen_size", "screen", "display_size", "diagonal")
BACKDROP = "backdrop"
_MOST_PORTS, _MOST_PIECES = 24, 999
_LEAST_INCHES, _PER_INCH, _SMALLEST, _LARGEST = 6, 0.025, 0.78, 1.1


@dataclass(frozen=True, slots=True)
class Appearance:
    """What a drawing follows.

    Attributes:
        pieces: how many of it there are; 1 where nothing is said.
        ports: sockets of hubs, docks, switches and chargers; None: by the seed.
        size: share of the usual size that it is drawn in.
        screen: diagonal in inches; None: by the seed.
        material: words of what it is made of, in lower case.
        pattern: printed or woven into it, a name of `PATTERNS`; empty: plain.
        beside: the thing that lies beside it in a scene, a name of `props()`; empty: by the seed.
        backdrop: number of what stands behind it; 0: nothing.
    """

    pieces: int = 1
    ports: int | None = None
    size: float = 1.0
    screen: float | None = None
    material: str = ""
    pattern: str = ""
    beside: str = ""
    backdrop: int = 0


def appearance_of(offer: Offer) -> Appearance:
    """What an offer says of how it looks."""
    screen = next((found for name in _SCREENS if (found := _number(_told(offer, name))) is not None), None)
    ports = _number(_told(offer, "ports"))
    return Appearance(
        pieces=_pieces(offer),
        ports=round(ports) if ports is not None and 1 <= ports <= _MOST_PORTS else None,
        size=_size(_told(offer, "size").casefold()),
        screen=screen,
        material=_told(offer, "material").casefold(),
        pattern=_told(offer, "pattern").casefold(),
        beside=_told(offer, "beside").casefold(),
        backdrop=round(_number(_told(offer, BACKDROP)) or 0),
    )


def _told(offer: Offer, name: str) -> str:
    """A value as text; what the picture alone tells comes first."""
    attribute = offer.attribute(f"{PICTURED}{name}") or offer.attribute(name)
    if attribute is None:
        return ""
    value = attribute.value[0] if isinstance(attribute.value, tuple) and attribute.value else attribute.value
    return f"{value:g}" if isinstance(value, int | float) and not isinstance(value, bool) else str(value)


def _number(text: str) -> float | None:
    found = _NUMBER.search(text)
    return float(found[0].replace(",", ".")) if found else None


def _pieces(offer: Offer) -> int:
    told = next((found for name in _PIECES if (found := _number(_told(offer, name))) is not None), None)
    titled = _IN_A_TITLE.search(offer.title)
    if told is None and titled is not None:
        told = float(titled[1] or titled[2])
    return round(told) if told is not None and 1 <= told <= _MOST_PIECES else 1


def _size(text: str) -> float:
    """How large it is drawn: by a word, or by inches; other units say little across kinds."""
    if text in _SIZES:
        return _SIZES[text]
    inches = _number(text) if re.search(r"\d ?(?:in\b|inch|\")", text) else None
    if inches is None:
        return 1.0
    return min(_LARGEST, max(_SMALLEST, 0.85 + (inches - _LEAST_INCHES) * _PER_INCH))
