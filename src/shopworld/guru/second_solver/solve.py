"""Solves generated tasks a second time, and proves that their checks ask for what it found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from shopworld.catalog import extract_attributes
from shopworld.guru.facts import Facts, by_name, cheapest, select
from shopworld.guru.second_solver.choices import ChoiceSolver
from shopworld.guru.second_solver.kinds import KindReader
from shopworld.guru.second_solver.reading import ProductSheet, Progress, read_product_pages
from shopworld.guru.second_solver.values import TableReader
from shopworld.mall import Mall
from shopworld.tasks import Constraint, OfferAddress, Proof, Task


class SecondSolver:
    """Derives answers from constraints and pages; it reads no check before it has its answers.

    Args:
        mall: whose pages are read, once, at the first task.
        progress: is told how many pages of how many were read.
    """

    def __init__(self, mall: Mall, *, progress: Progress | None = None) -> None:
        self._mall = mall
        self._progress = progress
        self._facts: dict[str, list[Facts]] | None = None
        self._choices: ChoiceSolver | None = None

    def read(self) -> Mapping[str, Sequence[Facts]]:
        """What the pages say by kind; they are read at the first call."""
        if self._facts is None:
            self._facts = {}
            for one in read_facts(read_product_pages(self._mall, progress=self._progress)):
                self._facts.setdefault(one.kind, []).append(one)
        return self._facts

    def answers(self, constraints: Sequence[Constraint], objective: str, group_by: str = "") -> list[OfferAddress]:
        """The offers that meet the constraints as far as the pages tell, reduced as the objective says."""
        facts = self.read()
        kind = next((one.value for one in constraints if one.attribute == "kind" and one.relation == "equals"), None)
        pool = chain(*facts.values()) if kind is None else facts.get(str(kind), [])
        return [one.address for one in cheapest(select(pool, constraints), objective, group_by)]

    def __call__(self, task: Task, mall: Mall) -> Proof:
        """Solves the task and compares: the checks must ask for just what the pages lead to."""
        if mall is not self._mall:
            raise ValueError("this solver has read another mall")
        if task.evolution is not None:
            self._choices = self._choices or ChoiceSolver(mall, progress=self._progress)
            return self._compared(task, set(self._choices.answers(task.constraints)))
        requirements = sorted({constraint.wish for constraint in task.constraints})
        found = [
            self.answers(
                [one for one in task.constraints if one.wish == requirement], task.objective or "all", task.group_by
            )
            for requirement in requirements
        ]
        return self._compared(task, {address for answers in found for address in answers})

    @staticmethod
    def _compared(task: Task, mine: set[OfferAddress]) -> Proof:
        asked = {address for check in task.checks for group in check.returns for address in group}
        missing, extra = sorted(map(_name, asked - mine)), sorted(map(_name, mine - asked))
        text = (
            f"{len(mine)} offers found in the pages, as the checks ask"
            if mine == asked
            else (
                f"not found in the pages: {', '.join(missing) or 'none'}; found besides: {', '.join(extra) or 'none'}"
            )
        )
        return Proof("second solver", mine == asked, text)


def _name(address: OfferAddress) -> str:
    return f"{address.shop}/{address.slug}"


def read_facts(sheets: Sequence[ProductSheet]) -> list[Facts]:
    """What the pages say, as facts: by the rows of their tables, or, where there is none, by title and description."""
    reader = TableReader()
    return [
        Facts(
            address=OfferAddress(shop=sheet.shop, slug=sheet.slug),
            product="",
            title=sheet.title,
            brand=sheet.brand.casefold(),
            kind=kind,
            price=sheet.price,
            attributes=reader.attributes(sheet.rows)
            if sheet.specifications or any(reader.knows(label) for label, _ in sheet.lines)
            else by_name(extract_attributes(sheet.title, sheet.text, kind)),
        )
        for sheet, kind in zip(sheets, KindReader(sheets).kinds, strict=True)
    ]
