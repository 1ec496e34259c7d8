"""Drawings of sets, which show as many pieces as their data say: pots and pans, knives, boxes, bowls."""

from __future__ import annotations

from collections.abc import Callable

from shopworld.pictures.arrangement import MOST_SHOWN, PIECE_CLASS, places
from shopworld.pictures.colours import tone
from shopworld.pictures.kitchenware import frying_pan, lid, pot, spatula, whisk
from shopworld.pictures.materials import WOOD, round_wall
from shopworld.pictures.pen import METAL, Pen

_USUAL_SET, _USUAL_KNIVES, _USUAL_BOXES, _USUAL_BOWLS = 5, 5, 2, 3


def _pieces(pen: Pen, usual: int) -> int:
    told = pen.facts.pieces
    return told if told is not None and told <= MOST_SHOWN else usual


def _stockpot(pen: Pen) -> None:
    pot(pen, 214, 320, long_handle=False, glass=False, closed=False)


def _saucepan(pen: Pen) -> None:
    pot(pen, 290, 270, long_handle=True, glass=False, closed=False)


def _casserole(pen: Pen) -> None:
    pot(pen, 300, 380, long_handle=False, glass=False, closed=False)


def _lid(pen: Pen) -> None:
    pen.shadow(rx=190, y=470)
    with pen.group("translate(0 96) scale(1 1.1)"):
        pen.ellipse(300, 322, 176, 26, pen.tone(-0.3))
        lid(pen, 326, 340, glass=pen.light or pen.rng.random() < 0.5)


def cookware_set(pen: Pen) -> None:
    """Pots, pans, lids and tools, a piece each."""
    order: tuple[Callable[[Pen], None], ...] = (
        _stockpot, _saucepan, frying_pan, _lid, _lid, _casserole, _lid, frying_pan, _saucepan, _lid, spatula, whisk,
    )  # fmt: skip
    count = _pieces(pen, _USUAL_SET)
    for at, (x, y, scale) in enumerate(places(count, 1.34)):
        pen.shapes.append(f'<g class="{PIECE_CLASS}" transform="translate({x:.0f} {y:.0f}) scale({scale:.2f})">')
        order[at % len(order)](pen)
        pen.shapes.append("</g>")


def knife_set(pen: Pen) -> None:
    """A block, which counts as a piece, with knives in two rows."""
    pieces = _pieces(pen, _USUAL_KNIVES)
    knives = max(1, pieces - 1)
    rows = 1 if knives < 6 else 2
    across = -(-knives // rows)
    step = min(44.0, 190 / across)
    pen.shadow(rx=170, y=500)
    for at in range(knives):
        row, column = divmod(at, across)
        x, y = 206 + column * step + row * step / 3, 110 + column * 8 + row * 56
        wide = step * 0.74
        pen.shapes.append(f'<g class="{PIECE_CLASS}" transform="rotate(-26 {x:.0f} 230)">')
        pen.path(f"M{x:.0f} {y:.0f}h{wide:.0f}v120h-{wide:.0f}Z", pen.across(pen.tone(0.25), pen.body, pen.tone(-0.35)))
        pen.rect(x, y + 112, wide, 22, METAL)
        pen.shapes.append("</g>")
    if pieces == 1:
        return
    pen.shapes.append(f'<g class="{PIECE_CLASS}">')
    pen.path("M140 250L380 170L470 420L440 500H180Z", pen.slanted(tone(WOOD, 0.25), WOOD, tone(WOOD, -0.3)))
    pen.path("M440 500L470 420L380 170L366 176L448 410L420 500Z", tone(WOOD, -0.35))
    pen.print_label(290, 420, 150, tone(WOOD, -0.6), 30)
    pen.shapes.append("</g>")


def _box(pen: Pen) -> None:
    pen.shadow(rx=170, y=498)
    pen.path("M120 260H480L456 490H144Z", "#dfe9ee", 'opacity=".85" stroke="#a9bcc6" stroke-width="4"')
    pen.path("M134 352H466L452 482H148Z", pen.accent, 'opacity=".5"')
    pen.rect(104, 204, 392, 62, pen.down(pen.tone(0.3), pen.body, pen.tone(-0.2)), 18)
    pen.rect(258, 250, 84, 36, pen.tone(-0.2), 8)


def storage_container(pen: Pen) -> None:
    """Boxes with lids."""
    count = _pieces(pen, _USUAL_BOXES)
    pen.symbol("box", _drawn(pen, _box))
    for x, y, scale in places(count):
        pen.shapes.append(
            f'<use class="{PIECE_CLASS}" href="#box" transform="translate({x:.0f} {y:.0f}) scale({scale:.2f})"/>'
        )


def _drawn(pen: Pen, draw: Callable[[Pen], None]) -> str:
    """What a drawing adds, taken away again."""
    start = len(pen.shapes)
    draw(pen)
    found = "".join(pen.shapes[start:])
    del pen.shapes[start:]
    return found


def mixing_bowl(pen: Pen) -> None:
    """Bowls that nest, the largest below."""
    count = _pieces(pen, _USUAL_BOWLS)
    pen.shadow(rx=190, y=486)
    for at in range(count):
        size = 1 - at * min(0.27, 0.72 / count)
        lift = -at * min(54.0, 200 / count)
        colour = pen.tone((-0.1, 0.2, -0.3, 0.34)[at % 4])
        pen.shapes.append(
            f'<g class="{PIECE_CLASS}" transform="translate({300 - 300 * size:.0f} {480 - 480 * size + lift:.0f})'
            f' scale({size:.2f})">'
        )
        pen.path("M96 260H504Q490 470 350 482H250Q110 470 96 260Z", round_wall(pen, colour))
        pen.ellipse(300, 260, 204, 46, tone(colour, 0.3))
        pen.ellipse(300, 264, 190, 38, tone(colour, -0.3))
        pen.shapes.append("</g>")


DRAWINGS = {
    "cookware_set": cookware_set,
    "knife_set": knife_set,
    "storage_container": storage_container,
    "mixing_bowl": mixing_bowl,
}
