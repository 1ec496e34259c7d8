"""Drawings of electronic parts, boards and the tools of people who build things."""

from __future__ import annotations

from shopworld.pictures.colours import tone
from shopworld.pictures.pen import GOLD, INK, METAL, Pen

_BANDS = ("#7d4a2a", "#c33b32", "#e0862c", "#e6c62f", "#3d8f57", "#3a63b8", "#7a4fae", "#2b2e34")
_BOARDS = ("#1f6b52", "#1d4f8f", "#7a2233", "#22262c", "#5a2f86")


def _board(pen: Pen, x: float, y: float, width: float, height: float) -> str:
    """A printed circuit board with holes in its corners; returns its colour."""
    colour = pen.rng.choice(_BOARDS)
    pen.rect(x + 8, y + 12, width, height, "#10131a", 16, 'opacity=".16"')
    pen.rect(x, y, width, height, pen.slanted(tone(colour, 0.2), colour, tone(colour, -0.2)), 16)
    trace = tone(colour, 0.28)
    for at in range(7):
        start = x + 30 + at * width / 8
        pen.line(
            f"M{start:.0f} {y + 20:.0f}v{height * 0.2:.0f}l{width * 0.06:.0f} {height * 0.1:.0f}v{height * 0.34:.0f}",
            trace,
            4,
            'opacity=".6"',
        )
    for cx in (x + 22, x + width - 22):
        for cy in (y + 22, y + height - 22):
            pen.circle(cx, cy, 11, GOLD)
            pen.circle(cx, cy, 6, "#f2f3f5")
    return colour


def _pins(pen: Pen, x: float, y: float, count: int, step: float = 26) -> None:
    """A row of gold pads."""
    pen.many(
        "pad",
        f'<circle r="9" fill="{GOLD}"/><circle r="4.5" fill="#33363c"/>',
        [(x + at * step, y) for at in range(count)],
    )


def _chip(pen: Pen, x: float, y: float, width: float, height: float, legs: int) -> None:
    """A black chip with legs on both sides and a word on it."""
    step = width / legs
    for at in range(legs):
        for top in (y - 16, y + height):
            pen.rect(x + at * step + step * 0.28, top, step * 0.44, 18, METAL, 2)
    pen.rect(x, y, width, height, pen.slanted("#3a3e45", INK), 6)
    pen.circle(x + 16, y + 16, 6, "#5a606a")
    pen.print_label(x + width / 2, y + height / 2 + 6, width * 0.7, "#aeb5bd", min(22, height * 0.3))


def resistor_kit(pen: Pen) -> None:
    """Resistors with coloured bands, side by side."""
    for at in range(6):
        y = 130 + at * 66
        pen.line(f"M70 {y}H530", METAL, 5)
        pen.path(
            f"M210 {y - 22}Q196 {y} 210 {y + 22}H240L250 {y + 17}H350L360 {y + 22}H390"
            f"Q404 {y} 390 {y - 22}H360L350 {y - 17}H250L240 {y - 22}Z",
            pen.down("#ead3a8", "#d6b47a", "#a8834b"),
        )
        for band in range(4):
            colour = _BANDS[pen.rng.randrange(len(_BANDS))] if band < 3 else GOLD
            pen.rect(222 + band * 44 + (14 if band == 3 else 0), y - 18, 13, 36, colour, 2)


def capacitor_kit(pen: Pen) -> None:
    """Cans and discs with long legs."""
    for x, height, wide in ((150, 210, 96), (300, 160, 78), (430, 120, 64)):
        pen.line(f"M{x - 16} 300V{500}M{x + 16} 300V{470}", METAL, 6)
        top = 320 - height
        pen.rect(x - wide / 2, top, wide, height, pen.across("#1b2c55", "#3e5ea8", "#24407c", "#142143"), 10)
        pen.rect(x + wide / 2 - 22, top, 14, height, "#cfd8e8", 2)
        pen.ellipse(x, top + 4, wide / 2, 12, METAL)
    for x in (380, 500):
        pen.line(f"M{x - 14} 420V540M{x + 14} 420V530", METAL, 5)
        pen.circle(x, 400, 34, pen.glow("#f0a45a", "#c9752c"))


def led_kit(pen: Pen) -> None:
    """Round LEDs, or a strip of them."""
    if pen.pick("strip", "ring", "leds") == "strip":
        pen.line("M60 380Q200 200 300 320T540 230", "#f3f4f6", 62)
        pen.line("M60 380Q200 200 300 320T540 230", GOLD, 52, 'stroke-dasharray="4 46" opacity=".7"')
        for x, y in ((110, 330), (196, 276), (284, 304), (370, 330), (462, 276)):
            pen.circle(x, y, 58, pen.glow(pen.body, "none"), 'opacity=".7"')
            pen.rect(x - 20, y - 20, 40, 40, "#fff", 5)
            pen.circle(x, y, 13, pen.tone(0.25))
        return
    for at, x in enumerate((150, 300, 450)):
        colour = pen.body if at == 1 else (pen.accent, pen.second)[at // 2]
        pen.circle(x, 200, 120, pen.glow(colour, "none"), 'opacity=".55"')
        pen.line(f"M{x - 18} 300V520M{x + 18} 300V490", METAL, 8)
        pen.path(
            f"M{x - 52} 290V190Q{x - 50} 130 {x} 130Q{x + 50} 130 {x + 52} 190V290Z",
            pen.across(tone(colour, 0.35), colour, tone(colour, -0.2)),
            'opacity=".92"',
        )
        pen.rect(x - 62, 282, 124, 26, tone(colour, -0.1), 6)
        pen.ellipse(x - 22, 190, 9, 34, "#fff", 'opacity=".6"')


def transistor_kit(pen: Pen) -> None:
    """Transistors: two small ones and a large one with a tab."""
    for x in (150, 450):
        pen.line(f"M{x - 34} 330V500M{x} 330V520M{x + 34} 330V500", METAL, 9)
        pen.path(f"M{x - 64} 340V240Q{x} 180 {x + 64} 240V340Z", pen.down("#4b5058", INK))
        pen.print_label(x, 312, 84, "#b5bbc3", 20)
    pen.rect(236, 100, 128, 110, pen.metal(), 8)
    pen.circle(300, 144, 22, "#f2f3f5")
    pen.line("M262 320V530M300 320V530M338 320V530", METAL, 13)
    pen.rect(230, 190, 140, 150, pen.down("#464b53", INK), 8)
    pen.print_label(300, 272, 100, "#b5bbc3", 24)


def integrated_circuit(pen: Pen) -> None:
    """A chip in a dual-in-line package."""
    with pen.turned(-14):
        pen.rect(116, 236, 388, 168, "#10131a", 12, 'opacity=".16" transform="translate(8 34)"')
        for at in range(7):
            for y, down in ((196, 60), (376, 60)):
                pen.rect(138 + at * 50, y, 22, down, pen.down("#e9ecef", "#8f969e"), 3)
        pen.rect(110, 230, 380, 156, pen.down("#4a4f57", INK), 10)
        pen.circle(140, 308, 20, "#17191d")
        pen.print_label(310, 318, 240, "#c3c9d0", 42)


def development_board(pen: Pen) -> None:
    """A microcontroller board with USB, chip and pins."""
    _board(pen, 90, 150, 420, 300)
    _pins(pen, 136, 178, 13)
    _pins(pen, 136, 422, 13)
    pen.rect(66, 264, 76, 72, pen.metal(), 8)
    pen.rect(66, 286, 20, 28, INK, 6)
    _chip(pen, 250, 232, 130, 130, 7)
    pen.rect(410, 236, 70, 120, pen.slanted("#dfe3e7", "#aab1b8"), 6)
    pen.line("M424 250h42v22h-42v22h42v22h-42", "#6f767e", 4)
    for at, colour in enumerate((pen.accent, "#35c48d", "#e8484f")):
        pen.circle(178 + at * 22, 250, 7, colour)
    pen.rect(168, 300, 44, 44, METAL, 6)
    pen.circle(190, 322, 12, INK)


def sensor_module(pen: Pen) -> None:
    """A small breakout board with a sensor and four pins."""
    _board(pen, 150, 140, 300, 250)
    kind = pen.pick("distance", "motion", "soil", "temperature")
    if kind == "distance":
        for x in (226, 374):
            pen.circle(x, 250, 60, pen.metal())
            pen.circle(x, 250, 46, "#2a2d33")
            pen.circle(
                x, 250, 46, pen.pattern("mesh", 10, 10, '<path d="M0 5h10M5 0v10" stroke="#7d848c" stroke-width="2"/>')
            )
    elif kind == "motion":
        pen.circle(300, 246, 92, pen.glow("#ffffff", "#d5dbe1"))
        pen.circle(
            300,
            246,
            92,
            pen.pattern(
                "cells", 26, 26, '<path d="M0 13L13 0 26 13 13 26Z" fill="none" stroke="#aeb6bf" stroke-width="2"/>'
            ),
            'opacity=".7"',
        )
    else:
        _chip(pen, 252, 206, 96, 90, 4)
        pen.circle(392, 250, 20, METAL)
        pen.circle(392, 250, 9, INK)
        pen.rect(190, 226, 34, 50, GOLD, 4)
    _pins(pen, 232, 362, 4, 45)
    for at in range(4):
        pen.rect(226 + at * 45, 362, 12, 130, pen.down(GOLD, tone(GOLD, -0.35)), 2)
    pen.rect(210, 388, 180, 30, INK, 4)


def display_module(pen: Pen) -> None:
    """A small display on a board."""
    _board(pen, 80, 120, 440, 330)
    pen.rect(110, 156, 380, 250, "#0c0d10", 8)
    if pen.pick("oled", "e-paper", "lcd", "tft") == "e-paper":
        pen.rect(126, 172, 348, 214, "#f3f1ea", 4)
        pen.text(300, 260, "21.5°", 88, "#22252a")
        pen.line("M150 330Q220 280 290 320T450 300", "#22252a", 5)
    elif "lcd" in pen.shape:
        pen.rect(126, 172, 348, 214, "#2f6fd0", 4)
        pen.text(300, 262, "HELLO", 66, "#e9f2ff")
        pen.text(300, 346, "WORLD", 66, "#e9f2ff")
    else:
        pen.screen(126, 172, 348, 214, 4)
    _pins(pen, 236, 428, 6)


def wireless_module(pen: Pen) -> None:
    """A module with a metal can and a printed antenna."""
    _board(pen, 130, 150, 340, 310)
    pen.line("M170 190H430V212H190V234H430V256H190", GOLD, 9)
    pen.rect(182, 276, 236, 140, pen.slanted("#eceff2", "#a9b0b8"), 8)
    pen.print_label(300, 356, 180, "#5d646c", 34)
    _pins(pen, 176, 440, 11)
    for r in (40, 66, 92):
        pen.path(
            f"M{470 - r} {120}A{r} {r} 0 0 1 470 {120 - r}",
            "none",
            f'stroke="{pen.accent}" stroke-width="9" stroke-linecap="round" opacity=".85"',
        )


def relay_module(pen: Pen) -> None:
    """A board with relays and screw terminals."""
    _board(pen, 90, 160, 420, 280)
    count = 1 if "1-channel" in pen.shape else 2
    for at in range(count):
        x = 180 + at * 150 + (80 if count == 1 else 0)
        pen.rect(x, 190, 120, 150, pen.slanted("#3f73d6", "#1d4290"), 8)
        pen.print_label(x + 60, 272, 90, "#dbe6fb", 22)
        pen.rect(x, 360, 120, 60, "#2f9a5f", 6)
        pen.many(
            "terminal",
            '<circle r="12" fill="#cfd4da"/><path d="M-9 0h18" stroke="#5b626a" stroke-width="4"/>',
            [(x + 24 + n * 36, 390) for n in range(3)],
        )
    pen.rect(104, 240, 46, 120, INK, 4)
    pen.circle(128, 210, 8, "#e8484f")


def power_module(pen: Pen) -> None:
    """A converter with a coil and a blue trimmer."""
    _board(pen, 100, 190, 400, 230)
    pen.circle(240, 304, 72, pen.glow("#5b5047", "#2c2621"))
    pen.ring(240, 304, 50, "#c67b3a", 34, 'stroke-dasharray="9 5"')
    pen.rect(340, 240, 96, 42, "#2f62c4", 4)
    pen.circle(352, 262, 11, GOLD)
    pen.circle(410, 346, 44, pen.metal())
    pen.path("M366 346A44 44 0 0 1 410 302V390A44 44 0 0 1 366 346Z", "#24272c")
    for y in (232, 378):
        pen.rect(84, y - 14, 40, 28, GOLD, 4)
        pen.rect(476, y - 14, 40, 28, GOLD, 4)


def motor(pen: Pen) -> None:
    """A motor with gear box and shaft."""
    pen.shadow(rx=200, y=420)
    pen.rect(476, 282, 90, 26, pen.metal(), 8)
    pen.rect(
        366,
        214,
        120,
        164,
        pen.down("#f0c64a", "#b5852a") if pen.rng.random() < 0.5 else pen.down("#6b727b", "#2d3138"),
        10,
    )
    pen.rect(120, 196, 250, 200, pen.down("#f2f4f6", "#b4bbc2", "#747b84"), 26)
    pen.rect(104, 226, 26, 140, INK, 8)
    pen.rect(60, 262, 50, 12, GOLD, 3)
    pen.rect(60, 318, 50, 12, GOLD, 3)
    pen.print_label(250, 308, 150, "#575e66", 32)


def servo(pen: Pen) -> None:
    """A servo with its horn and cable."""
    pen.shadow(rx=190, y=470)
    for at, colour in enumerate(("#7d4a2a", "#c33b32", "#e6a02f")):
        pen.line(f"M150 {390 + at * 16}Q60 {400 + at * 16} 66 {520}", colour, 12)
    pen.rect(110, 258, 380, 34, pen.tone(-0.1), 8)
    pen.rect(
        150,
        220,
        300,
        240,
        pen.slanted("#5b7fd6", "#243f86") if pen.rng.random() < 0.6 else pen.slanted("#4d525a", INK),
        14,
    )
    pen.circle(380, 210, 58, "#2a3d70")
    pen.path("M380 130Q400 130 402 150L412 200Q410 240 380 240Q350 240 348 200L358 150Q360 130 380 130Z", "#f3f4f6")
    pen.circle(380, 206, 14, METAL)
    pen.rect(186, 320, 228, 86, "#f3f4f6", 8)
    pen.print_label(300, 374, 190, "#30343a", 34)


def motor_driver(pen: Pen) -> None:
    """A driver board under a heat sink."""
    _board(pen, 110, 150, 380, 310)
    for at in range(8):
        pen.rect(196 + at * 27, 190, 14, 150, pen.down("#dfe3e7", "#7d848c"), 3)
    pen.rect(190, 300, 214, 50, "#9aa1a9", 4)
    for x in (134, 378):
        pen.rect(x, 380, 90, 56, "#2f6fd0", 6)
        pen.many(
            "terminal",
            '<circle r="12" fill="#cfd4da"/><path d="M-9 0h18" stroke="#5b626a" stroke-width="4"/>',
            [(x + 24, 408), (x + 64, 408)],
        )
    _pins(pen, 236, 436, 5)


DRAWINGS = {
    "resistor_kit": resistor_kit,
    "capacitor_kit": capacitor_kit,
    "led_kit": led_kit,
    "transistor_kit": transistor_kit,
    "integrated_circuit": integrated_circuit,
    "development_board": development_board,
    "sensor_module": sensor_module,
    "display_module": display_module,
    "wireless_module": wireless_module,
    "relay_module": relay_module,
    "power_module": power_module,
    "motor": motor,
    "servo": servo,
    "motor_driver": motor_driver,
}
