"""Answers queries that choose one product a second time, from the pages and pictures that a visitor sees."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from shopworld.episode import WORLD_START
from shopworld.guru.second_solver.reading import ProductSheet, Progress, read_pictures, read_product_pages
from shopworld.mall import Mall
from shopworld.pictures import SWATCH_ID, TAG_ID, hex_of
from shopworld.tasks import Constraint, OfferAddress

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_RANK = re.compile(r"#(\d+)")
_GROUP = re.compile(rf'<g id="{SWATCH_ID}"[^>]*>(.*)</g>', re.S)
_FILL = re.compile(r'<circle r="\d+" fill="(#[0-9a-f]{6})"/>')
_TAG = re.compile(rf'<g id="{TAG_ID}".*?<text[^>]*>([^<]*)</text>', re.S)
_LABELS = {"colour": "color", "audience": "for"}
"""What pages print for an attribute that has another name."""
_SHAPES = {"ellipse": "floral", "polygon": "geometric", "rect": "checkered"}


@dataclass(slots=True)
class _Seen:
    """A page with its rows by label, and its picture."""

    sheet: ProductSheet
    rows: dict[str, str]
    picture: str = ""

    def number(self, field: str) -> float | None:
        """What a page says as a number, in the units that it prints."""
        match field:
            case "price":
                return None if self.sheet.price is None else self.sheet.price / 100
            case "rating":
                return self.sheet.rating
            case "review_count":
                return float(self.sheet.reviews)
            case "age":
                text = self.rows.get("first available", "")
                return float((WORLD_START.date() - _day(text)).days) if text else None
            case "sales":
                rank = _RANK.search(self.rows.get("best seller rank", ""))
                return -float(rank[1]) if rank else None
        found = _NUMBER.search(self.row(field).replace(",", ""))
        return float(found[0]) if found else None

    def row(self, field: str) -> str:
        """The text of a row."""
        return self.rows.get(_LABELS.get(field, field.replace("_", " ")), "").casefold()

    def texts(self, field: str) -> set[str]:
        """What a page says as texts."""
        match field:
            case "category":
                return {one.casefold() for one in self.sheet.categories}
            case "brand":
                return {self.sheet.brand.casefold()}
            case "availability":
                return {"in stock" if self.sheet.in_stock else "sold out"}
            case "pictured_colour":
                return {_fill(self.picture)}
            case "pictured_pattern":
                return {_pattern(self.picture)}
            case "pictured_size":
                return {one.casefold() for one in _TAG.findall(self.picture)}
        return {one.strip() for one in re.split(r";", self.row(field)) if one.strip()}


def _day(text: str) -> date:
    """`March 1, 2027` as a date."""
    return datetime.strptime(f"{text} +0000", "%B %d, %Y %z").date()


def _swatch(picture: str) -> str:
    match = _GROUP.search(picture)
    return match[1].partition(f'<g id="{TAG_ID}"')[0] if match else ""


def _fill(picture: str) -> str:
    found = _FILL.findall(_swatch(picture))
    return found[-1] if found else ""


def _pattern(picture: str) -> str:
    """The pattern by the shapes that it is drawn with."""
    marks = _swatch(picture)
    for shape, name in _SHAPES.items():
        if f"<{shape}" in marks:
            return name
    if marks.count("<circle") > 2:
        return "polka dot"
    upright, level = len(re.findall(r'd="M-?\d+ -52V', marks)), len(re.findall(r'd="M-52 ', marks))
    return "plaid" if upright and level else "striped" if upright else "solid"


class ChoiceSolver:
    """Derives answers from constraints and pages alone.

    Args:
        mall: whose pages are read, once.
        progress: is told how many pages of how many were read.
    """

    def __init__(self, mall: Mall, *, progress: Progress | None = None) -> None:
        sheets = read_product_pages(mall, progress=progress)
        pictures = read_pictures(mall, sheets)
        self._seen = [
            _Seen(one, {label.casefold(): text for label, text in one.specifications}, picture)
            for one, picture in zip(sheets, pictures, strict=True)
        ]

    def answers(self, constraints: Sequence[Constraint]) -> list[OfferAddress]:
        """Offers that meet the constraints of one wish, or of another one where there are several."""
        found: dict[OfferAddress, None] = {}
        for wish in sorted({one.wish for one in constraints}):
            own = [one for one in constraints if one.wish == wish]
            extremes = [one for one in own if one.relation in ("largest", "smallest")]
            fitting = [page for page in self._seen if all(_meets(page, one) for one in own if one not in extremes)]
            first = [page for page in fitting if all(_is_extreme(page, fitting, one) for one in extremes)]
            found |= dict.fromkeys(OfferAddress(shop=page.sheet.shop, slug=page.sheet.slug) for page in first)
        return list(found)


def _is_extreme(page: _Seen, among: Sequence[_Seen], constraint: Constraint) -> bool:
    sign = 1 if constraint.relation == "largest" else -1
    numbers = [sign * value for one in among if (value := one.number(constraint.attribute)) is not None]
    own = page.number(constraint.attribute)
    return own is not None and sign * own >= max(numbers)


def _meets(page: _Seen, one: Constraint) -> bool:
    if isinstance(one.value, float):
        number = page.number(one.attribute)
        tests: dict[str, Callable[[float, float], bool]] = {
            "at_least": lambda has, wants: has >= wants - 1e-6,
            "at_most": lambda has, wants: has <= wants + 1e-6,
            "equals": lambda has, wants: abs(has - wants) < 1e-6,
        }
        return number is not None and tests[one.relation](number, one.value)
    wanted = [str(text).casefold() for text in (one.value if isinstance(one.value, tuple) else (one.value,))]
    if one.attribute == "pictured_colour":
        wanted = [hex_of(text) for text in wanted]
    there = page.texts(one.attribute)
    hits = Counter(text in there for text in wanted)
    return hits[True] > 0 if one.relation == "one_of" else hits[False] == 0
