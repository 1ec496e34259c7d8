"""A leaderboard: a static page of submissions that hold together, ranked no surer than their trials allow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from shopworld.errors import InputError, RunError
from shopworld.evaluation.measures.comparison import compare, corrected
from shopworld.evaluation.measures.metrics import PASS_POWER_FROM, summarise
from shopworld.evaluation.measures.ranking import Ranked, ranking
from shopworld.evaluation.publishing.submission import Submission, check_submission
from shopworld.evaluation.records import NOT_THE_AGENTS_FAULT
from shopworld.evaluation.report.rendering import render, style_sheet
from shopworld.files import write_whole

MOST_FAULTS = 0.1
"""Share of faults with which a submission is still ranked: comparisons are made on the trials that count for all."""


@dataclass(frozen=True, slots=True)
class BoardLine:
    """One submission on a board.

    Attributes:
        submission: as it was submitted.
        ranked: its place, on the trials that all of the board played.
        remarks: what a reader should know.
    """

    submission: Submission
    ranked: Ranked
    remarks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """Submissions that can be compared: one suite by content, the same tasks, the same limits.

    Attributes:
        id: for links.
        title: the suite, and what of it was chosen.
        settings: limits and trials, in words.
        lines: the best first.
        most_powers: the largest k for which pass^k is shown; 0: none.
        unranked: submissions too full of faults: they would narrow what all others are compared on.
    """

    id: str
    title: str
    settings: str
    lines: tuple[BoardLine, ...]
    most_powers: int
    unranked: tuple[BoardLine, ...] = ()


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A page that was written.

    Attributes:
        file: where.
        boards: a table for each suite.
        refused: files that hold no valid submission, with the reason.
    """

    file: Path
    boards: tuple[Board, ...]
    refused: dict[Path, str]


def write_leaderboard(places: Sequence[Path], out: Path) -> Leaderboard:
    """Writes the page. What does not pass `check_submission` is left out and named.

    Args:
        places: submissions, or folders that hold some (`.json`, at any depth).
        out: the page.

    Raises:
        RunError: no submission is valid, or two valid files are the same submission.
    """
    found: list[Submission] = []
    refused: dict[Path, str] = {}
    known: dict[str, Path] = {}
    for file in _files(places):
        try:
            submission = check_submission(file)
        except (InputError, OSError) as error:
            refused[file] = str(error)
            continue
        if submission.digest in known:
            refused[file] = f"the same measurements as {known[submission.digest]}"
            continue
        known[submission.digest] = file
        found.append(submission)
    if not found:
        reasons = "".join(f"\n{file}: {reason}" for file, reason in refused.items())
        raise RunError(f"there is no valid submission{reasons}", hint="`shopworld submit make RUN` writes one.")
    boards = tuple(_board(number, each) for number, each in enumerate(_comparable(found), start=1))
    out.parent.mkdir(parents=True, exist_ok=True)
    page = render("leaderboard.html", style=style_sheet(), style_link="", boards=boards, refused=len(refused))
    write_whole(out, page.encode())
    return Leaderboard(out, boards, refused)


def _files(places: Sequence[Path]) -> list[Path]:
    """The files that are named, and all of named folders, each once, in order."""
    found: dict[Path, None] = {}
    for place in places:
        inside = sorted(place.rglob("*.json")) if place.is_dir() else [place]
        found |= dict.fromkeys(inside)
    return list(found)


def _comparable(submissions: Sequence[Submission]) -> list[list[Submission]]:
    """Groups of what can be compared, whole suites first."""
    groups: dict[tuple[tuple[object, ...], tuple[tuple[str, str, str], ...]], list[Submission]] = {}
    for one in submissions:
        suite, settings = one.suite, one.settings
        asked = (suite.name, suite.hash, settings.filters, settings.max_steps, settings.max_seconds)
        played = sorted((name, task.hash, task.checks) for name, task in one.tasks.items())
        groups.setdefault((asked, tuple(played)), []).append(one)
    return [groups[key] for key in sorted(groups, key=_order)]


def _order(key: tuple[tuple[object, ...], tuple[tuple[str, str, str], ...]]) -> tuple[object, ...]:
    """Whole suites first; of one suite, the board of the most tasks."""
    asked, played = key
    filters = asked[2]
    assert isinstance(filters, tuple)
    return len(filters), str(asked), -len(played), played


def _board(number: int, everybody: Sequence[Submission]) -> Board:
    whole = [one for one in everybody if _share_of_faults(one) <= MOST_FAULTS]
    submissions = whole or everybody  # where all are full of them, nobody is better off
    aside = [one for one in everybody if one not in submissions]
    named = {f"{place:06}": one for place, one in enumerate(submissions)}
    groups = [
        (name, tuple(result.model_copy(update={"agent": name}) for result in one.results))
        for name, one in named.items()
    ]
    pairs = corrected([compare(first, second) for (_, first), (_, second) in combinations(groups, 2)])
    ranked = ranking(groups, pairs) if len(groups) > 1 else []
    places = {one.name: one for one in ranked or [_unplaced(name, each, len(groups)) for name, each in named.items()]}
    lines = [BoardLine(one, places[name], one.remarks()) for name, one in named.items()]
    lines.sort(key=lambda line: (line.ranked.place, -line.ranked.completion.value, line.submission.submitter.title))
    suite, settings = submissions[0].suite, submissions[0].settings
    chosen = f", {' '.join(settings.filters)}" if settings.filters else ""
    steps = "each task's own limit" if settings.max_steps is None else f"{settings.max_steps} steps"
    powers = max(len(one.figures.pass_powers) for one in submissions)
    return Board(
        f"board-{number}",
        f"{suite.name} {suite.version}{chosen}",
        f"{len(submissions[0].tasks)} tasks; {steps}, {settings.max_seconds:g} s an episode; suite {suite.hash}",
        tuple(lines),
        powers if powers >= PASS_POWER_FROM else 0,
        tuple(BoardLine(one, _unplaced("", one, len(everybody)), one.remarks()) for one in aside),
    )


def _share_of_faults(submission: Submission) -> float:
    """Share of its trials that infrastructure ended: they say nothing of the agent."""
    faults = sum(one.status in NOT_THE_AGENTS_FAULT for one in submission.results)
    return faults / len(submission.results) if submission.results else 1.0


def _unplaced(name: str, submission: Submission, count: int) -> Ranked:
    """The place of one of several that no trial counts for all of: any. Alone, it is the first."""
    return Ranked(name, summarise(submission.results).completion, 1, 1, count)
