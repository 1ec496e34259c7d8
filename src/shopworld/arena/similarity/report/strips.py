"""A measure of two groups as a strip: a dot for each shop, a line for each median."""

from __future__ import annotations

from html import escape

from shopworld.arena.similarity.groups import MeasureComparison

_WIDTH, _HEIGHT, _SIDE = 300, 46, 10
_ROWS = ((14, "var(--entry-0)"), (32, "var(--entry-1)"))


def strip(comparison: MeasureComparison) -> str:
    """The values of a measure as inline SVG; the page's colours."""
    values = (*comparison.first, *comparison.second)
    low, high = min(values), max(values)
    spread = high - low

    def at(value: float) -> float:
        share = (value - low) / spread if spread else 0.5
        return round(_SIDE + share * (_WIDTH - 2 * _SIDE), 2)

    parts = [
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" height="{_HEIGHT}" role="img" '
        f'aria-label="{escape(comparison.measure.title, quote=True)}">'
    ]
    groups = ((comparison.first, comparison.first_median), (comparison.second, comparison.second_median))
    for (top, colour), (group, middle) in zip(_ROWS, groups, strict=True):
        parts.append(f'<path d="M{_SIDE} {top}H{_WIDTH - _SIDE}" stroke="var(--line)"/>')
        parts.append(f'<path d="M{at(middle):g} {top - 8}v16" stroke="{colour}" stroke-width="3"/>')
        parts += [
            f'<circle cx="{at(value):g}" cy="{top}" r="5" fill="{colour}" fill-opacity="0.55"><title>{value:g}</title>'
            "</circle>"
            for value in group
        ]
    parts.append("</svg>")
    return "".join(parts)
