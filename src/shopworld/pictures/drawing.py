"""From a kind of product to a picture of it: background, view, and the drawing of that kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from shopworld.pictures import (
    accessories,
    circuits,
    components,
    computers,
    desk,
    electronics,
    garments,
    household,
    kitchenware,
    leisure,
    peripherals,
    pets_and_toys,
    photography,
    workbench,
    worn,
)
from shopworld.pictures.colours import hex_of, mix, tone
from shopworld.pictures.forms import FORMS, form_of
from shopworld.pictures.pen import Pen, number
from shopworld.pictures.swatches import draw_swatch

VIEWS = ("front", "angle", "detail", "box")
"""Views of a product, in the order in which a gallery shows them."""


def _parcel(pen: Pen) -> None:
    """For kinds without a drawing of their own: a tidy parcel with a label."""
    pen.shadow(rx=190, y=508)
    pen.path("M110 190L300 110L490 190L300 280Z", pen.slanted(pen.tone(0.4), pen.tone(0.1)))
    pen.path("M110 190L300 280V500L110 400Z", pen.slanted(pen.tone(0.12), pen.tone(-0.15)))
    pen.path("M490 190L300 280V500L490 400Z", pen.tone(-0.32))
    pen.path("M190 156L380 238V464L410 448V226L222 142Z", pen.accent, 'opacity=".85"')
    pen.path("M136 300L240 352V420L136 366Z", "#fff", 'opacity=".9"')
    pen.path("M150 324l60 30v8l-60 -30zm0 22l40 20v8l-40 -20z", "#8b939c")
    pen.print_label(430, 400, 80, "#fff", 18)


DRAWINGS: Mapping[str, Callable[[Pen], None]] = {
    **components.DRAWINGS,
    **computers.DRAWINGS,
    **peripherals.DRAWINGS,
    **electronics.DRAWINGS,
    **photography.DRAWINGS,
    **accessories.DRAWINGS,
    **garments.DRAWINGS,
    **kitchenware.DRAWINGS,
    **household.DRAWINGS,
    **leisure.DRAWINGS,
    **pets_and_toys.DRAWINGS,
    **circuits.DRAWINGS,
    **workbench.DRAWINGS,
    **worn.DRAWINGS,
    **desk.DRAWINGS,
}
"""Drawing of each kind; other kinds are drawn by their form."""

_FOCUS = {
    "graphics_card": (250, 290),
    "camera": (318, 300),
    "lens": (220, 320),
    "case": (360, 240),
    "smartphone": (200, 170),
    "watch_strap": (370, 410),
    "cable": (200, 180),
    "keyboard": (210, 280),
    "motherboard": (270, 220),
    "cpu_cooler": (300, 270),
    "headset": (190, 380),
    "headphones": (190, 330),
    "drone": (300, 360),
    "tripod": (300, 170),
    "printer": (340, 330),
    "earbuds": (250, 210),
    "television": (420, 250),
    "sneakers": (250, 320),
    "boots": (280, 330),
    "frying_pan": (260, 320),
    "chef_knife": (220, 330),
    "development_board": (290, 280),
    "monitor": (400, 250),
}


def draw_picture(
    kind: str,
    *,
    colour: str,
    seed: str,
    view: str = "front",
    accent: str | None = None,
    background: str | None = None,
    label: str | None = None,
    shape: str | None = None,
    swatch: tuple[str, str, str] | None = None,
) -> str:
    """Draws a product as an SVG picture of 600 by 600.

    Args:
        kind: what it is, a name of `KINDS`; other kinds are drawn by the form that their words or the shape's name,
            else as a parcel.
        colour: its colour, a name (`midnight blue`) or hex value.
        seed: varies the details; the same arguments give the same bytes.
        view: `front`, `angle`, `detail` or `box`; an unknown view is drawn as `front`.
        accent: colour of lights, screens and labels; by the seed where None.
        background: colour behind it; a soft tint by the seed where None, `none` for a transparent picture.
        label: a word printed on it (usually its brand).
        shape: build of the kind where it has several: `m.2`, `liquid 360`, `2 fans`, `usb-c hdmi`, `backpack`, ….
        swatch: colour and pattern of a close-up in the corner, and size on a tag; none where None.

    Returns:
        the SVG document as text.
    """
    pen = Pen(colour, accent=accent, seed=f"{kind}:{seed}", label=label, shape=shape)
    draw = DRAWINGS.get(kind) or (_by_form(form_of(kind, shape or "")) if kind else _parcel)
    if view == "box":
        _carton(pen, draw)
    elif view == "angle":
        _turned(pen, draw)
    elif view == "detail":
        x, y = _FOCUS.get(kind, (300, 290))
        with pen.group(f"translate({300 - x * 1.9:.0f} {300 - y * 1.9:.0f}) scale(1.9)"):
            draw(pen)
    else:
        draw(pen)
    if swatch is not None:
        draw_swatch(pen, *swatch)
    ground = _ground(pen, background, Random(f"{kind}:{seed}:ground"))
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 600" width="600" height="600">'
        f"<defs>{''.join(pen.definitions)}</defs>{ground}{''.join(pen.shapes)}</svg>"
    )


def _by_form(form: str) -> Callable[[Pen], None]:
    return FORMS.get(form) or DRAWINGS.get(form) or _parcel


def _ground(pen: Pen, background: str | None, rng: Random) -> str:
    """The backdrop: a wall with a soft light, and a floor."""
    if background == "none":
        return ""
    wall = hex_of(background) if background else mix("#f1f3f5", rng.choice((pen.accent, pen.body, "#cfd8e3")), 0.08)
    return (
        f'<defs><radialGradient id="wall" cx=".5" cy=".42" r=".75"><stop stop-color="{tone(wall, 0.65)}"/>'
        f'<stop offset="1" stop-color="{tone(wall, -0.05)}"/></radialGradient></defs>'
        '<path d="M0 0h600v600H0z" fill="url(#wall)"/>'
    )


def _turned(pen: Pen, draw: Callable[[Pen], None]) -> None:
    """The drawing turned to the side: narrowed, slanted, with the edge that then shows."""
    start = len(pen.shapes)
    draw(pen)
    body = "".join(pen.shapes[start:])
    del pen.shapes[start:]
    pen.definitions.append(f'<g id="whole">{body}</g>')
    pen.definitions.append(
        '<filter id="edge"><feColorMatrix values=".3 0 0 0 0 0 .3 0 0 0 0 0 .32 0 0 0 0 0 1 0"/></filter>'
    )
    side = pen.rng.choice((1, -1))
    for at in (3, 1):
        pen.shapes.append(
            f'<use href="#whole" filter="url(#edge)" transform="matrix(.8 {-0.13 * side} 0 .94'
            f' {60 + at * 6 * side} {18 + 39 * side - at * 1.5:.1f})"/>'
        )
    pen.shapes.append(f'<use href="#whole" transform="matrix(.8 {-0.13 * side} 0 .94 60 {18 + 39 * side})"/>')


def _carton(pen: Pen, draw: Callable[[Pen], None]) -> None:
    """The retail box: a printed carton that shows the product."""
    choice = Random(f"{pen.accent}{pen.second}{pen.body}carton")
    base = choice.choice((tone(pen.accent, -0.45), "#1d222b", "#f6f7f9", tone(pen.second, -0.5)))
    dark = base != "#f6f7f9"
    pen.shadow(x=310, y=522, rx=200, ry=22)
    pen.path("M120 120L420 90V510L120 520Z", pen.slanted(tone(base, 0.18), base))
    pen.path("M420 90L500 124V486L420 510Z", tone(base, -0.4) if dark else "#cfd4da")
    pen.path("M120 120L196 96L500 124L420 90Z", tone(base, 0.35))
    pen.path("M120 440L420 412V510L120 520Z", pen.accent)
    pen.path("M420 412L500 398V486L420 510Z", tone(pen.accent, -0.35))
    pen.ellipse(270, 296, 138, 118, pen.glow("#ffffff", "none"), 'opacity=".5"')
    with pen.group("matrix(.44 -.044 0 .44 138 172)"):
        draw(pen)
    word = pen.label or "New"
    size = min(40.0, 250 / (0.66 * max(len(word), 3)))
    pen.text(270, 168, word, size, "#fff" if dark else "#22262c", 'transform="skewY(-5.7) translate(0 27)"')
    pen.path("M150 470l110 -9v9l-110 9zm0 20l70 -5v8l-70 5z", "#fff", 'opacity=".85"')
    pen.path(
        f"M436 {number(150)}l48 18v8l-48 -18zm0 24l48 18v6l-48 -18zm0 20l34 13v6l-34 -13z", "#fff", 'opacity=".55"'
    )
