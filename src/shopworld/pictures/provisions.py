"""Forms of what is eaten, filled, taken or grown: packages, food, plants."""

from __future__ import annotations

from shopworld.pictures.colours import tone
from shopworld.pictures.materials import CREAM, PAPER, WOOD, paper_label, round_wall
from shopworld.pictures.pen import INK, METAL, Pen

_LEAF = "#5d9a57"


def bottle(pen: Pen) -> None:
    """A bottle with a label."""
    pen.shadow(rx=110)
    pen.path("M262 90H338V190Q400 220 400 290V480Q400 502 378 502H222Q200 502 200 480V290Q200 220 262 190Z",
             round_wall(pen, pen.body))  # fmt: skip
    pen.rect(256, 64, 88, 54, pen.accent, 8)
    paper_label(pen, 206, 310, 188, 130)


def jar(pen: Pen) -> None:
    """A jar with a lid."""
    pen.shadow(rx=150)
    pen.rect(170, 190, 260, 312, round_wall(pen, pen.body), 34)
    pen.rect(160, 140, 280, 62, pen.metal(), 12)
    paper_label(pen, 182, 270, 236, 150)


def pouch(pen: Pen) -> None:
    """A bag that stands, with a folded top."""
    pen.shadow(rx=160)
    pen.path("M170 130H430L450 470Q452 500 420 500H180Q148 500 150 470Z", pen.shell)
    pen.rect(166, 108, 268, 44, pen.tone(-0.2), 8)
    paper_label(pen, 200, 220, 200, 150)
    pen.line("M176 170H424", pen.tone(-0.3), 3, 'stroke-dasharray="8 8"')


def carton(pen: Pen) -> None:
    """A box with a printed front."""
    pen.shadow(rx=190)
    pen.path("M130 170L370 150V500L130 490Z", pen.slanted(pen.tone(0.2), pen.body))
    pen.path("M370 150L470 180V478L370 500Z", pen.tone(-0.3))
    pen.path("M130 170L230 146L470 180L370 150Z", pen.tone(0.4))
    pen.circle(250, 350, 74, pen.accent)
    pen.print_label(250, 250, 200, CREAM, 34)


def tube(pen: Pen) -> None:
    """A tube that stands on its cap."""
    pen.shadow(rx=110)
    pen.path("M196 110H404L370 440H230Z", round_wall(pen, pen.body))
    pen.rect(190, 92, 220, 26, pen.tone(-0.2), 6)
    pen.rect(238, 436, 124, 66, pen.accent, 12)
    pen.print_label(300, 280, 130, "#fff" if not pen.light else INK, 26)


def loaf(pen: Pen) -> None:
    """Something baked or round to eat, on a board."""
    pen.rect(100, 452, 400, 34, WOOD, 14)
    pen.path("M130 440Q110 250 300 236Q490 250 470 440Q300 470 130 440Z", pen.down("#d59a55", "#b06f2f", "#8a5220"))
    for x in (220, 290, 360):
        pen.line(f"M{x} 300q34 40 10 92", "#f0d3a0", 12)


def fruit(pen: Pen) -> None:
    """Three round fruits with leaves."""
    pen.shadow(rx=190)
    for x, y in ((220, 410), (380, 410), (300, 310)):
        pen.circle(x, y, 92, pen.glow(pen.tone(0.35), pen.body, pen.tone(-0.3)))
        pen.path(f"M{x} {y - 92}q40 -50 70 -20q-30 40 -70 20Z", _LEAF)


def bouquet(pen: Pen) -> None:
    """Flowers tied in paper."""
    pen.path("M210 300H390L330 510H270Z", pen.slanted(PAPER, tone(PAPER, -0.15)))
    places = ((220, 210), (300, 160), (380, 210), (250, 280), (350, 280), (300, 230))
    for at, (x, y) in enumerate(places):
        pen.line(f"M{x} {y}Q300 340 300 420", _LEAF, 6)
        colour = (pen.body, pen.accent, pen.second)[at % 3]
        for dx, dy in ((0, -24), (23, -7), (14, 20), (-14, 20), (-23, -7)):
            pen.circle(x + dx, y + dy, 20, colour)
        pen.circle(x, y, 15, "#f3d35b")


def plant(pen: Pen) -> None:
    """A plant in a pot."""
    pen.shadow(rx=120)
    for angle in (-56, -34, -12, 12, 34, 56):
        with pen.turned(angle, 300, 370):
            pen.path("M300 370Q250 220 300 110Q350 220 300 370Z", pen.down(tone(_LEAF, 0.25), tone(_LEAF, -0.2)))
    pen.path("M210 360H390L366 502H234Z", round_wall(pen, pen.body))
    pen.rect(200, 344, 200, 34, pen.tone(-0.1), 6)


def pills(pen: Pen) -> None:
    """A box with a strip of tablets."""
    carton(pen)
    pen.rect(330, 400, 200, 100, METAL, 10)
    for at in range(8):
        pen.ellipse(358 + (at % 4) * 48, 426 + (at // 4) * 48, 17, 13, pen.accent)


def papers(pen: Pen) -> None:
    """Paper, prints, cards and discs in sleeves."""
    pen.shadow(rx=180)
    pen.circle(390, 300, 130, INK)
    pen.ring(390, 300, 90, "#383c44", 3)
    pen.circle(390, 300, 40, pen.accent)
    pen.rect(110, 150, 300, 300, pen.slanted(pen.tone(0.2), pen.tone(-0.15)), 6)
    pen.circle(220, 260, 60, pen.second)
    pen.path("M110 450L230 330L300 390L360 330L410 380V450Z", pen.tone(-0.4))


def roll(pen: Pen) -> None:
    """Something rolled: a mat, fabric, tape."""
    pen.shadow(rx=230, y=440)
    pen.path("M150 220H470V420H150Z", pen.down(pen.tone(0.3), pen.body, pen.tone(-0.3)))
    pen.ellipse(150, 320, 52, 100, pen.tone(-0.1))
    for r in (40, 27, 14):
        pen.ellipse(150, 320, r * 0.52, r, "none", f'stroke="{pen.tone(-0.45)}" stroke-width="5"')
