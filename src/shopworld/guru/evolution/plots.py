"""Figures 3 and 4 of DeepShop as pictures; the same figures give the same bytes."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from shopworld.files import write_whole
from shopworld.guru.evolution.figures import ASPECT_COUNTS, Figures

_SETTINGS: Any = {
    "svg.hashsalt": "shopworld",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 10.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
}
_SEED, _ALL, _HARD, _LINE = "#8c8c8c", "#2f6fab", "#b3472f", "#1d1d1d"
_TITLES = {"attributes": "Product attributes", "filters": "Search filters", "sorts": "Sorting preferences"}


def write_plots(figures: Figures, folder: Path) -> tuple[Path, ...]:
    """Draws both figures as SVG files into a folder, which is made where it is not there.

    Returns:
        The files, in the order of the paper.
    """
    folder.mkdir(parents=True, exist_ok=True)
    drawn = {"figure-3-domains.svg": _domains(figures), "figure-4-complexity.svg": _complexity(figures)}
    for name, content in drawn.items():
        write_whole(folder / name, content)
    return tuple(folder / name for name in drawn)


def _domains(figures: Figures) -> bytes:
    with mpl.rc_context(_SETTINGS):
        figure = Figure(figsize=(6.4, 3.2), layout="constrained")
        axes = figure.add_subplot()
        rows = figures.domains
        series = (
            ("Seed queries", _SEED, [row.seeds for row in rows]),
            ("With diverse queries", _ALL, [row.diverse for row in rows]),
            ("Balanced split", _HARD, [row.balanced for row in rows]),
        )
        for at, (label, colour, heights) in enumerate(series):
            places = [place + (at - 1) * 0.27 for place in range(len(rows))]
            axes.bar(places, heights, width=0.25, color=colour, label=label)
        axes.set_xticks(range(len(rows)), [row.domain for row in rows])
        axes.set_ylabel("Queries")
        axes.legend(frameon=False)
        return _svg(figure)


def _complexity(figures: Figures) -> bytes:
    with mpl.rc_context(_SETTINGS):
        figure = Figure(figsize=(10.5, 3.2), layout="constrained")
        rounds = [row.round for row in figures.rounds]
        for at, name in enumerate(ASPECT_COUNTS, 1):
            axes = figure.add_subplot(1, len(ASPECT_COUNTS), at)
            values = [getattr(row, name) for row in figures.rounds]
            axes.plot(rounds, values, "o-", color=_LINE, label="After each round")
            levels = figures.levels[name]
            for label, level, colour in (
                ("Hard", levels.hard, _HARD),
                ("Balanced split", levels.balanced, _ALL),
                ("Seed queries", levels.seed, _SEED),
            ):
                axes.axhline(level, color=colour, linestyle="--", label=label)
            axes.set_title(_TITLES[name])
            axes.set_xlabel("Rounds")
            axes.set_xticks(rounds)
            if at == 1:
                axes.set_ylabel("Mean per query")
                figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=4, frameon=False)
        return _svg(figure)


def _svg(figure: Figure) -> bytes:
    canvas, content = FigureCanvasSVG(figure), io.BytesIO()
    canvas.print_svg(content, metadata={"Date": None})  # type: ignore[no-untyped-call]
    return content.getvalue()
