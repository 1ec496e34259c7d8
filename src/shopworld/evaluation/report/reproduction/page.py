"""Writes the page of a paper over runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from shopworld.errors import RunError, ShopworldError
from shopworld.evaluation.measures.published import PAPERS, PublishedPaper, published_paper
from shopworld.evaluation.report.grids import Grid
from shopworld.evaluation.report.rendering import render, style_sheet
from shopworld.evaluation.report.reproduction.deepshop import deepshop_parts
from shopworld.evaluation.report.reproduction.ecomagentbench import ecomagentbench_parts
from shopworld.evaluation.report.reproduction.parts import Drawing
from shopworld.evaluation.report.reproduction.shopgym import shopgym_parts
from shopworld.evaluation.report.reproduction.webmall import webmall_parts
from shopworld.evaluation.report.rows import Entry, ReadRun, entries_of
from shopworld.files import write_whole
from shopworld.mall import Home
from shopworld.tasks import Suite, find_suite, suite_hash

Part = Grid | Drawing
_PARTS: dict[str, Callable[[Sequence[Entry], dict[str, Suite], Home], list[Part]]] = {
    "webmall": webmall_parts,
    "deepshop": deepshop_parts,
    "ecomagentbench": ecomagentbench_parts,
    "shopgym": shopgym_parts,
}


@dataclass(frozen=True, slots=True)
class PaperPage:
    """A page that was written.

    Attributes:
        file: where.
        parts: its tables and figures, in the paper's order.
    """

    file: Path
    parts: tuple[Part, ...]

    @property
    def grids(self) -> list[Grid]:
        """The tables alone."""
        return [one for one in self.parts if isinstance(one, Grid)]


def write_paper_page(
    name: str, folders: Sequence[Path], out: Path | None = None, *, home: Home | None = None
) -> PaperPage:
    """Writes a paper's tables and figures with rows of our own, as one HTML file.

    Args:
        name: of the paper: one of `PAPERS`.
        folders: run folders, finished or not.
        out: file to write, or a folder for `NAME.html`; the first run folder by default.
        home: where suites and malls are; as the environment says by default.

    Raises:
        RunError: there is no such paper, or no run folder.
        InputError: a folder is no run folder, or a file in it is wrong.
    """
    if name not in PAPERS:
        raise RunError(f"there is no page for the paper {name!r}", hint=f"There are: {', '.join(PAPERS)}.")
    if not folders:
        raise RunError("no run folder is named")
    place = home or Home.from_environment()
    runs = [ReadRun.read(folder) for folder in folders]
    entries = [one for one in entries_of(runs) if one.results]
    in_malls = [one for one in entries if not one.run.world.in_sandbox]
    paper = published_paper(name)
    parts = _PARTS[name](entries if name == "ecomagentbench" else in_malls, _suites(runs, place), place)
    out = out or folders[0]
    out = out / f"{name}.html" if out.is_dir() else out
    out.parent.mkdir(parents=True, exist_ok=True)
    page = render(
        "paper.html", style=style_sheet(), style_link="", paper=paper, parts=parts, runs=runs, orientation=_told(paper)
    )
    write_whole(out, page.encode())
    return PaperPage(out, tuple(parts))


def _suites(runs: Sequence[ReadRun], home: Home) -> dict[str, Suite]:
    """The suites of the runs that are at home as they were played."""
    found: dict[str, Suite] = {}
    for run in runs:
        try:
            suite = find_suite(run.settings.suite, home.folder)
        except ShopworldError:
            continue
        if suite_hash(suite) == run.world.suite_hash:
            found[run.world.suite] = suite
    return found


def _told(paper: PublishedPaper) -> str:
    return (
        f"The rows in grey are figures of the {paper.source} ({paper.graded}). None of them was measured here. Where "
        "tasks, shops or graders are others, read them side by side for orientation only."
    )
