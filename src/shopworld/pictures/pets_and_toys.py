"""Drawings of pet supplies and toys."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from shopworld.pictures.colours import tone
from shopworld.pictures.materials import CREAM, PALE_WOOD, paper_label, round_wall
from shopworld.pictures.pen import INK, METAL, Pen

# -- pet ---------------------------------------------------------------------------------------------------------------


def dog_bed(pen: Pen) -> None:
    """A round bed with a bolster."""
    pen.shadow(rx=230, y=480)
    pen.ellipse(300, 380, 232, 106, pen.slanted(pen.tone(0.15), pen.body, pen.tone(-0.35)))
    pen.ellipse(300, 336, 232, 106, pen.slanted(pen.tone(0.3), pen.body, pen.tone(-0.15)))
    pen.ellipse(300, 350, 166, 64, CREAM)
    pen.ellipse(300, 360, 150, 48, tone(CREAM, -0.08))
    _paw(pen, 300, 360, 0.5, tone(CREAM, -0.3))


def _paw(pen: Pen, x: float, y: float, size: float, colour: str) -> None:
    with pen.group(f"translate({x} {y}) scale({size})"):
        pen.path("M0 0Q44 10 40 46Q20 62 0 50Q-20 62 -40 46Q-44 10 0 0Z", colour)
        for dx, dy in ((-46, -8), (-18, -36), (18, -36), (46, -8)):
            pen.ellipse(dx, dy, 15, 21, colour)


def dog_collar(pen: Pen) -> None:
    """A collar with tag and buckle."""
    pen.ellipse(300, 280, 190, 150, "none", f'stroke="{pen.tone(-0.3)}" stroke-width="52"')
    pen.ellipse(300, 272, 190, 150, "none", f'stroke="{pen.body}" stroke-width="46"')
    pen.ellipse(300, 268, 190, 150, "none", f'stroke="{pen.tone(0.4)}" stroke-width="3" stroke-dasharray="9 7"')
    pen.rect(160, 380, 70, 70, "none", 8, f'stroke="{METAL}" stroke-width="11" transform="rotate(28 195 415)"')
    pen.circle(330, 492, 42, pen.metal("#d7b45e"))
    _paw(pen, 330, 484, 0.36, "#8d6f2c")
    pen.ring(330, 444, 14, METAL, 7)


def dog_leash(pen: Pen) -> None:
    """A leash, coiled, with its clip."""
    for r in (180, 140, 100):
        pen.ellipse(290, 270, r, r * 0.72, "none", f'stroke="{pen.tone(-0.25)}" stroke-width="24"')
        pen.ellipse(290, 265, r, r * 0.72, "none", f'stroke="{pen.body}" stroke-width="20"')
    pen.line("M440 340Q500 400 470 460", pen.body, 20)
    pen.rect(452, 456, 36, 50, METAL, 10)
    pen.path("M470 506v20q0 26 -24 26", "none", f'stroke="{METAL}" stroke-width="12" stroke-linecap="round"')


def pet_food(pen: Pen) -> None:
    """A bag of food with a paw."""
    pen.shadow(rx=170, y=526)
    pen.path("M160 90H440L452 140L436 500Q434 524 410 524H190Q166 524 164 500L148 140Z", pen.shell)
    pen.path("M160 90H440L446 118H154Z", pen.tone(-0.3))
    pen.circle(300, 270, 92, CREAM)
    _paw(pen, 300, 262, 1.1, pen.tone(-0.3) if not pen.light else pen.accent)
    pen.print_label(300, 430, 220, pen.tone(0.8 if not pen.light else -0.6), 40)
    pen.rect(220, 456, 160, 10, pen.accent, 5)


def dog_toy(pen: Pen) -> None:
    """A rope with a ball, or a bone."""
    if pen.pick("rope", "bone", "ball") == "bone":
        pen.shadow(rx=200, y=420)
        with pen.turned(-18):
            pen.rect(180, 260, 240, 84, pen.shell, 30)
            for x, y in ((170, 250), (170, 352), (430, 250), (430, 352)):
                pen.circle(x, y, 56, pen.body)
        return
    pen.line("M110 440L490 160", tone(CREAM, -0.15), 44)
    pen.path("M110 440L490 160", "none", f'stroke="{pen.accent}" stroke-width="44" stroke-dasharray="16 26"')
    pen.circle(300, 300, 96, pen.glow(pen.tone(0.4), pen.body, pen.tone(-0.3)))
    for x, y in ((100, 450), (500, 150)):
        for at in (-16, 0, 16):
            pen.line(f"M{x} {y}l{(-50 if x < 300 else 50)} {at + (30 if x < 300 else -30)}", tone(CREAM, -0.1), 9)


def cat_tree(pen: Pen) -> None:
    """A tree with platforms and a cave."""
    pen.shadow(rx=190, y=548)
    pen.rect(130, 516, 340, 30, pen.tone(-0.2), 10)
    for x, y in ((190, 250), (400, 130)):
        pen.rect(x - 18, y, 36, 520 - y, tone(PALE_WOOD, 0.1))
        pen.rect(
            x - 18,
            y,
            36,
            520 - y,
            pen.pattern("sisal", 36, 8, f'<path d="M0 2h36" stroke="{tone(PALE_WOOD, -0.3)}" stroke-width="3"/>'),
        )
    pen.rect(310, 110, 180, 34, pen.body, 16)
    pen.rect(110, 240, 160, 34, pen.body, 16)
    pen.rect(280, 340, 200, 150, pen.shell, 20)
    pen.circle(380, 416, 50, pen.tone(-0.6))
    pen.line("M210 274V340", INK, 3)
    pen.circle(210, 354, 18, pen.accent)


def cat_toy(pen: Pen) -> None:
    """A wand with feathers and a mouse."""
    pen.line("M90 500L330 120", PALE_WOOD, 12)
    pen.line("M330 120Q460 160 440 290", INK, 3)
    for turn, colour in ((-24, pen.body), (0, pen.accent), (24, pen.second)):
        with pen.turned(turn, 440, 290):
            pen.path("M440 290Q404 360 440 440Q476 360 440 290Z", colour)
    pen.ellipse(250, 470, 84, 44, pen.shell)
    pen.circle(318, 442, 22, pen.tone(-0.2))
    pen.circle(316, 474, 5, INK)
    pen.line("M168 470Q110 460 130 410", tone(pen.accent, 0.2), 7)


def litter_box(pen: Pen) -> None:
    """A covered box with its door."""
    pen.shadow(rx=210, y=500)
    pen.path("M130 240Q140 120 300 116Q460 120 470 240V330H130Z", pen.shell)
    pen.rect(110, 320, 380, 170, pen.slanted(pen.tone(0.35), pen.tone(-0.05)), 24)
    pen.rect(210, 210, 180, 170, "#30343a", 50)
    pen.rect(226, 226, 148, 138, "#c9d6de", 40, 'opacity=".6"')
    pen.line("M260 116Q300 70 340 116", pen.tone(-0.3), 14)


def pet_bowl(pen: Pen) -> None:
    """A bowl with a paw."""
    pen.shadow(rx=210, y=460)
    pen.path("M150 270H450L516 440Q518 456 500 456H100Q82 456 84 440Z", round_wall(pen, pen.body))
    pen.ellipse(300, 270, 152, 44, pen.tone(0.3))
    pen.ellipse(300, 274, 134, 35, "#7a4a2a")
    pen.many(
        "kibble",
        '<circle r="13" fill="#a3683c"/><circle r="9" cy="-3" fill="#b97a4a"/>',
        [(220 + at * 27, 268 + (at * 37) % 20 - 8) for at in range(7)],
    )
    _paw(pen, 300, 372, 0.7, pen.tone(0.6 if not pen.light else -0.4))


def pet_carrier(pen: Pen) -> None:
    """A carrier with a mesh door."""
    pen.shadow(rx=220, y=490)
    pen.line("M230 180Q240 110 300 110Q360 110 370 180", INK, 16)
    pen.rect(90, 180, 420, 300, pen.shell, 50)
    pen.rect(270, 230, 200, 200, "#30343a", 30)
    pen.rect(
        270,
        230,
        200,
        200,
        pen.pattern("bars", 26, 26, '<path d="M0 0v26M0 0h26" stroke="#c5cad1" stroke-width="6"/>', 270, 230),
        30,
    )
    for y in (250, 300, 350):
        pen.rect(130, y, 100, 20, pen.tone(-0.5), 10)


def grooming_brush(pen: Pen) -> None:
    """A slicker brush."""
    with pen.turned(-30):
        pen.rect(278, 300, 60, 240, pen.across(pen.tone(0.3), pen.body, pen.tone(-0.35)), 28)
        pen.rect(178, 130, 260, 180, pen.shell, 34)
        pen.rect(200, 150, 216, 140, "#e6e9ec", 14)
        pen.rect(
            200,
            150,
            216,
            140,
            pen.pattern("wires", 14, 14, '<circle cx="7" cy="7" r="2.6" fill="#6b727b"/>', 200, 150),
            14,
        )


# -- toys --------------------------------------------------------------------------------------------------------------


def building_blocks(pen: Pen) -> None:
    """Blocks with studs, stacked."""
    pen.shadow(rx=210, y=496)
    rows = ((80, 390, pen.body), (270, 390, pen.accent), (170, 290, pen.second), (250, 190, "#f2c230"))
    for x, y, colour in rows:
        for at in range(4):
            pen.rect(x + 16 + at * 46, y - 18, 32, 24, tone(colour, 0.1), 6)
        pen.rect(x, y, 196, 100, pen.down(tone(colour, 0.2), colour, tone(colour, -0.2)), 8)


def plush_toy(pen: Pen) -> None:
    """A teddy bear."""
    pen.shadow(rx=160, y=520)
    light = pen.tone(0.45)
    for x in (208, 392):
        pen.circle(x, 130, 50, pen.tone(-0.1))
        pen.circle(x, 134, 28, light)
        pen.ellipse(x + (-66 if x < 300 else 66), 360, 44, 76, pen.tone(-0.12))
        pen.ellipse(x + (-10 if x < 300 else 10), 476, 66, 48, pen.tone(-0.06))
        pen.ellipse(x + (-10 if x < 300 else 10), 482, 36, 26, light)
    pen.ellipse(300, 390, 126, 126, pen.shell)
    pen.ellipse(300, 406, 76, 80, light)
    pen.circle(300, 210, 122, pen.slanted(pen.tone(0.2), pen.body, pen.tone(-0.15)))
    pen.ellipse(300, 250, 58, 46, light)
    pen.ellipse(300, 230, 20, 14, INK)
    pen.line("M300 244V262Q280 280 264 266M300 262Q320 280 336 266", INK, 5)
    for x in (250, 350):
        pen.circle(x, 194, 13, INK)
        pen.circle(x + 4, 190, 4, "#fff")
    pen.path("M250 316L300 334L350 316V352L300 338L250 352Z", pen.accent)


def puzzle(pen: Pen) -> None:
    """A puzzle with a piece beside it."""
    pen.rect(90, 130, 380, 320, pen.slanted(tone(pen.accent, 0.4), tone(pen.second, 0.1)), 8)
    pen.path("M90 340Q180 240 280 310T470 270V450H90Z", tone(pen.accent, -0.4))
    pen.circle(380, 210, 44, "#fff4c8")
    line = (
        "M185 130v60q-26 -6 -26 20t26 20v60q26 -6 26 20t-26 20v120M280 130v50"
        "q26 -6 26 20t-26 20v80q-26 -6 -26 20t26 20v130M375 130v70q-26 -6 -26 20t26 20v70"
        "q26 -6 26 20t-26 20v100M90 230h50q-6 -26 20 -26t20 26h100q-6 26 20 26t20 -26h170"
        "M90 340h80q-6 26 20 26t20 -26h90q-6 -26 20 -26t20 26h130"
    )
    pen.line(line, "#ffffff", 4, 'opacity=".8"')
    pen.path(
        "M430 400h44q-8 -32 20 -32t20 32h44v50q-30 -8 -30 18t30 18v50H430Z", pen.shell, 'stroke="#fff" stroke-width="5"'
    )


def board_game(pen: Pen) -> None:
    """A game box with dice and pawns."""
    pen.shadow(rx=240, y=500)
    pen.path("M70 190L370 120L540 220L240 320Z", pen.slanted(pen.tone(0.25), pen.body))
    pen.path("M70 190L240 320V410L70 280Z", pen.tone(-0.3))
    pen.path("M540 220L240 320V410L540 310Z", pen.tone(-0.15))
    pen.text(
        310, 232, (pen.label or "Play")[:12], 46, "#fff", 'transform="rotate(-7 310 232) skewX(24) translate(-96 0)"'
    )
    for x, colour in ((150, pen.accent), (206, pen.second)):
        pen.path(
            f"M{x} 470Q{x + 8} 420 {x + 14} 410Q{x} 380 {x + 26} 372Q{x + 52} 380 {x + 38} 410"
            f"Q{x + 44} 420 {x + 52} 470Z",
            colour,
        )
    pen.rect(330, 400, 76, 76, "#fbfbf8", 12, 'stroke="#cfd4da" stroke-width="3"')
    pen.many("pip", f'<circle r="8" fill="{INK}"/>', [(350, 420), (386, 456), (368, 438), (386, 420), (350, 456)])
    pen.rect(430, 420, 64, 64, pen.accent, 12)
    pen.many("dot", '<circle r="7" fill="#fff"/>', [(450, 440), (474, 464)])


def card_game(pen: Pen) -> None:
    """A fan of cards."""
    for at, colour in enumerate((pen.body, pen.accent, pen.second, "#f2c230")):
        with pen.turned(-30 + at * 20, 300, 560):
            pen.rect(210, 130, 180, 270, "#fdfdfb", 18, 'stroke="#d5d9de" stroke-width="3"')
            pen.rect(228, 148, 144, 234, colour, 12)
            pen.ellipse(300, 265, 44, 70, "#fff", 'transform="rotate(28 300 265)"')
            pen.text(300, 286, str(at + 3), 60, colour)


def doll(pen: Pen) -> None:
    """A doll in a dress."""
    pen.shadow(rx=120, y=548)
    for x in (262, 338):
        pen.line(f"M{x} 450V530", "#f0c9a6", 26)
        pen.rect(x - 20, 516, 40, 28, INK, 12)
    pen.line("M240 300Q180 350 176 400M360 300Q420 350 424 400", "#f0c9a6", 24)
    pen.path("M250 270H350Q370 360 420 470Q300 500 180 470Q230 360 250 270Z", pen.shell)
    pen.path("M180 470Q300 500 420 470L416 446Q300 476 184 446Z", pen.accent)
    pen.circle(300, 176, 104, "#6d452b")
    pen.circle(300, 190, 84, "#f6d7b8")
    pen.path("M212 180Q230 90 300 92Q370 90 388 180Q330 150 300 130Q270 156 212 180Z", "#6d452b")
    for x in (268, 332):
        pen.circle(x, 196, 9, INK)
    pen.line("M282 228Q300 242 318 228", "#c2574f", 6)


def toy_car(pen: Pen) -> None:
    """A rounded car."""
    pen.shadow(rx=220, y=440)
    pen.path(
        "M70 350Q70 290 130 280L190 196Q206 174 240 174H370Q400 174 420 196L470 270"
        "Q540 280 540 350V386Q540 402 522 402H88Q70 402 70 386Z",
        pen.shell,
    )
    pen.path("M204 274L244 204H296V274ZM316 204H372L420 274H316Z", "#cfe4ee")
    pen.rect(70, 330, 470, 16, pen.accent, 0, 'opacity=".9"')
    for x in (180, 430):
        pen.circle(x, 402, 62, INK)
        pen.circle(x, 402, 30, METAL)
    pen.circle(520, 316, 14, "#ffe9a8")


def train_set(pen: Pen) -> None:
    """An engine with a wagon on rails."""
    pen.shadow(rx=260, y=470)
    pen.rect(30, 446, 540, 12, tone(PALE_WOOD, -0.3), 4)
    for at in range(11):
        pen.rect(40 + at * 50, 456, 30, 18, PALE_WOOD, 3)
    pen.rect(320, 290, 200, 110, pen.shell, 14)
    pen.rect(430, 200, 110, 200, pen.accent, 12)
    pen.rect(454, 226, 62, 60, "#dcecf3", 8)
    pen.path("M340 290V230H390V290Z", INK)
    pen.ellipse(365, 230, 36, 12, INK)
    pen.rect(70, 300, 200, 100, PALE_WOOD, 10)
    for at, colour in enumerate((pen.second, "#f2c230", pen.body)):
        pen.rect(86 + at * 58, 250, 50, 54, colour, 6)
    pen.line("M270 386H320", INK, 10)
    for x in (110, 230, 360, 480):
        pen.circle(x, 414, 36, INK)
        pen.circle(x, 414, 14, "#f2c230")


def craft_kit(pen: Pen) -> None:
    """A box with brushes, scissors and paint."""
    pen.shadow(rx=220, y=500)
    for x, colour in ((200, pen.accent), (260, pen.second), (330, "#f2c230")):
        pen.rect(x, 130, 16, 200, PALE_WOOD, 4)
        pen.path(f"M{x - 6} 130Q{x + 8} 60 {x + 22} 130Z", colour)
    pen.ring(420, 170, 34, pen.body, 14)
    pen.ring(480, 220, 34, pen.body, 14)
    pen.line("M400 198L330 330M456 240L330 330", METAL, 14)
    pen.rect(110, 300, 380, 190, pen.slanted(pen.tone(0.2), pen.body, pen.tone(-0.25)), 14)
    paper_label(pen, 200, 340, 200, 110)


def wooden_toy(pen: Pen) -> None:
    """A rainbow of arches, or rings on a peg."""
    pen.shadow(rx=200, y=494)
    if pen.pick("stacker", "rings", "rainbow") != "rainbow":
        pen.rect(286, 90, 28, 390, PALE_WOOD, 12)
        for at, colour in enumerate((pen.body, pen.accent, pen.second, "#f2c230", "#35c48d")):
            wide = 170 - at * 24
            pen.rect(
                300 - wide, 420 - at * 66, wide * 2, 62, pen.down(tone(colour, 0.3), colour, tone(colour, -0.2)), 30
            )
        return
    for at, colour in enumerate(("#c94f4f", "#e08a3c", "#e6c34a", "#6aa564", "#4b86c2", pen.body)):
        r = 210 - at * 34
        pen.path(
            f"M{300 - r} 486A{r} {r} 0 0 1 {300 + r} 486H{300 + r - 28}A{r - 28} {r - 28} 0 0 0 {300 - r + 28} 486Z",
            colour,
        )


def kite(pen: Pen) -> None:
    """A kite with a tail."""
    pen.line("M300 400Q240 470 320 500T260 570", INK, 3)
    for x, y in ((282, 446), (312, 500), (276, 546)):
        pen.path(
            f"M{x - 24} {y - 10}L{x} {y}L{x - 24} {y + 12}ZM{x + 24} {y - 10}L{x} {y}L{x + 24} {y + 12}Z", pen.accent
        )
    pen.path("M300 60L450 210L300 400L150 210Z", pen.body)
    pen.path("M300 60L450 210H300Z", pen.accent)
    pen.path("M300 400L150 210H300Z", pen.second)
    pen.line("M300 60V400M150 210H450", tone(PALE_WOOD, -0.3), 5)


def science_kit(pen: Pen) -> None:
    """Flasks and a magnet."""
    pen.shadow(rx=210, y=500)
    glass = 'opacity=".85" stroke="#9fb4bf" stroke-width="4"'
    pen.path("M170 110H230V240L310 450Q320 490 280 492H120Q80 490 90 450L170 240Z", "#e3eef3", glass)
    pen.path("M130 350H270L306 450Q314 484 280 486H120Q86 484 94 450Z", pen.body)
    for x, y, r in ((170, 400, 12), (220, 430, 9), (200, 380, 7)):
        pen.circle(x, y, r, "#fff", 'opacity=".6"')
    pen.path("M360 110H410V430Q410 490 385 490Q360 490 360 430Z", "#e3eef3", glass)
    pen.path("M362 300H408V430Q408 486 385 486Q362 486 362 430Z", pen.accent)
    pen.path("M450 300Q450 220 500 220Q550 220 550 300V360H526V300Q526 250 500 250Q474 250 474 300V360H450Z", "#c94f4f")
    pen.rect(450, 360, 24, 30, METAL)
    pen.rect(526, 360, 24, 30, METAL)


DRAWINGS: Mapping[str, Callable[[Pen], None]] = {
    "dog_bed": dog_bed,
    "dog_collar": dog_collar,
    "dog_leash": dog_leash,
    "dog_food": pet_food,
    "dog_treats": pet_food,
    "dog_toy": dog_toy,
    "cat_food": pet_food,
    "cat_tree": cat_tree,
    "cat_toy": cat_toy,
    "litter_box": litter_box,
    "pet_bowl": pet_bowl,
    "pet_carrier": pet_carrier,
    "grooming_brush": grooming_brush,
    "building_blocks": building_blocks,
    "plush_toy": plush_toy,
    "puzzle": puzzle,
    "board_game": board_game,
    "card_game": card_game,
    "doll": doll,
    "toy_car": toy_car,
    "train_set": train_set,
    "craft_kit": craft_kit,
    "wooden_toy": wooden_toy,
    "kite": kite,
    "science_kit": science_kit,
}
