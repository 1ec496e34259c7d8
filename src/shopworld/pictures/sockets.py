"""Drawings of what has sockets: exactly as many as the data say."""

from __future__ import annotations

from math import ceil
from typing import Final

from shopworld.pictures.pen import INK, METAL, Pen

PORT_CLASS: Final = "port"
_FORMS: Final = ("usb-a", "usb-c", "hdmi", "ethernet", "displayport")
_OUTLINES: Final = {
    "usb-a": '<rect x="-34" y="-20" width="68" height="40" rx="4" fill="#c8ced5"/>'
    '<rect x="-28" y="-14" width="56" height="28" rx="2" fill="#121418"/>'
    '<rect x="-24" y="-4" width="48" height="9" fill="#3f7ee8"/>',
    "usb-c": '<rect x="-28" y="-13" width="56" height="26" rx="13" fill="#121418" stroke="#c8ced5" stroke-width="4"/>'
    '<rect x="-16" y="-2.5" width="32" height="5" rx="2" fill="#8b939c"/>',
    "hdmi": '<path d="M-36-15h72v18l-10 13h-52l-10-13z" fill="#121418" stroke="#c8ced5" stroke-width="4"/>',
    "ethernet": '<rect x="-30" y="-26" width="60" height="52" rx="3" fill="#c9cfd6"/>'
    '<path d="M-24 20v-26h10v-10h28v10h10v26z" fill="#121418"/>',
    "displayport": '<path d="M-34-15h68v30h-56l-12-12z" fill="#121418" stroke="#c8ced5" stroke-width="4"/>',
}


def _sockets(pen: Pen, forms: list[str], x: float, y: float, width: float, height: float) -> None:
    """Sockets in rows within a rectangle whose corner is (x, y)."""
    rows = min(range(1, 6), key=lambda one: -min(width / ceil(len(forms) / one) / 80, height / one / 62))
    columns = ceil(len(forms) / rows)
    scale = min(width / columns / 80, height / rows / 62, 1.25)
    for at, form in enumerate(forms):
        row, column = divmod(at, columns)
        pen.symbol(form, _OUTLINES[form])
        across, down = x + (column + 0.5) * width / columns, y + (row + 0.5) * height / rows
        pen.shapes.append(
            f'<use class="{PORT_CLASS}" href="#{form}"'
            f' transform="translate({across:.0f} {down:.0f}) scale({scale:.2f})"/>'
        )


def _count(pen: Pen, *usual: int) -> int:
    drawn = pen.rng.choice(usual)
    return pen.facts.ports or drawn


def network_switch(pen: Pen) -> None:
    """Network sockets in a row or two, with a light each."""
    ports = _count(pen, 5, 8, 16)
    pen.shadow(rx=250, y=420)
    desk = pen.rng.random() < 0.5
    if desk:
        pen.path("M80 240L130 180H470L520 240Z", pen.slanted(pen.tone(0.35), pen.tone(0.05)))
    else:
        pen.rect(26, 250, 40, 130, pen.tone(-0.4), 4)
        pen.rect(534, 250, 40, 130, pen.tone(-0.4), 4)
    pen.rect(56, 236, 488, 160, pen.tone(-0.55), 10 if desk else 2)
    pen.rect(56, 236, 488, 152, pen.down(pen.tone(0.12), pen.tone(-0.2)), 10 if desk else 2)
    _sockets(pen, ["ethernet"] * ports, 84, 284, 440, 92)
    pen.print_label(130, 270, 110, pen.tone(-0.6) if pen.light else "#fff", 20)
    for at in range(ports):
        pen.circle(500 - at * 13, 260, 3.4, pen.accent)


def usb_hub(pen: Pen) -> None:
    """A bar or a round hub with USB sockets and a cable."""
    ports = _count(pen, 4, 4, 7)
    form = "usb-c" if "type-c only" in pen.shape else "usb-a"
    pen.shadow(rx=200, y=470)
    pen.line("M130 250C60 180 90 90 190 110S330 130 380 80", "#2a2e35", 14)
    pen.rect(374, 52, 62, 44, METAL, 6, 'transform="rotate(-28 400 74)"')
    round_ = pen.rng.choice((30, 64, 10))
    with pen.turned(pen.rng.choice((8, 0, -6))):
        pen.rect(84, 262, 432, 150, pen.tone(-0.55), round_)
        pen.rect(84, 250, 432, 150, pen.shell, round_)
        _sockets(pen, [form] * ports, 104, 290, 392, 92)
        pen.print_label(300, 282, 130, pen.tone(-0.5) if pen.light else "#fff", 20)


def docking_station(pen: Pen) -> None:
    """A block or an upright tower with many different sockets and a cable."""
    ports = _count(pen, 7, 9, 11)
    forms = [_FORMS[at % len(_FORMS)] for at in range(ports)]
    pen.line("M500 330C580 330 570 180 480 190", "#2a2e35", 14)
    pen.rect(430, 170, 56, 40, METAL, 10)
    if pen.rng.random() < 0.55:
        pen.shadow(rx=230, y=480)
        pen.path("M90 270L150 210H450L510 270Z", pen.slanted(pen.tone(0.4), pen.tone(0.05)))
        pen.rect(80, 266, 440, 180, pen.tone(-0.55), 22)
        pen.rect(80, 262, 440, 172, pen.down(pen.tone(0.1), pen.tone(-0.28)), 22)
        _sockets(pen, forms, 100, 280, 400, 140)
        pen.print_label(300, 248, 150, pen.tone(-0.4) if pen.light else pen.tone(0.6), 24)
        return
    pen.shadow(rx=150, y=508)
    pen.rect(180, 110, 250, 396, pen.tone(-0.5), 26)
    pen.rect(172, 104, 250, 396, pen.across(pen.tone(0.16), pen.tone(-0.2)), 26)
    _sockets(pen, forms, 190, 170, 214, 300)
    pen.print_label(296, 150, 150, pen.tone(-0.4) if pen.light else pen.tone(0.6), 24)


def charger(pen: Pen) -> None:
    """A plug-in charger, a desktop one, or a round wireless pad."""
    if pen.facts.ports is None and pen.pick("wall", "wireless") == "wireless":
        pen.shadow(rx=200, y=470)
        pen.line("M300 470C300 540 420 500 520 520", INK, 11)
        pen.ellipse(300, 396, 196, 84, pen.tone(-0.5))
        pen.ellipse(300, 380, 196, 84, pen.slanted(pen.tone(0.35), pen.tone(-0.2)))
        pen.ellipse(300, 376, 150, 60, "none", f'stroke="{pen.tone(-0.35)}" stroke-width="5"')
        pen.path("M306 330l-34 50h24l-8 40l38 -54h-26z", pen.accent)
        return
    ports = _count(pen, 1, 2, 3)
    forms = ["usb-c" if at < ceil(ports / 2) else "usb-a" for at in range(ports)]
    pen.shadow(rx=150)
    pen.rect(256, 70, 18, 70, METAL, 7)
    pen.rect(326, 70, 18, 70, METAL, 7)
    pen.path("M226 132H374L392 190H208Z", pen.tone(-0.2))
    corner = pen.rng.choice((40, 14, 76))
    pen.rect(172, 184, 256, 318, pen.tone(-0.4), corner)
    pen.rect(172, 176, 256, 318, pen.shell, corner)
    pen.print_label(300, 240, 140, pen.tone(-0.5) if pen.light else "#fff", 34)
    _sockets(pen, forms, 200, 266, 200, 210)


DRAWINGS = {
    "network_switch": network_switch,
    "usb_hub": usb_hub,
    "docking_station": docking_station,
    "charger": charger,
}
