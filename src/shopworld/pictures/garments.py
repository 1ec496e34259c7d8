"""Drawings of clothes, shoes and what is worn with them, laid out flat."""

from __future__ import annotations

from shopworld.pictures.colours import tone
from shopworld.pictures.pen import METAL, Pen


def cloth(pen: Pen, course: str, by: float = 0.0, fill: str | None = None) -> None:
    """A piece of cloth: soft shadow, fill in the product's colour, fine edge."""
    base = tone(pen.body, by)
    pen.path(course, "#10131a", 'opacity=".13" transform="translate(7 11)"')
    edge = tone(base, -0.28)
    pen.path(
        course,
        fill or pen.slanted(tone(base, 0.14), base, tone(base, -0.12)),
        f'stroke="{edge}" stroke-width="2.5" stroke-linejoin="round"',
    )


def folds(pen: Pen, *courses: str) -> None:
    for course in courses:
        pen.line(course, pen.tone(-0.32), 4, 'opacity=".35"')


def seam(pen: Pen, course: str) -> None:
    pen.line(course, pen.tone(-0.35) if pen.light else pen.tone(0.3), 2, 'opacity=".55" stroke-dasharray="5 5"')


def ribs(pen: Pen, x: float, y: float, width: float, height: float) -> None:
    """Ribs of a cuff or hem."""
    pen.rect(x, y, width, height, pen.tone(-0.1), 4)
    pen.rect(
        x,
        y,
        width,
        height,
        pen.pattern("rib", 8, 60, f'<path d="M0 0h3v60H0z" fill="{pen.tone(-0.3)}"/>'),
        4,
        'opacity=".5"',
    )


def _torso(pen: Pen, sleeves: str) -> None:
    """A top from the front, with short or long sleeves."""
    if sleeves == "short":
        cloth(
            pen,
            "M218 112L128 152Q104 166 92 196L62 282L146 318L168 270V492Q168 506 182 506H418"
            "Q432 506 432 492V270L454 318L538 282L508 196Q496 166 472 152L382 112Q300 168 218 112Z",
        )
        folds(
            pen,
            "M168 270Q182 240 180 200",
            "M432 270Q418 240 420 200",
            "M210 470Q240 452 250 420",
            "M380 480Q356 456 352 430",
        )
        seam(pen, "M172 490H428")
    else:
        cloth(
            pen,
            "M218 112L132 148Q106 160 98 190L52 470Q50 486 66 490L106 496Q120 498 124 484L172 288V490"
            "Q172 506 188 506H412Q428 506 428 490V288L476 484Q480 498 494 496L534 490Q550 486 548 470"
            "L502 190Q494 160 468 148L382 112Q300 168 218 112Z",
        )
        folds(
            pen,
            "M172 290Q184 250 182 206",
            "M428 290Q416 250 418 206",
            "M220 470Q246 450 254 410",
            "M376 476Q352 450 350 420",
        )


def _round_neck(pen: Pen) -> None:
    pen.path("M218 112Q300 168 382 112L366 106Q300 146 234 106Z", pen.tone(-0.18))
    pen.path("M234 106Q300 146 366 106Q300 122 234 106Z", pen.tone(-0.5))


def t_shirt(pen: Pen) -> None:
    """A tee: round neck, v-neck or chest pocket."""
    _torso(pen, "short")
    if pen.pick("v-neck", "pocket", "tee") == "v-neck":
        pen.path("M218 112L300 206L382 112L364 106L300 178L236 106Z", pen.tone(-0.18))
        pen.path("M236 106L300 178L364 106Q300 118 236 106Z", pen.tone(-0.5))
    else:
        _round_neck(pen)
    if "pocket" in pen.shape:
        cloth(pen, "M338 214H404V278L371 292L338 278Z", -0.04)


def long_sleeve(pen: Pen) -> None:
    """A top with long sleeves: crew, henley or turtleneck."""
    _torso(pen, "long")
    style = pen.pick("turtleneck", "henley", "crew")
    if style == "turtleneck":
        ribs(pen, 236, 66, 128, 66)
    else:
        _round_neck(pen)
        if style == "henley":
            pen.line("M300 138V226", pen.tone(-0.35), 3)
            pen.many(
                "button",
                f'<circle r="6" fill="{pen.tone(0.4 if not pen.light else -0.3)}"/>',
                [(300, 160), (300, 186), (300, 212)],
            )


def shirt(pen: Pen) -> None:
    """A shirt with collar and buttons."""
    _torso(pen, "long")
    pen.path("M300 150V504", "none", f'stroke="{pen.tone(-0.25)}" stroke-width="3"')
    cloth(pen, "M224 108L300 152L262 208L204 130Z", 0.08)
    cloth(pen, "M376 108L300 152L338 208L396 130Z", 0.08)
    pen.many(
        "button",
        f'<circle r="6.5" fill="{pen.tone(0.5 if not pen.light else -0.25)}"/>',
        [(300, at) for at in range(226, 490, 62)],
    )
    cloth(pen, "M344 232H408V290L376 304L344 290Z", -0.03)


def sweater(pen: Pen) -> None:
    """A knitted sweater or cardigan."""
    _torso(pen, "long")
    knit = pen.pattern(
        "knit", 16, 14, f'<path d="M0 2l8 8 8-8" fill="none" stroke="{pen.tone(-0.22)}" stroke-width="2.5"/>'
    )
    pen.path("M218 120L136 152V300L172 288V474H428V288L464 300V152L382 120Q300 170 218 120Z", knit, 'opacity=".55"')
    ribs(pen, 172, 474, 256, 32)
    if pen.pick("cardigan", "crewneck", "cable") == "cardigan":
        pen.path("M224 110L300 250V506", "none", f'stroke="{pen.tone(-0.4)}" stroke-width="5"')
        pen.path("M376 110L300 250", "none", f'stroke="{pen.tone(-0.4)}" stroke-width="5"')
        pen.path("M236 106L300 236L364 106Q300 120 236 106Z", pen.tone(-0.5))
        pen.many(
            "button",
            '<circle r="8" fill="#6b4f35"/><circle r="3" fill="#3d2b1c"/>',
            [(300, at) for at in range(276, 480, 54)],
        )
    else:
        _round_neck(pen)
        if "cable" in pen.shape:
            for x in (250, 300, 350):
                pen.line(f"M{x} 170" + "q14 20 0 40q-14 20 0 40" * 3 + "q14 20 0 40", pen.tone(-0.25), 6)


def hoodie(pen: Pen) -> None:
    """A hoodie with pocket; with or without zipper, or a sweatshirt."""
    _torso(pen, "long")
    ribs(pen, 172, 476, 256, 30)
    style = pen.pick("sweatshirt", "half-zip", "zip", "hoodie")
    if style in ("hoodie", "zip"):
        cloth(pen, "M206 128Q196 58 300 48Q404 58 394 128Q352 176 300 178Q248 176 206 128Z", -0.06)
        pen.path("M236 122Q232 80 300 76Q368 80 364 122Q334 152 300 154Q266 152 236 122Z", pen.tone(-0.5))
        pen.line("M268 160V244", pen.tone(0.45 if not pen.light else -0.35), 5)
        pen.line("M332 160V230", pen.tone(0.45 if not pen.light else -0.35), 5)
        cloth(pen, "M226 360H374L404 456H196Z", -0.06)
    else:
        _round_neck(pen)
    if "zip" in style:
        end = 300 if style == "half-zip" else 504
        pen.line(f"M300 {150 if style == 'half-zip' else 178}V{end}", tone(METAL, -0.2), 5, 'stroke-dasharray="4 3"')
        pen.rect(294, 190, 12, 22, METAL, 4)


def jacket(pen: Pen) -> None:
    """A jacket with zipper and pockets."""
    _torso(pen, "long")
    cloth(pen, "M232 104L300 130L368 104L384 156Q300 190 216 156Z", -0.12)
    pen.line("M300 136V504", tone(METAL, -0.25), 6, 'stroke-dasharray="5 3"')
    pen.rect(293, 150, 14, 26, METAL, 4)
    for x in (198, 338):
        cloth(pen, f"M{x} 380H{x + 64}V440H{x}Z", -0.06)
        pen.circle(x + 32, 394, 5, METAL)
    if pen.pick("bomber", "rain", "chore") == "bomber":
        ribs(pen, 172, 474, 256, 32)
    seam(pen, "M172 250H428")


def coat(pen: Pen) -> None:
    """A long coat; quilted where it is a puffer."""
    cloth(
        pen,
        "M222 82L138 118Q114 130 106 160L66 430Q64 446 80 450L116 456Q130 458 134 444L176 270"
        "L150 530Q150 544 164 544H436Q450 544 450 530L424 270L466 444Q470 458 484 456L520 450"
        "Q536 446 534 430L494 160Q486 130 462 118L378 82Q300 120 222 82Z",
    )
    if pen.pick("puffer", "trench", "parka") == "puffer":
        for y in range(160, 530, 46):
            pen.line(
                f"M{174 - (y - 160) // 18} {y}Q300 {y + 16} {426 + (y - 160) // 18} {y}",
                pen.tone(-0.25),
                5,
                'opacity=".8"',
            )
    else:
        cloth(pen, "M222 82L296 190L250 226L200 110Z", 0.06)
        cloth(pen, "M378 82L304 190L350 226L400 110Z", 0.06)
        pen.many(
            "button", f'<circle r="9" fill="{pen.tone(-0.5)}"/>', [(x, y) for y in (260, 330, 400) for x in (272, 328)]
        )
        if "trench" in pen.shape:
            pen.rect(164, 300, 272, 26, pen.tone(-0.18), 4)
    pen.line("M300 196V540", pen.tone(-0.35), 3)


def dress(pen: Pen) -> None:
    """A dress with straps or sleeves and a swinging skirt."""
    if pen.pick("slip", "wrap", "shirt", "midi") == "slip":
        pen.line("M248 70L240 130M352 70L360 130", pen.tone(-0.2), 7)
        cloth(pen, "M232 126Q300 170 368 126L378 240Q420 400 444 530Q300 566 156 530Q180 400 222 240Z")
    else:
        cloth(
            pen,
            "M236 72L168 104L140 190L196 212L220 168L226 262Q176 400 148 532Q300 568 452 532"
            "Q424 400 374 262L380 168L404 212L460 190L432 104L364 72Q300 126 236 72Z",
        )
        pen.path("M236 72Q300 126 364 72L350 68Q300 104 250 68Z", pen.tone(-0.4))
        pen.rect(222, 256, 156, 20, pen.tone(-0.22), 6)
        if "wrap" in pen.shape:
            pen.line("M262 92L360 262M338 92L262 220", pen.tone(-0.3), 4)
    folds(pen, "M250 300Q226 420 210 536", "M300 300V548", "M350 300Q374 420 390 536")


def skirt(pen: Pen) -> None:
    """A skirt, pleated or plain."""
    cloth(pen, "M212 140H388Q432 320 470 480Q300 520 130 480Q168 320 212 140Z")
    pen.rect(210, 120, 180, 36, pen.tone(-0.2), 8)
    for at in range(-3, 4):
        pen.line(
            f"M{300 + at * 22} 160Q{300 + at * 34} 320 {300 + at * 46} {498 - abs(at) * 3}",
            pen.tone(-0.25),
            3,
            'opacity=".5"',
        )


def _legs(pen: Pen, hem: float, inner: float, width: float) -> None:
    """Trousers from the front: hem height, crotch height, width of a leg at the hem."""
    cloth(
        pen,
        f"M204 92H396L{404 + width * 0.1:.0f} 240L{408 + width * 0.12:.0f} {hem}H{408 - width:.0f}"
        f"L300 {inner}L{192 + width:.0f} {hem}H{192 - width * 0.12:.0f}"
        f"L{196 - width * 0.1:.0f} 240Z",
    )
    pen.rect(202, 84, 196, 32, pen.tone(-0.16), 6)
    pen.line(f"M300 116V{inner - 30:.0f}", pen.tone(-0.3), 3)
    folds(pen, "M214 130Q236 168 206 190", "M386 130Q364 168 394 190")


def trousers(pen: Pen) -> None:
    """Trousers; joggers have cuffs."""
    style = pen.pick("joggers", "wide-leg", "chinos", "trousers")
    _legs(pen, 520, 250, 110 if style == "wide-leg" else 84)
    if style == "joggers":
        ribs(pen, 180, 500, 96, 28)
        ribs(pen, 324, 500, 96, 28)
        pen.line("M286 116q-10 40 -18 60M314 116q10 40 18 60", pen.tone(0.5 if not pen.light else -0.4), 5)
    else:
        pen.line("M240 180L232 510M360 180L368 510", pen.tone(-0.22), 2.5, 'opacity=".6"')


def jeans(pen: Pen) -> None:
    """Jeans with stitched pockets."""
    _legs(pen, 524, 246, 82)
    pen.path("M250 130Q270 320 244 500H206Q204 330 212 130Z", "#fff", 'opacity=".1"')
    pen.path("M350 130Q330 320 356 500H394Q396 330 388 130Z", "#fff", 'opacity=".1"')
    for course in (
        "M206 132Q240 176 260 118",
        "M394 132Q360 176 340 118",
        "M300 120Q306 170 290 206",
        "M196 512H272",
        "M328 512H404",
    ):
        pen.line(course, "#d08a3e", 2.5, 'stroke-dasharray="5 3"')
    pen.circle(300, 100, 8, "#b98a4c")
    for x in (216, 292, 372):
        pen.rect(x, 80, 12, 40, pen.tone(-0.25), 2)


def shorts(pen: Pen) -> None:
    """Shorts with a drawstring."""
    cloth(pen, "M196 150H404L452 404L318 424L300 310L282 424L148 404Z")
    pen.rect(192, 138, 216, 40, pen.tone(-0.16), 10)
    pen.rect(
        192,
        138,
        216,
        40,
        pen.pattern("rib", 8, 60, f'<path d="M0 0h3v60H0z" fill="{pen.tone(-0.3)}"/>', x=192),
        10,
        'opacity=".5"',
    )
    pen.line("M290 172q-16 50 -6 78M310 172q16 50 6 70", pen.tone(0.55 if not pen.light else -0.4), 6)
    folds(pen, "M210 200Q226 250 196 290", "M390 200Q374 250 404 290")
    seam(pen, "M154 392L284 410M446 392L316 410")


def leggings(pen: Pen) -> None:
    """Leggings with a high waist; short ones for cycling."""
    short = "bike" in pen.shape
    hem = 380 if short else 540
    if "flare" in pen.shape:
        cloth(pen, "M222 70H378Q396 180 384 300L430 540H330L300 250L270 540H170L216 300Q204 180 222 70Z")
    else:
        low = 60 if not short else 84
        cloth(
            pen,
            f"M222 70H378Q400 190 {372 if not short else 392} {hem}H{372 - low}Q318 330 300 250"
            f"Q282 330 {228 + low} {hem}H{228 if not short else 208}Q200 190 222 70Z",
        )
    pen.path("M222 70H378L384 126Q300 154 216 126Z", pen.tone(-0.16))
    pen.path("M240 150Q226 280 244 420L252 420Q240 280 256 150Z", "#fff", 'opacity=".13"')
    pen.path("M360 150Q374 280 356 420L348 420Q360 280 344 150Z", "#fff", 'opacity=".13"')


def sports_bra(pen: Pen) -> None:
    """A sports bra with crossed or straight straps."""
    pen.line("M226 130Q236 190 220 250M374 130Q364 190 380 250", pen.tone(-0.05), 34)
    cloth(pen, "M196 236Q250 250 300 296Q350 250 404 236Q440 300 436 384H164Q160 300 196 236Z")
    pen.rect(160, 380, 280, 50, pen.tone(-0.16), 8)
    pen.rect(
        160,
        380,
        280,
        50,
        pen.pattern("rib", 8, 60, f'<path d="M0 0h3v60H0z" fill="{pen.tone(-0.3)}"/>'),
        8,
        'opacity=".4"',
    )
    folds(pen, "M226 300Q254 344 250 376", "M374 300Q346 344 350 376")


DRAWINGS = {
    "t_shirt": t_shirt,
    "long_sleeve": long_sleeve,
    "shirt": shirt,
    "sweater": sweater,
    "hoodie": hoodie,
    "jacket": jacket,
    "coat": coat,
    "dress": dress,
    "skirt": skirt,
    "trousers": trousers,
    "jeans": jeans,
    "shorts": shorts,
    "leggings": leggings,
    "sports_bra": sports_bra,
}
