"""A picture of a state-transition graph, in the manner of the paper's Figure 5a: the same graph gives the same bytes.

Pages stand in columns in the order in which people shop; what a page shows once something was used stands below it.
Links that nearly every page has (header and footer) are pale, so that the ways of a purchase can be seen.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

from shopworld.arena.similarity.graph import Edge, TransitionGraph, is_interface_state, page_of
from shopworld.arena.similarity.templates import (
    CART,
    CHECKOUT,
    COLLECTIONS,
    HOME,
    ORDERS,
    PRODUCTS,
    SEARCH,
)

_COLUMNS: tuple[tuple[str, ...], ...] = ((HOME,), (COLLECTIONS, SEARCH), (PRODUCTS,), (CART, CHECKOUT, ORDERS))
_SHELL = 0.8
"""Share of the pages that link to a node, from which on these links are pale."""
_PAGE_WIDTH, _PAGE_HEIGHT, _STATE_WIDTH, _STATE_HEIGHT = 168, 36, 176, 28
_INDENT, _BETWEEN, _AFTER, _COLUMN, _MARGIN, _LEGEND = 22, 8, 40, 268, 40, 64
_COLOURS = {"click": "#59636e", "fill": "#1f6f8b", "choice": "#4d7c2f"}
_STYLE = """
text { font: 14px "Source Sans Pro", "Segoe UI", system-ui, sans-serif; fill: #24211d; }
.page { fill: #ffd5c7; stroke: #c65a3a; } .state { fill: #e9ddff; stroke: #8a5fd0; }
.way { fill: none; stroke-width: 1.5; } .shell { stroke-width: 1; opacity: 0.2; } .holds { stroke: #8a5fd0; }
.note { font-size: 13px; fill: #6d6860; } .state-name { font-size: 13px; }
"""


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a node stands."""

    left: float
    top: float
    width: float
    height: float
    column: int

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def middle(self) -> float:
        return self.top + self.height / 2


def draw_graph(graph: TransitionGraph, title: str) -> str:
    """The graph as SVG.

    Args:
        graph: what to draw.
        title: what it is, for those who cannot see it.
    """
    places, width, height = _places(graph)
    shell = _shell(graph)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img" '
        f'aria-label="{escape(title, quote=True)}">',
        f"<style>{_STYLE}</style>",
        _markers(),
        f'<rect width="{width:g}" height="{height:g}" fill="#ffffff"/>',
    ]
    drawn = sorted(_drawn(graph), key=lambda edge: (edge.target not in shell, edge))
    parts += [_way(edge, places, pale=edge.target in shell) for edge in drawn]
    parts += [_box(node, places[node]) for node in graph.nodes]
    parts += _legend(height)
    parts.append("</svg>")
    return "\n".join(part for part in parts if part) + "\n"


def _places(graph: TransitionGraph) -> tuple[dict[str, _Place], float, float]:
    """Where the nodes stand, and the size of the picture."""
    columns: list[list[str]] = [[node for node in wanted if node in graph.nodes] for wanted in _COLUMNS]
    known = {node for column in columns for node in column}
    columns.append([node for node in graph.nodes if not is_interface_state(node) and node not in known])
    columns = [column for column in columns if column]
    states: dict[str, list[str]] = {}
    for node in graph.nodes:
        if is_interface_state(node):
            states.setdefault(page_of(node), []).append(node)
    heights = [sum(_block(len(states.get(page, ()))) for page in column) - _AFTER for column in columns]
    tallest = max(heights, default=0)
    places: dict[str, _Place] = {}
    for number, (column, tall) in enumerate(zip(columns, heights, strict=True)):
        left = _MARGIN + number * _COLUMN
        top = _MARGIN + (tallest - tall) / 2
        for page in column:
            places[page] = _Place(left, top, _PAGE_WIDTH, _PAGE_HEIGHT, number)
            under = top + _PAGE_HEIGHT + _BETWEEN
            for node in states.get(page, ()):
                places[node] = _Place(left + _INDENT, under, _STATE_WIDTH, _STATE_HEIGHT, number)
                under += _STATE_HEIGHT + _BETWEEN
            top += _block(len(states.get(page, ())))
    width = 2 * _MARGIN + max(0, len(columns) - 1) * _COLUMN + _INDENT + _STATE_WIDTH
    return places, width, 2 * _MARGIN + tallest + _LEGEND


def _block(states: int) -> float:
    """Height of a page with what stands below it, and the gap after it."""
    return _PAGE_HEIGHT + states * (_STATE_HEIGHT + _BETWEEN) + _AFTER


def _shell(graph: TransitionGraph) -> frozenset[str]:
    """Pages to which nearly every page links."""
    pages = [node for node in graph.nodes if not is_interface_state(node)]
    into: dict[str, set[str]] = {}
    for source, target in sorted(graph.pairs):
        if not is_interface_state(source) and not is_interface_state(target):
            into.setdefault(target, set()).add(source)
    return frozenset(
        target for target, sources in into.items() if len(sources) >= _SHELL * len(pages) and len(pages) > 2
    )


def _drawn(graph: TransitionGraph) -> list[Edge]:
    """Edges that are drawn: a way that a used page shares with its page is left to the page."""
    of_page = graph.pairs
    return [
        edge
        for edge in _one_a_pair(graph.edges)
        if not is_interface_state(edge.source) or (page_of(edge.source), edge.target) not in of_page
    ]


def _one_a_pair(edges: Iterable[Edge]) -> list[Edge]:
    """One edge for each pair of nodes: what is done by filling in or choosing says more than a click."""
    order = {"fill": 0, "choice": 1, "click": 2}
    kept: dict[tuple[str, str], Edge] = {}
    for edge in sorted(edges, key=lambda one: (order[one.action], one)):
        kept.setdefault((edge.source, edge.target), edge)
    return list(kept.values())


def _markers() -> str:
    heads = "".join(
        f'<marker id="head-{name}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
        f'orient="auto-start-reverse"><path d="M0 0 8 4 0 8z" fill="{colour}"/></marker>'
        for name, colour in (*_COLOURS.items(), ("holds", "#8a5fd0"))
    )
    return f"<defs>{heads}</defs>"


def _way(edge: Edge, places: dict[str, _Place], *, pale: bool) -> str:
    source, target = places[edge.source], places[edge.target]
    tip = f"<title>{escape(edge.source)} → {escape(edge.target)} ({edge.action})</title>"
    if page_of(edge.target) == edge.source and is_interface_state(edge.target):
        path = f"M{source.left + 10:g} {source.top + source.height:g} V{target.middle:g} H{target.left:g}"
        return f'<path class="way holds" d="{path}" marker-end="url(#head-holds)">{tip}</path>'
    style = "way shell" if pale else "way"
    path = _loop(source) if edge.source == edge.target else _curve(source, target)
    return (
        f'<path class="{style}" d="{path}" stroke="{_COLOURS[edge.action]}" '
        f'marker-end="url(#head-{edge.action})">{tip}</path>'
    )


def _loop(place: _Place) -> str:
    left, right, top = place.right - 46, place.right - 16, place.top
    return f"M{left:g} {top:g} C{left - 4:g} {top - 24:g} {right + 4:g} {top - 24:g} {right:g} {top:g}"


def _curve(source: _Place, target: _Place) -> str:
    """Forward ways leave on the right a little above the middle; ways back leave on the left a little below it."""
    if source.column < target.column:
        ends = source.right, source.middle - 5, target.left, target.middle - 5
        reach = max(40.0, (ends[2] - ends[0]) / 2)
        bends = ends[0] + reach, ends[1], ends[2] - reach, ends[3]
    elif source.column > target.column:
        ends = source.left, source.middle + 6, target.right, target.middle + 6
        reach = max(40.0, (ends[0] - ends[2]) / 2)
        bends = ends[0] - reach, ends[1], ends[2] + reach, ends[3]
    else:
        ends = source.right, source.middle, target.right, target.middle + (6 if target.top < source.top else -6)
        reach = 34 + abs(ends[3] - ends[1]) * 0.12
        bends = ends[0] + reach, ends[1], ends[2] + reach, ends[3]
    return "M{:g} {:g} C{:g} {:g} {:g} {:g} {:g} {:g}".format(*map(_short, (*ends[:2], *bends, *ends[2:])))


def _short(number: float) -> float:
    return round(number, 2)


def _box(node: str, place: _Place) -> str:
    used = is_interface_state(node)
    label = node.partition(":")[2].replace("_", " ") if used else node
    kind, text = ("state", ' class="state-name"') if used else ("page", "")
    longest = int(place.width / 7.4)
    shown = label if len(label) <= longest else f"{label[: longest - 1]}…"
    return (
        f'<g><title>{escape(node)}</title><rect class="{kind}" x="{place.left:g}" y="{place.top:g}" '
        f'width="{place.width:g}" height="{place.height:g}" rx="7"/>'
        f'<text{text} x="{place.left + place.width / 2:g}" y="{place.middle + 5:g}" text-anchor="middle">'
        f"{escape(shown)}</text></g>"
    )


def _legend(height: float) -> list[str]:
    top = height - _MARGIN
    entries = (("click", "a click leads there"), ("fill", "typing leads there"), ("choice", "a choice leads there"))
    parts = []
    for number, (action, text) in enumerate(entries):
        left = _MARGIN + number * 170
        parts.append(
            f'<path class="way" d="M{left:g} {top:g} h30" stroke="{_COLOURS[action]}" '
            f'marker-end="url(#head-{action})"/>'
            f'<text class="note" x="{left + 38:g}" y="{top + 4:g}">{text}</text>'
        )
    note = "Pale: nearly every page has that link. A used page (violet) also has the links of its page."
    parts.append(f'<text class="note" x="{_MARGIN}" y="{top + 26:g}">{note}</text>')
    return parts
