"""Drawings of other electronics: phones, watches, sound and screens."""

from __future__ import annotations

from shopworld.pictures.colours import tone
from shopworld.pictures.pen import GAMEPAD_OUTLINE, INK, METAL, Pen


def _phone_back(pen: Pen, x: float, y: float, width: float, height: float) -> None:
    pen.rect(x, y, width, height, pen.tone(-0.45), 34)
    pen.rect(x + 3, y + 2, width - 6, height - 5, pen.shell, 32)
    lenses = pen.rng.choice([2, 3, 3])
    form = pen.rng.randrange(3)
    if form == 0:
        pen.rect(x + 16, y + 16, 92, 104 if lenses > 2 else 96, pen.tone(-0.12), 26)
        spots = [(40, 42), (40, 94), (84, 68)][:lenses]
    elif form == 1:
        spots = [(42, 46 + at * 50) for at in range(lenses)]
    else:
        pen.rect(x + 8, y + 24, width - 16, 64, tone(pen.body, -0.55), 32)
        spots = [(46 + at * 52, 56) for at in range(lenses)]
    for dx, dy in spots:
        pen.lens(x + dx, y + dy, 20)
    pen.print_label(x + width / 2, y + height * 0.62, width * 0.5, pen.tone(-0.3) if pen.light else pen.tone(0.45), 22)


def smartphone(pen: Pen) -> None:
    """The back and the screen of a phone."""
    pen.shadow(rx=170, y=512)
    _phone_back(pen, 130, 92, 208, 410)
    pen.rect(272, 106, 206, 408, tone(pen.body, -0.4), 34)
    pen.rect(276, 109, 198, 402, "#07080a", 32)
    pen.screen(283, 116, 184, 388, 26)
    pen.circle(375, 134, 7, "#07080a")
    pen.text(375, 208, "10:24", 42, "#fff")
    for at in range(4):
        pen.rect(302 + at * 38, 450, 30, 30, "#fff", 9, 'opacity=".8"')


def phone_case(pen: Pen) -> None:
    """A case from behind with camera opening."""
    pen.shadow(rx=140, y=516)
    clear = pen.body == "#dfe8ee"
    pen.rect(186, 76, 228, 436, pen.tone(-0.5), 46, 'opacity=".5"' if clear else "")
    pen.rect(190, 72, 220, 432, pen.shell, 44, 'opacity=".75"' if clear else "")
    pen.rect(202, 84, 196, 408, pen.slanted(pen.tone(0.1), pen.tone(-0.14)), 34)
    form = pen.rng.randrange(4)
    if form == 0:
        pen.ring(300, 320, 62, pen.tone(-0.35), 12)
        pen.line("M300 396v40", pen.tone(-0.35), 12)
    elif form == 1:
        pen.path("M202 380L398 250V300L202 430Z", pen.accent, 'opacity=".85"')
        pen.path("M202 440L398 310V326L202 456Z", pen.second, 'opacity=".85"')
    elif form == 2:
        pen.rect(
            202,
            230,
            196,
            250,
            pen.pattern("rib", 18, 700, f'<path d="M0 0h8v700H0z" fill="{pen.tone(-0.2)}"/>'),
            20,
            'opacity=".5"',
        )
    else:
        pen.rect(216, 236, 168, 212, "none", 14, f'stroke="{pen.tone(0.5)}" stroke-width="3" stroke-dasharray="10 7"')
    pen.rect(216, 98, 106, 112, pen.tone(-0.55), 30)
    pen.rect(222, 104, 94, 100, "#1c1f25", 25)
    for x, y in ((246, 130), (246, 178), (292, 154)):
        pen.lens(x, y, 19, "#31363e")
    pen.path("M204 130Q204 86 246 86H256Q216 96 216 140V460Q206 440 204 420Z", "#fff", 'opacity=".3"')
    pen.rect(408, 180, 7, 50, pen.tone(-0.3), 3)
    pen.print_label(300, 470, 80, pen.tone(-0.35) if pen.light else pen.tone(0.5), 18)


def screen_protector(pen: Pen) -> None:
    """Tempered glass being laid on a screen."""
    pen.shadow(rx=160, y=510)
    pen.rect(150, 110, 210, 396, "#15171b", 34)
    pen.screen(158, 118, 194, 380, 27)
    for at in range(3):
        with pen.group(f"matrix(1 -.08 .06 1 {40 + at * 34} {14 - at * 14})"):
            pen.rect(176, 118, 202, 386, "#eaf6ff", 30, 'opacity=".32" stroke="#fff" stroke-width="3"')
            pen.path("M200 122H262L196 400V150Q196 122 200 122Z", "#fff", 'opacity=".4"')
    pen.circle(452, 450, 44, pen.accent)
    pen.text(452, 462, "9H", 34, "#fff")


def power_bank(pen: Pen) -> None:
    """A slab with charge lights and ports."""
    pen.shadow(rx=150)
    with pen.turned(-8):
        pen.rect(186, 90, 236, 420, pen.tone(-0.55), 34)
        pen.rect(180, 86, 230, 414, pen.shell, 34)
        pen.rect(
            196,
            240,
            198,
            236,
            pen.pattern("rib", 500, 12, f'<path d="M0 0h500v4H0z" fill="{pen.tone(-0.3)}"/>'),
            18,
            'opacity=".6"',
        )
        for at in range(4):
            pen.circle(246 + at * 34, 200, 7, pen.accent if at < 3 else pen.tone(-0.5))
        pen.print_label(295, 160, 160, pen.tone(-0.5) if pen.light else "#fff", 30)
        pen.rect(220, 82, 60, 16, INK, 3)
        pen.rect(310, 82, 46, 14, INK, 7)
        pen.rect(192, 110, 10, 360, "#fff", 5, 'opacity=".25"')


def tablet(pen: Pen) -> None:
    """A tablet standing upright, with a pen for some."""
    pen.shadow(rx=180, y=512)
    pen.rect(128, 86, 330, 418, pen.tone(-0.45), 26)
    pen.rect(132, 84, 322, 414, pen.shell, 24)
    pen.rect(138, 90, 310, 402, "#07080a", 20)
    pen.screen(152, 106, 282, 370, 8)
    for row in range(2):
        for at in range(4):
            pen.rect(
                180 + at * 60,
                350 + row * 56,
                42,
                42,
                ("#fff", tone(pen.accent, 0.5), tone(pen.second, 0.5))[(at + row) % 3],
                12,
                'opacity=".85"',
            )
    if pen.rng.random() < 0.5:
        with pen.turned(8, 490, 300):
            pen.rect(478, 130, 20, 330, pen.across("#fff", "#cdd3d9", "#a6adb5"), 9)
            pen.path("M478 452h20l-10 34z", "#8f969e")


def _strap(pen: Pen, colour: str, top: int, bottom: int, holes: bool) -> None:
    light, dark = tone(colour, 0.2), tone(colour, -0.35)
    pen.path(
        f"M246 210L256 {top + 16}Q258 {top} 274 {top}H326Q342 {top} 344 {top + 16}L354 210Z",
        pen.across(dark, light, colour, dark),
    )
    pen.path(
        f"M246 390L258 {bottom - 24}Q262 {bottom} 300 {bottom}T342 {bottom - 24}L354 390Z",
        pen.across(dark, light, colour, dark),
    )
    if holes:
        pen.many(
            "hole",
            f'<ellipse rx="6" ry="8" fill="{tone(colour, -0.65)}"/>',
            [(300, bottom - 34 - at * 24) for at in range(3)],
        )


def smartwatch(pen: Pen) -> None:
    """A watch with strap: square or round, with a lit dial."""
    pen.shadow(rx=110, y=530)
    _strap(pen, pen.body, 66, 530, True)
    if pen.pick("square", "round") == "round":
        pen.circle(300, 300, 126, tone(METAL, -0.45))
        pen.circle(300, 297, 124, pen.slanted("#e6eaee", "#8b939c", "#4d545d"))
        pen.circle(300, 297, 106, "#08090b")
        pen.rect(420, 276, 20, 44, METAL, 7)
    else:
        pen.rect(192, 178, 216, 248, tone(METAL, -0.5), 60)
        pen.rect(194, 174, 212, 246, pen.slanted("#e6eaee", "#9aa2ab", "#5a616b"), 58)
        pen.rect(206, 186, 188, 222, "#08090b", 48)
        pen.rect(404, 240, 16, 50, METAL, 7)
    pen.text(300, 290, "10:24", 54, "#fff")
    for at, colour in enumerate((pen.accent, pen.second, "#35c48d")):
        pen.line(f"M{252 + at * 48} 352a17 17 0 1 1 1 0", colour, 7)
    pen.rect(258, 226, 84, 7, pen.accent, 3)
    pen.path("M226 214Q240 200 262 200L222 340Q216 330 216 250Z", "#fff", 'opacity=".14"')


def watch_strap(pen: Pen) -> None:
    """Two halves of a strap side by side: with buckle, holes, stitches or links."""
    pen.shadow(rx=140, y=516)
    form = pen.pick("silicone", "leather", "milanese", "nylon", "steel")
    if form in ("milanese", "steel"):
        pen.body = pen.body if pen.body not in ("#2b2e34",) else "#454a52"
    light, dark = pen.tone(0.25), pen.tone(-0.38)
    fill = pen.across(dark, light, pen.body, dark)
    pen.path("M176 92H276L262 470Q260 506 226 506T190 470Z", pen.tone(-0.6), 'transform="translate(4 5)"')
    pen.path("M176 92H276L262 470Q260 506 226 506T190 470Z", fill)
    pen.path("M326 92H426L412 400H340Z", pen.tone(-0.6), 'transform="translate(4 5)"')
    pen.path("M326 92H426L412 400H340Z", fill)
    texture = {
        "milanese": pen.pattern(
            "net", 10, 10, '<path d="M0 0l5 5l5 -5M0 10l5 -5l5 5" fill="none" stroke="#0006" stroke-width="1.6"/>'
        ),
        "nylon": pen.pattern("weave", 12, 8, '<path d="M0 0h6v4H0zm6 4h6v4H6z" fill="#0003"/>'),
        "steel": pen.pattern("link", 120, 26, '<path d="M0 0h120v4H0z" fill="#0006"/>'),
    }.get(form)
    if texture:
        pen.path("M176 92H276L262 470Q260 506 226 506T190 470ZM326 92H426L412 400H340Z", texture)
    if form in ("silicone", "leather"):
        holes = pen.rng.randint(5, 8)
        pen.many(
            "hole", f'<ellipse rx="6" ry="8" fill="{pen.tone(-0.7)}"/>', [(226, 474 - at * 30) for at in range(holes)]
        )
    if form == "leather":
        pen.line(
            "M186 104L198 470M266 104L254 470M336 104L348 392M416 104L404 392",
            pen.tone(0.5),
            2.5,
            'stroke-dasharray="8 6"',
        )
    pen.rect(322, 396, 108, 76, "none", 18, f'stroke="{tone(METAL, -0.2)}" stroke-width="14"')
    pen.rect(322, 394, 108, 76, "none", 18, 'stroke="#e4e8ec" stroke-width="8"')
    pen.rect(370, 396, 12, 80, METAL, 5)
    for x in (172, 322):
        pen.rect(x, 80, 108, 18, pen.metal(), 8)
    if form in ("silicone", "nylon"):
        pen.rect(334, 356, 84, 22, pen.tone(-0.35), 8)


def fitness_tracker(pen: Pen) -> None:
    """A narrow band with a lit display."""
    pen.shadow(rx=100, y=530)
    pen.path(
        "M252 80Q254 64 270 64H330Q346 64 348 80L356 300L344 500Q340 532 300 532T256 500L244 300Z",
        pen.across(pen.tone(-0.4), pen.tone(0.2), pen.tone(-0.4)),
    )
    pen.rect(234, 176, 132, 250, pen.tone(-0.6), 62)
    pen.rect(238, 172, 124, 248, pen.slanted("#3a4049", "#0b0c0f"), 60)
    pen.rect(250, 186, 100, 220, "#050608", 48)
    pen.text(300, 266, "10", 46, "#fff")
    pen.text(300, 312, "24", 46, pen.accent)
    pen.path("M300 372l-20 -20a12 12 0 0 1 20 -14a12 12 0 0 1 20 14z", "#f0588c")
    pen.many("hole", f'<ellipse rx="5" ry="7" fill="{pen.tone(-0.65)}"/>', [(300, 460), (300, 482), (300, 504)])
    pen.path("M262 200Q270 190 286 190L258 330Q252 320 252 240Z", "#fff", 'opacity=".14"')


def earbuds(pen: Pen) -> None:
    """Two buds above their open charging case."""
    pen.shadow(rx=170)
    stem = pen.rng.random() < 0.6
    pen.path("M150 350Q150 250 220 250H380Q450 250 450 350Z", pen.slanted(pen.tone(0.1), pen.tone(-0.35)))
    pen.path("M172 350Q172 276 226 276H374Q428 276 428 350Z", pen.tone(-0.5))
    for side, x in ((1, 216), (-1, 384)):
        if stem:
            pen.rect(x - 17, 196, 34, 150, pen.across(pen.tone(0.35), pen.tone(-0.25)), 17)
        pen.ellipse(x + 6 * side, 176, 58, 52, pen.slanted(pen.tone(0.45), pen.body, pen.tone(-0.3)))
        pen.ellipse(x + 44 * side, 164, 24, 28, INK)
        pen.ellipse(x + 50 * side, 164, 14, 18, "#3a4049")
        pen.ellipse(x - 14 * side, 156, 16, 11, "#fff", 'opacity=".45"')
        pen.circle(x - 20 * side, 190, 6, pen.accent)
    pen.path("M144 346H456V420Q456 494 384 494H216Q144 494 144 420Z", pen.shell)
    pen.rect(144, 340, 312, 14, pen.tone(-0.3), 7)
    pen.circle(300, 392, 6, pen.accent)
    pen.path("M160 362H184V450Q160 440 160 400Z", "#fff", 'opacity=".3"')
    pen.print_label(300, 452, 90, pen.tone(-0.35) if pen.light else pen.tone(0.5), 20)


def speaker(pen: Pen) -> None:
    """A portable cylinder, or a bookshelf box."""
    net = '<path d="M0 0l5 5M5 0l-5 5" stroke="#000" stroke-opacity=".35"/>'
    if pen.pick("portable", "bookshelf") == "bookshelf":
        pen.shadow(rx=150)
        pen.path("M404 92L446 116V476L404 500Z", pen.tone(-0.55))
        pen.rect(172, 92, 234, 408, pen.shell, 10)
        for y, r in ((186, 56), (352, 96)):
            pen.circle(289, y, r + 6, tone(METAL, -0.3))
            pen.circle(289, y, r, "#121418")
            pen.circle(289, y, r * 0.86, pen.glow("#15171b", "#3d434c", "#1b1e23"))
            pen.circle(289, y, r * 0.34, pen.slanted(tone(pen.accent, 0.2), tone(pen.accent, -0.5)))
        pen.print_label(289, 482, 70, pen.tone(-0.5) if pen.light else "#fff", 18)
        return
    pen.shadow(rx=225, y=462)
    pen.line("M130 190C150 110 260 110 300 180", pen.accent, 11)
    pen.rect(76, 186, 448, 260, pen.down(pen.tone(0.3), pen.body, pen.tone(-0.5)), 126)
    pen.rect(76, 186, 448, 260, pen.pattern("net", 5, 5, net), 126)
    for x in (92, 508):
        pen.ellipse(x, 316, 40, 116, pen.slanted(pen.tone(0.1), "#0f1114"))
        pen.ellipse(x, 316, 26, 84, pen.glow("#4d545e", "#14161a"))
        pen.ellipse(x, 316, 11, 38, pen.accent, 'opacity=".9"')
    pen.rect(232, 280, 136, 72, pen.accent, 14)
    pen.print_label(300, 326, 116, "#fff", 28)
    pen.path("M246 221h18v4h-18zM294 214l14 9l-14 9zM336 221h7v-7h4v7h7v4h-7v7h-4v-7h-7z", "#fff", 'opacity=".8"')


def game_console(pen: Pen) -> None:
    """A console standing beside its controller; or a hand-held one."""
    if pen.pick("tower", "handheld") == "handheld":
        pen.shadow(rx=240, y=430)
        pen.rect(50, 190, 500, 222, pen.tone(-0.55), 60)
        pen.rect(50, 182, 500, 222, pen.shell, 60)
        pen.rect(140, 194, 320, 198, "#08090b", 10)
        pen.screen(150, 204, 300, 178, 4)
        for x, y in ((94, 250), (506, 330)):
            pen.circle(x, y, 29, pen.tone(-0.6))
            pen.circle(x, y - 2, 21, "#454c56")
        pen.path("M86 310h16v16h16v16h-16v16h-16v-16h-16v-16h16z", pen.tone(-0.6))
        for (x, y), colour in zip(
            ((506, 226), (526, 248), (506, 270), (486, 248)), ("#f2c230", "#e8484f", "#35c48d", "#4a7bf7"), strict=True
        ):
            pen.circle(x, y, 10, colour)
        return
    pen.shadow(rx=210)
    pen.path("M290 92L326 76V470L290 494Z", pen.tone(-0.45))
    pen.rect(136, 92, 156, 404, pen.shell, 14)
    pen.rect(156, 116, 116, 8, INK, 4)
    pen.rect(206, 96, 5, 396, pen.accent, 2, 'opacity=".9"')
    pen.circle(250, 460, 9, pen.accent)
    pen.rect(156, 150, 34, 200, pen.pattern("hole", 11, 11, '<circle cx="5" cy="5" r="2.6" fill="#0006"/>'))
    with pen.group("translate(296 276) scale(.46)"):
        pen.path(
            GAMEPAD_OUTLINE,
            pen.shell,
            f'stroke="{pen.tone(-0.5)}" stroke-width="8"',
        )
        for x in (192, 362):
            pen.circle(x, 252 if x < 300 else 332, 40, INK)
        for (x, y), colour in zip(
            ((408, 214), (446, 252), (408, 290), (370, 252)), ("#f2c230", "#e8484f", "#35c48d", "#4a7bf7"), strict=True
        ):
            pen.circle(x, y, 17, colour)
        pen.path("M224 300h28v20h20v28h-20v20h-28v-20h-20v-28h20z", INK)


def television(pen: Pen) -> None:
    """A wide thin screen on two feet."""
    pen.shadow(rx=250, y=474)
    pen.path("M130 424L96 466H112L152 424zM470 424L504 466H488L448 424z", tone(METAL, -0.3))
    pen.rect(34, 124, 532, 308, pen.tone(-0.3), 8)
    pen.rect(37, 127, 526, 302, "#08090b", 6)
    pen.screen(42, 132, 516, 288, 2)
    pen.print_label(300, 428, 50, "#8d959e", 9)


def projector(pen: Pen) -> None:
    """A box with a lens that throws light."""
    pen.shadow(rx=220, y=480)
    pen.path("M196 330L20 190V110L260 250Z", tone(pen.accent, 0.4), 'opacity=".32"')
    pen.path("M110 280L160 214H480L520 280Z", pen.slanted(pen.tone(0.4), pen.tone(0.1)))
    pen.rect(100, 282, 424, 182, pen.tone(-0.5), 26)
    pen.rect(100, 276, 424, 180, pen.down(pen.tone(0.22), pen.tone(-0.18)), 26)
    pen.circle(216, 366, 76, pen.slanted(tone(METAL, 0.2), tone(METAL, -0.5)))
    pen.lens(216, 366, 62)
    pen.circle(216, 366, 40, pen.glow("#fff", tone(pen.accent, 0.4), "none"), 'opacity=".7"')
    pen.rect(330, 320, 160, 96, pen.pattern("slot", 12, 200, f'<path d="M0 0h5v200H0z" fill="{pen.tone(-0.45)}"/>'), 8)
    pen.print_label(320, 254, 120, pen.tone(-0.4) if pen.light else pen.tone(0.6), 24)
    pen.rect(140, 456, 40, 16, INK, 5)
    pen.rect(444, 456, 40, 16, INK, 5)


DRAWINGS = {
    "smartphone": smartphone,
    "phone_case": phone_case,
    "screen_protector": screen_protector,
    "power_bank": power_bank,
    "tablet": tablet,
    "smartwatch": smartwatch,
    "watch_strap": watch_strap,
    "fitness_tracker": fitness_tracker,
    "earbuds": earbuds,
    "speaker": speaker,
    "game_console": game_console,
    "television": television,
    "projector": projector,
}
