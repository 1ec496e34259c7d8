"""Drawings of PC components."""

from __future__ import annotations

from shopworld.pictures.colours import tone
from shopworld.pictures.pen import GOLD, INK, METAL, Pen


def _board(pen: Pen) -> str:
    return pen.rng.choice(["#17191d", "#17191d", "#12283a", "#143326", "#262a30"])


def _slot_bracket(pen: Pen, x: float, y: float, height: float) -> None:
    """The metal plate at the back end of an expansion card."""
    pen.rect(x, y, 22, height, pen.metal(), 3)
    pen.path(f"M{x} {y}h-22v10h22z", pen.metal())
    for at in range(3):
        pen.rect(x + 6, y + 30 + at * (height - 60) / 3, 10, (height - 90) / 4, INK, 2)


def graphics_card(pen: Pen) -> None:
    """One to three fans in a shroud, slot bracket, gold contacts, a light bar."""
    fans = next((int(one) for one in "123" if one in pen.shape), pen.rng.choice([1, 2, 2, 3, 3]))
    width = {1: 300, 2: 390, 3: 450}[fans]
    left, top, height = 300 - width / 2 + 12, 205, 185
    lit = pen.accent if pen.rng.random() < 0.6 else None
    pen.shadow(rx=width * 0.52, y=470)
    pen.rect(left + 40, top + height - 6, width * 0.72, 44, _board(pen), 4)
    pen.contacts(left + 66, top + height + 24, width * 0.42, 18, 8)
    _slot_bracket(pen, left - 20, top - 22, height + 76)
    pen.rect(left, top - 12, width, 30, tone(pen.body, -0.5), 6)
    pen.path(
        f"M{left + 18} {top}H{left + width - 34}L{left + width} {top + 30}V{top + height - 22}"
        f"L{left + width - 26} {top + height}H{left + 18}L{left} {top + height - 18}V{top + 18}Z",
        pen.shell,
    )
    r = min((width - 40) / fans / 2 - 4, 76)
    step = (width - 24) / fans
    cut = pen.rng.choice([24, 44])
    for at in range(fans - 1):
        x = left + 12 + step * (at + 1)
        pen.path(f"M{x - 16} {top + 8}h32l-16 {cut}z", pen.tone(-0.35), 'opacity=".8"')
        pen.path(f"M{x - 16} {top + height - 8}h32l-16 -{cut}z", pen.tone(-0.35), 'opacity=".8"')
        pen.line(f"M{x - 8} {top + 14}l8 {cut - 14}l8 -{cut - 14}", pen.accent, 3)
    for at in range(fans):
        x = left + 12 + step * (at + 0.5)
        pen.circle(x, top + height / 2, r + 7, pen.tone(-0.45))
        pen.fan(x, top + height / 2, r, lit, 11)
    pen.rect(left + width * 0.3, top - 9, width * 0.4, 9, lit or pen.tone(0.3), 4)
    pen.line(f"M{left + 20} {top + 4}H{left + width - 38}", "#fff", 2, 'opacity=".35"')


def processor(pen: Pen) -> None:
    """A square package with heat spreader, corner mark and etched lettering."""
    pen.shadow(rx=190, y=490)
    board = pen.rng.choice(["#1f5b41", "#22503f", "#24343f"])
    with pen.turned(pen.rng.choice([-8, 0, 6])):
        pen.rect(128, 134, 344, 344, tone(board, -0.5), 12)
        pen.rect(128, 124, 344, 344, pen.slanted(tone(board, 0.25), board), 12)
        pads = pen.pattern("pad", 14, 14, f'<rect x="3" y="3" width="8" height="8" rx="1" fill="{GOLD}"/>', 136, 130)
        for x, y, width, height in ((150, 130, 300, 14), (150, 448, 300, 14), (136, 144, 14, 304), (450, 144, 14, 304)):
            pen.rect(x, y, width, height, pads, 0, 'opacity=".75"')
        pen.path("M142 454v-22l22 22z", GOLD)
        spread = (
            "M196 158H404Q416 158 416 170V214H428V378H416V422Q416 434 404 434"
            "H196Q184 434 184 422V378H172V214H184V170Q184 158 196 158Z"
        )
        pen.path(spread, "#6d747d", 'transform="translate(0 8)"')
        pen.path(spread, pen.slanted("#f4f6f8", "#c0c6cd", "#9aa2ab", "#d5dae0"))
        pen.path(
            "M202 172H398Q402 172 402 178V414Q402 420 398 420H202Q198 420 198 414V178Q198 172 202 172Z",
            "none",
            'stroke="#fff" stroke-opacity=".5" stroke-width="2"',
        )
        pen.print_label(300, 262, 180, "#4a515a", 40)
        pen.rect(222, 292, 156, 8, "#6f7780", 4)
        pen.rect(222, 312, 118, 8, "#6f7780", 4)
        pen.rect(222, 344, 92, 7, "#8d959e", 3)
        pen.rect(340, 344, 38, 38, pen.pattern("code", 8, 8, '<path d="M0 0h4v4h4v4h-4v-4h-4z" fill="#6f7780"/>'), 2)
        pen.rect(222, 362, 70, 7, pen.accent, 3)


def motherboard(pen: Pen) -> None:
    """A board with socket, memory slots, heat sinks, expansion slots and capacitors."""
    board = _board(pen) if pen.body == "#2b2e34" else tone(pen.body, -0.2)
    small = pen.pick("atx", "micro", "mini") == "mini" or "mini" in pen.shape
    pen.shadow(rx=190)
    top, height = (100, 400)
    left, width = (135, 330)
    if small:
        top, height, left, width = 150, 330, 135, 330
    pen.rect(left, top + 8, width, height, tone(board, -0.6), 10)
    pen.rect(left, top, width, height, pen.slanted(tone(board, 0.16), board), 10)
    pen.rect(
        left,
        top,
        width,
        height,
        pen.pattern(
            "trace", 34, 34, f'<path d="M0 6h14l8 8h12M6 34v-12l8-8" fill="none" stroke="{tone(board, 0.14)}"/>'
        ),
        10,
    )
    sink = pen.slanted(tone(METAL, -0.15) if pen.light else "#565d67", "#2a2e35") if not pen.light else pen.shell
    pen.rect(left - 8, top + 12, 62, 150, sink, 6)
    for at in range(5):
        pen.rect(left - 12, top + 24 + at * 28, 18, 20, METAL, 2)
    pen.rect(left + 66, top + 14, 150, 38, sink, 6)
    pen.line(f"M{left + 76} {top + 24}h130m-130 10h130", "#0008", 3)
    pen.rect(left + 78, top + 66, 112, 112, "#2f353d", 6)
    pen.rect(left + 88, top + 76, 92, 92, pen.metal("#aeb5bd"), 4)
    pen.rect(left + 108, top + 96, 52, 52, pen.pattern("pin2", 7, 7, f'<circle cx="3" cy="3" r="2" fill="{GOLD}"/>'), 2)
    pen.line(f"M{left + 196} {top + 72}v100", METAL, 4)
    for at in range(2 if small else 4):
        pen.rect(left + 226 + at * 22, top + 20, 14, 180, pen.accent if at % 2 else "#0c0d10", 3)
        pen.rect(left + 231 + at * 22, top + 30, 4, 160, "#ffffff30", 2)
    pen.rect(left + width - 12, top + 214, 20, 60, "#0d0f12", 3)
    slots = 1 if small else 3
    for at in range(slots):
        y = top + 226 + at * 58
        pen.rect(left + 30, y, 190, 15, METAL if at == 0 else "#0c0d10", 4)
        pen.rect(left + 36, y + 5, 178, 5, "#0c0d10" if at == 0 else "#343941", 2)
        pen.rect(left + 46, y + 24, 150, 22, sink, 4)
    pen.rect(left + 234, top + 284 - (40 if small else 0), 70, 70, sink, 10)
    pen.path(
        f"M{left + 246} {top + 340 - (40 if small else 0)}l46 -46", "none", f'stroke="{pen.accent}" stroke-width="5"'
    )
    pen.many(
        "cap",
        '<circle r="8" fill="#cfd4da"/><path d="M-8 0a8 8 0 0 0 16 0z" fill="#8d949c"/>',
        [(left + 214, top + 70 + at * 22) for at in range(5)]
        + [(left + 244 + at * 20, top + height - 22) for at in range(4)],
    )
    pen.screws((left + 16, top + height - 14), (left + width - 14, top + height - 14), (left + width - 14, top + 14))


def memory(pen: Pen) -> None:
    """One, two or four sticks with heat spreaders and a light bar; bare green sticks for plain ones."""
    sticks = next((int(one) for one in "124" if one in pen.shape), pen.rng.choice([1, 2, 2, 4]))
    sticks = min(sticks, 3)
    short = "sodimm" in pen.shape
    width = 280 if short else 430
    pen.shadow(rx=width * 0.52, y=480)
    lit = pen.rng.random() < 0.5
    crown = pen.rng.choice(
        [
            "M0 22L20 0H{a}L{b} 14H{c}L{d} 0H{e}L{w} 22V104H0Z",
            "M0 10Q0 0 10 0H{e}Q{w} 0 {w} 10V104H0Z",
            "M0 0H{a}L{b} 16H{c}L{d} 0H{w}V104H0Z",
        ]
    )
    course = crown.format(a=width * 0.3, b=width * 0.34, c=width * 0.66, d=width * 0.7, e=width - 20, w=width)
    for at in range(sticks):
        x = 300 - width / 2 + (at - (sticks - 1) / 2) * 14
        y = 250 + (at - (sticks - 1) / 2) * 92 - 40
        with pen.group(f"translate({x:.0f} {y:.0f})"):
            pen.rect(4, 60, width - 8, 66, "#173d2c" if pen.body == "#3f8f5c" else "#15171b", 4)
            pen.contacts(12, 112, width * 0.5 - 8, 18, 7)
            pen.contacts(width * 0.5 + 20, 112, width * 0.5 - 32, 18, 7)
            pen.path(course, pen.shell)
            if lit:
                pen.rect(16, 4, width - 32, 14, pen.across(pen.accent, pen.second, pen.accent), 7, 'opacity=".95"')
            pen.line(f"M14 34H{width - 14}", "#fff", 2, 'opacity=".3"')
            pen.path(f"M{width * 0.06} 92l34 -44h14l-34 44zm30 0l34 -44h14l-34 44z", pen.accent, 'opacity=".85"')
            pen.print_label(width * 0.62, 80, width * 0.5, pen.tone(-0.6) if pen.light else "#eef1f4", 24)
            pen.path(f"M0 104H{width}v-8H0z", "#000", 'opacity=".22"')


def power_supply(pen: Pen) -> None:
    """A metal box with a fan grille, a label and sleeved cables."""
    pen.shadow(rx=215)
    for at in range(6):
        pen.line(
            f"M452 {300 + at * 22}c60 {at * 4} 40 {90 - at * 10} 84 {80 + at * 6}", ("#15171b", "#2b2f36")[at % 2], 13
        )
    pen.path("M120 210L160 150H500L460 210Z", pen.tone(0.22))
    pen.path("M460 210L500 150V430L460 490Z", pen.tone(-0.45))
    pen.rect(120, 210, 340, 280, pen.shell, 4)
    pen.circle(290, 350, 126, "#0c0d10")
    pen.fan(290, 350, 118, None, 7)
    for r in (34, 62, 90, 118):
        pen.ring(290, 350, r, "#aeb4bb", 3, 'opacity=".75"')
    pen.line("M202 262L378 438M378 262L202 438", "#aeb4bb", 4)
    pen.circle(290, 350, 26, pen.slanted(pen.tone(0.3), pen.tone(-0.3)))
    pen.rect(172, 164, 240, 32, "#0b0d10", 4, 'opacity=".35" transform="skewX(-8) translate(25 0)"')
    pen.print_label(316, 188, 150, "#fff", 20)
    pen.rect(120, 474, 340, 8, pen.accent)
    pen.screws((136, 226), (444, 226), (136, 460), (444, 460))


def case(pen: Pen) -> None:
    """A tower seen from the corner: mesh front with fans, glass side with the glow of what is inside."""
    fans = pen.rng.choice([0, 2, 3, 3])
    small = "mini" in pen.shape
    top = 150 if small else 84
    pen.shadow(rx=190, y=512)
    pen.path(f"M286 {top + 30}L470 {top}V478L286 520Z", pen.tone(-0.3))
    pen.path(f"M140 {top}L286 {top + 30}V520L140 478Z", pen.slanted(pen.tone(0.25), pen.tone(-0.2)))
    pen.path(f"M140 {top}L318 {top - 26}L470 {top}L286 {top + 30}Z", pen.tone(0.36))
    pen.path(f"M302 {top + 46}L456 {top + 20}V462L302 498Z", "#12151b")
    pen.path(
        f"M302 {top + 46}L456 {top + 20}V462L302 498Z", pen.slanted(pen.accent, "#141821", pen.second), 'opacity=".5"'
    )
    pen.path(f"M322 {top + 96}l96 -15v120l-96 17z", "#20262f")
    pen.ellipse(368, top + 130, 30, 34, pen.glow(pen.accent, "#0d0f13"))
    pen.path(f"M316 {top + 236}l118 -22v44l-118 24z", "#353c47")
    pen.path(f"M316 {top + 272}l118 -24v7l-118 24z", pen.second)
    pen.line(f"M430 {top + 40}v{150}", "#0d0f13", 10)
    pen.path("M302 430L456 396V462L302 498Z", "#0d0f13")
    pen.path(f"M320 {top + 44}l56 -10L340 488l-28 7V{top + 180}Z", "#fff", 'opacity=".1"')
    mesh = pen.pattern(
        "mesh",
        8,
        8,
        f'<g fill="{pen.tone(-0.62)}"><circle cx="2" cy="2" r="1.7"/><circle cx="6" cy="6" r="1.7"/></g>',
    )
    pen.path(f"M156 {top + 30}L270 {top + 53}V490L156 458Z", pen.tone(-0.42))
    for at in range(fans):
        y = top + 110 + at * ((360 - (top - 84)) / max(fans, 1)) * 0.92
        with pen.group(f"matrix(.6 .13 0 1 213 {y:.0f})"):
            pen.fan(0, 0, 58, (pen.accent, pen.second)[at % 2])
    pen.path(f"M156 {top + 30}L270 {top + 53}V490L156 458Z", mesh, 'opacity=".8"')
    if not fans:
        pen.path(f"M206 {top + 40}l8 2V475l-8 -2z", pen.accent)
    pen.line(f"M140 {top}L286 {top + 30}", "#fff", 2, 'opacity=".5"')
    pen.circle(236, top + 4, 6, pen.tone(-0.5))
    pen.path("M150 481l26 8v14l-26 -9zm126 36l24 -4v10l-24 5zm170 -38l22 -5v12l-22 6z", INK)


def cpu_cooler(pen: Pen) -> None:
    """A tower of fins with heat pipes and a fan, or a radiator with tubes and a pump."""
    if pen.pick("air", "liquid") == "liquid":
        _liquid_cooler(pen)
        return
    pen.shadow(rx=150)
    for x in (206, 246, 354, 394):
        pen.line(f"M{x} 470V128", "#b97a4e", 14)
        pen.line(f"M{x - 3} 470V128", "#e6b48a", 3)
    fins = pen.pattern(
        "fin",
        320,
        11,
        f'<path d="M0 0h320v6H0z" fill="{pen.tone(0.55) if not pen.light else "#cfd5db"}"/>'
        '<path d="M0 6h320v2H0z" fill="#4c535c"/>',
    )
    pen.rect(150, 132, 300, 290, "#858d96", 6)
    pen.rect(150, 132, 300, 290, fins, 6)
    pen.rect(150, 112, 300, 30, pen.shell, 8)
    pen.print_label(300, 135, 150, "#fff" if not pen.light else "#40464e", 18)
    pen.rect(166, 152, 268, 262, pen.shell, 20)
    pen.circle(300, 283, 122, "#0d0f12")
    pen.fan(300, 283, 116, pen.accent if pen.rng.random() < 0.5 else None)
    for x in (186, 414):
        for y in (172, 394):
            pen.circle(x, y, 8, pen.tone(-0.5))
    pen.rect(196, 440, 208, 34, pen.metal(), 6)
    pen.rect(172, 470, 256, 14, "#8b929a", 5)


def _liquid_cooler(pen: Pen) -> None:
    size = next((one for one in ("120", "240", "280", "360", "420") if one in pen.shape), None)
    fans = {"120": 1, "240": 2, "280": 2, "360": 3, "420": 3}.get(size or "", pen.rng.choice([2, 3]))
    width = fans * 140 + 20
    left = 300 - width / 2
    lit = pen.accent if pen.rng.random() < 0.65 else None
    pen.shadow(rx=200)
    pen.line(f"M{left + 30} 240C{left - 30} 400 160 470 262 430", INK, 20)
    pen.line(f"M{left + 64} 240C{left + 20} 380 190 440 262 402", "#343a43", 18)
    pen.rect(left - 12, 96, width + 24, 168, "#15171b", 10)
    pen.rect(
        left - 12, 96, width + 24, 168, pen.pattern("fins", 6, 300, '<path d="M0 0h2v300H0z" fill="#474d56"/>'), 10
    )
    for at in range(fans):
        x = left + 80 + at * 140
        pen.rect(x - 68, 110, 136, 140, pen.shell, 14)
        pen.fan(x, 180, 60, lit)
    pen.circle(330, 418, 78, tone(pen.body, -0.5))
    pen.circle(330, 412, 76, pen.shell)
    pen.circle(330, 412, 56, "#0e1014")
    pen.ring(330, 412, 62, pen.across(pen.accent, pen.second), 6)
    pen.print_label(330, 420, 80, "#fff", 24)
    pen.ellipse(312, 384, 26, 10, "#fff", 'opacity=".14"')


def case_fan(pen: Pen) -> None:
    """A square frame with a rotor, light ring and corner pads."""
    pen.shadow(rx=180)
    lit = pen.accent if pen.rng.random() < 0.7 else None
    pen.rect(120, 112, 360, 380, pen.tone(-0.55), 36)
    pen.rect(120, 104, 360, 376, pen.shell, 36)
    pen.circle(300, 292, 172, pen.slanted(pen.tone(-0.4), pen.tone(0.1)))
    pen.circle(300, 292, 164, "#0b0c0f")
    pen.line("M300 292L430 200M300 292L178 204M300 292L194 408M300 292L424 402", pen.tone(-0.25), 14)
    pen.fan(300, 292, 156, lit, pen.rng.choice([7, 9, 11]))
    for x in (152, 448):
        for y in (138, 446):
            pen.circle(x, y, 17, pen.accent if not lit else pen.tone(-0.4))
            pen.circle(x, y, 7, "#0b0c0f")
    pen.line("M150 112H440", "#fff", 2, 'opacity=".4"')


def _expansion_card(pen: Pen) -> None:
    board = _board(pen)
    pen.shadow(rx=200, y=480)
    pen.rect(150, 210, 330, 190, tone(board, -0.5), 6)
    pen.rect(150, 204, 330, 190, pen.slanted(tone(board, 0.2), board), 6)
    pen.rect(
        150,
        204,
        330,
        190,
        pen.pattern("trace", 30, 30, f'<path d="M0 8h12l8 8h10M6 30v-10" fill="none" stroke="{tone(board, 0.2)}"/>'),
        6,
    )
    pen.contacts(200, 392, 130, 26, 9)
    _slot_bracket(pen, 128, 150, 330)


def network_card(pen: Pen) -> None:
    """A card with a heat sink, a port, and aerials where it is wireless."""
    if pen.pick("wireless", "wired") == "wireless":
        for x, tilt in ((86, -10), (112, 7)):
            with pen.turned(tilt, x, 330):
                pen.rect(x - 10, 120, 20, 190, pen.across("#3b4048", "#16181c"), 9)
                pen.rect(x - 8, 306, 16, 30, GOLD, 3)
    _expansion_card(pen)
    pen.rect(236, 228, 150, 140, pen.shell, 8)
    pen.rect(236, 228, 150, 140, pen.pattern("rib", 15, 300, '<path d="M0 0h7v300H0z" fill="#0004"/>', 236), 8)
    pen.print_label(311, 306, 110, "#fff", 20)
    pen.rect(160, 250, 56, 70, METAL, 4)
    pen.rect(170, 262, 36, 46, INK, 3)
    pen.many(
        "chip", '<rect width="30" height="22" rx="2" fill="#0b0c0f"/>', [(404, 232), (438, 232), (404, 268), (404, 346)]
    )
    pen.circle(452, 340, 10, pen.accent)


def sound_card(pen: Pen) -> None:
    """A shielded card with coloured jacks."""
    _expansion_card(pen)
    pen.path("M220 216H468V330L430 372H220Z", pen.shell)
    pen.line("M232 226H456", "#fff", 2, 'opacity=".35"')
    pen.line("M250 300c16 -50 32 50 48 0s32 50 48 0s32 50 48 0", pen.accent, 6)
    pen.print_label(340, 262, 150, "#fff" if not pen.light else "#333", 24)
    pen.many(
        "cap",
        '<circle r="10" fill="#d8b25c"/><circle r="5" fill="#f3dba0"/>',
        [(186, 232 + at * 30) for at in range(5)],
    )
    for at, colour in enumerate(("#6fbf73", "#f08ab0", "#69a7e8", "#e8b04a")):
        pen.circle(139, 200 + at * 62, 14, colour)
        pen.circle(139, 200 + at * 62, 6, INK)


def thermal_paste(pen: Pen) -> None:
    """A syringe and a drop of paste."""
    pen.shadow(rx=190, y=480)
    with pen.turned(-38):
        pen.rect(230, 268, 236, 64, "#e9eef2", 12, 'opacity=".95"')
        pen.rect(236, 274, 150, 52, pen.down(pen.tone(0.35), pen.body, pen.tone(-0.3)), 8)
        pen.rect(262, 268, 124, 64, pen.down("#fff", "#dfe4ea"), 4)
        pen.rect(262, 268, 124, 16, pen.accent)
        pen.print_label(324, 314, 110, "#30353d", 20)
        pen.rect(386, 274, 14, 52, INK, 4)
        pen.rect(400, 290, 120, 20, pen.down("#f7f9fb", "#b9c0c8"), 4)
        pen.rect(516, 258, 14, 84, "#cfd5db", 6)
        pen.rect(460, 246, 16, 108, "#cfd5db", 6)
        pen.path("M230 272L176 290V310L230 328Z", "#cfd6dd")
        pen.rect(120, 293, 62, 14, pen.accent, 6)
        pen.rect(236, 276, 220, 8, "#fff", 4, 'opacity=".6"')
    pen.path(
        "M120 470q-6 -30 26 -34q20 -2 34 -16q10 20 30 24q26 6 18 26q-10 16 -56 16t-52 -16z",
        pen.slanted("#c4c9cf", "#7e858d"),
    )
    pen.ellipse(160, 452, 18, 6, "#fff", 'opacity=".5"')


def optical_drive(pen: Pen) -> None:
    """A slim drive with its tray out and a disc in it."""
    pen.shadow(rx=220, y=470)
    pen.path("M96 250L300 170L504 250L300 336Z", pen.slanted(pen.tone(0.3), pen.tone(-0.05)))
    pen.path("M96 250L300 336V380L96 290Z", pen.tone(-0.25))
    pen.path("M504 250L300 336V380L504 290Z", pen.tone(-0.45))
    pen.path("M140 296L250 342L160 420Q120 430 84 400L70 370Z", pen.tone(0.12))
    pen.ellipse(170, 372, 84, 46, pen.slanted("#f4f6fb", "#b7c6dd", "#e9d5ee", "#c5e6dd"))
    pen.ellipse(170, 372, 18, 10, "#fff", 'stroke="#8d95a0" stroke-width="3"')
    pen.line("M110 264L296 342", "#fff", 2, 'opacity=".35"')
    pen.rect(420, 292, 36, 7, pen.accent, 3, 'transform="rotate(-22 438 295)"')
    pen.print_label(300, 250, 130, pen.tone(-0.5) if pen.light else pen.tone(0.55), 24)


DRAWINGS = {
    "graphics_card": graphics_card,
    "processor": processor,
    "motherboard": motherboard,
    "memory": memory,
    "power_supply": power_supply,
    "case": case,
    "cpu_cooler": cpu_cooler,
    "case_fan": case_fan,
    "network_card": network_card,
    "sound_card": sound_card,
    "thermal_paste": thermal_paste,
    "optical_drive": optical_drive,
}
