"""Drawings of books, of things for the desk, and of gift cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from shopworld.pictures.colours import tone
from shopworld.pictures.materials import PAPER, round_wall
from shopworld.pictures.pen import INK, METAL, Pen


def book(pen: Pen) -> None:
    """A book with a drawn cover: what is on it depends on the kind."""
    cover = pen.rng.choice((pen.body, tone(pen.accent, -0.25), tone(pen.second, -0.3), "#22324a", "#8c3b3b", "#2f5d50"))
    pen.path("M170 96H426L444 116V520H188L170 500Z", "#10131a", 'opacity=".18" transform="translate(10 12)"')
    pen.path("M426 96L444 116V520L426 500Z", PAPER)
    pen.path("M170 500H426L444 520H188Z", tone(PAPER, -0.12))
    pen.rect(156, 92, 272, 410, pen.slanted(tone(cover, 0.18), cover, tone(cover, -0.2)), 6)
    pen.rect(156, 92, 20, 410, tone(cover, -0.35), 4, 'opacity=".6"')
    motif = pen.rng.randrange(4)
    light = tone(cover, 0.6)
    if motif == 0:
        pen.circle(302, 240, 78, tone(cover, 0.45))
        pen.path("M178 320Q240 250 300 300T428 260V400H178Z", tone(cover, -0.35))
    elif motif == 1:
        for at in range(5):
            pen.ring(302, 250, 20 + at * 20, light, 4, 'opacity=".8"')
    elif motif == 2:
        for at in range(6):
            pen.path(
                f"M{190 + at * 40} 330L{210 + at * 40} {170 + (at * 53) % 90}L{230 + at * 40} 330Z",
                tone(cover, 0.15 + 0.1 * (at % 3)),
            )
    else:
        pen.path("M302 160Q380 220 302 340Q224 220 302 160Z", light)
        pen.line("M302 190V360", cover, 4)
    pen.rect(200, 388, 204, 10, light, 5)
    pen.rect(226, 412, 152, 10, light, 5)
    pen.text(302, 470, (pen.label or "Press")[:14], 20, light)


# -- home --------------------------------------------------------------------------------------------------------------


def notebook(pen: Pen) -> None:
    """A bound notebook with an elastic band."""
    with pen.turned(-7):
        pen.rect(160, 90, 290, 420, "#10131a", 16, 'opacity=".16" transform="translate(10 14)"')
        pen.rect(166, 96, 290, 416, PAPER, 14)
        pen.rect(156, 88, 290, 416, pen.slanted(pen.tone(0.2), pen.body, pen.tone(-0.2)), 16)
        pen.rect(404, 88, 16, 416, pen.accent)
        pen.print_label(280, 180, 160, pen.tone(0.6 if not pen.light else -0.5), 30)
        pen.path("M230 504V548L244 534L258 548V504Z", pen.accent)


def planner(pen: Pen) -> None:
    """An open planner."""
    pen.path("M60 150H296V470H60Z", PAPER, 'stroke="#d5d0c0" stroke-width="3"')
    pen.path("M304 150H540V470H304Z", PAPER, 'stroke="#d5d0c0" stroke-width="3"')
    pen.rect(60, 150, 236, 46, pen.body)
    pen.rect(304, 150, 236, 46, pen.body)
    for x in (60, 304):
        for at in range(5):
            pen.line(f"M{x + 14} {236 + at * 46}H{x + 222}", "#d5d0c0", 3)
            pen.rect(
                x + 20, 246 + at * 46, 40 + (at * 53) % 130, 16, (pen.accent, pen.second)[at % 2], 8, 'opacity=".5"'
            )
    for at in range(7):
        pen.ring(300, 176 + at * 44, 14, tone(METAL, -0.3), 6)


def pen_drawing(pen: Pen) -> None:
    """Two pens."""
    for dx, colour in ((-60, pen.body), (50, pen.accent)):
        with pen.group(f"rotate(32 300 300) translate({dx} 0)"):
            pen.rect(278, 60, 44, 390, pen.across(tone(colour, 0.35), colour, tone(colour, -0.35)), 14)
            pen.path("M278 446H322L308 520Q300 532 292 520Z", METAL)
            pen.rect(318, 80, 12, 130, METAL, 5)
            pen.rect(278, 250, 44, 12, METAL)


def pencil_set(pen: Pen) -> None:
    """Pencils or markers in a row."""
    colours = ("#c33b32", "#e0862c", "#e6c62f", "#3d8f57", "#37a0c8", "#3a63b8", "#7a4fae")
    for at, colour in enumerate(colours):
        x = 110 + at * 56
        top = 120 + (at % 2) * 18
        pen.path(f"M{x} {top + 70}L{x + 22} {top}L{x + 44} {top + 70}Z", "#e9c793")
        pen.path(f"M{x + 14} {top + 26}L{x + 22} {top}L{x + 30} {top + 26}Z", colour)
        pen.rect(x, top + 70, 44, 330, pen.across(tone(colour, 0.25), colour, tone(colour, -0.25)))
    pen.rect(92, 400, 420, 110, pen.body, 10)
    pen.print_label(302, 466, 240, pen.tone(0.6 if not pen.light else -0.5), 34)


def marker_set(pen: Pen) -> None:
    """Thick markers with caps."""
    for at, colour in enumerate(("#c33b32", "#e6c62f", "#3d8f57", "#3a63b8", "#7a4fae")):
        x = 100 + at * 84
        pen.rect(x, 100, 60, 150, pen.across(tone(colour, 0.3), colour, tone(colour, -0.3)), 12)
        pen.rect(x + 4, 250, 52, 250, pen.across("#fff", "#f0f1f3", "#cfd4da"), 10)
        pen.rect(x + 4, 300, 52, 60, colour)


def desk_lamp(pen: Pen) -> None:
    """A lamp with a jointed arm."""
    pen.shadow(rx=150, y=520)
    pen.ellipse(250, 506, 110, 20, pen.tone(-0.3))
    pen.line("M250 500L190 330L370 190", pen.tone(-0.1), 16)
    pen.circle(190, 330, 16, METAL)
    pen.path("M400 270Q330 420 470 470Q560 360 480 250Z", pen.glow("#ffe9b0", "none"), 'opacity=".7"')
    pen.path("M340 190Q380 120 440 150L510 260L400 300Z", pen.shell)


def desk_organizer(pen: Pen) -> None:
    """A cup and trays with pens."""
    pen.shadow(rx=200, y=490)
    for x, colour in ((150, pen.accent), (186, "#e6c62f"), (220, pen.second)):
        pen.rect(x, 130, 18, 220, colour, 8)
    pen.rect(120, 250, 150, 230, round_wall(pen, pen.body), 14)
    pen.rect(290, 330, 200, 150, pen.slanted(pen.tone(0.2), pen.tone(-0.2)), 12)
    pen.rect(306, 290, 168, 60, "#f4f1e8", 4)
    pen.line("M300 406H480", pen.tone(-0.35), 5)


def desk_pad(pen: Pen) -> None:
    """A desk pad with a keyboard's place and a cup."""
    pen.path(
        "M110 200H490L560 430H40Z",
        pen.slanted(pen.tone(0.2), pen.body, pen.tone(-0.2)),
        f'stroke="{pen.tone(-0.35)}" stroke-width="3"',
    )
    pen.path(
        "M126 214H474L536 416H64Z",
        "none",
        f'stroke="{pen.tone(0.35 if not pen.light else -0.3)}" stroke-width="3" stroke-dasharray="8 6"',
    )
    pen.path("M220 270H400L416 350H204Z", "#f0f1f3")
    pen.circle(460, 320, 34, "#fbfaf6")
    pen.circle(460, 320, 26, "#5b3a22")


def stapler(pen: Pen) -> None:
    """A stapler."""
    pen.shadow(rx=220, y=430)
    pen.path("M90 400Q90 372 120 370H500Q524 372 524 400Q524 414 506 414H108Q90 414 90 400Z", INK)
    pen.path("M120 350Q112 300 160 276L470 220Q520 214 520 260V300L180 350Z", pen.shell)
    pen.path("M130 352L520 302V330L150 372Z", METAL)


def file_folder(pen: Pen) -> None:
    """Folders with tabs."""
    for at, by in enumerate((-0.2, 0.05, 0.3)):
        x, y = 90 + at * 26, 130 + at * 40
        pen.path(
            f"M{x} {y}H{x + 130}L{x + 156} {y + 34}H{x + 370}V{y + 280}H{x}Z",
            pen.slanted(pen.tone(by + 0.15), pen.tone(by)),
            f'stroke="{pen.tone(-0.35)}" stroke-width="2.5"',
        )
    pen.rect(180, 300, 150, 60, PAPER, 4)
    pen.print_label(255, 338, 120, "#3b352a", 22)


def office_chair(pen: Pen) -> None:
    """A chair on castors."""
    pen.shadow(rx=170, y=548)
    pen.line("M300 400V490M300 490L180 530M300 490L420 530M300 490V536", tone(METAL, -0.4), 14)
    for x in (180, 300, 420):
        pen.circle(x, 538, 13, INK)
    pen.rect(200, 70, 200, 240, pen.slanted(pen.tone(0.2), pen.body, pen.tone(-0.25)), 40)
    pen.rect(200, 70, 200, 240, pen.pattern("mesh", 9, 9, '<circle cx="4" cy="4" r="1.6" fill="#0003"/>'), 40)
    pen.rect(170, 336, 260, 70, pen.tone(-0.1), 30)
    pen.line("M160 290V350M440 290V350", INK, 16)


def whiteboard(pen: Pen) -> None:
    """A board with sketches and a tray."""
    pen.rect(70, 110, 460, 330, METAL, 10)
    pen.rect(86, 126, 428, 298, "#fbfcfd", 4)
    pen.line("M130 360Q200 220 280 300T440 190", pen.accent, 8)
    pen.line("M130 180h120M130 214h80", INK, 7)
    pen.rect(340, 290, 110, 80, tone(pen.second, 0.6), 6)
    pen.rect(160, 436, 280, 22, tone(METAL, -0.2), 6)
    for at, colour in enumerate((pen.body, "#c33b32", "#3a63b8")):
        pen.rect(190 + at * 76, 424, 60, 14, colour, 6)


def gift_card(pen: Pen) -> None:
    """A gift card with a bow."""
    with pen.turned(-9):
        pen.rect(90, 170, 420, 270, "#10131a", 26, 'opacity=".18" transform="translate(10 16)"')
        pen.rect(90, 166, 420, 270, pen.slanted(tone(pen.accent, 0.1), tone(pen.accent, -0.4)), 26)
        pen.circle(430, 210, 150, "#fff", 'opacity=".1"')
        pen.rect(170, 166, 26, 270, "#fff", 0, 'opacity=".85"')
        pen.rect(90, 270, 420, 22, "#fff", 0, 'opacity=".85"')
        pen.path(
            "M183 281Q110 220 120 280Q130 320 183 281Q250 220 246 280Q236 320 183 281Z",
            "#fff",
            f'stroke="{tone(pen.accent, -0.3)}" stroke-width="4"',
        )
        pen.text(370, 240, "GIFT CARD", 34, "#fff")
        pen.text(370, 384, (pen.label or "")[:18], 24, "#fff")


DRAWINGS: Mapping[str, Callable[[Pen], None]] = {
    **dict.fromkeys(
        (
            "novel",
            "crime_novel",
            "fantasy_novel",
            "biography",
            "cookbook",
            "travel_guide",
            "childrens_book",
            "poetry_book",
            "science_book",
            "art_book",
        ),
        book,
    ),
    "notebook": notebook,
    "planner": planner,
    "pen": pen_drawing,
    "pencil_set": pencil_set,
    "marker_set": marker_set,
    "desk_lamp": desk_lamp,
    "desk_organizer": desk_organizer,
    "desk_pad": desk_pad,
    "stapler": stapler,
    "file_folder": file_folder,
    "office_chair": office_chair,
    "whiteboard": whiteboard,
    "gift_card": gift_card,
}
