"""What a picture shows because the data say so: pieces, ports, size, screen, material, pattern, what lies beside."""

from __future__ import annotations

import re
from dataclasses import dataclass

from shopworld.catalog import PICTURED, Offer

_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")
_COUNT = r"(?<![\w.,])(\d{1,3}(?:,\d{3})+|\d+)(?![.,]?\d)"
_COUNTED = re.compile(_COUNT)
_IN_A_TITLE = re.compile(rf"{_COUNT}[- ](?:piece|pcs|pack)\b|\b(?:set|pack) of {_COUNT}", re.I)
_PORTS = re.compile(rf"^\s*{_COUNT}(?:$|[- ]?ports?\b)", re.I)
_TIMES = re.compile(r"^\s*(\d{1,2})\s?[x×]\s?(?!\d)", re.I)
_GIVEN_WITH_IT = re.compile(r"\bwith\b|\bw/|\bplus\b|\bincluding\b|[+|]", re.I)
_EXTRAS = re.compile(r"\b(accessor|filter|bundle)", re.I)
"""What is counted in titles of other things: a camera and its filters."""
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
_MOST_PORTS, _MOST_PIECES = 24, 99_999
_LEAST_INCHES, _PER_INCH, _SMALLEST, _LARGEST = 6, 0.025, 0.78, 1.1


@dataclass(frozen=True, slots=True)
class Appearance:
    """What a drawing follows.

    Attributes:
        pieces: how many of it there are; None where nothing is said.
        ports: sockets of hubs, docks, switches and chargers; None: by the seed.
        size: share of the usual size that it is drawn in.
        screen: diagonal in inches; None: by the seed.
        material: words of what it is made of, in lower case.
        pattern: printed or woven into it, a name of `PATTERNS`; empty: plain.
        beside: the thing that lies beside it in a scene, a name of `props()`; empty: by the seed.
        backdrop: number of what stands behind it; 0: nothing.
    """

    pieces: int | None = None
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
    return Appearance(
        pieces=_pieces(offer),
        ports=_ports(offer),
        size=_size(_told(offer, "size").casefold()),
        screen=screen,
        material=_told(offer, "material").casefold(),
        pattern=_told(offer, "pattern").casefold(),
        beside=_told(offer, "beside").casefold(),
        backdrop=round(_number(_told(offer, BACKDROP)) or 0),
    )


def _told(offer: Offer, name: str) -> str:
    """A value as text, the first of several."""
    return next(iter(_all_told(offer, name)), "")


def _all_told(offer: Offer, name: str) -> tuple[str, ...]:
    """Values as texts; what the picture alone tells comes first."""
    attribute = offer.attribute(f"{PICTURED}{name}") or offer.attribute(name)
    if attribute is None:
        return ()
    values = attribute.value if isinstance(attribute.value, tuple) else (attribute.value,)
    return tuple(
        f"{one:.10g}" if isinstance(one, int | float) and not isinstance(one, bool) else str(one) for one in values
    )


def _number(text: str) -> float | None:
    found = _NUMBER.search(text)
    return float(found[0].replace(",", ".")) if found else None


def _count(text: str) -> int | None:
    """The first whole number of a text, thousands with commas; no part of a version or a measure."""
    found = _COUNTED.search(text)
    return _whole(found[1]) if found else None


def _whole(digits: str) -> int:
    return int(digits.replace(",", ""))


def _pieces(offer: Offer) -> int | None:
    told = next((found for name in _PIECES if (found := _count(_told(offer, name))) is not None), None)
    if told is None:
        told = _pieces_in_title(offer)
    return told if told is not None and 1 <= told <= _MOST_PIECES else None


def _ports(offer: Offer) -> int | None:
    """How many sockets it has: their number, or the sum of a list that counts them."""
    listed = [entry for one in _all_told(offer, "ports") for entry in re.split(r"[,;](?!\d)", one)]
    total = next((_whole(found[1]) for one in listed if (found := _PORTS.search(one))), None)
    counted = [_TIMES.match(one) for one in listed]
    if total is None and any(counted):
        total = sum(int(found[1]) if found else 1 for found in counted)
    return total if total is not None and 1 <= total <= _MOST_PORTS else None


def _pieces_in_title(offer: Offer) -> int | None:
    """How many of the thing itself its title counts, not of what comes with it."""
    title = _GIVEN_WITH_IT.split(offer.title, maxsplit=1)[0]
    titled = _IN_A_TITLE.search(title)
    if titled is None or any(word[1].casefold() not in offer.kind for word in _EXTRAS.finditer(title, titled.end())):
        return None
    return _whole(titled[1] or titled[2])


def _size(text: str) -> float:
    """How large it is drawn: by a word, or by inches; other units say little across kinds."""
    if text in _SIZES:
        return _SIZES[text]
    inches = _number(text) if re.search(r"\d ?(?:in\b|inch|\")", text) else None
    if inches is None:
        return 1.0
    return min(_LARGEST, max(_SMALLEST, 0.85 + (inches - _LEAST_INCHES) * _PER_INCH))
