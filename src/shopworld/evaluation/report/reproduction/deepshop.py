"""DeepShop: Table 2 and Figures 3 to 5 beside what was measured here."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from shopworld.evaluation.measures.published import published_paper
from shopworld.evaluation.measures.query_metrics import choice_of, query_results, satisfied, solved, solved_by
from shopworld.evaluation.measures.statistics import Interval
from shopworld.evaluation.report.grids import Cell, Grid, GridRow
from shopworld.evaluation.report.reproduction.parts import Drawing, Says, beside, own_row, paired_grid, with_rows
from shopworld.evaluation.report.rows import Entry
from shopworld.mall import Home
from shopworld.tasks import Evolution, Suite
from shopworld.tasks.checks import ASPECTS

COUNTED = ("attributes", "filters", "sorts")


def deepshop_parts(entries: Sequence[Entry], suites: dict[str, Suite], _home: Home) -> list[Grid | Drawing]:
    """The page's tables.

    Args:
        entries: our agents in malls.
        suites: those at home, by name.
    """
    paper = published_paper("deepshop")
    evolved = {name: found for name, suite in suites.items() if (found := _evolutions(suite))}
    made: list[Grid | Drawing] = []
    for table in paper.tables:
        if table.id == "figure-3":
            domains = {name: suites[name] for name in evolved}
            rows = [own_row(table, name, _count(suite, list(table.columns))) for name, suite in domains.items()]
            made.append(with_rows(table, rows))
        elif table.id == "figure-4":
            rows = [
                own_row(table, f"{name}{part}", added)
                for name, found in evolved.items()
                for part, hard in (("", False), (", hard", True))
                if (added := _added(found, hard=hard))
            ]
            made += [with_rows(table, rows), *_rounds(evolved)]
        else:
            made.append(beside(table, entries, _measured))
    groups: dict[str, Says] = {name.capitalize(): _aspect(name) for name in ASPECTS}
    groups["Success"] = lambda one: bool(one.reward) if choice_of(one) is not None else None
    return [*made, *paired_grid(entries, groups)]


def _measured(entry: Entry, key: str) -> Interval | None:
    results = query_results(entry.results)
    if key == "success":
        return solved(results)
    if key in ASPECTS:
        return satisfied(results)[key]
    return solved_by(results, "difficulty" if key in ("easy", "medium", "hard") else "category").get(key)


def _aspect(name: str) -> Says:
    def says(one: object) -> bool | None:
        check = choice_of(one)  # type: ignore[arg-type]
        return None if check is None else check.aspects.get(name)

    return says


def _evolutions(suite: Suite) -> list[tuple[Evolution, str]]:
    return [(one.evolution, one.difficulty) for one in suite.tasks if one.evolution is not None]


def _count(suite: Suite, domains: Sequence[str]) -> dict[str, float]:
    return {name: float(sum(one.category == name for one in suite.tasks)) for name in domains}


def _added(found: Sequence[tuple[Evolution, str]], *, hard: bool) -> dict[str, float]:
    """What queries have more than those before any round; nothing where there are none of one of both."""
    before = [one for one, _ in found if one.round == 0]
    after = [one for one, level in found if not hard or level == "hard"]
    if not before or not after:
        return {}
    return {name: fmean(getattr(one, name) for one in after) - _mean(before, name) for name in COUNTED}


def _rounds(evolved: dict[str, list[tuple[Evolution, str]]]) -> list[Grid]:
    """The curves of Figure 4: means after each round."""
    last = max((one.round for found in evolved.values() for one, _ in found), default=-1)
    rows = tuple(
        GridRow(f"{name}: {counted}", None, tuple(_round_cell(found, number, counted) for number in range(last + 1)))
        for name, found in evolved.items()
        for counted in COUNTED
    )
    lead = (
        "Our queries: mean number of requirements after so many rounds. The paper draws these curves without numbers."
    )
    columns = tuple(f"Round {number}" if number else "Seeds" for number in range(last + 1))
    return [Grid("figure-4-rounds", "Requirements by round", lead, columns, rows)] if rows else []


def _round_cell(found: Sequence[tuple[Evolution, str]], number: int, counted: str) -> Cell:
    own = [one for one, _ in found if one.round == number]
    return Cell(f"{_mean(own, counted):.2f}" if own else "–")


def _mean(found: Sequence[Evolution], name: str) -> float:
    return fmean(getattr(one, name) for one in found)
