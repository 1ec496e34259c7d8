"""Success in a source and in its twin as a picture: a large dot for each agent, small ones for its task categories."""

from __future__ import annotations

from html import escape

from shopworld.arena.similarity.behaviour import Behaviour

_SIDE, _LEFT, _TOP, _LEGEND = 420, 64, 16, 220
_HEIGHT = _TOP + _SIDE + 54
_COLOURS = 6
_STEP = 26


def scatter(behaviour: Behaviour) -> str:
    """Success rates as inline SVG in the page's colours: the source to the right, the twin upwards."""
    width = _LEFT + _SIDE + _LEGEND
    parts = [
        f'<svg viewBox="0 0 {width} {_HEIGHT}" width="{width}" height="{_HEIGHT}" role="img" '
        'aria-label="Success rates in the source and in its twin" font-size="13" fill="var(--muted)">',
        *_axes(),
    ]
    colours = {one.agent: f"var(--entry-{at % _COLOURS})" for at, one in enumerate(behaviour.agents)}
    for point in behaviour.categories:
        parts.append(_dot(point.source, point.twin, 4, colours[point.agent], 0.4, f"{point.agent}, {point.category}"))
    for at, agent in enumerate(behaviour.agents):
        colour, (x, y) = colours[agent.agent], (_x(agent.source.value), _y(agent.twin.value))
        parts.append(
            f'<path d="M{_x(agent.source.low):g} {y:g}H{_x(agent.source.high):g}M{x:g} {_y(agent.twin.low):g}'
            f'V{_y(agent.twin.high):g}" stroke="{colour}" stroke-width="2" stroke-opacity="0.45"/>'
        )
        parts.append(_dot(agent.source.value, agent.twin.value, 8, colour, 0.9, agent.agent))
        top = _TOP + 14 + at * _STEP
        parts.append(f'<circle cx="{_LEFT + _SIDE + 34}" cy="{top - 4}" r="6" fill="{colour}"/>')
        parts.append(f'<text x="{_LEFT + _SIDE + 48}" y="{top}" fill="var(--ink)">{escape(agent.agent)}</text>')
    parts.append("</svg>")
    return "".join(parts)


def _axes() -> list[str]:
    right, bottom = _LEFT + _SIDE, _TOP + _SIDE
    found = [f'<path d="M{_LEFT} {bottom}L{right} {_TOP}" stroke="var(--line)" stroke-dasharray="4 5"/>']
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        x, y, words = _x(share), _y(share), f"{share:.0%}"
        found.append(f'<path d="M{x:g} {_TOP}V{bottom}M{_LEFT} {y:g}H{right}" stroke="var(--line)"/>')
        found.append(f'<text x="{x:g}" y="{bottom + 20}" text-anchor="middle">{words}</text>')
        found.append(f'<text x="{_LEFT - 10}" y="{y + 4:g}" text-anchor="end">{words}</text>')
    middle = _LEFT + _SIDE / 2
    found.append(f'<text x="{middle:g}" y="{bottom + 44}" text-anchor="middle">passed in the source</text>')
    upright = _TOP + _SIDE / 2
    found.append(
        f'<text x="14" y="{upright:g}" text-anchor="middle" transform="rotate(-90 14 {upright:g})">'
        "passed in the twin</text>"
    )
    return found


def _dot(source: float, twin: float, radius: int, colour: str, opacity: float, name: str) -> str:
    return (
        f'<circle cx="{_x(source):g}" cy="{_y(twin):g}" r="{radius}" fill="{colour}" fill-opacity="{opacity}">'
        f"<title>{escape(name)}: {source:.0%} and {twin:.0%}</title></circle>"
    )


def _x(share: float) -> float:
    return round(_LEFT + share * _SIDE, 2)


def _y(share: float) -> float:
    return round(_TOP + (1 - share) * _SIDE, 2)
