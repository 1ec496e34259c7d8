"""Drawings of whole computers, drives and other storage."""

from __future__ import annotations

from shopworld.pictures.colours import tone
from shopworld.pictures.components import case
from shopworld.pictures.pen import INK, METAL, Pen


def ssd(pen: Pen) -> None:
    """An M.2 stick with chips, or a 2.5-inch drive."""
    if pen.pick("m.2", "2.5") == "2.5":
        pen.shadow(rx=150)
        pen.rect(170, 130, 260, 364, pen.tone(-0.55), 16)
        pen.rect(170, 122, 260, 364, pen.shell, 16)
        pen.rect(190, 146, 220, 210, pen.slanted(pen.accent, tone(pen.accent, -0.45)), 8)
        pen.path("M190 290L410 200V356H190Z", "#fff", 'opacity=".16"')
        pen.text(300, 262, "SSD", 58, "#fff")
        pen.print_label(300, 306, 170, "#fff", 24)
        pen.rect(206, 386, 110, 9, pen.tone(0.45), 4, 'opacity=".7"')
        pen.rect(206, 406, 76, 9, pen.tone(0.45), 4, 'opacity=".5"')
        pen.contacts(214, 468, 112, 14)
        pen.contacts(334, 468, 56, 14)
        pen.screws((188, 140), (412, 140), (188, 456), (412, 456))
        return
    pen.shadow(rx=190, y=470)
    with pen.turned(-16):
        sink = pen.rng.random() < 0.4
        pen.rect(84, 240, 432, 116, "#0d1710", 6)
        pen.rect(84, 234, 432, 116, pen.slanted("#2a2f37", "#15181c"), 6)
        pen.contacts(70, 244, 20, 42, 60)
        pen.contacts(70, 296, 20, 44, 60)
        pen.path("M516 276a16 16 0 0 0 0 32z", "#e9ecef")
        if sink:
            pen.rect(112, 222, 380, 132, pen.shell, 10)
            pen.rect(112, 222, 380, 132, pen.pattern("rib", 18, 300, '<path d="M0 0h8v300H0z" fill="#0004"/>', 112), 10)
            pen.print_label(300, 296, 200, "#fff" if not pen.light else "#333", 30)
        else:
            for x in (116, 226, 336):
                pen.rect(x, 250, 94, 84, pen.slanted("#3d444e", "#111317"), 5)
            pen.rect(446, 262, 52, 58, "#3a4049", 4)
            pen.rect(116, 254, 314, 66, pen.slanted(pen.accent, tone(pen.accent, -0.5)), 4)
            pen.print_label(272, 298, 230, "#fff", 32)


def hard_drive(pen: Pen) -> None:
    """A 3.5-inch drive with a milled lid and a label."""
    pen.shadow(rx=170)
    pen.rect(150, 110, 300, 386, "#4b525b", 12)
    pen.rect(150, 100, 300, 386, pen.slanted("#eceff2", "#b3bac2", "#8f979f"), 12)
    pen.path(
        "M170 140Q170 118 192 118H408Q430 118 430 140V250Q430 330 366 356L346 420H192Q170 420 170 398Z",
        pen.slanted("#fbfcfd", "#c6ccd3"),
        'stroke="#8a929b" stroke-width="2"',
    )
    pen.circle(286, 232, 84, "none", 'stroke="#98a0a9" stroke-width="3"')
    pen.circle(286, 232, 26, pen.slanted("#f5f7f9", "#9fa7b0"))
    pen.rect(196, 282, 200, 116, "#fff", 4)
    pen.rect(196, 282, 200, 34, pen.body)
    pen.print_label(296, 307, 150, "#fff", 22)
    for at in range(3):
        pen.rect(210, 330 + at * 16, 110 - at * 18, 7, "#8d949c", 3)
    pen.rect(330, 336, 52, 46, pen.pattern("bars", 6, 80, '<path d="M0 0h3v80H0z" fill="#222"/>'))
    pen.rect(180, 440, 240, 30, BOARD_GREEN, 3)
    pen.screws((166, 116), (434, 116), (166, 290), (434, 290), (166, 470), (434, 470), (286, 232))


BOARD_GREEN = "#1f5340"


def desktop_pc(pen: Pen) -> None:
    """A glass tower, or a small computer of hand size."""
    if pen.pick("tower", "mini") == "tower":
        case(pen)
        return
    pen.shadow(rx=215, y=480)
    pen.path("M100 260L300 190L500 260L300 340Z", pen.slanted(pen.tone(0.4), pen.tone(0.05)))
    pen.path("M100 260L300 340V460Q110 400 100 380Z", pen.slanted(pen.tone(0.1), pen.tone(-0.3)))
    pen.path("M500 260L300 340V460Q490 400 500 380Z", pen.tone(-0.45))
    pen.line("M102 262L300 341L498 262", "#fff", 2, 'opacity=".4"')
    with pen.group("matrix(1 .4 0 1 0 0)"):
        pen.circle(130, 262, 12, pen.accent)
        pen.rect(160, 254, 34, 15, INK, 3)
        pen.rect(204, 254, 34, 15, INK, 3)
        pen.rect(248, 256, 26, 11, INK, 5)
    for at in range(7):
        x = 330 + at * 22
        pen.line(f"M{x} {350 - at * 9}v44", "#0b0c0f", 6, 'opacity=".7"')
    pen.ellipse(300, 262, 50, 19, pen.tone(-0.2))
    pen.print_label(300, 268, 70, pen.tone(0.6) if not pen.light else "#fff", 22)


def external_ssd(pen: Pen) -> None:
    """A small rounded drive on a cable, or a rugged one with a loop."""
    pen.shadow(rx=170, y=490)
    pen.line("M300 120C300 40 420 60 440 120S500 210 520 150", "#2a2e35", 11)
    rugged = pen.rng.random() < 0.45
    with pen.turned(-10):
        if rugged:
            pen.rect(186, 116, 228, 366, pen.accent, 48)
        pen.rect(198, 128, 204, 342, pen.tone(-0.5), 36)
        pen.rect(198, 122, 204, 342, pen.shell, 36)
        pen.rect(
            216,
            140,
            168,
            306,
            pen.pattern("rib", 16, 700, f'<path d="M0 0h7v700H0z" fill="{pen.tone(-0.2)}"/>'),
            24,
            'opacity=".55"',
        )
        pen.rect(226, 340, 148, 86, pen.tone(-0.25), 12)
        pen.print_label(300, 380, 120, "#fff", 26)
        pen.rect(262, 398, 76, 8, "#fff", 4, 'opacity=".5"')
        pen.rect(280, 110, 40, 20, METAL, 5)
        pen.circle(366, 160, 6, pen.accent)


def external_hard_drive(pen: Pen) -> None:
    """A portable drive with a cable."""
    pen.shadow(rx=190, y=495)
    pen.line("M240 120C240 50 120 60 110 160S80 330 96 410", "#22262c", 12)
    pen.rect(78, 406, 36, 52, METAL, 5)
    with pen.turned(6):
        pen.rect(170, 116, 270, 380, pen.tone(-0.55), 26)
        pen.rect(170, 106, 270, 380, pen.shell, 26)
        pen.path(
            "M170 330C250 260 360 400 440 300V460Q440 486 414 486H196Q170 486 170 460Z", pen.tone(-0.3), 'opacity=".75"'
        )
        pen.path("M170 360C250 300 360 430 440 340", "none", f'stroke="{pen.accent}" stroke-width="5"')
        pen.print_label(305, 200, 170, pen.tone(-0.6) if pen.light else "#fff", 34)
        pen.rect(290, 446, 30, 6, pen.accent, 3)
        pen.rect(206, 100, 70, 14, INK, 4)


def drive_enclosure(pen: Pen) -> None:
    """A housing with the drive half pulled out."""
    pen.shadow(rx=200, y=490)
    if pen.pick("dock", "sleeve") == "dock":
        for x in (170, 310):
            pen.rect(x, 120, 120, 230, pen.slanted("#e4e8ec", "#9aa2ab"), 6)
            pen.rect(x + 16, 146, 88, 90, pen.accent if x < 200 else "#fff", 4)
        pen.path("M110 330H490L520 400V470Q520 486 504 486H96Q80 486 80 470V400Z", pen.shell)
        pen.path("M150 336H306V352H150zM300 336H450V352H300z", INK)
        pen.rect(80, 400, 440, 86, pen.down(pen.tone(0.05), pen.tone(-0.35)), 12)
        pen.circle(470, 442, 14, pen.tone(-0.5))
        pen.circle(430, 442, 5, pen.accent)
        pen.print_label(180, 450, 130, "#fff" if not pen.light else "#333", 24)
        return
    with pen.turned(-14):
        pen.rect(240, 90, 190, 260, pen.slanted("#39404a", "#15181c"), 8)
        pen.rect(262, 116, 146, 120, pen.slanted(pen.accent, tone(pen.accent, -0.4)), 4)
        pen.rect(196, 216, 278, 284, pen.tone(-0.5), 22)
        pen.rect(196, 208, 278, 284, pen.shell, 22)
        pen.path("M232 208h206l-14 18H246z", INK)
        pen.rect(
            216,
            254,
            238,
            190,
            pen.pattern("rib", 500, 14, f'<path d="M0 0h500v5H0z" fill="{pen.tone(-0.3)}"/>'),
            8,
            'opacity=".6"',
        )
        pen.print_label(335, 470, 130, pen.tone(-0.6) if pen.light else "#fff", 22)
        pen.circle(446, 470, 6, pen.accent)


def usb_stick(pen: Pen) -> None:
    """A stick with plug, cap or swivel, and a lanyard hole."""
    pen.shadow(rx=180, y=480)
    swivel = pen.rng.random() < 0.5
    with pen.turned(-32):
        pen.rect(112, 256, 116, 84, pen.down("#f2f4f6", "#b4bbc3", "#858d96"), 4)
        pen.rect(134, 272, 22, 18, "#3c424a", 2)
        pen.rect(134, 306, 22, 18, "#3c424a", 2)
        if "c" in pen.shape.split():
            pen.rect(120, 262, 100, 72, pen.down("#f2f4f6", "#9aa2ab"), 34)
        pen.rect(212, 240, 260, 116, pen.tone(-0.5), 20)
        pen.rect(212, 234, 260, 116, pen.shell, 20)
        if swivel:
            pen.path("M180 226H420Q486 226 486 292T420 362H180V340H250Q290 340 290 294T250 248H180Z", pen.metal())
            pen.circle(424, 294, 20, "#6d747d")
            pen.circle(424, 294, 11, pen.body)
        else:
            pen.circle(444, 292, 15, "#0d0f12", f'stroke="{pen.tone(0.4)}" stroke-width="5"')
            pen.rect(226, 246, 180, 8, "#fff", 4, 'opacity=".35"')
        pen.print_label(338, 302, 120, pen.tone(-0.6) if pen.light else "#fff", 28)
        pen.rect(232, 324, 60, 6, pen.accent, 3)


def memory_card(pen: Pen) -> None:
    """An SD card, or a microSD card beside its adapter."""
    pen.shadow(rx=170, y=495)
    micro = pen.pick("micro", "standard") == "micro"
    x = 150 if micro else 170
    pen.path(
        f"M{x + 20} 110H{x + 200}L{x + 260} 170V470Q{x + 260} 490 {x + 240} 490"
        f"H{x + 20}Q{x} 490 {x} 470V250l-12 -12v-40l12 -12V130Q{x} 110 {x + 20} 110Z",
        pen.slanted("#3f4650", "#16191e"),
    )
    pen.path(f"M{x + 24} 180H{x + 236}V462H{x + 24}Z", pen.slanted(pen.tone(0.25), pen.body, pen.tone(-0.4)))
    pen.path(f"M{x + 24} 380L{x + 236} 280V462H{x + 24}Z", pen.accent, 'opacity=".85"')
    pen.print_label(x + 130, 260, 180, "#fff" if not pen.light else "#222", 44)
    pen.rect(x + 44, 290, 90, 10, "#fff", 5, 'opacity=".7"')
    pen.text(x + 190, 444, "V30", 30, "#fff")
    for at in range(6):
        pen.rect(x + 34 + at * 30, 122, 18, 40, "#d9b25a", 2)
    if micro:
        with pen.turned(10, 440, 400):
            pen.path(
                "M372 306H470Q486 306 486 322V350L502 366V400L490 412V474Q490 490 474 490"
                "H372Q356 490 356 474V322Q356 306 372 306Z",
                pen.slanted("#31373f", "#0e1013"),
            )
            pen.path("M366 330H476V470H366Z", pen.slanted(pen.tone(0.2), pen.tone(-0.3)))
            pen.print_label(421, 384, 96, "#fff" if not pen.light else "#222", 24)
            pen.path("M366 430L476 390V470H366Z", pen.accent)


DRAWINGS = {
    "ssd": ssd,
    "hard_drive": hard_drive,
    "desktop_pc": desktop_pc,
    "external_ssd": external_ssd,
    "external_hard_drive": external_hard_drive,
    "drive_enclosure": drive_enclosure,
    "usb_stick": usb_stick,
    "memory_card": memory_card,
}
