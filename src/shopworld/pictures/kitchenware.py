"""Drawings of cookware, knives, tools and what stands on the table."""

from __future__ import annotations

from shopworld.pictures.colours import tone
from shopworld.pictures.materials import WOOD, round_wall
from shopworld.pictures.pen import METAL, Pen

DARK = "#26292e"


def _handle(pen: Pen, course: str, width: float = 30) -> None:
    """A long handle with a lighter edge."""
    wood = pen.rng.random() < 0.3
    colour = WOOD if wood else DARK
    pen.line(course, tone(colour, -0.3), width)
    pen.line(course, colour, width - 6)
    pen.line(course, tone(colour, 0.35), width * 0.16, 'opacity=".7"')


def frying_pan(pen: Pen) -> None:
    """A pan seen from above at an angle."""
    pen.shadow(x=270, rx=200, y=452)
    _handle(pen, "M400 300L556 190")
    pen.line("M388 308L428 280", METAL, 26)
    pen.ellipse(250, 372, 196, 84, tone(pen.body, -0.45))
    pen.ellipse(250, 344, 200, 92, pen.slanted(pen.tone(0.35), pen.body, pen.tone(-0.3)))
    inside = tone(pen.body, -0.35) if not pen.light else tone(pen.body, -0.16)
    pen.ellipse(250, 344, 182, 80, inside)
    pen.ellipse(250, 356, 156, 62, pen.glow(tone(inside, 0.18), inside))
    pen.path("M110 330Q160 280 250 276Q180 300 150 350Z", "#fff", 'opacity=".16"')


def grill_pan(pen: Pen) -> None:
    """A square pan with ridges."""
    pen.shadow(x=270, rx=200, y=470)
    _handle(pen, "M410 250L556 170")
    pen.path(
        "M110 250H400Q420 250 424 270L440 440Q442 462 420 462H92Q70 462 72 440L86 270Q90 250 110 250Z",
        pen.slanted(pen.tone(0.25), pen.body, pen.tone(-0.4)),
    )
    pen.path("M124 272H388L412 436H100Z", pen.tone(-0.4))
    for at in range(8):
        pen.line(f"M{138 + at * 34} 278L{120 + at * 38} 430", pen.tone(0.12), 9)


def wok(pen: Pen) -> None:
    """A wok from the side."""
    pen.shadow(x=280, rx=150, y=470)
    _handle(pen, "M440 250L566 196")
    pen.line("M112 262Q70 250 76 290", METAL, 12)
    pen.path("M90 258H470Q452 460 330 466H230Q108 460 90 258Z", round_wall(pen, pen.body))
    pen.ellipse(280, 258, 190, 40, pen.tone(0.25))
    pen.ellipse(280, 262, 176, 32, pen.tone(-0.45))


def pot(pen: Pen, top: float, width: float, *, long_handle: bool, glass: bool, closed: bool = True) -> None:
    """A pot with a lid: height of its rim, width, and one long handle or two short ones."""
    left, right = 300 - width / 2, 300 + width / 2
    if long_handle:
        _handle(pen, f"M{right - 10:.0f} {top + 44:.0f}L{right + 120:.0f} {top + 20:.0f}", 28)
    else:
        for x, dx in ((left, -44), (right, 44)):
            pen.line(f"M{x:.0f} {top + 40:.0f}h{dx}v44h{-dx}", METAL if glass else pen.tone(-0.2), 18)
    pen.shadow(rx=width * 0.6, y=488)
    pen.path(
        f"M{left:.0f} {top:.0f}H{right:.0f}V440Q{right:.0f} 486 {right - 46:.0f} 486"
        f"H{left + 46:.0f}Q{left:.0f} 486 {left:.0f} 440Z",
        round_wall(pen, pen.body),
    )
    pen.rect(left - 8, top - 8, width + 16, 22, pen.tone(0.2), 11)
    if closed:
        lid(pen, top, width, glass=glass)
    else:
        pen.ellipse(300, top, width / 2, 24, pen.tone(0.3))
        pen.ellipse(300, top + 3, width / 2 - 14, 17, pen.tone(-0.45))


def lid(pen: Pen, top: float, width: float, *, glass: bool) -> None:
    """A lid over a rim at that height."""
    left, right = 300 - width / 2, 300 + width / 2
    outline = (
        f"M{left:.0f} {top - 6:.0f}Q{left + 20:.0f} {top - 78:.0f} 300 {top - 82:.0f}"
        f"Q{right - 20:.0f} {top - 78:.0f} {right:.0f} {top - 6:.0f}Z"
    )
    if glass:
        pen.path(outline, "#c9d6de", 'opacity=".75"')
        pen.path(
            f"M{left + 40:.0f} {top - 20:.0f}Q{left + 70:.0f} {top - 66:.0f} 280 {top - 72:.0f}"
            f"Q{left + 110:.0f} {top - 50:.0f} {left + 90:.0f} {top - 16:.0f}Z",
            "#fff",
            'opacity=".55"',
        )
    else:
        pen.path(outline, pen.slanted(pen.tone(0.35), pen.body, pen.tone(-0.2)))
    pen.rect(276, top - 108, 48, 28, METAL if not glass else DARK, 12)


def saucepan(pen: Pen) -> None:
    """A small pot with a long handle."""
    pot(pen, 290, 270, long_handle=True, glass=True)


def stockpot(pen: Pen) -> None:
    """A tall pot with two handles."""
    pot(pen, 214, 320, long_handle=False, glass=True)


def dutch_oven(pen: Pen) -> None:
    """An enamelled pot with a heavy lid."""
    pot(pen, 282, 370, long_handle=False, glass=False)


def _blade(pen: Pen, course: str, back: str) -> None:
    pen.path(course, pen.slanted("#f4f6f8", "#b9c0c8", "#e3e7eb"), 'stroke="#8f979f" stroke-width="2"')
    pen.line(back, "#fff", 3, 'opacity=".8"')


def _grip(pen: Pen, x: float, y: float, length: float, height: float) -> None:
    pen.path(
        f"M{x} {y}h{length - 20}q24 0 22 {height * 0.6:.0f}q-4 {height * 0.5:.0f} -30 {height * 0.4:.0f}H{x}Z",
        pen.down(pen.tone(0.25), pen.body, pen.tone(-0.35)),
    )
    for at in range(3):
        pen.circle(x + 26 + at * (length - 50) / 2.4, y + height * 0.5, 6, METAL)


def chef_knife(pen: Pen) -> None:
    """A chef's knife, aslant."""
    with pen.turned(-24):
        pen.path("M60 330H380V352H60Z", "#10131a", 'opacity=".1" transform="translate(8 40)"')
        _blade(pen, "M40 372Q120 292 220 282H384V368Q200 392 40 372Z", "M120 316Q180 292 380 290")
        pen.rect(378, 278, 26, 58, METAL, 6)
        _grip(pen, 400, 282, 160, 50)


def paring_knife(pen: Pen) -> None:
    """A small knife."""
    with pen.turned(-24):
        _blade(pen, "M130 340Q200 292 260 288H352V336Q240 352 130 340Z", "M190 314Q250 296 350 296")
        pen.rect(346, 284, 20, 48, METAL, 5)
        _grip(pen, 364, 286, 150, 44)


def bread_knife(pen: Pen) -> None:
    """A long knife with waves."""
    teeth = "".join("q-9 12 -18 0" for _ in range(18))
    with pen.turned(-24):
        _blade(pen, f"M40 320Q52 292 80 288H386V336{teeth}Q46 340 40 320Z", "M80 298H380")
        pen.rect(382, 284, 22, 54, METAL, 5)
        _grip(pen, 400, 286, 164, 48)


def cutting_board(pen: Pen) -> None:
    """A wooden board with a groove."""
    with pen.turned(-12):
        pen.rect(118, 130, 364, 340, "#10131a", 34, 'opacity=".14" transform="translate(9 14)"')
        pen.rect(118, 126, 364, 340, pen.slanted(tone(WOOD, 0.3), WOOD, tone(WOOD, -0.18)), 34)
        for at in range(7):
            pen.line(
                f"M{150 + at * 48} 130Q{140 + at * 50} 300 {152 + at * 48} 462", tone(WOOD, -0.2), 2.5, 'opacity=".5"'
            )
        pen.rect(148, 156, 304, 280, "none", 22, f'stroke="{tone(WOOD, -0.3)}" stroke-width="7" opacity=".7"')
        pen.circle(430, 176, 16, "#eef0f2")


def baking_sheet(pen: Pen) -> None:
    """A sheet pan with cookies."""
    pen.path("M70 220H530L570 440Q572 456 556 456H44Q28 456 30 440Z", pen.metal(tone(METAL, -0.1)))
    pen.path("M94 240H506L538 426H62Z", pen.slanted(tone(METAL, 0.3), tone(METAL, -0.15)))
    pen.many(
        "cookie",
        '<ellipse rx="38" ry="22" fill="#c88d4c"/>'
        '<ellipse rx="34" ry="18" cy="-4" fill="#dca766"/>'
        '<circle cx="-12" cy="-6" r="5" fill="#5b3a22"/>'
        '<circle cx="10" cy="-2" r="5" fill="#5b3a22"/>',
        [(160 + x * 94 - y * 8, 282 + y * 60) for y in range(3) for x in range(4)],
    )


def cake_pan(pen: Pen) -> None:
    """A round or long pan, or one for muffins."""
    pen.shadow(rx=210, y=458)
    if pen.pick("muffin", "loaf", "cake", "springform") == "muffin":
        pen.path("M90 230H510L548 440H52Z", pen.slanted(pen.tone(0.25), pen.tone(-0.3)))
        pen.many(
            "cup",
            f'<ellipse rx="48" ry="30" fill="{pen.tone(-0.55)}"/>'
            f'<ellipse rx="40" ry="22" cy="5" fill="{pen.tone(-0.3)}"/>',
            [(180 + x * 120, 284 + y * 96) for y in range(2) for x in range(3)],
        )
    else:
        pen.path("M120 280H480L462 430Q458 452 436 452H164Q142 452 138 430Z", round_wall(pen, pen.body))
        pen.ellipse(300, 280, 182, 56, pen.tone(0.25))
        pen.ellipse(300, 284, 168, 48, pen.tone(-0.4))
        if "springform" in pen.shape:
            pen.rect(430, 320, 34, 70, METAL, 6)


def _tool(pen: Pen, head: str, *, x: float = 300) -> None:
    """A tool with a wooden or coloured grip, upright."""
    pen.line(f"M{x} 300V240", METAL, 14)
    pen.rect(x - 20, 296, 40, 236, pen.across(tone(WOOD, 0.2), WOOD, tone(WOOD, -0.3)), 18)
    pen.circle(x, 508, 7, "#fff", 'opacity=".8"')
    pen.path(head, pen.shell, f'stroke="{pen.tone(-0.35)}" stroke-width="2"')


def spatula(pen: Pen) -> None:
    """A turner with slots, or a ladle."""
    with pen.turned(18):
        if pen.pick("ladle", "turner", "spatula") == "ladle":
            _tool(pen, "M220 120H380Q378 250 300 254Q222 250 220 120Z")
            pen.ellipse(300, 120, 80, 22, pen.tone(-0.4))
        else:
            _tool(pen, "M236 80Q300 60 364 80L352 236Q348 260 300 262Q252 260 248 236Z")
            for x in (272, 300, 328):
                pen.line(f"M{x} 110V210", "#fff", 9, 'opacity=".75"')


def tongs(pen: Pen) -> None:
    """Tongs with coloured tips."""
    with pen.turned(14):
        pen.path("M284 480L220 140L250 120L316 470Z", pen.metal())
        pen.path("M316 480L380 140L350 120L284 470Z", pen.metal(tone(METAL, 0.1)))
        pen.rect(272, 470, 56, 44, METAL, 14)
        for x, turn in ((232, -8), (368, 8)):
            pen.path(
                f"M{x - 26} 70Q{x} 50 {x + 26} 70L{x + 18} 156Q{x} 168 {x - 18} 156Z",
                pen.shell,
                f'transform="rotate({turn} {x} 110)"',
            )


def whisk(pen: Pen) -> None:
    """A balloon whisk."""
    with pen.turned(16):
        for width in (150, 104, 58, 12):
            pen.line(f"M292 320Q{300 - width} 130 300 80Q{300 + width} 130 308 320", "#9aa2ab", 6)
        pen.rect(278, 310, 44, 220, pen.across(pen.tone(0.25), pen.body, pen.tone(-0.35)), 20)
        pen.rect(278, 306, 44, 26, METAL, 8)


def kettle(pen: Pen) -> None:
    """A kettle with a long or a short spout."""
    pen.shadow(rx=180, y=486)
    if pen.pick("gooseneck", "whistling", "kettle") == "gooseneck":
        pen.line("M210 420Q110 400 130 280Q140 220 92 206", pen.tone(-0.15), 26)
    else:
        pen.path("M210 300L96 236L84 262L200 390Z", pen.tone(-0.15))
    pen.line("M410 250Q520 240 512 330Q506 400 440 404", DARK, 24)
    pen.path("M214 220H386L440 440Q444 484 404 484H196Q156 484 160 440Z", round_wall(pen, pen.body))
    pen.path("M220 220Q230 180 300 178Q370 180 380 220Z", pen.tone(0.2))
    pen.circle(300, 166, 18, WOOD)
    pen.print_label(300, 380, 120, pen.tone(0.6 if not pen.light else -0.5), 24)


def coffee_maker(pen: Pen) -> None:
    """A French press, a moka pot or a pour-over cone."""
    pen.shadow(rx=150, y=506)
    style = pen.pick("press", "moka", "pour-over")
    if style == "press":
        pen.line("M300 90V190", METAL, 8)
        pen.circle(300, 82, 20, pen.body)
        pen.line("M408 230Q500 230 496 320Q490 400 408 410", pen.body, 26)
        pen.rect(194, 200, 212, 290, "#dfe9ee", 18, 'opacity=".85"')
        pen.rect(200, 330, 200, 152, "#4b2f20", 14)
        pen.rect(186, 170, 228, 44, pen.body, 12)
        for y in (220, 470):
            pen.rect(188, y, 224, 18, METAL, 6)
        pen.rect(214, 230, 20, 230, "#fff", 10, 'opacity=".5"')
    elif style == "moka":
        pen.line("M392 210Q500 220 470 340", DARK, 28)
        pen.path("M216 150H384L360 320H240Z", pen.metal(pen.body))
        pen.path("M240 330H360L400 492H200Z", pen.metal(tone(pen.body, -0.1)))
        pen.path("M216 150L170 176L222 210Z", tone(pen.body, -0.1))
        pen.rect(228, 312, 144, 26, tone(pen.body, -0.35), 6)
        pen.path("M220 150Q240 110 300 108Q360 110 380 150Z", pen.tone(0.2))
        pen.circle(300, 98, 16, DARK)
    else:
        pen.path("M180 120H420L330 260H270Z", round_wall(pen, pen.body))
        pen.ellipse(300, 120, 120, 26, pen.tone(0.25))
        pen.rect(216, 256, 168, 20, pen.tone(-0.1), 8)
        pen.path("M224 280H376L410 470Q412 500 382 500H218Q188 500 190 470Z", "#dfe9ee", 'opacity=".85"')
        pen.path("M204 390H396L408 470Q410 494 382 494H218Q190 494 192 470Z", "#4b2f20")


def teapot(pen: Pen) -> None:
    """A round teapot."""
    pen.shadow(rx=180, y=478)
    pen.path("M190 330Q110 320 96 220L64 226Q70 400 200 420Z", pen.tone(-0.1))
    pen.line("M420 280Q530 260 516 350Q500 420 410 420", pen.tone(-0.2), 26)
    pen.ellipse(300, 360, 160, 118, pen.slanted(pen.tone(0.35), pen.body, pen.tone(-0.4)))
    pen.path("M210 268Q230 220 300 216Q370 220 390 268Q300 292 210 268Z", pen.tone(0.15))
    pen.circle(300, 204, 20, pen.tone(-0.2))
    pen.ellipse(236, 320, 30, 50, "#fff", 'opacity=".22"')


def mug(pen: Pen) -> None:
    """A mug with a dipped rim."""
    pen.shadow(rx=160, y=490)
    pen.line("M410 250Q520 240 510 340Q500 420 408 420", pen.tone(-0.12), 34)
    pen.path("M170 180H420V420Q420 486 354 486H236Q170 486 170 420Z", round_wall(pen, pen.body))
    pen.ellipse(295, 180, 125, 34, pen.tone(0.3))
    pen.ellipse(295, 184, 112, 27, "#4b2f20")
    pen.path("M170 186V250Q220 282 295 282T420 250V186Q420 214 295 214T170 186Z", pen.tone(0.35), 'opacity=".55"')


def dinner_plate(pen: Pen) -> None:
    """A stack of plates, the top one leaning."""
    pen.shadow(rx=210, y=492)
    for at in range(4):
        pen.ellipse(300, 468 - at * 16, 190, 34, pen.tone(-0.25 + at * 0.08))
    pen.circle(300, 246, 176, pen.slanted(pen.tone(0.3), pen.body, pen.tone(-0.2)))
    pen.circle(300, 246, 118, pen.glow(pen.tone(0.22), pen.tone(-0.06)))
    pen.ring(300, 246, 168, pen.tone(-0.3), 4, 'opacity=".6"')


def glassware(pen: Pen) -> None:
    """Glasses: with a stem, or tumblers, or a carafe."""
    pen.shadow(rx=190, y=500)
    glass, edge = "#d9e6ec", "#9fb4bf"
    style = pen.pick("wine", "tumblers", "carafe", "water")
    for x, full in ((200, "#7c2438"), (400, "#e9d9a0")):
        if style == "carafe" and x == 400:
            continue
        if style == "wine":
            pen.path(
                f"M{x - 70} 110H{x + 70}Q{x + 86} 300 {x} 310Q{x - 86} 300 {x - 70} 110Z",
                glass,
                f'opacity=".8" stroke="{edge}" stroke-width="3"',
            )
            pen.path(f"M{x - 77} 210H{x + 77}Q{x + 66} 300 {x} 304Q{x - 66} 300 {x - 77} 210Z", full)
            pen.line(f"M{x} 310V480", edge, 9)
            pen.ellipse(x, 488, 68, 14, glass, f'stroke="{edge}" stroke-width="3"')
        elif style == "carafe":
            pen.path(
                "M264 90H336L340 220Q440 280 420 420Q410 496 300 496Q190 496 180 420Q160 280 260 220Z",
                glass,
                f'opacity=".85" stroke="{edge}" stroke-width="3"',
            )
            pen.path("M186 360H414Q424 490 300 490Q176 490 186 360Z", "#bcd9e6")
        else:
            pen.path(
                f"M{x - 76} 200H{x + 76}L{x + 62} 476Q{x + 60} 496 {x + 40} 496H{x - 40}Q{x - 60} 496 {x - 62} 476Z",
                glass,
                f'opacity=".85" stroke="{edge}" stroke-width="3"',
            )
            pen.path(
                f"M{x - 70} 300H{x + 70}L{x + 60} 476Q{x + 58} 490 {x + 40} 490H{x - 40}Q{x - 58} 490 {x - 60} 476Z",
                "#bcd9e6",
            )
        pen.line(f"M{x - 46} 150Q{x - 54} 230 {x - 36} 270", "#fff", 9, 'opacity=".8"')


def apron(pen: Pen) -> None:
    """An apron with straps and a pocket."""
    pen.line("M244 110Q246 40 300 40Q354 40 356 110", pen.tone(-0.3), 16)
    pen.line("M170 262Q110 280 96 330M430 262Q490 280 504 330", pen.tone(-0.3), 12)
    pen.path(
        "M236 100H364L380 190Q440 220 446 262V510Q446 530 426 530H174Q154 530 154 510V262Q160 220 220 190Z",
        "#10131a",
        'opacity=".13" transform="translate(7 10)"',
    )
    pen.path(
        "M236 100H364L380 190Q440 220 446 262V510Q446 530 426 530H174Q154 530 154 510V262Q160 220 220 190Z",
        pen.shell,
        f'stroke="{pen.tone(-0.3)}" stroke-width="2.5"',
    )
    pen.rect(
        212,
        320,
        176,
        110,
        pen.tone(-0.1),
        8,
        f'stroke="{pen.tone(0.4 if not pen.light else -0.35)}" stroke-width="2.5" stroke-dasharray="6 5"',
    )
    pen.line("M300 322V428", pen.tone(-0.3), 3)
    pen.rect(262, 140, 76, 44, "#b98a5c", 4)
    pen.print_label(300, 169, 64, "#33230f", 17)


def pepper_mill(pen: Pen) -> None:
    """A turned mill."""
    pen.shadow(rx=110, y=512)
    pen.circle(300, 84, 20, METAL)
    wood = pen.across(tone(WOOD, -0.35), tone(WOOD, 0.3), WOOD, tone(WOOD, -0.4))
    body = wood if pen.rng.random() < 0.6 else round_wall(pen, pen.body)
    pen.path("M250 110Q300 80 350 110Q372 160 344 196H256Q228 160 250 110Z", body)
    pen.rect(252, 194, 96, 14, METAL, 4)
    pen.path(
        "M258 208H342Q330 280 352 330Q376 400 372 490Q372 508 354 508H246Q228 508 228 490"
        "Q224 400 248 330Q270 280 258 208Z",
        body,
    )


DRAWINGS = {
    "frying_pan": frying_pan,
    "saucepan": saucepan,
    "stockpot": stockpot,
    "dutch_oven": dutch_oven,
    "wok": wok,
    "grill_pan": grill_pan,
    "chef_knife": chef_knife,
    "paring_knife": paring_knife,
    "bread_knife": bread_knife,
    "cutting_board": cutting_board,
    "baking_sheet": baking_sheet,
    "cake_pan": cake_pan,
    "spatula": spatula,
    "tongs": tongs,
    "whisk": whisk,
    "kettle": kettle,
    "coffee_maker": coffee_maker,
    "teapot": teapot,
    "mug": mug,
    "dinner_plate": dinner_plate,
    "glassware": glassware,
    "apron": apron,
    "pepper_mill": pepper_mill,
}
