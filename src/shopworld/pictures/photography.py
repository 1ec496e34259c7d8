"""Drawings of cameras and what belongs to them."""

from __future__ import annotations

from shopworld.pictures.colours import tone
from shopworld.pictures.pen import INK, METAL, Pen


def camera(pen: Pen) -> None:
    """A system camera with grip, finder and lens."""
    pen.shadow(rx=220, y=470)
    two_tone = pen.rng.random() < 0.35
    pen.path("M214 176L240 120H352L380 176Z", pen.slanted(pen.tone(0.2), pen.tone(-0.3)))
    pen.rect(262, 130, 70, 26, INK, 6)
    pen.rect(100, 160, 88, 30, pen.metal("#8e959d"), 8)
    pen.rect(420, 152, 66, 26, pen.metal(), 8)
    pen.rect(452, 142, 30, 14, "#e8484f" if pen.rng.random() < 0.4 else METAL, 6)
    pen.rect(70, 178, 460, 270, pen.tone(-0.6), 34)
    pen.rect(70, 172, 460, 268, pen.shell if not two_tone else pen.slanted("#e8ebee", "#a7aeb6"), 34)
    pen.rect(70, 226, 460, 170, "#22262c" if two_tone or not pen.light else pen.tone(-0.12), 0)
    pen.rect(70, 226, 460, 170, pen.pattern("skin", 6, 6, '<circle cx="3" cy="3" r="1.3" fill="#0004"/>'))
    pen.path("M70 200Q70 172 104 172H152Q166 240 150 440H104Q70 440 70 406Z", "#1a1d22")
    pen.circle(318, 310, 148, tone(METAL, -0.4))
    pen.circle(318, 306, 146, pen.slanted("#4b525c", "#14161a"))
    pen.ring(318, 306, 128, "#5f6670", 5, 'stroke-dasharray="4 5"')
    pen.lens(318, 306, 112)
    pen.ring(318, 306, 98, pen.accent, 3, 'opacity=".7"')
    pen.print_label(300, 214, 110, "#3a4049" if two_tone or pen.light else "#e9edf1", 26)
    pen.circle(474, 250, 12, "#fbe9c6")


def lens(pen: Pen) -> None:
    """A lens lying at an angle: glass, rings and mount."""
    pen.shadow(rx=210, y=480)
    with pen.turned(-24):
        long = pen.pick("prime", "zoom", "tele") != "prime"
        end = 500 if long else 440
        barrel = pen.down(pen.tone(0.28), pen.body, pen.tone(-0.5))
        pen.rect(end - 24, 226, 40, 150, pen.down("#f4f6f8", "#a9b0b8", "#6c737c"), 8)
        pen.rect(330, 206, end - 340, 190, barrel, 10)
        pen.rect(176, 188, 170, 226, barrel, 12)
        for x, width in ((206, 62), (346 if long else 296, 60)):
            pen.rect(
                x,
                186 if x < 300 else 202,
                width,
                230 if x < 300 else 198,
                pen.pattern(
                    "grip", 500, 12, '<path d="M0 0h500v6H0z" fill="#0b0c0f"/><path d="M0 6h500v6H0z" fill="#3c424b"/>'
                ),
                4,
            )
        pen.rect(284, 188, 6, 226, pen.accent)
        pen.ellipse(178, 301, 62, 113, pen.slanted("#5a616b", "#0f1114"))
        pen.ellipse(172, 301, 50, 96, "#08090c")
        pen.ellipse(170, 301, 42, 82, pen.glow("#4a5ba0", "#1a1f3c", "#07080d"))
        pen.ellipse(160, 266, 12, 24, "#fff", 'opacity=".6"')
        pen.ellipse(182, 340, 6, 12, "#b287ea", 'opacity=".7"')


def action_camera(pen: Pen) -> None:
    """A small block with a lens and a front display."""
    pen.shadow(rx=180)
    pen.rect(270, 440, 60, 54, INK, 8)
    pen.rect(250, 470, 100, 26, "#30353d", 8)
    pen.rect(112, 144, 376, 306, pen.tone(-0.6), 42)
    pen.rect(112, 138, 376, 302, pen.shell, 42)
    pen.rect(134, 210, 150, 150, "#08090b", 14)
    pen.screen(142, 218, 134, 134, 8)
    pen.rect(304, 172, 160, 170, pen.tone(-0.45), 26)
    pen.lens(384, 256, 70)
    pen.rect(160, 124, 76, 20, "#e8484f", 8)
    pen.print_label(210, 190, 110, pen.tone(-0.5) if pen.light else "#fff", 24)
    pen.rect(140, 392, 320, 26, pen.pattern("rib", 14, 60, '<path d="M0 0h6v60H0z" fill="#0004"/>'), 6)
    pen.circle(448, 376, 6, pen.accent)


def drone(pen: Pen) -> None:
    """A quadcopter with a camera on a gimbal."""
    pen.shadow(rx=190, y=490)
    for x, y in ((120, 180), (480, 180), (96, 330), (504, 330)):
        pen.line(f"M300 270L{x} {y + 24}", pen.tone(-0.3), 24)
        pen.line(f"M300 264L{x} {y + 18}", pen.tone(0.15), 14)
        pen.rect(x - 15, y - 4, 30, 44, pen.slanted("#565d67", "#15171b"), 8)
        pen.ellipse(x, y - 8, 92, 13, "#30353d", 'opacity=".22"')
        pen.line(f"M{x - 84} {y - 6}L{x + 84} {y - 10}", "#2a2e35", 7)
        pen.line(f"M{x - 84} {y - 6}l18 -1M{x + 84} {y - 10}l-18 1", pen.accent, 7)
        pen.circle(x, y - 8, 9, METAL)
    pen.path("M210 246Q220 200 300 200T390 246L400 320Q396 372 300 372T200 320Z", pen.shell)
    pen.path("M240 232Q300 206 360 232L340 262H260Z", "#fff", 'opacity=".25"')
    pen.line("M230 352L190 440M370 352L410 440", pen.tone(-0.4), 13)
    pen.rect(252, 350, 96, 84, pen.slanted("#565d67", "#15171b"), 24)
    pen.lens(300, 394, 34)
    pen.rect(256, 296, 88, 12, INK, 6)
    pen.circle(272, 302, 4, "#52e07c")
    pen.circle(328, 302, 4, "#e8484f")


def camera_bag(pen: Pen) -> None:
    """A padded bag with flap, pockets and strap; or a backpack."""
    pen.shadow(rx=200)
    if pen.pick("shoulder", "backpack") == "backpack":
        pen.line("M250 110C250 60 350 60 350 110", pen.tone(-0.4), 18)
        pen.rect(160, 104, 280, 390, pen.tone(-0.5), 70)
        pen.rect(160, 96, 280, 390, pen.shell, 70)
        pen.rect(190, 280, 220, 180, pen.tone(-0.12), 34)
        pen.line("M196 310C230 290 370 290 404 310M200 180C240 140 360 140 400 180", tone(METAL, -0.1), 5)
        pen.line("M386 304v26M388 176v26", pen.accent, 9)
        for x in (132, 448):
            pen.rect(x - 10, 320, 40, 130, pen.tone(-0.35), 16)
    else:
        pen.line("M120 250C130 60 470 60 480 250", pen.tone(-0.5), 22)
        pen.line("M120 246C132 66 468 66 480 246", pen.tone(0.05), 12)
        pen.rect(96, 220, 408, 276, pen.tone(-0.55), 40)
        pen.rect(96, 212, 408, 276, pen.shell, 40)
        pen.rect(140, 380, 320, 92, pen.tone(-0.18), 18)
        pen.path(
            "M88 236Q88 200 130 200H470Q512 200 512 236V330Q512 366 470 366H130Q88 366 88 330Z",
            pen.slanted(pen.tone(0.15), pen.tone(-0.2)),
        )
        pen.path(
            "M102 236Q102 214 130 214H470Q498 214 498 236V328Q498 352 470 352H130Q102 352 102 328Z",
            "none",
            f'stroke="{pen.tone(0.45)}" stroke-width="2.5" stroke-dasharray="8 6"',
        )
        for x in (190, 370):
            pen.rect(x, 300, 40, 110, pen.tone(-0.45), 8)
            pen.rect(x + 2, 380, 36, 34, pen.metal(), 6)
        pen.rect(94, 196, 14, 60, METAL, 6)
        pen.rect(492, 196, 14, 60, METAL, 6)
    pen.rect(262, 240, 76, 34, pen.accent, 6)
    pen.print_label(300, 264, 64, "#fff", 16)


def tripod(pen: Pen) -> None:
    """Three legs, a column and a ball head with plate."""
    pen.shadow(rx=190, y=512)
    fill = pen.across(pen.tone(-0.4), pen.tone(0.25), pen.tone(-0.4))
    pen.rect(288, 200, 24, 240, pen.metal("#8e959d"), 6)
    for turn in (24, -24, 3):
        with pen.turned(turn, 300, 220):
            pen.rect(286, 216, 28, 130, fill, 8)
            pen.rect(289, 336, 22, 100, fill, 6)
            pen.rect(292, 426, 16, 84 if turn else 70, fill, 5)
            pen.rect(283, 330, 34, 22, INK, 6)
            pen.rect(286, 420, 28, 20, INK, 6)
            pen.rect(288, 500 if turn else 488, 24, 18, pen.accent, 8)
    pen.path("M258 196H342L352 246H248Z", pen.shell)
    pen.circle(300, 158, 44, pen.slanted(pen.tone(0.3), pen.tone(-0.45)))
    pen.rect(250, 96, 100, 22, INK, 6)
    pen.rect(264, 112, 72, 20, pen.metal(), 5)
    pen.line("M340 162l86 34", pen.tone(-0.4), 12)
    pen.circle(428, 198, 16, pen.accent)
    pen.circle(250, 160, 14, pen.tone(-0.4))


DRAWINGS = {
    "camera": camera,
    "lens": lens,
    "action_camera": action_camera,
    "drone": drone,
    "camera_bag": camera_bag,
    "tripod": tripod,
}
