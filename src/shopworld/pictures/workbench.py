"""Drawings of what lies on the bench of people who build things: wires, tools, boxes and kits."""

from __future__ import annotations

from shopworld.pictures.circuits import integrated_circuit, led_kit, sensor_module
from shopworld.pictures.colours import tone
from shopworld.pictures.pen import GOLD, INK, METAL, Pen


def breadboard(pen: Pen) -> None:
    """A breadboard with its rails."""
    base = pen.body
    with pen.turned(-10):
        pen.rect(68, 170, 464, 270, "#10131a", 14, 'opacity=".14" transform="translate(8 14)"')
        pen.rect(68, 166, 464, 270, pen.slanted(tone(base, 0.2), base, tone(base, -0.12)), 14)
        for y, colour in ((184, "#d5483f"), (222, "#3a63b8"), (382, "#d5483f"), (420, "#3a63b8")):
            pen.line(f"M88 {y}H512", colour, 3)
        hole = tone(base, -0.6)
        dots = pen.pattern("holes", 18, 18, f'<rect x="5" y="5" width="8" height="8" rx="2" fill="{hole}"/>', 84, 194)
        pen.rect(84, 194, 432, 18, dots)
        pen.rect(84, 238, 432, 54, dots)
        pen.rect(84, 310, 432, 54, dots)
        pen.rect(84, 392, 432, 18, dots)
        pen.rect(68, 296, 464, 10, tone(base, -0.18))


def jumper_wires(pen: Pen) -> None:
    """Wires of many colours with plugs."""
    for at, colour in enumerate(
        ("#c33b32", "#e0862c", "#e6c62f", "#3d8f57", "#3a63b8", "#7a4fae", "#2b2e34", "#f1f2f4")
    ):
        x = 110 + at * 52
        pen.line(f"M{x} 150C{x + 60} 260 {x - 70} 340 {x + 6} 470", tone(colour, -0.25), 15)
        pen.line(f"M{x} 150C{x + 60} 260 {x - 70} 340 {x + 6} 470", colour, 11)
        for y in (104, 460):
            pen.rect(x - 11 + (6 if y > 300 else 0), y, 22, 60, INK, 3)
        pen.line(f"M{x} 104v-34M{x + 6} 520v30", GOLD, 7)


def connector_kit(pen: Pen) -> None:
    """Screw terminals and pin headers."""
    for at in range(3):
        x = 110 + at * 140
        pen.rect(x, 150, 110, 130, pen.slanted("#46b77c", "#1f7a4b"), 8)
        for screw in (30, 80):
            pen.circle(x + screw, 186, 18, METAL)
            pen.line(f"M{x + screw - 12} 186h24", "#5b626a", 5)
            pen.rect(x + screw - 14, 226, 28, 36, "#123f28", 3)
    pen.rect(90, 360, 420, 46, INK, 4)
    for at in range(14):
        pen.line(f"M{106 + at * 30} 320V470", GOLD, 9)
    pen.rect(90, 366, 420, 34, INK, 4)


def button_kit(pen: Pen) -> None:
    """A large button, small ones and a knob."""
    pen.circle(210, 250, 122, INK)
    pen.circle(210, 244, 110, pen.glow(pen.tone(0.4), pen.body, pen.tone(-0.2)))
    pen.ellipse(180, 206, 46, 26, "#fff", 'opacity=".35"')
    pen.circle(440, 200, 78, pen.metal())
    pen.circle(440, 200, 62, pen.slanted("#4a4f57", INK))
    pen.line("M440 200L476 152", "#fff", 9)
    for at, colour in enumerate(("#e8484f", "#f2c230", "#35c48d", "#37b7e8")):
        x = 116 + at * 122
        pen.rect(x - 40, 410, 80, 80, "#3a3f46", 6)
        for leg in (-40, 26):
            pen.rect(x + leg, 488, 14, 30, METAL)
        pen.circle(x, 450, 27, colour)


def soldering_iron(pen: Pen) -> None:
    """An iron, or a station with its iron."""
    if pen.pick("station", "iron") == "station":
        pen.shadow(x=250, rx=180, y=470)
        pen.rect(100, 220, 280, 240, pen.slanted("#4d535c", "#23262b"), 16)
        pen.rect(130, 250, 220, 90, "#0d1512", 8)
        pen.text(240, 316, "350", 66, "#ff8a3c")
        pen.circle(240, 400, 36, METAL)
        pen.line("M240 400L258 376", INK, 6)
        pen.line("M380 420Q470 460 480 380", INK, 12)
        shift = 90
    else:
        pen.line("M176 470Q90 500 70 560", INK, 14)
        shift = 0
    with pen.group(f"translate({shift} 0) rotate(-48 300 300)"):
        pen.path(
            "M120 276H330V324H120Q96 324 96 300Q96 276 120 276Z", pen.down(pen.tone(0.3), pen.body, pen.tone(-0.35))
        )
        pen.rect(190, 272, 110, 56, INK, 14)
        pen.rect(330, 286, 40, 28, "#30343a", 4)
        pen.rect(368, 291, 110, 18, pen.metal(), 3)
        pen.path("M478 291L540 298Q546 300 540 302L478 309Z", "#b06a3a")


def solder(pen: Pen) -> None:
    """A spool of solder wire."""
    pen.shadow(rx=150, y=490)
    pen.ellipse(300, 440, 150, 44, tone(pen.body, -0.3))
    pen.rect(190, 190, 220, 240, pen.across("#8b929a", "#f0f2f4", "#aeb5bd", "#6b727b"))
    pen.rect(
        190,
        190,
        220,
        240,
        pen.pattern("turns", 220, 10, '<path d="M0 2h220" stroke="#6b727b" stroke-width="2.5"/>', 190, 190),
        0,
        'opacity=".7"',
    )
    pen.ellipse(300, 430, 150, 44, pen.body)
    pen.ellipse(300, 190, 150, 44, pen.tone(0.2))
    pen.ellipse(300, 190, 50, 15, INK)
    pen.line("M410 330Q500 330 480 470", "#aeb5bd", 7)
    pen.print_label(300, 220, 80, pen.tone(-0.6) if pen.light else "#fff", 18)


def multimeter(pen: Pen) -> None:
    """A multimeter with its leads, or a scope."""
    pen.line("M250 500Q160 580 110 470Q90 420 100 360", "#c33b32", 10)
    pen.line("M350 500Q440 580 490 470Q510 420 500 360", INK, 10)
    pen.rect(86, 250, 26, 116, "#c33b32", 10)
    pen.rect(488, 250, 26, 116, INK, 10)
    pen.rect(170, 60, 260, 460, pen.tone(-0.1) if pen.light else "#f0b429", 40)
    pen.rect(186, 76, 228, 428, pen.slanted("#474d56", "#23262b"), 30)
    pen.rect(206, 104, 188, 104, "#b9cdb6", 10)
    pen.text(300, 178, "3.297", 58, "#20281f")
    pen.circle(300, 326, 84, "#16181c")
    pen.circle(300, 326, 62, pen.slanted("#5a616b", "#2a2e34"))
    pen.line("M300 326V274", "#fff", 9)
    for x, colour in ((240, INK), (300, "#c33b32"), (360, INK)):
        pen.circle(x, 458, 20, colour, f'stroke="{METAL}" stroke-width="4"')


def hand_tool(pen: Pen) -> None:
    """Tweezers, screwdrivers, else pliers."""
    style = next((one for one in ("tweezers", "screwdriver") if one in pen.shape), "cutters")
    if style == "tweezers":
        with pen.turned(28):
            pen.path("M286 60Q300 50 314 60L330 240L306 560H300L296 300L294 560H288L270 240Z", pen.metal())
    elif style == "screwdriver":
        for at, x in enumerate((190, 300, 410)):
            with pen.turned(-8 + at * 8):
                pen.rect(x - 24, 90, 48, 190, pen.across(pen.tone(0.3), pen.body, pen.tone(-0.35)), 18)
                pen.rect(x - 14, 72, 28, 26, METAL, 10)
                pen.rect(x - 8, 278, 16, 210, pen.metal(), 3)
                pen.path(f"M{x - 8} 488h16l-4 34h-8Z", "#6b727b")
    else:
        pen.path("M286 300Q200 380 170 530Q196 548 214 530Q250 410 318 330Z", pen.shell)
        pen.path("M314 300Q400 380 430 530Q404 548 386 530Q350 410 282 330Z", pen.shell)
        pen.path("M270 300Q240 200 284 90Q300 140 298 300Z", pen.metal(tone(METAL, -0.2)))
        pen.path("M330 300Q360 200 316 90Q300 140 302 300Z", pen.metal(tone(METAL, -0.3)))
        pen.circle(300, 306, 32, pen.metal())
        pen.circle(300, 306, 12, INK)


def project_enclosure(pen: Pen) -> None:
    """A box for electronics with its lid ajar."""
    pen.shadow(rx=220, y=470)
    pen.path("M90 270L330 210L520 270V400L300 470L90 400Z", pen.tone(-0.25))
    pen.path("M90 270L300 336V470L90 400Z", pen.slanted(pen.tone(0.15), pen.tone(-0.15)))
    pen.path("M520 270L300 336V470L520 400Z", pen.tone(-0.35))
    pen.path("M90 226L330 166L520 226L300 292Z", pen.slanted(pen.tone(0.4), pen.tone(0.05)))
    pen.path("M90 226V250L300 316V292Z", pen.tone(-0.1))
    pen.path("M520 226V250L300 316V292Z", pen.tone(-0.3))
    pen.screws((126, 228), (326, 182), (484, 228), (302, 276))
    pen.circle(160, 350, 16, INK)
    pen.rect(196, 356, 54, 30, INK, 4, 'transform="skewY(17) translate(0 -62)"')


def starter_kit(pen: Pen) -> None:
    """A box with dividers full of parts."""
    pen.rect(70, 110, 460, 380, "#10131a", 20, 'opacity=".16" transform="translate(8 12)"')
    pen.rect(70, 110, 460, 380, pen.slanted(pen.tone(0.2), pen.body, pen.tone(-0.25)), 20)
    pen.rect(88, 128, 424, 344, "#f1f2f4", 12)
    for course in ("M230 128V472", "M370 128V300", "M88 300H512"):
        pen.line(course, "#cdd3d9", 8)
    for x, y, size, drawing in (
        (80, 134, 0.25, integrated_circuit),
        (222, 134, 0.26, led_kit),
        (362, 140, 0.25, button_kit),
        (100, 306, 0.29, breadboard),
        (340, 306, 0.28, sensor_module),
    ):
        with pen.group(f"translate({x} {y}) scale({size})"):
            drawing(pen)


DRAWINGS = {
    "breadboard": breadboard,
    "jumper_wires": jumper_wires,
    "connector_kit": connector_kit,
    "button_kit": button_kit,
    "soldering_iron": soldering_iron,
    "solder": solder,
    "multimeter": multimeter,
    "hand_tool": hand_tool,
    "project_enclosure": project_enclosure,
    "starter_kit": starter_kit,
}
