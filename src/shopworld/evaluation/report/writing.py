"""Writes a report: one page over any number of run folders, and a page per episode."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from shopworld.errors import RunError
from shopworld.evaluation.error_tags import TAGS, tag_run
from shopworld.evaluation.figures import number
from shopworld.evaluation.folder import RunFolder
from shopworld.evaluation.measures.metrics import summarise
from shopworld.evaluation.measures.published import SUITE, published_paper
from shopworld.evaluation.measures.tool_metrics import rubrics_of
from shopworld.evaluation.records import Result, Status
from shopworld.evaluation.report.corrected_tables import corrected_grids
from shopworld.evaluation.report.cost import FAULTS, HEADINGS, cost_rows, priced
from shopworld.evaluation.report.efficiency_tables import efficiency_grids
from shopworld.evaluation.report.episode import STYLE, write_episode_page
from shopworld.evaluation.report.interface_tables import interface_grids
from shopworld.evaluation.report.judge_tables import judge_grids
from shopworld.evaluation.report.pooled_tables import pooled_grids
from shopworld.evaluation.report.query_tables import query_grids
from shopworld.evaluation.report.ranking_tables import ranking_grids
from shopworld.evaluation.report.rendering import link, render, style_sheet
from shopworld.evaluation.report.rows import (
    Entry,
    ReadRun,
    category_rows,
    comparisons,
    entries_of,
    pass_power_rows,
    result_rows,
    status_bars,
    title,
)
from shopworld.evaluation.report.tag_tables import Tagged, tag_grids
from shopworld.evaluation.report.tool_tables import tool_entries, tool_grids
from shopworld.evaluation.report.unseen_tables import unseen_grids
from shopworld.files import write_whole
from shopworld.mall import Home
from shopworld.tasks import REVEALED, Disclosure, RevealedSeal

REPORT = "report.html"


@dataclass(frozen=True, slots=True)
class EpisodeLine:
    """One line of the list of episodes."""

    entry: Entry
    result: Result
    category: str
    link: str
    several: bool
    rubrics: str
    """Satisfied ones of all, in the tool sandbox."""


@dataclass(frozen=True, slots=True)
class MeasuredSets:
    """Completion by set, to stand above the published rows."""

    entry: Entry
    basic: float
    advanced: float


@dataclass(frozen=True, slots=True)
class PublishedSets:
    """Completion by set as it was published, in per cent, with the decimals that were printed."""

    name: str
    basic: float
    advanced: float
    digits: int
    source: str


def write_report(folders: Sequence[Path], out: Path | None = None, *, home: Home | None = None) -> Path:
    """Writes the report of these run folders and the pages of their episodes.

    Args:
        folders: run folders, finished or not.
        out: file to write, or a folder for `report.html`; the first run folder by default.
        home: where the runs' suites are; as the environment says by default.

    Returns:
        The file.

    Raises:
        InputError: a folder is no run folder, or a file in it is wrong.
        RunError: there are no results.
    """
    from shopworld.evaluation.report.plots import (  # loads matplotlib
        completion_by_category,
        cost_against_completion,
        steps_histogram,
    )

    runs = [ReadRun.read(folder) for folder in folders]
    if not any(run.results for run in runs):
        raise RunError("no results yet", hint="`shopworld run` makes some.")
    out = out or folders[0]
    out = out / REPORT if out.is_dir() else out
    out.parent.mkdir(parents=True, exist_ok=True)
    entries = entries_of(runs)
    for run in runs:
        write_whole(run.path / "episodes" / STYLE, style_sheet().encode())
    tagged = {run.path: tag_run(run.path, home=home) for run in runs}
    by_tools = tool_entries(entries)
    shoppers = [one for one in entries if one not in by_tools]
    categories = category_rows(shoppers)
    episodes = [
        _episode(entry, result, out, tagged) for entry in entries for result in sorted(entry.results, key=_natural)
    ]
    powers = pass_power_rows(entries)
    write_whole(
        out,
        render(
            "report.html",
            style=style_sheet(),
            style_link="",
            heading=_heading(runs),
            facts=_facts(runs, entries),
            runs=runs,
            unfinished=[run for run in runs if len(run.results) < run.expected],
            entries=entries,
            rows=result_rows(entries),
            rows_in_shops=result_rows(shoppers),
            shoppers=shoppers,
            grids=tool_grids(by_tools) if by_tools else [],
            pooled_grids=pooled_grids(shoppers),
            interface_grids=interface_grids(shoppers),
            query_grids=[*corrected_grids(entries, home), *query_grids(entries)],
            judge_grids=judge_grids(entries),
            tag_grids=tag_grids(entries, tagged),
            tag_definitions=TAGS,
            categories=categories,
            category_plot=completion_by_category(shoppers, categories) if shoppers else "",
            steps_plot=steps_histogram(entries),
            comparisons=comparisons(entries),
            ranking_grids=[*unseen_grids(entries), *efficiency_grids(entries), *ranking_grids(entries)],
            bars=status_bars(entries),
            suspicious=any(one.suspicious for entry in entries for one in entry.results),
            statuses=[str(status) for status in Status],
            usage=[(entry, _usage(entry)) for entry in entries if _usage(entry)],
            cost_headings=HEADINGS,
            costs=cost_rows(result_rows(entries)),
            cost_plot=cost_against_completion(points) if (points := priced(entries)) else "",
            powers=powers,
            most_trials=list(range(1, 1 + max((len(row.values) for row in powers), default=0))),
            is_webmall=all(entry.run.world.suite == SUITE for entry in shoppers),
            measured=[_measured(entry) for entry in shoppers],
            published=_published_sets(),
            episodes=episodes,
        ).encode(),
    )
    return out


def _natural(result: Result) -> list[tuple[int, str]]:
    """Sorts `Task2` before `Task10`."""
    pieces = re.split(r"(\d+)", f"{result.task} {result.trial}")
    return [(int(piece), "") if piece.isdecimal() else (-1, piece) for piece in pieces]


def _heading(runs: Sequence[ReadRun]) -> str:
    suites = list(dict.fromkeys(run.world.suite for run in runs))
    agents = list(dict.fromkeys(agent for run in runs for agent in run.agents))
    return f"{_listed(agents)} on {_listed(suites)}"


def _listed(names: Sequence[str]) -> str:
    if len(names) > 4:
        return f"{len(names)} agents"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _facts(runs: Sequence[ReadRun], entries: Sequence[Entry]) -> list[tuple[str, str]]:
    def each(values: Sequence[str]) -> str:
        return ", ".join(dict.fromkeys(values))

    results = [one for entry in entries for one in entry.results]
    facts = [
        ("Suite", each([f"{run.world.suite} {run.world.suite_version}" for run in runs])),
        ("Mall", each([f"{run.world.mall}, {len(run.world.shops)} shops" for run in runs if run.world.mall])),
        ("Catalog", each([run.world.catalog for run in runs if run.world.catalog])),
        ("Tasks", str(len({one.task for one in results}))),
        ("Episodes", f"{len(results):,}"),
        ("Trials", each([str(run.settings.trials) for run in runs])),
        ("Seed", each([str(run.settings.seed) for run in runs])),
        ("Limits", each([f"{run.settings.max_steps or 'own'} steps, {run.settings.max_seconds:g} s" for run in runs])),
        ("Browser", each([f"Chromium {run.world.browser}" for run in runs if run.world.browser])),
        ("Tools", each([f"{run.settings.tools} profile" for run in runs if run.world.in_sandbox])),
        ("Interfaces", each([one.interface for one in results if one.interface])),
        ("Isolation", _isolation(entries)),
        ("Answers", each([one for run in runs if (one := _answers(run))])),
    ]
    return [(name, text) for name, text in facts if text]


def _answers(run: ReadRun) -> str:
    """What the suite gave away of its answers when it was played, and the seed of a sealed one where it was told."""
    words = Disclosure(run.world.answers).words if run.world.answers in set(Disclosure) else run.world.answers
    told = RevealedSeal.read(run.path / REVEALED)
    if told is None or not run.world.commitment:
        return words
    fits = told.commitment == run.world.commitment
    return f"{words}; " + (f"seed {told.seed} told since, as committed" if fits else "the seed told since is another")


def _isolation(entries: Sequence[Entry]) -> str:
    """What kept agents from the answers; nothing where all are built in."""
    by_agent = {
        entry.name: ", ".join(dict.fromkeys(str(one.isolation) for one in entry.results if one.isolation))
        for entry in entries
    }
    told = {name: kinds or "built in" for name, kinds in by_agent.items()}
    if not any(by_agent.values()):
        return ""
    kinds = set(told.values())
    return kinds.pop() if len(kinds) == 1 else "; ".join(f"{name} {kind}" for name, kind in told.items())


def _usage(entry: Entry) -> str:
    """What an agent without a language model reported; those with one have a table of their own."""
    usage = summarise(entry.results).usage
    if "model_calls" in usage:
        usage = {name: value for name, value in usage.items() if name in FAULTS and value}
    return ", ".join(f"{name.replace('_', ' ')} {number(value, 2)}" for name, value in usage.items())


def _published_sets() -> list[PublishedSets]:
    """WebMall's completion by set, from the paper and from its comparison of interfaces."""
    paper = published_paper("webmall")
    in_paper, of_interfaces = paper.table("table-3"), paper.table("interfaces")
    sources = ((in_paper, f"{paper.source}, {in_paper.source}"), (of_interfaces, of_interfaces.source))
    return [
        PublishedSets(name, row["basic.completion"], row["advanced.completion"], table.digits, source)
        for table, source in sources
        for name, row in ((one.name, table.by_key(one)) for one in table.rows)
    ]


def _measured(entry: Entry) -> MeasuredSets:
    by_set = [
        summarise([one for one in entry.results if one.set == name]).completion.value for name in ("basic", "advanced")
    ]
    return MeasuredSets(entry, *by_set)


def _episode(entry: Entry, result: Result, out: Path, tagged: Tagged) -> EpisodeLine:
    folder = RunFolder(entry.run.path)
    attempt = folder.attempt(result.key, result.attempt)
    tags = tagged[entry.run.path].get(result.key)
    page = write_episode_page(folder, result, _relative(out, attempt), tags.marks if tags else ())
    return EpisodeLine(
        entry,
        result,
        title(result.category),
        link(_relative(page, out.parent)) if page else "",
        entry.run.settings.trials > 1,
        _rubrics(result),
    )


def _rubrics(result: Result) -> str:
    graded = rubrics_of(result)
    return f"{sum(one.satisfied for one in graded)}/{len(graded)}" if graded else ""


def _relative(path: Path, start: Path) -> str:
    return Path(os.path.relpath(path.resolve(), start.resolve())).as_posix()
