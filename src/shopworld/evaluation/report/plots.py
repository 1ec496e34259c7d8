"""Plots as inline SVG: text stays text, colours are the page's own, and the same data gives the same bytes."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from shopworld.evaluation.records import Status
from shopworld.evaluation.report.rows import CategoryRow, Entry

_SETTINGS: Any = {
    "svg.hashsalt": "shopworld",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 11.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.linewidth": 0.8,
    "xtick.major.size": 0.0,
    "ytick.major.size": 0.0,
}
_INK, _MUTED, _LINE, _MISSED = "#010101", "#020202", "#030303", "#040404"
_ENTRY = tuple(f"#1{index}0000" for index in range(6))
_VARIABLES = {
    _INK: "var(--ink)",
    _MUTED: "var(--muted)",
    _LINE: "var(--line)",
    _MISSED: "var(--missed)",
    **{colour: f"var(--entry-{index})" for index, colour in enumerate(_ENTRY)},
}
"""Stand-ins that matplotlib draws with, and the style sheet's variables that take their place."""

WIDTH = 9.6
"""Inches; the page scales the picture to its column."""


def completion_by_category(entries: Sequence[Entry], rows: Sequence[CategoryRow]) -> str:
    """A line per category, a dot with its 95 % interval per entry."""
    offsets = [(index - (len(entries) - 1) / 2) * 0.6 / max(1, len(entries)) for index in range(len(entries))]
    height = 0.7 + len(rows) * max(0.34, 0.14 * len(entries) + 0.06)
    with mpl.rc_context(_SETTINGS):
        figure, axes = _figure(height)
        for place, row in enumerate(rows):
            if place:
                axes.axhline(place - 0.5, color=_LINE, linewidth=1.4 if row.first_of_set else 0.5)
            for entry, summary, offset in zip(entries, row.summaries, offsets, strict=True):
                if summary is None or not summary.trials:
                    continue
                interval, colour = summary.completion, _ENTRY[entry.colour]
                axes.plot(
                    [100 * interval.low, 100 * interval.high],
                    [place + offset] * 2,
                    color=colour,
                    linewidth=2.2,
                    alpha=0.3,
                    solid_capstyle="round",
                )
                axes.plot(100 * interval.value, place + offset, "o", color=colour, markersize=6.5, clip_on=False)
        axes.set_yticks(range(len(rows)), [f"{row.title}  ({row.tasks})" for row in rows])
        for place, row in enumerate(rows):
            if row.first_of_set and row.set:
                axes.annotate(
                    row.set.upper(),
                    (1.0, place - 0.5),
                    (6, -4),
                    xycoords=("axes fraction", "data"),
                    textcoords="offset points",
                    va="top",
                    color=_MUTED,
                    fontsize=9,
                )
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.set_xlim(-1.5, 101.5)
        axes.set_xticks(range(0, 101, 25), [f"{value} %" for value in range(0, 101, 25)])
        axes.xaxis.grid(visible=True, color=_LINE, linewidth=0.7)
        axes.set_axisbelow(True)
        return _svg(figure, "Completion by category, with 95 % intervals")


def steps_histogram(entries: Sequence[Entry]) -> str:
    """How many steps the episodes took, one panel per entry; what passed is filled, what did not is pale."""
    most = max((one.steps for entry in entries for one in entry.results), default=0)
    width = max(1, math.ceil((most + 1) / 25))
    edges = list(range(0, most + width + 1, width))
    columns = min(3, max(1, len(entries)))
    lines = math.ceil(len(entries) / columns)
    with mpl.rc_context(_SETTINGS):
        figure = Figure(figsize=(WIDTH, 0.35 + 2.0 * lines), layout="constrained")
        figure.patch.set_alpha(0.0)
        panels = figure.subplots(lines, columns, squeeze=False, sharex=True)
        for index in range(lines * columns):
            axes = panels[index // columns][index % columns]
            if index >= len(entries):
                axes.set_visible(False)
                continue
            entry = entries[index]
            passed = [one.steps for one in entry.results if one.status is Status.PASSED]
            missed = [one.steps for one in entry.results if one.status is not Status.PASSED]
            colours = [_ENTRY[entry.colour], _MISSED]
            axes.hist([passed, missed], bins=edges, stacked=True, color=colours, rwidth=0.86)
            axes.set_title(entry.name, color=_INK, fontsize=11, loc="left", fontweight="bold")
            _plain(axes)
            axes.yaxis.set_major_locator(MaxNLocator(4, integer=True))
            axes.yaxis.grid(visible=True, color=_LINE, linewidth=0.6)
            axes.set_axisbelow(True)
        figure.supxlabel("steps", color=_MUTED, fontsize=11)
        return _svg(figure, "Steps per episode")


def cost_against_completion(points: Sequence[tuple[Entry, float, float]]) -> str:
    """A dot per agent: USD per task to the right, completion upwards, as in WebMall's Figure 2."""
    with mpl.rc_context(_SETTINGS):
        figure, axes = _figure(3.2)
        for entry, usd, completion in points:
            axes.plot(usd, 100 * completion, "o", color=_ENTRY[entry.colour], markersize=8, clip_on=False)
            axes.annotate(
                entry.name, (usd, 100 * completion), (9, 4), textcoords="offset points", color=_INK, fontsize=10
            )
        axes.set_xlim(0, 1.25 * max(usd for _, usd, _ in points) or 1.0)
        axes.set_ylim(-2, 104)
        axes.set_yticks(range(0, 101, 25), [f"{value} %" for value in range(0, 101, 25)])
        axes.grid(visible=True, color=_LINE, linewidth=0.7)
        axes.set_axisbelow(True)
        axes.set_xlabel("USD per task", color=_MUTED)
        return _svg(figure, "Cost against completion")


@dataclass(frozen=True, slots=True)
class Point:
    """A dot of a scatter plot; published ones belong to no entry.

    Attributes:
        name: beside the dot.
        x: to the right.
        y: upwards, in per cent.
        entry: whose, where it was measured here.
        size: of the dot, in points.
    """

    name: str
    x: float
    y: float
    entry: Entry | None = None
    size: float = 7.0


def scatter(points: Sequence[Point], across: str, label: str, most: float | None = None) -> str:
    """Published dots in grey, our own in their colours.

    Args:
        points: the dots.
        across: what stands below the axis.
        label: of the picture, for who cannot see it.
        most: right end of the axis; some room beyond the last dot by default.
    """
    with mpl.rc_context(_SETTINGS):
        figure, axes = _figure(4.2)
        placed: list[tuple[float, float]] = []
        for one in sorted(points, key=lambda point: (point.x, point.y, point.name)):
            own = one.entry is not None
            colour = _ENTRY[one.entry.colour] if one.entry is not None else _MISSED
            axes.plot(one.x, one.y, "o" if own else "D", color=colour, markersize=one.size, clip_on=False)
            near = sum(abs(one.x - x) < 0.12 * (most or 1.0) and abs(one.y - y) < 4 for x, y in placed)
            placed.append((one.x, one.y))
            axes.annotate(
                one.name,
                (one.x, one.y),
                (9, 3 - 11 * near),
                textcoords="offset points",
                color=_INK if own else _MUTED,
                fontsize=9,
            )
        axes.set_xlim(0, most or 1.25 * max((one.x for one in points), default=0.0) or 1.0)
        axes.set_ylim(-2, 104)
        axes.set_yticks(range(0, 101, 25), [f"{value} %" for value in range(0, 101, 25)])
        axes.grid(visible=True, color=_LINE, linewidth=0.7)
        axes.set_axisbelow(True)
        axes.set_xlabel(across, color=_MUTED)
        return _svg(figure, label)


def _figure(height: float) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    figure.patch.set_alpha(0.0)
    axes = figure.subplots()
    _plain(axes)
    return figure, axes


def _plain(axes: Axes) -> None:
    axes.patch.set_alpha(0.0)
    axes.tick_params(colors=_MUTED, labelcolor=_INK)
    for spine in axes.spines.values():
        spine.set_color(_LINE)


def _svg(figure: Figure, label: str) -> str:
    """The figure as an `<svg>` element that takes the page's colours and font."""
    FigureCanvasSVG(figure)
    buffer = io.StringIO()
    figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None, "Type": None, "Format": None})
    text = buffer.getvalue()
    text = text[text.index("<svg") :]
    for colour, variable in _VARIABLES.items():
        text = text.replace(colour, variable)
    text = re.sub(
        r'<svg [^>]*?viewBox="([^"]*)"[^>]*>', rf'<svg viewBox="\1" role="img" aria-label="{label}">', text, count=1
    )
    text = re.sub(
        r"font: (?:bold )?([\d.]+)px [^;\"]*", lambda found: found.group().split("px")[0] + "px var(--font)", text
    )
    return re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
