"""Writes a comparison as a folder: `report.html`, `comparison.json`; of shops a graph of each and pictures too."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import minijinja
import orjson
from pydantic import BaseModel

from shopworld.arena.similarity.behaviour import PUBLISHED, Behaviour
from shopworld.arena.similarity.capture import Capture, Captured, CapturedState
from shopworld.arena.similarity.comparing import GroupComparison, ShopComparison
from shopworld.arena.similarity.complexity import MEASURES as STATE_MEASURES
from shopworld.arena.similarity.drawing import draw_graph
from shopworld.arena.similarity.graph import is_interface_state
from shopworld.arena.similarity.groups import MEASURES
from shopworld.arena.similarity.report.scatter import scatter
from shopworld.arena.similarity.report.strips import strip
from shopworld.errors import ArenaError
from shopworld.evaluation.report.rendering import page_environment, style_sheet
from shopworld.evaluation.report.rows import percent
from shopworld.files import place_beside, put_in_place

TEMPLATES = Path(__file__).parent / "templates"
REPORT_FILE, DATA_FILE = "report.html", "comparison.json"
SIDES = ("a", "b")
_DIGITS = 2


@dataclass(frozen=True, slots=True)
class MeasureRow:
    """One measure of two shops."""

    title: str
    figure: str
    first: str
    second: str


@dataclass(frozen=True, slots=True)
class StateRow:
    """One state in two shops; empty where a shop does not have it."""

    node: str
    used: bool
    first: CapturedState | None
    second: CapturedState | None
    first_picture: str
    second_picture: str


def write_shop_report(comparison: ShopComparison, captured: Sequence[Captured], out: Path) -> Path:
    """Writes the comparison of two shops.

    Args:
        comparison: what was found.
        captured: both shops with their pictures.
        out: the folder; a comparison that stands there is replaced as a whole.

    Returns:
        The page.

    Raises:
        ArenaError: `out` holds something else.
    """
    beside = _beside(out)
    try:
        for side, one in zip(SIDES, captured, strict=True):
            _write_graph(beside / f"graph-{side}.svg", one.capture)
            _write_pictures(beside / "pictures" / side, one)
        _write_data(beside, comparison)
        page = _render(
            "shops.html",
            title=f"{comparison.first.name} and {comparison.second.name}",
            shops=[comparison.first, comparison.second],
            distance=comparison.distance,
            measures=_measure_rows(comparison),
            states=_state_rows(comparison),
            only=_only(comparison),
            columns=[(name, name.replace("_", " ")) for name in STATE_MEASURES],
            graphs=[minijinja.Markup(_graph(one.capture)) for one in captured],
        )
        (beside / REPORT_FILE).write_text(page, encoding="utf-8")
        put_in_place(beside, out)
    except BaseException:
        shutil.rmtree(beside, ignore_errors=True)
        raise
    return out / REPORT_FILE


def write_group_report(comparison: GroupComparison, groups: Sequence[Sequence[Captured]], out: Path) -> Path:
    """Writes the comparison of two groups of shops; otherwise as `write_shop_report`."""
    beside = _beside(out)
    try:
        shops = []
        for side, group in zip(SIDES, groups, strict=True):
            for number, one in enumerate(group, 1):
                graph = f"graph-{side}{number}.svg"
                _write_graph(beside / graph, one.capture)
                _write_pictures(beside / "pictures" / f"{side}{number}", one)
                shops.append((side.upper(), one.capture, graph, f"pictures/{side}{number}/{picture_file('/')}"))
        _write_data(beside, comparison)
        page = _render(
            "groups.html",
            title="Two groups of shops",
            comparison=comparison,
            shops=shops,
            rows=[(one, minijinja.Markup(strip(one))) for one in comparison.measures],
        )
        (beside / REPORT_FILE).write_text(page, encoding="utf-8")
        put_in_place(beside, out)
    except BaseException:
        shutil.rmtree(beside, ignore_errors=True)
        raise
    return out / REPORT_FILE


def write_behaviour_report(behaviour: Behaviour, names: tuple[str, str], out: Path) -> Path:
    """Writes the comparison of agents in a source and in its twin; otherwise as `write_shop_report`.

    Args:
        behaviour: what was found.
        names: of the two runs, for people.
        out: the folder.
    """
    beside = _beside(out)
    try:
        _write_data(beside, behaviour)
        page = _render(
            "behaviour.html",
            title="Agents in a shop and in its twin",
            behaviour=behaviour,
            names=names,
            picture=minijinja.Markup(scatter(behaviour)),
            published=PUBLISHED,
        )
        (beside / REPORT_FILE).write_text(page, encoding="utf-8")
        put_in_place(beside, out)
    except BaseException:
        shutil.rmtree(beside, ignore_errors=True)
        raise
    return out / REPORT_FILE


def picture_file(node: str) -> str:
    """The file of a state's picture."""
    page, _, used = node.partition(":")
    name = page.strip("/").replace("/*", "").replace("*", "any").replace("/", "-") or "home"
    name += "-any" * page.count("/*")
    return f"{name}{f'--{used}' if used else ''}.jpg"


def _beside(out: Path) -> Path:
    if out.exists() and not (out / DATA_FILE).is_file() and not (out.is_dir() and not any(out.iterdir())):
        raise ArenaError(f"{out}: holds something that is no comparison", hint="Name another folder with --out.")
    out.parent.mkdir(parents=True, exist_ok=True)
    beside = place_beside(out)
    beside.mkdir()
    return beside


def _graph(capture: Capture) -> str:
    return draw_graph(capture.graph, f"State-transition graph of {capture.name}")


def _write_graph(path: Path, capture: Capture) -> None:
    path.write_text(_graph(capture), encoding="utf-8")


def _write_pictures(folder: Path, captured: Captured) -> None:
    folder.mkdir(parents=True)
    for node, content in captured.pictures.items():
        (folder / picture_file(node)).write_bytes(content)


def _write_data(folder: Path, comparison: BaseModel) -> None:
    content = orjson.dumps(comparison.model_dump(mode="json"), option=orjson.OPT_INDENT_2)
    (folder / DATA_FILE).write_bytes(content + b"\n")


def _measure_rows(comparison: ShopComparison) -> list[MeasureRow]:
    return [
        MeasureRow(measure.title, measure.figure, number(value(comparison.first)), number(value(comparison.second)))
        for measure, value in MEASURES
    ]


def _state_rows(comparison: ShopComparison) -> list[StateRow]:
    """States that at least one shop has, pages first, each with what was used on it after it."""
    first = {one.node: one for one in comparison.first.states}
    second = {one.node: one for one in comparison.second.states}
    return [
        StateRow(
            node,
            is_interface_state(node),
            first.get(node),
            second.get(node),
            f"pictures/a/{picture_file(node)}" if node in first else "",
            f"pictures/b/{picture_file(node)}" if node in second else "",
        )
        for node in sorted(first.keys() | second.keys())
    ]


def _only(comparison: ShopComparison) -> list[tuple[str, list[str]]]:
    """States that only one of them has."""
    first, second = set(comparison.first.graph.nodes), set(comparison.second.graph.nodes)
    return [
        (comparison.first.name, sorted(first - second)),
        (comparison.second.name, sorted(second - first)),
    ]


def number(value: float | None) -> str:
    """A number as people write it; a dash for none."""
    if value is None:
        return "–"
    text = f"{value:.{_DIGITS}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


@cache
def _environment() -> minijinja.Environment:
    return page_environment(
        TEMPLATES,
        {
            "number": number,
            "measure": lambda state, name: getattr(state.complexity, name) if state else "–",
            "signed": lambda value: f"{value:+.2f}",
            "percent": percent,
        },
    )


def _render(template: str, **context: Any) -> str:
    return _environment().render_template(template, style=style_sheet(), style_link=None, **context)
