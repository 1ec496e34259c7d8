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
    screens,
    sets,
    sockets,
    workbench,
    worn,
)
from shopworld.pictures.appearance import Appearance
from shopworld.pictures.arrangement import arrange
from shopworld.pictures.backdrops import stand_before
from shopworld.pictures.colours import hex_of, mix, tone
from shopworld.pictures.forms import FORMS, form_of
from shopworld.pictures.parts import chosen_parts, cover, draw_parts
from shopworld.pictures.pen import Pen, number
from shopworld.pictures.scenes import SCENE, draw_scene
from shopworld.pictures.swatches import draw_swatch

VIEWS = ("front", "angle", "detail", "box")
"""Views of a product, in the order in which a gallery shows them."""
ALL_VIEWS = (*VIEWS, SCENE)
"""Views that can be asked for: those of every gallery, and the thing where it is used."""
_WHOLE = "whole"


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
    **sets.DRAWINGS,
    **screens.DRAWINGS,
    **sockets.DRAWINGS,
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
    facts: Appearance | None = None,
) -> str:
    """Draws a product as an SVG picture of 600 by 600.

    Args:
        kind: what it is, a name of `KINDS`; other kinds are drawn by the form that their words or the shape's name,
            else as a parcel.
        colour: its colour, a name (`midnight blue`) or hex value.
        seed: varies the details; the same arguments give the same bytes.
        view: `front`, `angle`, `detail`, `box` or `scene`; an unknown view is drawn as `front`.
        accent: colour of lights, screens and labels; by the seed where None.
        background: colour behind it; a soft tint by the seed where None, `none` for a transparent picture.
        label: a word printed on it (usually its brand).
        shape: build of the kind where it has several: `m.2`, `liquid 360`, `2 fans`, `usb-c hdmi`, `backpack`, ….
        swatch: colour and pattern of a close-up in the corner, and size on a tag; none where None.
        facts: pieces, ports, size, material and the like, which the drawing follows; None: nothing is said of them.

    Returns:
        the SVG document as text.
    """
    pen = Pen(colour, accent=accent, seed=f"{kind}:{seed}", label=label, shape=shape, facts=facts)
    draw = drawing_for(kind, shape or "")
    _keep(pen, draw, kind, seed)
    if view == "box":
        _carton(pen)
    elif view == "angle":
        _turned(pen)
    elif view == "detail":
        x, y = _FOCUS.get(kind, (300, 290))
        pen.use(_WHOLE, f"translate({300 - x * 1.9:.0f} {300 - y * 1.9:.0f}) scale(1.9)")
    elif view == SCENE:
        draw_scene(pen, kind, seed, _WHOLE)
    elif pen.facts.backdrop:
        stand_before(pen, pen.facts.backdrop, _WHOLE)
    else:
        pen.shapes.append(f'<use href="#{_WHOLE}"/>')
    if swatch is not None:
        draw_swatch(pen, *swatch)
    ground = _ground(pen, background, Random(f"{kind}:{seed}:ground"))
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 600" width="600" height="600">'
        f"<defs>{''.join(pen.definitions)}</defs>{ground}{''.join(pen.shapes)}</svg>"
    )


def drawing_for(kind: str, shape: str) -> Callable[[Pen], None]:
    """What draws a kind in a build."""
    return DRAWINGS.get(kind) or (_by_form(form_of(kind, shape)) if kind else _parcel)


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


def _keep(pen: Pen, draw: Callable[[Pen], None], kind: str, seed: str) -> None:
    """Draws the thing, in the build that its facts and the seed give it, as a piece that views place."""
    draw(pen)
    draw_parts(pen, chosen_parts(kind, pen.shape, seed))
    pen.definitions.append(f'<g id="bare">{"".join(pen.shapes)}</g>')
    pen.shapes.clear()
    over = "".join(cover(pen, "bare", f"{kind}:{seed}"))
    build = Random(f"{kind}:{seed}:build")
    wide, tall = (round(build.uniform(0.9, 1.09) * pen.facts.size, 3) for _ in range(2))
    fit = min(1.0, 1.12 / max(wide, tall))
    wide, tall = wide * fit, tall * fit
    place = f"matrix({wide:.3f} 0 0 {tall:.3f} {300 - 300 * wide:.1f} {505 - 505 * tall:.1f})"
    one = f'<g id="one" transform="{place}"><use href="#bare"/>{over}</g>'
    pen.definitions.append(f'{one}<g id="{_WHOLE}">{arrange(pen, kind, "one")}</g>')


def _turned(pen: Pen) -> None:
    """The drawing turned to the side: narrowed, slanted, with the edge that then shows."""
    pen.definitions.append(
        '<filter id="edge"><feColorMatrix values=".3 0 0 0 0 0 .3 0 0 0 0 0 .32 0 0 0 0 0 1 0"/></filter>'
    )
    side = pen.rng.choice((1, -1))
    for at in (3, 1):
        pen.shapes.append(
            f'<use href="#{_WHOLE}" filter="url(#edge)" transform="matrix(.8 {-0.13 * side} 0 .94'
            f' {60 + at * 6 * side} {18 + 39 * side - at * 1.5:.1f})"/>'
        )
    pen.use(_WHOLE, f"matrix(.8 {-0.13 * side} 0 .94 60 {18 + 39 * side})")


def _carton(pen: Pen) -> None:
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
    pen.use(_WHOLE, "matrix(.44 -.044 0 .44 138 172)")
    word = pen.label or "New"
    size = min(40.0, 250 / (0.66 * max(len(word), 3)))
    pen.text(270, 168, word, size, "#fff" if dark else "#22262c", 'transform="skewY(-5.7) translate(0 27)"')
    pen.path("M150 470l110 -9v9l-110 9zm0 20l70 -5v8l-70 5z", "#fff", 'opacity=".85"')
    pen.path(
        f"M436 {number(150)}l48 18v8l-48 -18zm0 24l48 18v6l-48 -18zm0 20l34 13v6l-34 -13z", "#fff", 'opacity=".55"'
    )
