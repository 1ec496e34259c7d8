"""What offers print of their facts, row by row, and where it misleads or cannot be read."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from shopworld.catalog import Attribute, Offer, display_values
from shopworld.tasks import Constraint

_LINE = re.compile(r"(?:^|[>\u25cf\u2022*-])\s*(?P<label>[^<>:]{2,40}): (?P<text>[^<>]{1,120})(?=<|$)")
_BROKEN_END = re.compile(r"(?:\u00e2\S{0,2}|rn|&(?:amp;)*\w*;?|[{}|\\]+n?)+\s*$")
"""What broken templates and encodings leave behind a value: `Yes` with three letters of an apostrophe, `White{{`."""
_SHARE = 0.4


class Printing:
    """Knows which labels stand for which attribute, by the offers whose rows print what they state.

    Args:
        offers: all of the mall.
    """

    def __init__(self, offers: Iterable[Offer]) -> None:
        rows: Counter[tuple[str, str]] = Counter()
        pairs: Counter[tuple[str, str, str]] = Counter()
        for offer in offers:
            values = {attribute.name: _shown(attribute) for attribute in offer.attributes}
            for label, text in _rows(offer):
                rows[offer.kind, label] += 1
                pairs.update((offer.kind, label, name) for name, shown in values.items() if _bare(text) in shown)
        self._about: dict[tuple[str, str], set[str]] = {}
        for (kind, label, name), number in pairs.items():
            if number >= _SHARE * rows[kind, label]:
                self._about.setdefault((kind, label), set()).add(name)

    def misleads(self, offer: Offer, constraints: Sequence[Constraint]) -> bool:
        """Whether an offer prints a row about something asked for that is not among its statements.

        Such a row is wrong or was not understood; a reader who believes it counts the offer in.
        """
        stated = {attribute.name for attribute in offer.attributes}
        open_ones = {one.attribute for one in constraints} - stated
        return bool(open_ones) and any(
            open_ones & self._about.get((offer.kind, label), set()) for label, _ in _rows(offer)
        )


def without_garbled(offer: Offer, attributes: Mapping[str, Attribute]) -> dict[str, Attribute]:
    """The attributes but for those that stand on the page only behind a label with broken signs at their end."""
    clean, garbled = set[str](), set[str]()
    for _, text in _rows(offer):
        kept = _BROKEN_END.sub("", text)
        (clean if kept == text else garbled).add(_bare(kept))
    return {
        name: one
        for name, one in attributes.items()
        if not (garbled & (shown := _shown(one)) and not clean & shown) or _bare(offer.title).find(min(shown)) >= 0
    }


def _rows(offer: Offer) -> Iterator[tuple[str, str]]:
    """Label in lower case and text of the table, then of lines of the description."""
    for row in offer.specifications:
        yield row.label.casefold(), row.text
    for line in _LINE.finditer(offer.description_html):
        yield line["label"].strip().casefold(), line["text"].strip()


def _shown(attribute: Attribute) -> set[str]:
    """The ways in which a value is printed, bare."""
    if isinstance(attribute.value, bool):
        return {"yes" if attribute.value else "no"}
    return {_bare(one) for one in display_values(attribute)} or {_bare(str(attribute.value))}


def _bare(text: str) -> str:
    return "".join(text.casefold().split())
