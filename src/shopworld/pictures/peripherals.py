"""Drawings of PC peripherals: what stands on a desk and what connects it."""

from __future__ import annotations

from shopworld.pictures.colours import tone
from shopworld.pictures.pen import GAMEPAD_OUTLINE, GOLD, INK, METAL, Pen


def keyboard(pen: Pen) -> None:
    """A keyboard with rows of keys, some in the accent colour."""
    full = pen.pick("full", "compact") == "full"
    left, width = (50, 500) if full else (100, 400)
    lit = pen.rng.random() < 0.5
    pen.shadow(rx=width * 0.52, y=420)
    pen.rect(left, 210, width, 198, pen.tone(-0.6), 18)
    pen.rect(left, 200, width, 196, pen.shell, 18)
    pen.rect(left + 12, 214, width - 24, 168, tone(pen.body, -0.5) if not pen.light else pen.tone(-0.16), 8)
    if lit:
        pen.rect(left + 12, 214, width - 24, 168, pen.across(pen.accent, pen.second, pen.accent), 8, 'opacity=".75"')
    cap, face = (pen.tone(-0.1), pen.tone(0.55)) if pen.light else (tone(pen.body, -0.35), tone(pen.body, 0.2))
    key = (
        f'<rect x="1.5" y="1.5" width="25" height="26" rx="4" fill="{cap}"/>'
        f'<rect x="4" y="3" width="20" height="19" rx="3" fill="{face}"/>'
    )
    keys = pen.pattern("key", 28, 30, key, left + 18, 222)
    columns = int((width - 36) / 28)
    main = columns - 5 if full else columns
    pen.rect(left + 18, 222, main * 28, 30, keys)
    pen.rect(left + 18, 252, main * 28, 90, keys)
    pen.rect(left + 18, 342, 3 * 28, 30, keys)
    pen.rect(left + 18 + (main - 4) * 28, 342, 4 * 28, 30, keys)
    pen.rect(left + 18 + 86, 344, (main - 7) * 28 - 4, 26, cap, 4)
    pen.rect(left + 18 + 89, 346, (main - 7) * 28 - 10, 19, face, 3)
    if full:
        pen.rect(
            left + 18 + (main + 0.7) * 28 // 1,
            222,
            4 * 28,
            150,
            pen.pattern("key2", 28, 30, key, left + 18 + (main + 0.7) * 28 // 1, 222),
        )
    pen.rect(left + 21, 224, 22, 22, pen.accent, 4)
    pen.rect(left + 18 + (main - 2) * 28 + 2, 284, 52, 26, pen.accent, 4)
    pen.line(f"M{left + 20} 206H{left + width - 20}", "#fff", 2, 'opacity=".35"')


def mouse(pen: Pen) -> None:
    """A mouse from above: two keys, wheel, side light."""
    pen.shadow(rx=130, y=505)
    wired = pen.rng.random() < 0.4
    if wired:
        pen.line("M300 120C300 40 380 60 400 30", INK, 9)
    shape = pen.rng.choice(
        [
            "M300 104C400 104 424 190 420 280C424 420 390 496 300 496S176 420 180 280C176 190 200 104 300 104Z",
            "M300 104C396 104 412 180 404 260C440 330 418 496 300 496S160 330 196 260C188 180 204 104 300 104Z",
        ]
    )
    pen.path(shape, pen.tone(-0.6), 'transform="translate(0 8)"')
    pen.path(shape, pen.shell)
    pen.line("M300 108V250M190 262C250 240 350 240 410 262", pen.tone(-0.6), 4)
    pen.rect(280, 146, 40, 84, tone(pen.body, -0.65), 20)
    pen.rect(287, 158, 26, 60, pen.pattern("tread", 30, 8, '<path d="M0 0h30v5H0z" fill="#5a616b"/>'), 12)
    if pen.rng.random() < 0.7:
        pen.line("M196 300C190 400 220 474 300 486S410 400 404 300", pen.accent, 7, 'opacity=".9"')
    pen.rect(288, 268, 24, 34, pen.tone(-0.35), 8)
    pen.path(
        "M214 190C220 140 250 118 286 114C250 150 236 200 232 300C206 330 204 240 214 190Z", "#fff", 'opacity=".2"'
    )
    pen.print_label(300, 404, 80, pen.tone(-0.5) if pen.light else pen.tone(0.5), 28)


def mouse_pad(pen: Pen) -> None:
    """A pad with stitched edge and a pattern, a mouse on it."""
    pen.shadow(rx=240, y=470)
    with pen.group("matrix(1 .12 -.16 .86 50 10)"):
        pen.rect(70, 150, 470, 330, pen.tone(-0.65), 24)
        pen.rect(70, 140, 470, 330, pen.slanted(pen.tone(0.12), pen.tone(-0.3)), 24)
        motif = pen.rng.randrange(3)
        if motif == 0:
            for at in range(5):
                pen.line(
                    f"M90 {210 + at * 44}c110 -70 200 60 430 -{40 - at * 12}",
                    pen.accent,
                    5,
                    f'opacity="{0.25 + at * 0.12:.2f}"',
                )
        elif motif == 1:
            pen.path("M70 470L250 140H380L200 470Z", pen.accent, 'opacity=".7"')
            pen.path("M230 470L410 140H450L270 470Z", pen.second, 'opacity=".6"')
        pen.rect(82, 152, 446, 306, "none", 18, f'stroke="{pen.accent}" stroke-width="3" stroke-dasharray="9 7"')
        pen.print_label(170, 440, 110, pen.tone(0.6) if not pen.light else pen.tone(-0.4), 24)
        pen.ellipse(420, 305, 64, 88, "#000", 'opacity=".3"')
        pen.ellipse(414, 296, 58, 84, pen.slanted("#565d68", "#1a1d22"))
        pen.line("M414 214v70M360 286q54 -18 108 0", "#0b0c0f", 4)
        pen.rect(405, 234, 18, 40, "#0b0c0f", 9)


def headset(pen: Pen) -> None:
    """A headset with boom microphone and light rings."""
    _headband(pen)
    pen.line("M176 424C180 500 240 510 290 506", "#2a2e35", 9)
    pen.rect(276, 490, 46, 28, INK, 14)
    for x in (152, 448):
        pen.ring(x, 366, 28, pen.accent, 6)


def _headband(pen: Pen) -> None:
    pen.shadow(rx=190)
    pen.line("M148 350C120 60 480 60 452 350", pen.tone(-0.45), 40)
    pen.line("M148 340C122 62 478 62 452 340", pen.slanted(pen.tone(0.3), pen.body, pen.tone(-0.2)), 30)
    pen.line("M196 190C240 110 360 110 404 190", pen.tone(-0.55), 22)
    pen.line("M150 240C160 130 230 100 300 100", "#fff", 3, 'opacity=".35"')
    for x, inner in ((152, 1), (448, -1)):
        pen.rect(x - 5 * inner - 26 + 26 * inner, 286, 52, 162, INK, 26)
        pen.rect(x - 46, 282, 92, 170, pen.tone(-0.5), 42)
        pen.rect(x - 46 - 4 * inner, 278, 88, 170, pen.shell, 42)
        pen.circle(x - 3 * inner, 366, 30, pen.slanted(pen.tone(0.3), pen.tone(-0.3)))


def headphones(pen: Pen) -> None:
    """Over-ear headphones."""
    _headband(pen)
    pen.path("M118 320q8 -34 30 -36v150q-22 -2 -30 -36z", "#fff", 'opacity=".14"')
    for x in (149, 451):
        pen.circle(x, 366, 8, pen.accent)


def webcam(pen: Pen) -> None:
    """A camera on a clip."""
    pen.shadow(rx=150)
    round_one = pen.rng.random() < 0.5
    pen.path(
        "M256 370H344L356 440H430Q446 440 446 456V484H390L372 466H230L214 490H160V462Q160 440 184 440H244Z",
        pen.slanted("#4a515b", "#191c20"),
    )
    if round_one:
        pen.circle(300, 258, 142, pen.tone(-0.5))
        pen.circle(300, 250, 142, pen.shell)
        pen.ring(300, 250, 112, "#fff" if pen.rng.random() < 0.5 else pen.accent, 12, 'opacity=".9"')
        pen.lens(300, 250, 84)
    else:
        pen.rect(112, 168, 376, 186, pen.tone(-0.5), 90)
        pen.rect(112, 158, 376, 186, pen.shell, 90)
        pen.rect(132, 178, 336, 146, "#101216", 72)
        pen.lens(300, 251, 66)
        for x in (180, 420):
            pen.rect(x - 14, 230, 28, 42, pen.pattern("hole", 9, 9, '<circle cx="4" cy="4" r="2" fill="#5a616b"/>'), 6)
    pen.circle(300, 250 - (124 if round_one else 82), 4, "#52e07c")


def microphone(pen: Pen) -> None:
    """A studio microphone on a desk stand."""
    pen.shadow(rx=140)
    pen.ellipse(300, 486, 120, 26, pen.tone(-0.5))
    pen.ellipse(300, 478, 120, 26, pen.slanted(pen.tone(0.3), pen.tone(-0.3)))
    pen.rect(290, 380, 20, 100, pen.metal(), 4)
    pen.line("M204 220V320C204 410 396 410 396 320V220", pen.tone(-0.4), 15)
    pen.rect(226, 96, 148, 280, pen.shell, 74)
    pen.path("M226 250V170A74 74 0 0 1 374 170V250Z", pen.slanted("#8b939d", "#3b414a"))
    pen.path(
        "M226 250V170A74 74 0 0 1 374 170V250Z",
        pen.pattern("net", 9, 9, '<path d="M0 0l9 9M9 0l-9 9" stroke="#1a1d22" stroke-width="1.6"/>'),
    )
    pen.rect(222, 244, 156, 14, pen.accent if pen.rng.random() < 0.5 else METAL, 4)
    pen.circle(300, 312, 20, pen.metal())
    pen.circle(300, 312, 8, INK)
    pen.rect(242, 130, 16, 100, "#fff", 8, 'opacity=".25"')
    for x in (204, 396):
        pen.circle(x, 250, 15, pen.metal())


def printer(pen: Pen) -> None:
    """A printer with paper in the feeder and a page in the tray."""
    pen.shadow(rx=230)
    pen.path("M190 200L206 92H394L410 200Z", pen.down("#fff", "#dfe4e9"))
    pen.path("M110 220Q112 196 136 196H464Q488 196 490 220V300H110Z", pen.slanted(pen.tone(0.35), pen.body))
    pen.rect(90, 270, 420, 190, pen.tone(-0.5), 22)
    pen.rect(90, 262, 420, 190, pen.down(pen.tone(0.2), pen.tone(-0.18)), 22)
    pen.rect(160, 352, 280, 44, INK, 8)
    pen.path("M184 380H416L440 490H160Z", pen.down("#eef1f4", "#fff"))
    pen.path("M214 410h110l2 12H212zm-5 26h170l3 12H205z", "#b9c2cb")
    pen.path("M330 396h66l8 34h-70z", pen.accent, 'opacity=".85"')
    pen.rect(376, 214, 92, 38, "#101318", 6)
    pen.rect(384, 220, 56, 26, pen.slanted(pen.accent, pen.second), 3)
    pen.circle(128, 290, 7, "#52e07c")
    pen.print_label(200, 320, 110, pen.tone(-0.5) if pen.light else pen.tone(0.6), 26)


def router(pen: Pen) -> None:
    """A router with two to six aerials, or a mesh cylinder."""
    if pen.pick("antenna", "mesh") == "mesh":
        pen.shadow(rx=130)
        pen.path(
            "M190 190A110 40 0 0 1 410 190L424 470A124 40 0 0 1 176 470Z",
            pen.across(pen.tone(-0.15), pen.tone(0.35), pen.body, pen.tone(-0.35)),
        )
        pen.ellipse(300, 190, 110, 40, pen.slanted(pen.tone(0.35), pen.tone(-0.1)))
        pen.ellipse(300, 190, 74, 26, pen.tone(-0.3))
        pen.path("M180 420A122 38 0 0 0 420 420L421 430A122 38 0 0 1 179 430Z", pen.accent)
        pen.print_label(300, 350, 100, pen.tone(-0.4) if pen.light else pen.tone(0.55), 28)
        return
    aerials = pen.rng.choice([2, 4, 4])
    pen.shadow(rx=240, y=490)
    for at in range(aerials):
        x = 130 + at * 340 / (aerials - 1)
        with pen.turned((at - (aerials - 1) / 2) * 9, x, 380):
            pen.rect(x - 13, 120, 26, 270, pen.across(pen.tone(0.25), pen.tone(-0.4)), 12)
            pen.rect(x - 7, 132, 4, 230, "#fff", 2, 'opacity=".25"')
    pen.path("M110 360H490L540 450H60Z", pen.slanted(pen.tone(0.3), pen.tone(-0.15)))
    pen.path(
        "M160 376H440L460 420H140Z",
        pen.pattern("slot", 24, 12, f'<rect x="3" y="3" width="17" height="5" rx="2" fill="{pen.tone(-0.5)}"/>'),
    )
    pen.path("M60 450H540V470Q540 486 524 486H76Q60 486 60 470Z", pen.tone(-0.4))
    for at in range(6):
        pen.circle(230 + at * 28, 468, 5, pen.accent if at < 4 else "#ffb74a")
    pen.path("M300 432l-40 14h80z", pen.accent, 'opacity=".8"')


def _plug(pen: Pen, x: float, y: float, form: str) -> None:
    """A plug whose cable leaves downwards at (x, y); its contacts look up."""
    if form == "usb-c":
        pen.rect(x - 21, y - 138, 42, 60, pen.metal(), 16)
        pen.rect(x - 13, y - 134, 26, 10, INK, 5)
    elif form == "displayport":
        pen.path(f"M{x - 38} {y - 80}V{y - 136}h64l12 14V{y - 80}z", pen.metal())
    elif form == "ethernet":
        pen.rect(x - 34, y - 142, 68, 66, "#dfe9ef", 4, 'opacity=".92"')
        for at in range(6):
            pen.rect(x - 28 + at * 10, y - 140, 5, 26, GOLD)
    elif form == "hdmi":
        pen.path(f"M{x - 42} {y - 80}V{y - 126}l10 -12h64l10 12V{y - 80}z", pen.metal())
    elif form == "jack":
        pen.path(f"M{x - 8} {y - 76}V{y - 140}l8 -18l8 18V{y - 76}z", pen.metal(GOLD))
    else:
        pen.rect(x - 36, y - 140, 72, 66, pen.metal(), 3)
        pen.rect(x - 22, y - 122, 16, 14, INK, 2)
        pen.rect(x + 6, y - 122, 16, 14, INK, 2)
    pen.path(f"M{x - 46} {y - 84}h92v70q0 22 -26 26h-40q-26 -4 -26 -26z", pen.shell)
    pen.path(f"M{x - 40} {y - 78}h10v66h-10z", "#fff", 'opacity=".2"')
    pen.rect(x - 16, y - 50, 32, 8, pen.accent, 4)
    pen.rect(x - 14, y + 8, 28, 34, pen.tone(-0.4), 5)
    pen.line(f"M{x - 12} {y + 18}h24m-24 10h24", "#0005", 3)


def _plugs(pen: Pen) -> tuple[str, str]:
    forms = ("usb-c", "displayport", "hdmi", "ethernet", "jack", "usb-a")
    named = sorted((pen.shape.find(one), one) for one in forms if one in pen.shape)
    first = named[0][1] if named else pen.rng.choice(forms)
    last = named[-1][1] if len(named) > 1 else (first if named else pen.rng.choice([first, "usb-c"]))
    return first, last


def cable(pen: Pen) -> None:
    """A coil with a plug at each end."""
    first, last = _plugs(pen)
    pen.shadow(rx=210)
    braided = pen.rng.random() < 0.5
    for r in (128, 108, 90):
        pen.ellipse(300, 360, r * 1.25, r, "none", f'stroke="{pen.tone(-0.4)}" stroke-width="17"')
        pen.ellipse(300, 357, r * 1.25, r, "none", f'stroke="{pen.tone(0.12)}" stroke-width="13"')
    pen.line("M180 276C150 300 150 400 210 440M420 276C450 300 450 400 390 440", pen.body, 15)
    if braided:
        pen.ellipse(
            300,
            357,
            135,
            108,
            "none",
            f'stroke="{pen.tone(0.4)}" stroke-width="13" stroke-dasharray="2 6" opacity=".6"',
        )
    pen.rect(268, 448, 64, 38, INK, 8)
    _plug(pen, 180, 240, first)
    _plug(pen, 420, 240, last)


def adapter(pen: Pen) -> None:
    """A plug on a short cable to a housing with a socket."""
    first, last = _plugs(pen)
    pen.shadow(rx=190)
    pen.line("M230 268C230 340 330 300 372 340", pen.tone(-0.2), 20)
    with pen.turned(-10, 230, 220):
        _plug(pen, 230, 236, first)
    with pen.turned(14, 400, 410):
        pen.rect(322, 330, 170, 150, pen.tone(-0.5), 22)
        pen.rect(322, 322, 170, 150, pen.shell, 22)
        if last == "ethernet":
            pen.path("M362 460v-50h20v-20h50v20h20v50z", INK, 'stroke="#c8ced5" stroke-width="5"')
        elif last == "usb-c":
            pen.rect(370, 408, 74, 34, INK, 17, 'stroke="#c8ced5" stroke-width="5"')
        else:
            pen.path("M352 404h110v24l-16 22h-78l-16 -22z", INK, 'stroke="#c8ced5" stroke-width="5"')
        pen.print_label(407, 362, 110, pen.tone(-0.5) if pen.light else "#fff", 20)


def gamepad(pen: Pen) -> None:
    """A controller with sticks, cross and four buttons."""
    pen.shadow(rx=200, y=480)
    shape = GAMEPAD_OUTLINE
    pen.path(shape, pen.tone(-0.6), 'transform="translate(0 10)"')
    pen.path(shape, pen.shell)
    pen.path("M150 182q30 -30 76 -20l-6 14q-40 0 -70 6zM450 182q-30 -30 -76 -20l6 14q40 0 70 6z", pen.tone(-0.4))
    for x, y in ((192, 252), (362, 332)):
        pen.circle(x, y, 42, pen.tone(-0.55))
        pen.circle(x, y - 3, 32, pen.slanted("#4d545e", "#15171b"))
        pen.ring(x, y - 3, 22, "#000", 3, 'opacity=".5"')
    pen.path("M224 300h28v20h20v28h-20v20h-28v-20h-20v-28h20z", pen.tone(-0.6))
    for (x, y), colour in zip(
        ((408, 214), (446, 252), (408, 290), (370, 252)), ("#f2c230", "#e8484f", "#35c48d", "#4a7bf7"), strict=True
    ):
        pen.circle(x, y, 18, tone(colour, -0.35))
        pen.circle(x, y - 2, 16, colour)
    pen.circle(300, 220, 17, pen.slanted("#fff", "#aab1b9"))
    pen.rect(252, 252, 24, 11, pen.tone(-0.5), 5)
    pen.rect(322, 252, 24, 11, pen.tone(-0.5), 5)
    pen.line("M140 230C150 200 170 190 200 188", "#fff", 4, 'opacity=".4"')


DRAWINGS = {
    "keyboard": keyboard,
    "mouse": mouse,
    "mouse_pad": mouse_pad,
    "headset": headset,
    "headphones": headphones,
    "webcam": webcam,
    "microphone": microphone,
    "printer": printer,
    "router": router,
    "cable": cable,
    "adapter": adapter,
    "gamepad": gamepad,
}
