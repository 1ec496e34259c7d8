"""Drawings of what is rarer: amplifiers, batteries, card readers, small receivers, access points, bare boards."""

from __future__ import annotations

from shopworld.pictures.colours import tone
from shopworld.pictures.pen import GOLD, INK, METAL, Pen
from shopworld.pictures.peripherals import gamepad


def amplifier(pen: Pen) -> None:
    """A wide box with a big knob, small knobs and a level display."""
    pen.shadow(rx=240, y=470)
    pen.path("M84 250L130 196H470L516 250Z", pen.slanted(pen.tone(0.35), pen.tone(0.05)))
    pen.rect(150, 212, 300, 26, pen.pattern("vent", 14, 40, f'<path d="M0 0h6v40H0z" fill="{pen.tone(-0.5)}"/>'), 4)
    pen.rect(64, 248, 472, 200, pen.tone(-0.55), 10)
    pen.rect(64, 248, 472, 192, pen.down(pen.tone(0.2), pen.tone(-0.2)), 10)
    pen.rect(96, 280, 170, 62, "#0b0d10", 6)
    for at in range(9):
        height = 10 + (at * 7 + pen.rng.randrange(14)) % 36
        pen.rect(108 + at * 17, 334 - height, 11, height, pen.accent if at < 6 else pen.second, 2)
    for at in range(4):
        pen.circle(116 + at * 46, 394, 17, pen.metal())
        pen.rect(114 + at * 46, 379, 4, 14, INK, 2)
    pen.circle(430, 344, 76, pen.tone(-0.45))
    pen.circle(430, 340, 72, pen.slanted("#f2f4f6", "#9aa2ab", "#5a616b"))
    pen.ring(430, 340, 54, "#ffffff", 2, 'opacity=".5"')
    pen.rect(426, 276, 8, 30, pen.accent, 4)
    pen.print_label(316, 310, 70, pen.tone(-0.5) if pen.light else "#fff", 18)
    pen.rect(96, 444, 56, 16, INK, 5)
    pen.rect(448, 444, 56, 16, INK, 5)


def battery(pen: Pen) -> None:
    """A flat rechargeable pack with contacts and a charge bar."""
    pen.shadow(rx=160)
    with pen.turned(-9):
        pen.rect(170, 128, 264, 376, pen.tone(-0.6), 22)
        pen.rect(166, 122, 260, 370, pen.shell, 20)
        for at in range(3):
            pen.rect(196 + at * 42, 112, 28, 20, GOLD, 3)
        pen.rect(182, 190, 228, 190, pen.slanted(pen.accent, tone(pen.accent, -0.45)), 10)
        pen.path("M312 214l-62 84h40l-14 62l66 -88h-42z", "#fff", 'opacity=".92"')
        pen.print_label(296, 172, 150, pen.tone(-0.5) if pen.light else "#fff", 26)
        for at in range(4):
            pen.rect(196 + at * 52, 410, 42, 22, "#52e07c" if at < 3 else pen.tone(-0.4), 5)
        pen.rect(182, 450, 150, 8, pen.tone(0.45), 4, 'opacity=".7"')


def card_reader(pen: Pen) -> None:
    """A flat block with card slots, a card half in it, and a cable."""
    pen.shadow(rx=200, y=480)
    pen.line("M300 250C300 120 430 190 470 90", "#2a2e35", 13)
    pen.rect(444, 46, 52, 52, METAL, 6)
    pen.path("M180 470V520H300V482Z", pen.slanted("#3f4650", "#16191e"))
    pen.rect(192, 470, 96, 40, pen.accent, 3)
    pen.path("M110 300L160 244H440L490 300Z", pen.slanted(pen.tone(0.4), pen.tone(0.05)))
    pen.rect(96, 296, 408, 170, pen.tone(-0.55), 22)
    pen.rect(96, 292, 408, 166, pen.down(pen.tone(0.12), pen.tone(-0.25)), 22)
    pen.rect(164, 400, 150, 20, INK, 4)
    pen.path("M168 418H310V470H168Z", pen.slanted("#3f4650", "#16191e"))
    pen.rect(344, 400, 90, 14, INK, 4)
    pen.rect(344, 350, 110, 22, "#0b0c0f", 4, f'stroke="{METAL}" stroke-width="3"')
    pen.circle(134, 340, 7, pen.accent)
    pen.print_label(230, 356, 130, pen.tone(-0.5) if pen.light else "#fff", 24)


def bluetooth_receiver(pen: Pen) -> None:
    """A small disc with the waves of its signal and an audio plug."""
    pen.shadow(rx=150)
    for r in (220, 180):
        pen.ring(300, 300, r, pen.accent, 5, f'opacity="{0.15 if r > 200 else 0.3}"')
    pen.line("M390 400C440 470 480 430 500 490", INK, 11)
    pen.rect(488, 480, 26, 56, GOLD, 6)
    pen.rect(174, 182, 252, 262, pen.tone(-0.55), 66)
    pen.rect(174, 174, 252, 256, pen.shell, 66)
    pen.circle(300, 292, 74, pen.tone(-0.25))
    pen.circle(300, 292, 64, pen.slanted(pen.tone(0.3), pen.tone(-0.2)))
    pen.line("M286 262V322M300 250V334M314 268V316M328 280V304M272 278V306", pen.accent, 8)
    pen.circle(300, 210, 6, pen.accent)
    pen.print_label(300, 406, 100, pen.tone(-0.5) if pen.light else "#fff", 20)


def access_point(pen: Pen) -> None:
    """A flat disc for the ceiling with a ring of light."""
    pen.shadow(rx=200, y=480)
    for r in (90, 130, 170):
        pen.line(
            f"M{300 - r} {210 - r * 0.2}Q300 {150 - r * 0.72} {300 + r} {210 - r * 0.2}", pen.accent, 6, 'opacity=".35"'
        )
    pen.ellipse(300, 372, 222, 104, pen.tone(-0.5))
    pen.ellipse(300, 352, 222, 104, pen.slanted(pen.tone(0.45), pen.body, pen.tone(-0.3)))
    pen.ellipse(300, 340, 150, 62, "none", f'stroke="{pen.accent}" stroke-width="7"')
    pen.ellipse(300, 340, 120, 46, pen.slanted(pen.tone(0.5), pen.tone(-0.05)))
    pen.print_label(300, 348, 110, pen.tone(-0.4) if pen.light else pen.tone(0.6), 24)
    pen.ellipse(220, 308, 60, 14, "#fff", 'opacity=".35" transform="rotate(-18 220 308)"')


def single_board_computer(pen: Pen) -> None:
    """A bare small board with ports, chips and a row of pins."""
    board = pen.rng.choice(["#1f6a45", "#8a1f3c", "#1d3f73"])
    pen.shadow(rx=200, y=470)
    with pen.turned(-7):
        pen.rect(96, 166, 400, 280, tone(board, -0.5), 18)
        pen.rect(96, 158, 400, 280, pen.slanted(tone(board, 0.2), board), 18)
        trace = f'<path d="M0 6h14l8 8h12M6 34v-12l8 -8" fill="none" stroke="{tone(board, 0.22)}"/>'
        pen.rect(96, 158, 400, 280, pen.pattern("trace", 34, 34, trace), 18)
        pen.rect(130, 170, 260, 28, INK, 3)
        pen.rect(
            130, 170, 260, 28, pen.pattern("pins", 13, 13, f'<circle cx="6" cy="7" r="3" fill="{GOLD}"/>', 130, 170), 3
        )
        pen.rect(214, 232, 110, 110, pen.slanted("#d9dde2", "#8d949c"), 6)
        pen.print_label(269, 294, 84, "#4a515a", 20)
        pen.rect(132, 250, 58, 58, "#15171b", 4)
        for y in (176, 250, 330):
            pen.rect(436, y, 84, 62, pen.metal(), 5)
            pen.rect(500, y + 12, 20, 38, INK, 3)
        pen.rect(150, 412, 54, 36, pen.metal(), 6)
        for x in (230, 310):
            pen.rect(x, 418, 56, 30, pen.metal(), 4)
        pen.screws((118, 180), (400, 180), (118, 416), (400, 416))


def capture_card(pen: Pen) -> None:
    """A small box between two picture cables."""
    pen.shadow(rx=200, y=460)
    pen.line("M130 320C60 320 60 200 30 180M470 320C540 320 540 420 580 440", INK, 15)
    for x in (106, 440):
        pen.rect(x, 292, 54, 56, pen.metal(), 6)
    pen.rect(146, 226, 308, 200, pen.tone(-0.55), 34)
    pen.rect(146, 218, 308, 196, pen.shell, 34)
    pen.rect(176, 248, 248, 96, "#0b0d10", 16)
    pen.circle(222, 296, 24, "#e8484f")
    pen.rect(262, 280, 130, 10, pen.accent, 5)
    pen.rect(262, 302, 86, 10, "#4a515b", 5)
    pen.print_label(300, 388, 140, pen.tone(-0.5) if pen.light else "#fff", 26)


def disc_duplicator(pen: Pen) -> None:
    """A tower with a column of disc trays and a small display."""
    pen.shadow(rx=160)
    pen.path("M392 100L446 124V472L392 500Z", pen.tone(-0.55))
    pen.rect(164, 100, 230, 400, pen.shell, 10)
    pen.rect(190, 120, 178, 52, "#0b0d10", 6)
    pen.rect(202, 132, 90, 10, pen.accent, 5)
    pen.rect(202, 150, 60, 8, "#4a515b", 4)
    for at in range(6):
        y = 190 + at * 48
        pen.rect(184, y, 190, 38, pen.slanted("#565d67", "#1b1e23"), 5)
        pen.rect(194, y + 14, 150, 4, "#0b0c0f", 2)
        pen.circle(360, y + 26, 4, pen.accent)
    pen.path("M184 238H330L300 262H150Z", pen.tone(-0.35))
    pen.ellipse(238, 248, 62, 13, pen.across("#f4f6fb", "#b7c6dd", "#e9d5ee", "#c5e6dd"))
    pen.ellipse(238, 248, 12, 3, "#6c747d")


DRAWINGS = {
    "amplifier": amplifier,
    "battery": battery,
    "card_reader": card_reader,
    "bluetooth_receiver": bluetooth_receiver,
    "access_point": access_point,
    "single_board_computer": single_board_computer,
    "capture_card": capture_card,
    "disc_duplicator": disc_duplicator,
    "console_accessory": gamepad,
}
