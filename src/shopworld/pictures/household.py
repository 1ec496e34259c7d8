"""Drawings of things for the home."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from shopworld.pictures.colours import tone
from shopworld.pictures.materials import PAPER, WOOD, round_wall
from shopworld.pictures.pen import INK, METAL, Pen


def _legs(pen: Pen, places: tuple[float, ...], top: float, bottom: float, lean: float = 0) -> None:
    for x in places:
        pen.line(f"M{x} {top}L{x + (lean if x > 300 else -lean)} {bottom}", tone(WOOD, -0.1), 16)


def cushion(pen: Pen) -> None:
    """A square cushion."""
    pen.shadow(rx=190, y=486)
    course = "M130 150Q300 176 470 150Q446 300 470 460Q300 436 130 460Q154 300 130 150Z"
    pen.path(course, pen.shell, f'stroke="{pen.tone(-0.3)}" stroke-width="3"')
    tile = (
        '<path d="M20 0'
        f'L40 20 20 40 0 20Z" fill="none" stroke="{pen.tone(0.35 if not pen.light else -0.25)}" stroke-width="3"/>'
    )
    pen.path(course, pen.pattern("weave", 40, 40, tile), 'opacity=".55"')


def throw_blanket(pen: Pen) -> None:
    """A folded blanket with fringes."""
    pen.shadow(rx=220, y=470)
    for at in range(3):
        y = 250 + at * 62
        pen.path(
            f"M96 {y}Q90 {y + 30} 96 {y + 60}H504Q524 {y + 30} 504 {y}Z",
            pen.down(pen.tone(0.3), pen.body, pen.tone(-0.25)),
        )
    pen.path("M240 200H380V440H240Z", pen.slanted(pen.tone(0.2), pen.tone(-0.1)))
    for at in range(12):
        pen.line(f"M{244 + at * 12} 440v40", pen.tone(-0.1), 4)
    pen.rect(240, 262, 140, 18, pen.accent, 0, 'opacity=".6"')
    pen.rect(240, 350, 140, 18, pen.accent, 0, 'opacity=".6"')


def duvet_cover(pen: Pen) -> None:
    """A made bed."""
    pen.rect(110, 130, 380, 120, tone(WOOD, -0.1), 20)
    pen.rect(90, 240, 420, 240, pen.tone(0.1), 26)
    for x in (136, 312):
        pen.rect(x, 190, 152, 92, "#f6f5f1", 30, 'stroke="#d8d5cb" stroke-width="3"')
    pen.path(
        "M86 300Q300 270 514 300V470Q514 496 490 496H110Q86 496 86 470Z",
        pen.slanted(pen.tone(0.25), pen.body, pen.tone(-0.15)),
    )
    pen.path("M86 300Q300 270 514 300V340Q300 312 86 340Z", pen.tone(0.45))
    pen.line(
        "M180 350Q170 420 190 488M330 344Q350 420 330 490M440 350Q430 430 446 486", pen.tone(-0.22), 4, 'opacity=".5"'
    )


def towel(pen: Pen) -> None:
    """Folded towels in a stack."""
    pen.shadow(rx=200, y=494)
    for at, by in enumerate((0.3, 0.0, -0.2)):
        y = 190 + at * 100
        pen.rect(130, y, 340, 92, pen.down(pen.tone(by + 0.2 if by + 0.2 < 1 else 1), pen.tone(by)), 40)
        pen.line(f"M170 {y + 46}H466", pen.tone(by - 0.2), 4)
        pen.rect(400, y + 6, 16, 80, pen.tone(by - 0.15), 4)


def rug(pen: Pen) -> None:
    """A rug on the floor."""
    pen.path("M150 160H450L548 460H52Z", pen.body, f'stroke="{pen.tone(-0.35)}" stroke-width="4"')
    pen.path(
        "M168 182H432L512 440H88Z", "none", f'stroke="{pen.tone(0.5 if not pen.light else -0.4)}" stroke-width="8"'
    )
    for at in range(4):
        y = 212 + at * 58
        half = 84 + at * 24
        pen.path(
            f"M{300 - half} {y}L300 {y - 24}L{300 + half} {y}L300 {y + 30}Z",
            (pen.accent, pen.tone(0.4))[at % 2],
            'opacity=".7"',
        )
    for at in range(22):
        pen.line(f"M{58 + at * 23} 462v22M{152 + at * 14} 158v-12", pen.tone(0.3), 3)


def _shade(pen: Pen, y: float, top: float, bottom: float, height: float) -> None:
    pen.circle(300, y + height / 2, bottom * 1.3, pen.glow("#ffe9b0", "none"), 'opacity=".7"')
    pen.path(
        f"M{300 - top} {y}H{300 + top}L{300 + bottom} {y + height}H{300 - bottom}Z",
        pen.across(pen.tone(-0.1), pen.tone(0.4), pen.body, pen.tone(-0.2)),
    )


def table_lamp(pen: Pen) -> None:
    """A lamp with a round foot."""
    pen.shadow(rx=120, y=516)
    pen.line("M300 280V360", METAL, 14)
    pen.ellipse(300, 430, 74, 84, pen.slanted(tone(pen.accent, 0.3), tone(pen.accent, -0.2), tone(pen.accent, -0.5)))
    _shade(pen, 110, 90, 150, 180)


def floor_lamp(pen: Pen) -> None:
    """A tall lamp on a thin pole."""
    pen.shadow(rx=100, y=548)
    pen.line("M300 190V536", tone(METAL, -0.4), 10)
    pen.ellipse(300, 540, 80, 14, tone(METAL, -0.5))
    _shade(pen, 60, 66, 104, 136)


def pendant_lamp(pen: Pen) -> None:
    """A lamp on its cable."""
    pen.line("M300 0V180", INK, 5)
    pen.circle(300, 404, 170, pen.glow("#ffe9b0", "none"), 'opacity=".6"')
    pen.rect(276, 170, 48, 50, tone(METAL, -0.2), 8)
    pen.path(
        "M300 206Q460 230 474 386H126Q140 230 300 206Z",
        pen.across(pen.tone(-0.3), pen.tone(0.3), pen.body, pen.tone(-0.35)),
    )
    pen.ellipse(300, 386, 174, 22, "#fff1cc")


def vase(pen: Pen) -> None:
    """A vase with three twigs."""
    pen.shadow(rx=130, y=516)
    for x, top in ((230, 60), (300, 30), (372, 76)):
        pen.line(f"M300 260Q{x} 200 {x} {top}", "#6d7f4d", 6)
        for at in range(4):
            y = top + at * 36
            pen.path(
                f"M{x} {y}q34 -22 44 4q-22 24 -44 -4Zm0 10q-34 -22 -44 4q22 24 44 -4Z", ("#8aa05e", "#a5b878")[at % 2]
            )
    pen.path(
        "M256 230H344Q340 270 384 320Q440 400 380 500H220Q160 400 216 320Q260 270 256 230Z", round_wall(pen, pen.body)
    )
    pen.ellipse(300, 232, 44, 11, pen.tone(-0.4))


def candle(pen: Pen) -> None:
    """A candle in a glass."""
    pen.shadow(rx=130, y=496)
    pen.circle(300, 150, 90, pen.glow("#ffd98a", "none"), 'opacity=".8"')
    pen.path("M300 96Q332 146 300 180Q268 146 300 96Z", pen.down("#ffe9a8", "#f39a2e"))
    pen.line("M300 176V236", INK, 5)
    pen.rect(196, 220, 208, 270, round_wall(pen, pen.body), 20)
    pen.ellipse(300, 232, 100, 18, "#f8efd8")
    pen.rect(230, 310, 140, 110, PAPER, 4)
    pen.print_label(300, 374, 110, "#3b352a", 24)


def picture_frame(pen: Pen) -> None:
    """A framed print."""
    pen.rect(130, 80, 340, 430, "#10131a", 4, 'opacity=".18" transform="translate(10 14)"')
    pen.rect(130, 80, 340, 430, pen.slanted(pen.tone(0.25), pen.body, pen.tone(-0.3)), 4)
    pen.rect(156, 106, 288, 378, "#fbfaf6")
    pen.rect(196, 150, 208, 290, tone(pen.accent, 0.7))
    pen.circle(330, 230, 44, tone(pen.second, 0.1))
    pen.path("M196 360Q250 280 300 330T404 310V440H196Z", tone(pen.accent, -0.2))
    pen.path("M196 400Q280 350 404 390V440H196Z", tone(pen.accent, -0.5))


def mirror(pen: Pen) -> None:
    """A round mirror."""
    pen.circle(308, 312, 210, "#10131a", 'opacity=".15"')
    pen.circle(300, 296, 208, pen.slanted(pen.tone(0.3), pen.body, pen.tone(-0.3)))
    pen.circle(300, 296, 182, pen.slanted("#eef4f7", "#c6d5dd", "#e6eef2"))
    pen.path("M200 330L330 150L380 176L240 400Z", "#fff", 'opacity=".55"')


def wall_clock(pen: Pen) -> None:
    """A clock with hands at ten past ten."""
    pen.circle(308, 314, 200, "#10131a", 'opacity=".15"')
    pen.circle(300, 300, 198, pen.slanted(pen.tone(0.25), pen.body, pen.tone(-0.3)))
    pen.circle(300, 300, 168, "#fbfaf6")
    for at in range(12):
        with pen.turned(at * 30):
            pen.line("M300 148V168" if at % 3 else "M300 146V178", INK, 5 if at % 3 else 8)
    pen.line("M300 300L220 254", INK, 12)
    pen.line("M300 300L400 220", INK, 8)
    pen.circle(300, 300, 12, pen.accent)


def plant_pot(pen: Pen) -> None:
    """A pot with a plant."""
    pen.shadow(rx=130, y=516)
    for angle in (-60, -30, 0, 30, 60):
        with pen.turned(angle, 300, 330):
            pen.path("M300 330Q236 210 300 90Q364 210 300 330Z", ("#4f8a54", "#6aa564")[abs(angle) // 30 % 2])
            pen.line("M300 320V120", "#2f6138", 3)
    pen.path("M190 320H410L384 500Q382 512 368 512H232Q218 512 216 500Z", round_wall(pen, pen.body))
    pen.rect(178, 306, 244, 44, pen.tone(0.15), 8)


def basket(pen: Pen) -> None:
    """A woven basket with handles."""
    pen.shadow(rx=180, y=504)
    weave = pen.pattern(
        "wicker",
        44,
        32,
        '<path d="M2 8q20 -14 40 0M-20 24q20 -14 40 0M24 24'
        f'q20 -14 40 0" fill="none" stroke="{tone(WOOD, -0.4)}" stroke-width="5"/>',
    )
    for x in (140, 460):
        pen.line(f"M{x - 10} 240Q{x} 170 {x + 10} 240", tone(WOOD, -0.3), 14)
    course = "M120 230H480L446 480Q442 502 420 502H180Q158 502 154 480Z"
    pen.path(course, round_wall(pen, WOOD))
    pen.path(course, weave, 'opacity=".7"')
    pen.rect(112, 216, 376, 30, tone(WOOD, -0.15), 14)
    pen.path("M134 340H466L456 410H144Z", pen.body, 'opacity=".85"')


def side_table(pen: Pen) -> None:
    """A round table on three legs."""
    pen.shadow(rx=180, y=528)
    _legs(pen, (200, 300, 400), 260, 520, 24)
    pen.ellipse(300, 262, 200, 50, pen.tone(-0.3))
    pen.ellipse(300, 244, 200, 50, pen.slanted(pen.tone(0.3), pen.body, pen.tone(-0.15)))
    pen.rect(330, 176, 56, 62, "#f3f1ea", 8)
    pen.ellipse(358, 178, 28, 8, "#5b3a22")


def armchair(pen: Pen) -> None:
    """An armchair."""
    pen.shadow(rx=210, y=530)
    _legs(pen, (170, 430), 450, 524, 10)
    pen.rect(150, 100, 300, 300, pen.slanted(pen.tone(0.2), pen.body, pen.tone(-0.2)), 60)
    pen.rect(176, 320, 248, 90, pen.tone(0.18), 34)
    for x in (96, 428):
        pen.rect(x, 250, 76, 210, pen.slanted(pen.tone(0.1), pen.tone(-0.25)), 36)
    pen.rect(130, 396, 340, 70, pen.tone(-0.15), 24)
    pen.line("M300 130V310", pen.tone(-0.25), 3, 'opacity=".6"')


def shelf(pen: Pen) -> None:
    """A shelf with books and a plant."""
    for y in (180, 320, 460):
        pen.rect(80, y, 440, 22, pen.down(tone(WOOD, 0.2), tone(WOOD, -0.2)), 3)
    for x in (80, 504):
        pen.rect(x, 70, 16, 430, pen.body, 3)
    for at in range(8):
        height = 76 + (at * 37) % 40
        pen.rect(120 + at * 26, 180 - height, 22, height, (pen.accent, pen.second, pen.tone(0.2), "#d8cdb6")[at % 4], 2)
        pen.rect(260 + at * 24, 320 - height * 0.9, 20, height * 0.9, (pen.second, "#e8e2d2", pen.accent)[at % 3], 2)
    pen.path("M400 180L410 130H460L470 180Z", pen.body)
    pen.circle(436, 104, 40, "#6aa564")
    pen.rect(130, 400, 90, 60, "#d8cdb6", 4)
    pen.circle(380, 430, 30, tone(pen.accent, 0.3))


DRAWINGS: Mapping[str, Callable[[Pen], None]] = {
    "cushion": cushion,
    "throw_blanket": throw_blanket,
    "duvet_cover": duvet_cover,
    "towel": towel,
    "rug": rug,
    "table_lamp": table_lamp,
    "floor_lamp": floor_lamp,
    "pendant_lamp": pendant_lamp,
    "vase": vase,
    "candle": candle,
    "picture_frame": picture_frame,
    "mirror": mirror,
    "wall_clock": wall_clock,
    "plant_pot": plant_pot,
    "basket": basket,
    "side_table": side_table,
    "armchair": armchair,
    "shelf": shelf,
}
