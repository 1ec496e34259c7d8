"""The table of error tags: by agent, how many trials have each, of those it can be said of."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path

from shopworld.evaluation.error_tags import TAGS, TrialTags, read_tags
from shopworld.evaluation.figures import percent
from shopworld.evaluation.records import TrialKey
from shopworld.evaluation.report.grids import DASH, Cell, Grid, GridRow
from shopworld.evaluation.report.rows import Entry

Tagged = Mapping[Path, Mapping[TrialKey, TrialTags]]
"""Tags by run folder and trial."""


def tags_of(entries: Sequence[Entry]) -> Tagged:
    """The tags that are kept in the entries' run folders."""
    return {path: read_tags(path) for path in dict.fromkeys(entry.run.path for entry in entries)}


def tag_counts(entry: Entry, tagged: Tagged) -> dict[str, tuple[int, int]]:
    """Of each tag: how many trials of an agent have it, and of how many it can be said."""
    own = [tagged[entry.run.path][one.key] for one in entry.results if one.key in tagged[entry.run.path]]
    return {
        tag.name: (sum(tag.name in one.names for one in own), sum(tag.name in one.told for one in own)) for tag in TAGS
    }


def tag_grids(entries: Sequence[Entry], tagged: Tagged) -> list[Grid]:
    """The table of tags; none where nothing can be said."""
    counts = [tag_counts(entry, tagged) for entry in entries]
    shown = [tag for tag in TAGS if any(one[tag.name][1] for one in counts)]
    if not shown:
        return []
    rows = tuple(
        GridRow(entry.name, entry, tuple(_cell(*one[tag.name]) for tag in shown))
        for entry, one in zip(entries, counts, strict=True)
    )
    lead = (
        "What rules over steps and events find: trials with the tag, and their share of those that it can be said of. "
        "A trial may have several, a solved one too. Tags that need the checks are told where the suite is at hand."
    )
    return [Grid("error-tags", "Error tags", lead, tuple(tag.title for tag in shown), rows)]


def tag_summary(entry: Entry, tagged: Tagged) -> dict[str, dict[str, float | int | None]]:
    """The same for machines: count, trials that it can be said of, share."""
    return {
        name: {"count": count, "of": of, "share": count / of if of else None}
        for name, (count, of) in tag_counts(entry, tagged).items()
    }


def _cell(count: int, of: int) -> Cell:
    if not of:
        return Cell(DASH)
    share = percent(count / of if of else math.nan, 0)
    return Cell(str(count), f"{share} %", share)
