"""Tells what a page sells from its title, its category's other pages, and the rows of its table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from shopworld.catalog.attributes import classify_kind
from shopworld.catalog.synthetic import default_departments
from shopworld.guru.second_solver.reading import ProductSheet

_TITLE, _NEIGHBOURS, _ROW, _STRANGE_ROW = 2.0, 2.5, 1.0, 1.5
"""Weights: the title's word, the share of the category's pages, a row that the kind has, and one that it has not."""


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
        departments = default_departments()
        names: dict[str, set[str]] = {}
        for name, attribute in departments.attributes.items():
            for label in attribute.labels:
                names.setdefault(label.casefold(), set()).add(name)
        self._labels = names
        self._kinds = {
            kind: data.attributes.keys() | ({"model"} if data.models else set())
            for kind, data in departments.kinds.items()
        }
        self.kinds = [self._kind(sheet, title) for sheet, title in zip(sheets, self._titles, strict=True)]
        """The kind of each sheet, in order; empty where nothing speaks for one."""

    def _kind(self, sheet: ProductSheet, title: str) -> str:
        votes = self._votes.get((sheet.shop, *sheet.categories), Counter())
        scores = {kind: self._score(kind, sheet, title, votes) for kind in self._kinds}
        best = min(scores, key=lambda kind: (-scores[kind], kind))
        return best if scores[best] > 0 else title

    def _score(self, kind: str, sheet: ProductSheet, title: str, votes: Counter[str]) -> float:
        score = _TITLE * (kind == title) + _NEIGHBOURS * votes[kind] / max(votes.total(), 1)
        for label, _ in sheet.specifications:
            names = self._labels.get(label.casefold())
            if names is not None:
                score += _ROW if names & self._kinds.get(kind, set()) else -_STRANGE_ROW
        return score
