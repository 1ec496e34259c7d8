"""Tells what a page sells from its title, its category's other pages, and the rows of its table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache

from shopworld.catalog import KINDS, classify_kind
from shopworld.goods import merchant_departments
from shopworld.guru.second_solver.reading import ProductSheet

_TITLE, _NEIGHBOURS, _ROW, _STRANGE_ROW = 2.0, 2.5, 1.0, 1.5
"""Weights: the title's word, the share of the category's pages, a row that the kind has, and one that it has not."""
_MENTIONED, _MOST_MENTIONS = 0.5, 4
"""Where the title says nothing: weight of each time that the text names the kind, up to some times."""


class KindReader:
    """Decides kinds for the pages of a mall together, since neighbours in a category help.

    Args:
        sheets: all pages.
    """

    def __init__(self, sheets: Sequence[ProductSheet]) -> None:
        self._titles = [classify_kind(sheet.title, (sheet.categories,)) for sheet in sheets]
        self._votes: dict[tuple[str, ...], Counter[str]] = {}
        for sheet, kind in zip(sheets, self._titles, strict=True):
            if kind:
                self._votes.setdefault((sheet.shop, *sheet.categories), Counter())[kind] += 1
        self._sellers = _kinds_by_label()
        self._kinds = sorted(merchant_departments().kinds)
        self.kinds = [self._kind(sheet, title) for sheet, title in zip(sheets, self._titles, strict=True)]
        """The kind of each sheet, in order; empty where nothing speaks for one."""

    def _kind(self, sheet: ProductSheet, title: str) -> str:
        votes = self._votes.get((sheet.shop, *sheet.categories), Counter())
        known = [kinds for label, _ in sheet.rows if (kinds := self._sellers.get(label.casefold()))]
        scores = dict.fromkeys(self._kinds, -_STRANGE_ROW * len(known))
        for kinds in known:
            for kind in kinds:
                scores[kind] += _ROW + _STRANGE_ROW
        if title in scores:
            scores[title] += _TITLE
        for kind, count in votes.items():
            if kind in scores:
                scores[kind] += _NEIGHBOURS * count / votes.total()
        text = "" if title in scores else sheet.text.casefold()
        for kind in self._kinds:
            scores[kind] += _MENTIONED * min(text.count(KINDS[kind].label.casefold()), _MOST_MENTIONS)
        best = min(self._kinds, key=lambda kind: (-scores[kind], kind))
        return best if scores[best] > 0 else title


@cache
def _kinds_by_label() -> dict[str, tuple[str, ...]]:
    """The kinds whose tables may have a row of that label, which is in lower case."""
    departments = merchant_departments()
    names: dict[str, set[str]] = {}
    for name, attribute in departments.attributes.items():
        for label in attribute.labels:
            names.setdefault(label.casefold(), set()).add(name)
    return {
        label: tuple(
            kind
            for kind, data in departments.kinds.items()
            if meant & (data.attributes.keys() | ({"model"} if data.models else set()))
        )
        for label, meant in names.items()
    }
