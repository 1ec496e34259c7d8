"""Drawings by the form of things: what kinds without a drawing of their own look like, found by the words they are
called."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from shopworld.pictures.colours import tone
from shopworld.pictures.materials import CREAM, PAPER, WOOD, paper_label, round_wall
from shopworld.pictures.pen import INK, METAL, Pen

_WORD = re.compile(r"[^\W\d_]+")
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


def hand_tool(pen: Pen) -> None:
    """A tool: a steel head on a handle."""
    with pen.turned(32):
        pen.rect(280, 210, 40, 310, pen.across(tone(WOOD, 0.2), WOOD, tone(WOOD, -0.3)), 18)
        pen.path("M190 120H410Q420 210 300 214Q180 210 190 120Z", pen.metal())
        pen.rect(270, 196, 60, 40, pen.body, 8)


def machine(pen: Pen) -> None:
    """A machine with a panel and a handle."""
    pen.shadow(rx=200)
    pen.rect(120, 240, 360, 240, pen.shell, 34)
    pen.line("M200 244Q200 140 300 140T400 244", INK, 26)
    pen.circle(220, 360, 62, INK)
    pen.fan(220, 360, 54)
    pen.rect(320, 300, 120, 54, pen.accent, 10)
    for x in (336, 376, 416):
        pen.circle(x, 410, 15, pen.tone(-0.4))


def power_tool(pen: Pen) -> None:
    """A power tool with a grip and a battery."""
    pen.path("M110 180H400Q440 180 440 230V270H330L360 430H260L240 280H110Z", pen.shell)
    pen.rect(226, 424, 170, 74, INK, 14)
    pen.path("M110 200L40 222V242L110 264Z", METAL)
    pen.rect(150, 200, 150, 30, pen.accent, 8)
    pen.print_label(250, 262, 150, "#fff" if not pen.light else INK, 24)


def cabinet(pen: Pen) -> None:
    """A piece of furniture with doors and drawers."""
    pen.shadow(rx=220)
    pen.rect(110, 170, 380, 290, pen.slanted(tone(WOOD, 0.25), WOOD), 10)
    for x in (124, 304):
        pen.rect(x, 190, 172, 120, pen.shell, 6)
        pen.rect(x, 322, 172, 120, pen.shell, 6)
        pen.circle(x + 86, 250, 8, METAL)
        pen.circle(x + 86, 382, 8, METAL)
    for x in (132, 448):
        pen.rect(x, 458, 20, 44, tone(WOOD, -0.3), 4)


def appliance(pen: Pen) -> None:
    """A large machine for the home: a door, a window and knobs."""
    pen.shadow(rx=170)
    pen.rect(150, 90, 300, 410, pen.shell, 18)
    pen.rect(150, 90, 300, 74, pen.tone(-0.12), 18)
    for x in (196, 246):
        pen.circle(x, 128, 17, METAL)
    pen.rect(310, 112, 110, 30, pen.accent, 6)
    pen.circle(300, 330, 112, pen.metal())
    pen.circle(300, 330, 86, pen.glow("#3b4a5c", "#12161d"))


def sofa(pen: Pen) -> None:
    """A sofa."""
    pen.shadow(rx=250)
    pen.rect(110, 210, 380, 160, pen.down(pen.tone(0.2), pen.body), 34)
    for x in (124, 304):
        pen.rect(x, 320, 172, 96, pen.tone(0.12), 22)
    for x in (64, 456):
        pen.rect(x, 290, 80, 160, pen.slanted(pen.tone(0.1), pen.tone(-0.2)), 28)
    pen.rect(110, 400, 380, 60, pen.tone(-0.18), 12)
    for x in (110, 470):
        pen.rect(x, 452, 20, 48, WOOD, 4)


def table(pen: Pen) -> None:
    """A table."""
    pen.shadow(rx=240)
    pen.path("M70 270H530L500 310H100Z", pen.across(tone(WOOD, 0.3), WOOD))
    pen.rect(100, 308, 400, 26, tone(WOOD, -0.2), 4)
    for x in (118, 458):
        pen.path(f"M{x} 330h26l-6 172h-14Z", tone(WOOD, -0.25))


def chair(pen: Pen) -> None:
    """A chair."""
    pen.shadow(rx=140)
    pen.rect(200, 100, 200, 180, pen.shell, 26)
    pen.path("M184 300H416L440 350H160Z", pen.slanted(pen.tone(0.25), pen.tone(-0.1)))
    for x, lean in ((178, -14), (412, 14), (226, -4), (366, 4)):
        pen.line(f"M{x} 350L{x + lean} 498", tone(WOOD, -0.2), 14)


def bed(pen: Pen) -> None:
    """A bed."""
    pen.rect(110, 140, 380, 120, tone(WOOD, -0.05), 18)
    pen.rect(90, 250, 420, 220, pen.slanted(pen.tone(0.4), pen.tone(0.1)), 26)
    for x in (130, 314):
        pen.rect(x, 210, 156, 84, "#f8f7f3", 26, 'stroke="#d8d5cb" stroke-width="3"')
    pen.path("M86 340Q300 310 514 340V470H86Z", pen.shell)


def wheel(pen: Pen) -> None:
    """A tyre on a rim."""
    pen.shadow(rx=160)
    pen.circle(300, 300, 200, pen.glow("#3a3e45", INK))
    pen.ring(300, 300, 178, "#4b5059", 10, 'stroke-dasharray="16 12"')
    pen.circle(300, 300, 124, pen.metal())
    for angle in range(0, 360, 72):
        with pen.turned(angle):
            pen.path("M284 190H316L308 290H292Z", tone(METAL, -0.45))
    pen.circle(300, 300, 28, pen.body)


def part(pen: Pen) -> None:
    """A part of metal with holes."""
    pen.shadow(rx=180)
    pen.circle(300, 310, 180, pen.metal())
    pen.ring(300, 310, 150, tone(METAL, -0.3), 6)
    for x, y in ((300, 190), (420, 310), (300, 430), (180, 310)):
        pen.circle(x, y, 22, INK)
    pen.circle(300, 310, 74, pen.shell)
    pen.circle(300, 310, 34, INK)


def bicycle(pen: Pen) -> None:
    """A bicycle."""
    for x in (150, 450):
        pen.ring(x, 390, 104, INK, 16)
        pen.ring(x, 390, 92, "#b9bec6", 3, 'stroke-dasharray="2 14"')
    pen.line("M150 390L250 390L380 230H220L250 390M380 230L450 390M220 230L150 390", pen.body, 18)
    pen.line("M368 200H420M204 206H250", INK, 16)
    pen.line("M380 230L372 196", pen.body, 14)
    pen.ring(250, 390, 30, METAL, 10)


def helmet(pen: Pen) -> None:
    """A helmet."""
    pen.shadow(rx=170)
    pen.path("M120 380Q110 130 310 130T490 380Z", pen.shell)
    pen.path("M150 380H450Q440 440 380 440H210Q150 440 150 380Z", INK)
    for x in (220, 300, 380):
        pen.path(f"M{x - 18} 190q18 -26 36 0l-6 110h-24Z", pen.tone(-0.45))


def jewel(pen: Pen) -> None:
    """A ring with a stone."""
    pen.shadow(rx=110)
    pen.ring(300, 360, 126, "#c99a3d" if "silver" not in pen.shape else METAL, 30)
    pen.path("M230 190L260 150H340L370 190L300 262Z", pen.slanted("#fff", pen.accent, tone(pen.accent, -0.3)))
    pen.line("M230 190H370M300 262L270 190L290 150M300 262L330 190L310 150", "#fff", 3, 'opacity=".7"')


def chain(pen: Pen) -> None:
    """A necklace or another thing on a chain."""
    gold = "#c99a3d" if "silver" not in pen.shape else METAL
    pen.line("M150 110Q170 360 300 390Q430 360 450 110", gold, 9, 'stroke-dasharray="3 12"')
    pen.circle(300, 424, 40, pen.slanted("#fff", pen.accent, tone(pen.accent, -0.4)))
    pen.ring(300, 424, 44, gold, 9)


def watch(pen: Pen) -> None:
    """A watch."""
    pen.rect(246, 60, 108, 480, pen.down(pen.tone(-0.1), pen.body, pen.tone(-0.2)), 20)
    pen.circle(300, 300, 124, pen.metal())
    pen.circle(300, 300, 100, CREAM)
    pen.line("M300 300V226M300 300L350 330", INK, 10)
    for angle in range(0, 360, 30):
        with pen.turned(angle):
            pen.rect(297, 208, 6, 16, INK)


def bag(pen: Pen) -> None:
    """A bag with a handle."""
    pen.shadow(rx=190)
    pen.line("M210 250Q210 110 300 110T390 250", pen.tone(-0.35), 22)
    pen.path("M120 230H480L500 470Q500 500 470 500H130Q100 500 100 470Z", pen.shell)
    pen.path("M120 230H480L484 300Q300 350 116 300Z", pen.tone(-0.14))
    pen.rect(276, 300, 48, 50, "#d9b25a", 8)


def suitcase(pen: Pen) -> None:
    """A suitcase on wheels."""
    pen.shadow(rx=150)
    pen.line("M250 130V60H350V130", METAL, 14)
    pen.rect(160, 126, 280, 350, pen.shell, 34)
    for x in (210, 270, 330, 390):
        pen.line(f"M{x} 150V450", pen.tone(-0.2), 6)
    for x in (206, 394):
        pen.circle(x, 488, 17, INK)


def shoe(pen: Pen) -> None:
    """A shoe from the side."""
    pen.shadow(rx=220, y=470)
    pen.path("M90 240Q150 270 210 220Q290 330 430 350Q510 364 512 430H92Q76 330 90 240Z", pen.shell)
    pen.rect(84, 424, 434, 34, pen.tone(0.6) if not pen.light else INK, 14)
    pen.line("M230 262L286 232M262 300L322 268M300 330L358 300", pen.tone(0.5), 8)


def glasses(pen: Pen) -> None:
    """Glasses or goggles."""
    for x in (190, 410):
        pen.rect(x - 96, 240, 192, 140, pen.slanted("#dfe8ee", "#9fb3c0"), 60,
                 f'fill-opacity=".55" stroke="{pen.body}" stroke-width="18"')  # fmt: skip
    pen.line("M286 290Q300 270 314 290M96 280L50 250M504 280L550 250", pen.body, 18)


def guitar(pen: Pen) -> None:
    """A guitar."""
    with pen.turned(28):
        pen.rect(282, 20, 36, 270, tone(WOOD, -0.4), 6)
        pen.rect(268, 0, 64, 60, tone(WOOD, -0.5), 10)
        pen.path("M300 260Q390 250 384 330Q380 370 410 420Q430 540 300 544Q170 540 190 420Q220 370 216 330"
                 "Q210 250 300 260Z", pen.glow(pen.tone(0.3), pen.body, pen.tone(-0.35)))  # fmt: skip
        pen.circle(300, 390, 42, INK)
        for x in (290, 297, 303, 310):
            pen.line(f"M{x} 40V480", "#e9e4d4", 1.6)


def keys(pen: Pen) -> None:
    """A keyboard instrument."""
    pen.shadow(rx=250, y=420)
    pen.rect(60, 220, 480, 180, pen.shell, 12)
    for at in range(14):
        pen.rect(76 + at * 32, 290, 30, 100, "#fbfaf6", 3)
    for at in (0, 1, 3, 4, 5, 7, 8, 10, 11, 12):
        pen.rect(97 + at * 32, 290, 20, 60, INK, 2)


def drum(pen: Pen) -> None:
    """A drum or another round thing that stands."""
    pen.shadow(rx=190)
    pen.path("M110 220V430Q300 520 490 430V220Z", round_wall(pen, pen.body))
    pen.ellipse(300, 220, 190, 62, CREAM, f'stroke="{METAL}" stroke-width="12"')
    for x in (150, 260, 340, 450):
        pen.line(f"M{x} 270V440", METAL, 7)


def ball(pen: Pen) -> None:
    """A ball."""
    pen.shadow(rx=150)
    pen.circle(300, 320, 176, pen.glow(pen.tone(0.5), pen.body, pen.tone(-0.3)))
    pen.path("M300 250L356 292L334 358H266L244 292Z", pen.accent)
    pen.line("M300 250V146M356 292L462 256M334 358L396 466M266 358L204 466M244 292L138 256", pen.tone(-0.5), 6)


def racket(pen: Pen) -> None:
    """A racket, rod or club: something long to hold."""
    with pen.turned(34):
        net = pen.pattern("net", 22, 22, '<path d="M0 0h22v22" fill="none" stroke="#c9cdd2"/>')
        pen.ellipse(300, 190, 116, 150, net, f'stroke="{pen.body}" stroke-width="20"')
        pen.rect(288, 336, 24, 110, pen.body)
        pen.rect(280, 430, 40, 130, INK, 12)


def tent(pen: Pen) -> None:
    """A tent."""
    pen.shadow(rx=250, y=470)
    pen.path("M300 130L540 470H60Z", pen.slanted(pen.tone(0.25), pen.tone(-0.2)))
    pen.path("M300 130L360 470H240Z", pen.tone(-0.45))
    pen.path("M300 130L400 470H360Z", pen.tone(0.4))


def roll(pen: Pen) -> None:
    """Something rolled: a mat, fabric, tape."""
    pen.shadow(rx=230, y=440)
    pen.path("M150 220H470V420H150Z", pen.down(pen.tone(0.3), pen.body, pen.tone(-0.3)))
    pen.ellipse(150, 320, 52, 100, pen.tone(-0.1))
    for r in (40, 27, 14):
        pen.ellipse(150, 320, r * 0.52, r, "none", f'stroke="{pen.tone(-0.45)}" stroke-width="5"')


def board(pen: Pen) -> None:
    """A board: skis, surfboards, planks."""
    with pen.turned(14):
        pen.path("M300 40Q380 150 372 300Q364 500 300 560Q236 500 228 300Q220 150 300 40Z", pen.across(
            pen.tone(0.3), pen.body, pen.tone(-0.25)))  # fmt: skip
        pen.path("M228 270H372V320H228Z", pen.accent)
        pen.line("M300 60V540", pen.tone(-0.3), 4)


def weight(pen: Pen) -> None:
    """A dumbbell."""
    pen.shadow(rx=230, y=440)
    pen.rect(180, 284, 240, 36, pen.metal(), 12)
    for x, width, height in ((100, 44, 190), (146, 40, 240), (414, 40, 240), (456, 44, 190)):
        pen.rect(x, 302 - height / 2, width, height, pen.shell, 12)


def pram(pen: Pen) -> None:
    """A pram, seat or carrier on wheels."""
    pen.path("M150 320Q150 140 320 140V320Z", pen.tone(-0.2))
    pen.path("M140 320H460Q450 430 330 430H260Q150 430 140 320Z", pen.shell)
    pen.line("M456 320L520 200H550", INK, 14)
    for x in (210, 400):
        pen.line(f"M300 430L{x} 470", METAL, 10)
        pen.circle(x, 476, 40, INK)
        pen.circle(x, 476, 18, METAL)


def papers(pen: Pen) -> None:
    """Paper, prints, cards and discs in sleeves."""
    pen.shadow(rx=180)
    pen.circle(390, 300, 130, INK)
    pen.ring(390, 300, 90, "#383c44", 3)
    pen.circle(390, 300, 40, pen.accent)
    pen.rect(110, 150, 300, 300, pen.slanted(pen.tone(0.2), pen.tone(-0.15)), 6)
    pen.circle(220, 260, 60, pen.second)
    pen.path("M110 450L230 330L300 390L360 330L410 380V450Z", pen.tone(-0.4))


def small_parts(pen: Pen) -> None:
    """Many small pieces: screws, beads, buttons."""
    pen.shadow(rx=200)
    for at in range(15):
        x, y = 130 + (at % 5) * 84 + pen.rng.randint(-14, 14), 200 + (at // 5) * 104 + pen.rng.randint(-14, 14)
        with pen.turned(pen.rng.randint(0, 180), x, y):
            pen.rect(x - 8, y - 24, 16, 70, pen.metal(pen.body if not pen.light else METAL), 5)
            pen.rect(x - 20, y - 36, 40, 18, tone(METAL, -0.2), 7)


def tap(pen: Pen) -> None:
    """A tap or a pipe."""
    pen.shadow(rx=110)
    pen.line("M250 490V230Q250 130 350 130T450 230V270", METAL, 48)
    pen.line("M240 470V230Q240 120 350 120", "#f3f5f7", 8, 'opacity=".7"')
    pen.rect(196, 470, 110, 32, tone(METAL, -0.2), 10)
    pen.line("M250 300L160 260", pen.body, 26)


def pills(pen: Pen) -> None:
    """A box with a strip of tablets."""
    carton(pen)
    pen.rect(330, 400, 200, 100, METAL, 10)
    for at in range(8):
        pen.ellipse(358 + (at % 4) * 48, 426 + (at // 4) * 48, 17, 13, pen.accent)


def vehicle(pen: Pen) -> None:
    """A small vehicle or a train."""
    pen.shadow(rx=240, y=460)
    pen.path("M70 400V330Q80 300 150 290L220 200H390L460 290Q530 300 530 350V400Z", pen.shell)
    pen.path("M230 220H296V286H180ZM312 220H382L432 286H312Z", "#cfe2ee")
    for x in (176, 424):
        pen.circle(x, 404, 56, INK)
        pen.circle(x, 404, 26, METAL)


def wood_fire(pen: Pen) -> None:
    """A grill, stove or fire."""
    pen.shadow(rx=170)
    pen.path("M130 250Q140 400 300 400T470 250Z", pen.shell)
    pen.rect(110, 230, 380, 26, pen.metal(), 8)
    pen.path("M130 226Q150 120 300 112T470 226Z", pen.tone(-0.25))
    for x, lean in ((210, -40), (300, 0), (390, 40)):
        pen.line(f"M{x} 396L{x + lean} 500", METAL, 14)


def clothing(pen: Pen) -> None:
    """A garment on a hanger."""
    pen.line("M300 130V90Q330 60 300 50M300 130L170 190H430Z", METAL, 8)
    pen.path("M180 180L250 150Q300 190 350 150L420 180L500 300L440 340L420 300V510H180V300L160 340L100 300Z",
             pen.shell)  # fmt: skip


# fmt: off
FORMS: Mapping[str, Callable[[Pen], None]] = {
    one.__name__: one
    for one in (
        bottle, jar, pouch, carton, tube, loaf, fruit, bouquet, plant, hand_tool, machine, power_tool,
        cabinet, appliance, sofa, table, chair, bed, wheel, part, bicycle, helmet, jewel, chain, watch, bag,
        suitcase, shoe, glasses, guitar, keys, drum, ball, racket, tent, roll, board, weight, pram, papers,
        small_parts, tap, pills, vehicle, wood_fire, clothing,
    )
}
# fmt: on
"""Drawings of forms by their names."""


@cache
def _by_word() -> Mapping[str, str]:
    told: dict[str, str] = tomllib.loads((Path(__file__).parent / "forms.toml").read_text(encoding="utf-8"))
    found: dict[str, str] = {}
    for form, words in told.items():
        for word in words.split():
            found.setdefault(word, form)
    return found


def form_of(*called: str) -> str:
    """The form of what is called so, by the last word that is known; empty where none is.

    Args:
        called: names of the thing, most telling first: its kind, its title.

    Returns:
        a name of `FORMS`, or a kind that has a drawing.
    """
    for text in called:
        words = _WORD.findall(text.lower().replace("_", " "))
        for word in (text, *reversed(words)):
            found = _by_word().get(word) or _by_word().get(word.removesuffix("s"))
            if found is not None:
                return found
    return ""
