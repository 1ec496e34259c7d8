"""Drawings of shoes, hats, bags and what else is worn with clothes."""

from __future__ import annotations

from shopworld.pictures.colours import tone
from shopworld.pictures.garments import cloth, folds, ribs, seam
from shopworld.pictures.pen import METAL, Pen


def socks(pen: Pen) -> None:
    """A pair of socks with coloured cuffs."""
    top = 210 if "ankle" in pen.shape else 110
    for dx, by in ((96, -0.1), (0, 0.0)):
        with pen.group(f"translate({dx} {-dx // 6})"):
            cloth(
                pen,
                f"M190 {top}H290V350Q292 380 330 400L410 436Q446 456 432 490Q420 516 384 514L250 506Q186 500 186 430Z",
                by,
            )
            pen.rect(186, top - 6, 108, 46, pen.accent, 8)
            pen.rect(186, top - 6, 108, 46, pen.pattern("rib", 8, 60, '<path d="M0 0h3v60H0z" fill="#0003"/>'), 8)
            pen.path("M384 514Q420 516 432 490Q446 456 410 436Q384 470 384 514Z", pen.accent)
            pen.path("M188 440Q188 500 250 506Q240 450 188 440Z", pen.accent)


def cap(pen: Pen) -> None:
    """A cap from the front left."""
    pen.shadow(rx=200, y=440)
    cloth(pen, "M140 356Q130 160 300 150Q470 160 460 356Q300 320 140 356Z")
    seam(pen, "M300 152V330M216 176Q190 250 194 340M384 176Q410 250 406 340")
    cloth(pen, "M150 350Q300 306 450 350Q520 400 500 432Q300 366 100 432Q80 400 150 350Z", -0.16)
    pen.circle(300, 150, 10, pen.tone(-0.2))
    pen.rect(250, 222, 100, 60, pen.tone(0.5 if not pen.light else -0.4), 10)
    pen.print_label(300, 260, 88, pen.body, 22)


def beanie(pen: Pen) -> None:
    """A knitted hat with a folded cuff."""
    cloth(pen, "M152 390Q140 150 300 140Q460 150 448 390Z")
    pen.path(
        "M152 390Q140 150 300 140Q460 150 448 390Z",
        pen.pattern("knit", 18, 40, f'<path d="M0 0h6v40H0z" fill="{pen.tone(-0.2)}"/>'),
        'opacity=".5"',
    )
    ribs(pen, 138, 370, 324, 92)
    pen.rect(262, 396, 76, 42, "#c99a5b", 4)
    pen.print_label(300, 424, 66, "#3b2a17", 18)


def scarf(pen: Pen) -> None:
    """A scarf folded over, with fringes."""
    cloth(pen, "M170 110Q300 70 430 110L446 250Q300 300 154 250Z", -0.08)
    cloth(pen, "M206 220L330 236L300 500H176Z")
    cloth(pen, "M300 236L412 220L450 470H330Z", 0.06)
    band = pen.pattern(
        "bands",
        60,
        60,
        f'<path d="M0 0h60v14H0z" fill="{pen.accent}" opacity=".55"/><path d="M0 28h60v6'
        'H0z" fill="#fff" opacity=".4"/>',
    )
    pen.path("M206 220L330 236L300 500H176Z", band)
    for at in range(10):
        pen.line(f"M{180 + at * 13} 500v34M{334 + at * 12} 470v32", pen.tone(-0.15), 4)


def sneakers(pen: Pen) -> None:
    """A sneaker from the side."""
    pen.shadow(rx=240, y=452)
    sole = "#f3f1ec" if not pen.light else "#d8d3c8"
    cloth(pen, "M96 410Q84 300 110 230Q170 262 224 236Q260 220 282 240Q330 320 440 342Q520 358 520 410Z")
    pen.path("M60 400H540Q548 456 500 458H110Q62 456 60 400Z", sole, f'stroke="{tone(sole, -0.25)}" stroke-width="2.5"')
    pen.line("M84 430H516", tone(sole, -0.2), 4, 'opacity=".7"')
    pen.path("M96 404Q92 340 104 280Q150 300 160 404Z", pen.tone(-0.22))
    pen.path("M420 340Q520 352 520 402H380Q384 360 420 340Z", pen.tone(0.12 if not pen.light else -0.1))
    pen.path("M196 404Q230 310 300 300L330 322Q260 340 240 404Z", pen.accent, 'opacity=".9"')
    if pen.pick("slip-ons", "trainers", "running", "sneakers") != "slip-ons":
        for at in range(4):
            pen.line(f"M{262 + at * 28} {256 + at * 24}l-36 20", "#fff" if not pen.light else "#5c626a", 8)


def boots(pen: Pen) -> None:
    """A boot from the side: laced, or with elastic."""
    pen.shadow(rx=210, y=492)
    cloth(pen, "M168 110H318Q330 220 336 300Q420 320 476 360Q506 384 504 440H160Q172 280 168 110Z")
    pen.path("M144 432H512Q518 490 486 492H340L332 476H236L230 494H160Q142 490 144 432Z", "#2a2622")
    if pen.pick("chelsea", "hiking", "ankle") == "chelsea":
        pen.path("M226 118Q250 220 214 320Q296 330 306 300Q282 220 290 118Z", pen.tone(-0.45))
        pen.rect(160, 92, 22, 40, pen.tone(-0.3), 6)
    else:
        for at in range(6):
            pen.line(f"M{296 + at * 6} {146 + at * 28}l-52 12", "#e6d9b8", 7)
            pen.circle(242 + at * 6, 158 + at * 28, 5, "#c9a24f")
    pen.line("M164 404H500", pen.tone(-0.35), 4, 'stroke-dasharray="7 4"')
    pen.path("M196 130Q186 260 184 380L200 380Q206 260 216 130Z", "#fff", 'opacity=".14"')


def tote_bag(pen: Pen) -> None:
    """A tote with two straps and a label."""
    pen.shadow(rx=180, y=524)
    for x in (0, 16):
        pen.line(f"M{214 + x} 230Q{220 + x} 70 300 70Q{380 - x} 70 {386 - x} 230", pen.tone(-0.25 - x / 100), 18)
    cloth(pen, "M140 210H460L440 500Q438 522 416 522H184Q162 522 160 500Z")
    pen.rect(140, 210, 320, 26, pen.tone(-0.14))
    pen.rect(246, 320, 108, 76, pen.tone(0.5 if not pen.light else -0.45), 6)
    pen.print_label(300, 368, 96, pen.body if not pen.light else "#fff", 22)
    folds(pen, "M190 260Q206 380 188 490", "M410 260Q394 380 412 490")


def backpack(pen: Pen) -> None:
    """A backpack from the front."""
    pen.shadow(rx=180, y=528)
    pen.line("M256 96Q256 50 300 50Q344 50 344 96", pen.tone(-0.4), 16)
    for x in (132, 468):
        pen.line(f"M{x} 250Q{x + (30 if x < 300 else -30)} 200 {x + (60 if x < 300 else -60)} 190", pen.tone(-0.4), 22)
    cloth(pen, "M150 220Q150 86 300 86Q450 86 450 220V480Q450 526 404 526H196Q150 526 150 480Z")
    if "rolltop" in pen.shape:
        cloth(pen, "M158 96H442V170H158Z", -0.12)
        pen.rect(284, 150, 32, 90, "#2a2d32", 4)
    pen.line("M176 250Q180 130 300 124Q420 130 424 250", tone(METAL, -0.1), 5, 'stroke-dasharray="4 3"')
    cloth(pen, "M184 330Q184 300 214 300H386Q416 300 416 330V470Q416 496 390 496H210Q184 496 184 470Z", -0.1)
    pen.line("M196 330H404", tone(METAL, -0.1), 5, 'stroke-dasharray="4 3"')
    pen.rect(256, 210, 88, 48, "#b98a5c", 6)
    pen.print_label(300, 242, 76, "#33230f", 18)


def belt(pen: Pen) -> None:
    """A rolled belt with its buckle."""
    pen.shadow(rx=190, y=470)
    pen.ellipse(300, 330, 200, 130, "none", f'stroke="{pen.tone(-0.25)}" stroke-width="54"')
    pen.ellipse(300, 318, 200, 130, "none", f'stroke="{pen.body}" stroke-width="50"')
    pen.ellipse(
        300, 310, 196, 126, "none", f'stroke="{pen.tone(0.3)}" stroke-width="3" stroke-dasharray="8 6" opacity=".7"'
    )
    pen.rect(236, 396, 130, 96, "none", 14, f'stroke="{METAL}" stroke-width="14"')
    pen.line("M246 444H372", tone(METAL, -0.2), 9)
    for at in range(4):
        pen.circle(414 + at * 22, 424 - at * 16, 5, pen.tone(-0.6))


def sunglasses(pen: Pen) -> None:
    """Sunglasses: round, square or aviators."""
    pen.shadow(rx=220, y=400)
    style = pen.pick("round", "aviators", "sunglasses")
    lens = pen.down(tone(pen.body, -0.45), "#3b3f48", tone(pen.accent, 0.2))
    pen.line("M100 250Q60 250 70 330M500 250Q540 250 530 330", pen.tone(-0.2), 12)
    for x in (190, 410):
        if style == "round":
            pen.circle(x, 300, 82, lens, f'stroke="{pen.body}" stroke-width="14"')
        elif style == "aviators":
            pen.path(
                f"M{x - 92} 236Q{x} 216 {x + 92} 236Q{x + 92} 390 {x} 392Q{x - 92} 390 {x - 92} 236Z",
                lens,
                'stroke="#c2a15a" stroke-width="8"',
            )
        else:
            pen.rect(x - 94, 236, 188, 130, lens, 34, f'stroke="{pen.body}" stroke-width="18"')
        pen.path(f"M{x - 50} 260L{x - 10} 250L{x - 40} 340L{x - 66} 340Z", "#fff", 'opacity=".25"')
    pen.line("M276 276Q300 256 324 276", pen.body if style != "aviators" else "#c2a15a", 12)


DRAWINGS = {
    "socks": socks,
    "cap": cap,
    "beanie": beanie,
    "scarf": scarf,
    "sneakers": sneakers,
    "boots": boots,
    "tote_bag": tote_bag,
    "backpack": backpack,
    "belt": belt,
    "sunglasses": sunglasses,
}
