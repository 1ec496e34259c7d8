"""Forms of what work and sport are done with: tools, machines, parts, instruments, vehicles."""

from __future__ import annotations

from shopworld.pictures.colours import tone
from shopworld.pictures.materials import CREAM, WOOD, round_wall
from shopworld.pictures.pen import INK, METAL, Pen


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
