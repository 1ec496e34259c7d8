"""The tables of the tool sandbox: a row for each agent, and the paper's rows beside. Templates print and do no sums."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

from shopworld.evaluation.figures import number, percent
from shopworld.evaluation.measures.published import published_paper
from shopworld.evaluation.measures.tool_metrics import (
    DIFFICULTIES,
    INTENTS,
    REASONS,
    RUBRIC_TYPES,
    SOURCES,
    failures_of,
    groups_by,
    satisfaction_by,
    satisfaction_by_wording,
    style_of,
    summarise_tools,
)
from shopworld.evaluation.records import Result
from shopworld.evaluation.report.grids import DASH, Cell, Grid, GridRow, interval_cell
from shopworld.evaluation.report.rows import Entry, title

_PAPER = published_paper("ecomagentbench")
_Values = dict[str, float]
"""What the paper says of one model, by column."""


def tool_entries(entries: Sequence[Entry]) -> list[Entry]:
    """The entries that were played in the tool sandbox."""
    return [one for one in entries if one.run.world.in_sandbox]


def tool_grids(entries: Sequence[Entry]) -> list[Grid]:
    """All tables of the tool sandbox, without those that would be empty.

    Args:
        entries: of the tool sandbox.
    """
    grids = (_headline, _sources, _types, _intents, _difficulties, _style, _failures, _missed)
    made = [make(entries) for make in grids]
    return [grid for grid in made if grid.columns and grid.rows]


def _headline(entries: Sequence[Entry]) -> Grid:
    rows = []
    for entry in entries:
        summary = summarise_tools(entry.results)
        right = summary.exact + summary.other_correct
        rows.append(
            GridRow(
                entry.name,
                entry,
                (
                    Cell(str(summary.tasks)),
                    interval_cell(summary.accuracy),
                    interval_cell(summary.satisfaction, bar=False),
                    Cell(percent(summary.finished)),
                    Cell(percent(summary.exact)),
                    Cell(percent(summary.other_correct)),
                    Cell(percent(summary.other_correct / right if right else math.nan)),
                    Cell(number(summary.calls)),
                    Cell(number(summary.median_calls)),
                    Cell(number(summary.seconds, 2)),
                ),
            )
        )
    published = _published(
        lambda one: (
            Cell(DASH),
            _share(one["accuracy"]),
            Cell(f"{one['satisfaction']:.1f}"),
            Cell(f"{one['finished']:.1f}"),
            Cell(DASH),
            Cell(DASH),
            Cell(DASH),
            Cell(f"{one['calls']:.1f}"),
            Cell(f"{one['median_calls']:.1f}"),
            Cell(DASH),
        )
    )
    columns = (
        "Tasks",
        "Accuracy",
        "Rubrics",
        "Finished",
        "Exact",
        "Other, right",
        "Of right",
        "Calls",
        "Median",
        "Seconds",
    )
    lead = (
        "Right is the target itself, or a product that satisfies every rubric. Rubrics are pooled over all trials; of "
        f"a trial without a recommendation, none is satisfied. In grey: {_PAPER.source}, {_PAPER.graded}."
    )
    return Grid("tool-results", "By tools: results", lead, columns, (*rows, *published), published=True)


def _sources(entries: Sequence[Entry]) -> Grid:
    wordings = [satisfaction_by_wording(entry.results) for entry in entries]
    grid = _satisfaction_grid(
        "tool-sources",
        "Rubrics by source",
        "Where the agent could learn of the requirement: the query, the profile, or an answer of the shopper; then the "
        "query's rubrics by whether it names the value or paraphrases it.",
        entries,
        SOURCES,
        "source",
        lambda one: tuple(_share(one[f"source.{name}"]) for name in SOURCES),
    )
    names = [name for name in ("named", "paraphrased") if any(name in by for by in wordings)]
    by_name = {entry.name: by for entry, by in zip(entries, wordings, strict=True)}
    rows = tuple(
        replace(
            row,
            cells=(
                *row.cells,
                *(
                    interval_cell(by_name[row.name][name]) if row.entry and name in by_name[row.name] else Cell(DASH)
                    for name in names
                ),
            ),
        )
        for row in grid.rows
    )
    return replace(grid, columns=(*grid.columns, *(f"Query, {name}" for name in names)), rows=rows)


def _types(entries: Sequence[Entry]) -> Grid:
    return _satisfaction_grid(
        "tool-types",
        "Rubrics by type",
        "What is required of the product.",
        entries,
        RUBRIC_TYPES,
        "type",
    )


def _satisfaction_grid(
    name: str,
    heading: str,
    lead: str,
    entries: Sequence[Entry],
    order: Sequence[str],
    field: str,
    published: Callable[[_Values], tuple[Cell, ...]] | None = None,
) -> Grid:
    found = [satisfaction_by(entry.results, order, field) for entry in entries]
    names = [one for one in order if any(one in by for by in found)]
    rows = tuple(
        GridRow(entry.name, entry, tuple(interval_cell(by[one]) if one in by else Cell(DASH) for one in names))
        for entry, by in zip(entries, found, strict=True)
    )
    beside = _published(published) if published is not None and names == list(order) else ()
    return Grid(name, heading, lead, tuple(map(title, names)), (*rows, *beside), published=bool(beside))


def _intents(entries: Sequence[Entry]) -> Grid:
    def cells_of(one: _Values) -> dict[str, Cell]:
        return {name: _share(one[f"intent.{name}"]) for name in INTENTS}

    lead = "Accuracy by how the requirements are expressed."
    return _accuracy_grid("tool-intents", "By intent", lead, entries, "category", INTENTS, cells_of)


def _difficulties(entries: Sequence[Entry]) -> Grid:
    table = _PAPER.table("table-7")
    mean = table.by_key(table.rows[0])
    lead = (
        "Accuracy by the number of requirements that the query paraphrases instead of naming. The paper's models: "
        + ", ".join(f"{mean[f'implicit.{name}']} at {name}" for name in DIFFICULTIES)
        + " on average."
    )
    return _accuracy_grid("tool-difficulty", "By implicit requirements", lead, entries, "difficulty", DIFFICULTIES)


def _accuracy_grid(
    name: str,
    heading: str,
    lead: str,
    entries: Sequence[Entry],
    field: str,
    order: Sequence[str],
    published: Callable[[_Values], dict[str, Cell]] | None = None,
) -> Grid:
    grouped = [groups_by(entry.results, field, order) for entry in entries]
    names = list(
        dict.fromkeys(one for one in (*order, *(key for by in grouped for key in by)) if _in_any(one, grouped))
    )
    rows = tuple(
        GridRow(
            entry.name,
            entry,
            tuple(interval_cell(summarise_tools(by[one]).accuracy) if one in by else Cell(DASH) for one in names),
        )
        for entry, by in zip(entries, grouped, strict=True)
    )
    beside = _published(lambda one: tuple(published(one).get(key, Cell(DASH)) for key in names)) if published else ()
    tasks = {one: len({result.task for by in grouped for result in by.get(one, ())}) for one in names}
    columns = tuple(f"{one if one in DIFFICULTIES else title(one)} ({tasks[one]})" for one in names)
    return Grid(name, heading, lead, columns, (*rows, *beside), published=bool(beside))


def _in_any(name: str, grouped: Sequence[dict[str, list[Result]]]) -> bool:
    return any(name in by for by in grouped)


_SHOWN_FIRST = ("search_products", "get_product_details", "get_review_content", "ask_user")


def _style(entries: Sequence[Entry]) -> Grid:
    styles = [style_of(entry.results) for entry in entries]
    tools = list(dict.fromkeys([*_SHOWN_FIRST, *(name for style in styles for name in style.calls)]))
    rows = tuple(
        GridRow(
            entry.name,
            entry,
            (
                *(Cell(number(style.calls.get(name, 0.0))) for name in _SHOWN_FIRST),
                Cell(number(style.first_question, 2)),
                Cell(percent(style.asked, 0)),
                Cell(number(style.revealed)),
                Cell(percent(style.profile, 0)),
                *(Cell(number(style.calls.get(name, 0.0))) for name in tools[len(_SHOWN_FIRST) :]),
                Cell(number(style.failed)),
            ),
        )
        for entry, style in zip(entries, styles, strict=True)
    )
    columns = (
        "Search",
        "Details",
        "Reviews",
        "Questions",
        "First question",
        "Asked %",
        "Slots opened",
        "Profile %",
        *(title(name.removeprefix("get_")) for name in tools[len(_SHOWN_FIRST) :]),
        "Errors",
    )
    rest = len(columns) - 5
    published = _published(
        lambda one: (
            *(Cell(f"{one[name]:.1f}") for name in _SHOWN_FIRST),
            Cell(f"{one['first_question']:.2f}"),
            *(Cell(DASH) for _ in range(rest)),
        )
    )
    lead = (
        "Mean calls a trial, by tool. First question: where the first ask_user stands among all calls, 0 at the start, "
        "1 at the end, over trials that asked."
    )
    return Grid("tool-style", "Interaction style", lead, columns, (*rows, *published), published=True)


def _failures(entries: Sequence[Entry]) -> Grid:
    found = [failures_of(entry.results) for entry in entries]
    names = [one for one in REASONS if any(one in failures.reasons for failures in found)]
    rows = tuple(
        GridRow(
            entry.name,
            entry,
            (
                Cell(str(failures.trials)),
                *(_part(failures.reasons.get(name, 0), failures.trials) for name in names),
            ),
        )
        for entry, failures in zip(entries, found, strict=True)
    )
    lead = "Trials that did not pass, by what went wrong."
    return Grid("tool-failures", "Why trials failed", lead, ("Failed", *map(title, names)) if names else (), rows)


def _missed(entries: Sequence[Entry]) -> Grid:
    found = [failures_of(entry.results) for entry in entries]
    types = [one for one in RUBRIC_TYPES if any(one in failures.types for failures in found)]
    sources = [one for one in SOURCES if any(one in failures.sources for failures in found)]
    rows = []
    for entry, failures in zip(entries, found, strict=True):
        whole = sum(failures.types.values())
        rows.append(
            GridRow(
                entry.name,
                entry,
                (
                    Cell(str(whole)),
                    *(_part(failures.types.get(name, 0), whole) for name in types),
                    *(_part(failures.sources.get(name, 0), whole) for name in sources),
                ),
            )
        )
    lead = "Rubrics that wrong recommendations missed, by type and by source, in per cent of all missed."
    columns = ("Missed", *map(title, (*types, *sources))) if types else ()
    return Grid("tool-missed", "What wrong recommendations missed", lead, columns, tuple(rows))


def _share(value: float) -> Cell:
    return Cell(f"{value:.1f}", share=f"{value:.1f}")


def _part(count: int, whole: int) -> Cell:
    return Cell(str(count), f"{100 * count / whole:.0f} %") if whole else Cell(DASH)


def _published(cells: Callable[[_Values], tuple[Cell, ...]]) -> tuple[GridRow, ...]:
    return tuple(GridRow(name, None, cells(values)) for name, values in _PAPER.values("table-3").items())
