"""Drawings of beauty and sports products."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from shopworld.pictures.colours import tone
from shopworld.pictures.materials import CREAM, paper_label, round_wall
from shopworld.pictures.pen import INK, METAL, Pen

# -- beauty ------------------------------------------------------------------------------------------------------------


def jar(pen: Pen) -> None:
    """A jar of cream with a lid."""
    pen.shadow(rx=180, y=474)
    pen.rect(130, 270, 340, 196, round_wall(pen, pen.tone(0.35)), 40)
    pen.rect(120, 190, 360, 96, round_wall(pen, pen.body), 18)
    paper_label(pen, 200, 318, 200, 110)


def dropper(pen: Pen) -> None:
    """A bottle with a dropper."""
    pen.shadow(rx=120, y=516)
    pen.path("M276 60Q300 30 324 60V150H276Z", INK)
    pen.rect(256, 146, 88, 60, METAL, 8)
    pen.path(
        "M264 206H336V240Q400 256 400 300V480Q400 512 368 512H232Q200 512 200 480V300Q200 256 264 240Z",
        round_wall(pen, tone(pen.accent, -0.25)),
        'opacity=".92"',
    )
    paper_label(pen, 218, 330, 164, 130)


def pump(pen: Pen) -> None:
    """A bottle with a pump."""
    pen.shadow(rx=130, y=520)
    pen.path("M250 60H330Q352 62 352 84V112H278V84H216V72Q220 60 250 60Z", INK)
    pen.rect(278, 108, 44, 50, METAL)
    pen.rect(248, 150, 104, 40, INK, 8)
    pen.rect(184, 186, 232, 330, round_wall(pen, pen.body), 44)
    paper_label(pen, 212, 280, 176, 150)


def tube(pen: Pen) -> None:
    """A tube standing on its cap."""
    pen.shadow(rx=110, y=520)
    pen.path("M196 70H404L374 410H226Z", round_wall(pen, pen.body))
    pen.rect(192, 56, 216, 26, pen.tone(-0.25), 4)
    pen.rect(232, 408, 136, 104, round_wall(pen, pen.tone(0.5)), 10)
    pen.print_label(300, 230, 150, pen.tone(0.7 if not pen.light else -0.5), 34)
    pen.rect(250, 262, 100, 8, pen.tone(0.5 if not pen.light else -0.3), 4)


def soap(pen: Pen) -> None:
    """A bar of soap with its band."""
    pen.shadow(rx=200, y=440)
    pen.rect(110, 220, 380, 210, pen.slanted(pen.tone(0.4), pen.body, pen.tone(-0.2)), 60)
    pen.rect(220, 220, 160, 210, CREAM)
    pen.print_label(300, 334, 140, "#3b352a", 30)
    for x, y, r in ((150, 160, 26), (210, 120, 16), (430, 150, 34), (480, 110, 14)):
        pen.circle(x, y, r, "#ffffff", 'opacity=".7" stroke="#cfe0ea" stroke-width="3"')


def lip_balm(pen: Pen) -> None:
    """A round tin, open."""
    pen.shadow(rx=180, y=450)
    pen.ellipse(390, 250, 130, 120, pen.metal())
    pen.circle(390, 244, 112, pen.slanted(pen.tone(0.25), pen.body))
    pen.print_label(390, 254, 160, pen.tone(0.7 if not pen.light else -0.5), 28)
    pen.ellipse(240, 390, 160, 66, METAL)
    pen.ellipse(240, 374, 160, 66, pen.metal())
    pen.ellipse(240, 372, 142, 54, pen.glow(tone(pen.accent, 0.6), tone(pen.accent, 0.3)))


def lipstick(pen: Pen) -> None:
    """A lipstick beside its cap."""
    pen.shadow(rx=150, y=516)
    pen.path("M216 250V140Q216 84 284 70V250Z", pen.across(tone(pen.body, 0.25), pen.body, tone(pen.body, -0.3)))
    pen.rect(206, 250, 88, 90, pen.metal("#d7b45e"), 4)
    pen.rect(190, 330, 120, 180, pen.across("#3b3f46", "#6b727b", INK), 8)
    pen.rect(356, 270, 112, 240, pen.across("#3b3f46", "#6b727b", INK), 10)


def mascara(pen: Pen) -> None:
    """A mascara with its brush."""
    pen.shadow(rx=120, y=520)
    pen.rect(180, 170, 92, 344, pen.across(pen.tone(0.3), pen.body, pen.tone(-0.4)), 16)
    pen.print_label(226, 350, 84, "#e9d7a0", 20)
    pen.rect(330, 60, 84, 200, pen.across(pen.tone(0.3), pen.body, pen.tone(-0.4)), 16)
    pen.line("M372 260V330", INK, 9)
    pen.rect(352, 326, 40, 150, INK, 18)
    pen.rect(
        344,
        326,
        56,
        150,
        pen.pattern("bristle", 56, 7, f'<path d="M0 2h56" stroke="{INK}" stroke-width="2.5"/>', 344, 326),
        20,
    )


def nail_polish(pen: Pen) -> None:
    """A small bottle with a tall cap."""
    pen.shadow(rx=130, y=510)
    pen.path("M262 60H338L348 290H252Z", pen.across("#4a4f57", "#7d848c", INK))
    pen.rect(180, 286, 240, 220, pen.slanted(pen.tone(0.35), pen.body, pen.tone(-0.3)), 54)
    pen.ellipse(230, 360, 20, 50, "#fff", 'opacity=".4"')


def perfume(pen: Pen) -> None:
    """A square bottle with a cap."""
    pen.shadow(rx=170, y=506)
    pen.rect(250, 70, 100, 110, pen.metal("#d7b45e"), 10)
    pen.rect(272, 176, 56, 34, METAL)
    pen.rect(150, 206, 300, 296, "#f3ead9", 28, f'stroke="{tone(pen.body, 0.3)}" stroke-width="6"')
    pen.rect(174, 270, 252, 210, pen.slanted(pen.tone(0.55), pen.tone(0.15)), 16)
    paper_label(pen, 222, 330, 156, 90)


def makeup_brush(pen: Pen) -> None:
    """Three brushes."""
    for x, top, wide in ((180, 70, 60), (300, 120, 40), (410, 160, 26)):
        pen.path(
            f"M{x - wide} {top + 130}Q{x - wide} {top} {x} {top - 20}Q{x + wide} {top} {x + wide} {top + 130}Z",
            pen.down("#e9c8a0", "#7d573c"),
        )
        pen.path(f"M{x - wide} {top + 128}H{x + wide}L{x + 18} {top + 210}H{x - 18}Z", pen.metal("#d7b45e"))
        pen.rect(x - 16, top + 206, 32, 540 - top - 206, pen.across(pen.tone(0.3), pen.body, pen.tone(-0.35)), 14)


# -- sports ------------------------------------------------------------------------------------------------------------


def yoga_mat(pen: Pen) -> None:
    """A rolled mat."""
    pen.shadow(rx=230, y=470)
    pen.path("M120 440H480Q540 440 560 460H90Z", pen.tone(-0.1))
    pen.rect(150, 300, 330, 160, pen.down(pen.tone(0.3), pen.body, pen.tone(-0.35)), 10)
    pen.ellipse(150, 380, 44, 80, pen.tone(0.15))
    for r in (66, 48, 30, 14):
        pen.ellipse(150, 380, r * 0.55, r, "none", f'stroke="{pen.tone(-0.35)}" stroke-width="6"')
    for x in (230, 400):
        pen.rect(x, 296, 20, 168, pen.accent)


def dumbbell(pen: Pen) -> None:
    """A dumbbell."""
    pen.shadow(rx=220, y=420)
    pen.rect(200, 284, 200, 36, pen.metal(), 10)
    for x in (96, 420):
        pen.path(f"M{x} 240L{x + 20} 200H{x + 64}L{x + 84} 240V364L{x + 64} 404H{x + 20}L{x} 364Z", pen.shell)
        pen.rect(x + (58 if x < 300 else -2), 232, 28, 140, pen.tone(-0.35), 6)


def kettlebell(pen: Pen) -> None:
    """A kettlebell with its weight."""
    pen.shadow(rx=170, y=510)
    pen.path(
        "M216 260Q180 110 300 100Q420 110 384 260",
        "none",
        f'stroke="{tone(METAL, -0.4)}" stroke-width="40" stroke-linecap="round"',
    )
    pen.circle(300, 366, 148, pen.slanted(pen.tone(0.3), pen.body, pen.tone(-0.45)))
    pen.rect(230, 490, 140, 22, pen.tone(-0.5), 8)
    pen.text(300, 386, "12", 84, pen.tone(0.7 if not pen.light else -0.6))


def resistance_band(pen: Pen) -> None:
    """Bands in several strengths."""
    for at, colour in enumerate((pen.body, pen.accent, pen.second)):
        pen.ellipse(300, 220 + at * 80, 190 - at * 14, 70, "none", f'stroke="{tone(colour, -0.25)}" stroke-width="34"')
        pen.ellipse(300, 212 + at * 80, 190 - at * 14, 70, "none", f'stroke="{colour}" stroke-width="30"')


def skipping_rope(pen: Pen) -> None:
    """A rope with two handles."""
    pen.line("M150 180C60 460 240 560 300 420S540 380 450 180", pen.tone(-0.1), 10)
    for x in (150, 450):
        with pen.group(f"rotate({-12 if x < 300 else 12} {x} 140)"):
            pen.rect(x - 24, 60, 48, 140, pen.across(tone(pen.accent, 0.3), pen.accent, tone(pen.accent, -0.35)), 18)
            pen.rect(x - 24, 100, 48, 50, INK)


def foam_roller(pen: Pen) -> None:
    """A roller with grooves."""
    pen.shadow(rx=220, y=450)
    with pen.turned(-16):
        pen.rect(140, 230, 340, 170, pen.down(pen.tone(0.35), pen.body, pen.tone(-0.35)), 30)
        pen.rect(
            160,
            230,
            320,
            170,
            pen.pattern(
                "grid", 40, 34, f'<rect x="5" y="5" width="30" height="24" rx="7" fill="{pen.tone(-0.2)}"/>', 160, 230
            ),
            20,
            'opacity=".6"',
        )
        pen.ellipse(140, 315, 44, 85, pen.tone(-0.1))
        pen.ellipse(140, 315, 24, 50, INK)


def water_bottle(pen: Pen) -> None:
    """A bottle with a loop on its cap."""
    pen.shadow(rx=110, y=530)
    pen.line("M260 110Q260 50 300 50Q340 50 340 110", INK, 16)
    pen.rect(244, 96, 112, 64, INK, 14)
    pen.path(
        "M230 164H370Q400 190 400 240V490Q400 526 364 526H236Q200 526 200 490V240Q200 190 230 164Z",
        round_wall(pen, pen.body),
    )
    pen.print_label(300, 360, 150, pen.tone(0.7 if not pen.light else -0.6), 38)


def gym_bag(pen: Pen) -> None:
    """A duffel bag."""
    pen.shadow(rx=230, y=470)
    pen.line("M210 240Q220 110 300 110Q380 110 390 240", INK, 18)
    pen.path("M90 230H510Q560 250 556 350Q552 460 510 462H90Q48 460 44 350Q40 250 90 230Z", pen.shell)
    pen.line("M110 256H490", METAL, 6, 'stroke-dasharray="4 3"')
    for x in (196, 384):
        pen.rect(x, 230, 24, 232, pen.tone(-0.35))
    pen.rect(244, 310, 112, 70, pen.tone(-0.2), 8)
    pen.print_label(300, 354, 96, pen.tone(0.6 if not pen.light else -0.5), 24)


def football(pen: Pen) -> None:
    """A football with its patches."""
    pen.shadow(rx=170, y=512)
    pen.circle(300, 310, 196, pen.glow("#ffffff", "#eef0f2", "#aeb5bd"))
    patch = pen.body if not pen.light else INK
    pen.path("M300 232L372 284L345 368H255L228 284Z", patch)
    for turn in range(5):
        with pen.turned(turn * 72, 300, 310):
            pen.path("M268 118Q300 110 332 118L320 160H280Z", patch)
            pen.line("M300 160V232", "#7d848c", 4)


def basketball(pen: Pen) -> None:
    """A basketball with seams."""
    pen.shadow(rx=170, y=512)
    pen.circle(300, 310, 196, pen.glow("#f3a35a", "#d9742a", "#8e4415"))
    pen.circle(300, 310, 196, pen.pattern("pebble", 9, 9, '<circle cx="4" cy="4" r="1.6" fill="#0002"/>'))
    for course in ("M300 114V506", "M104 310H496", "M170 168Q250 310 170 452", "M430 168Q350 310 430 452"):
        pen.line(course, "#2c1a10", 7)


def tennis_racket(pen: Pen) -> None:
    """A racket and a ball."""
    with pen.turned(32):
        pen.rect(278, 400, 44, 170, pen.across("#4a4f57", INK), 12)
        pen.path("M280 400L240 320M320 400L360 320", "none", f'stroke="{pen.body}" stroke-width="22"')
        strings = pen.pattern("strings", 18, 18, '<path d="M0 9h18M9 0v18" stroke="#9aa1a9" stroke-width="2"/>')
        pen.ellipse(300, 190, 126, 158, strings)
        pen.ellipse(300, 190, 126, 158, "none", f'stroke="{pen.tone(-0.2)}" stroke-width="28"')
        pen.ellipse(300, 190, 126, 158, "none", f'stroke="{pen.body}" stroke-width="20"')
    pen.circle(460, 470, 54, pen.glow("#eaf06a", "#b7c92f"))
    pen.line("M418 440Q470 460 474 522", "#fff", 6)


def bicycle_helmet(pen: Pen) -> None:
    """A helmet with vents."""
    pen.shadow(rx=200, y=450)
    pen.line("M170 380Q220 520 300 520Q330 520 360 400", INK, 12)
    pen.path("M80 380Q90 150 310 140Q520 150 536 360Q530 392 490 390Q300 340 120 402Q82 408 80 380Z", pen.shell)
    for x in (170, 260, 350, 440):
        pen.path(f"M{x - 30} 320Q{x - 10} 220 {x + 24} 190Q{x + 30} 250 {x + 14} 316Z", pen.tone(-0.6))
    pen.path("M84 360Q300 300 534 350L536 374Q300 330 84 390Z", pen.accent, 'opacity=".9"')


def tent(pen: Pen) -> None:
    """A tent with its door open."""
    pen.shadow(rx=260, y=480)
    pen.path("M300 110L560 470H40Z", pen.slanted(pen.tone(0.2), pen.body, pen.tone(-0.25)))
    pen.path("M300 110L430 470H170Z", pen.tone(-0.6))
    pen.path("M300 110L170 470H120Z", pen.tone(0.3))
    pen.path("M300 110L430 470H480Z", pen.tone(0.25))
    pen.line("M40 470L20 500M560 470L580 500M300 110L300 84", "#8f979f", 5)


def sleeping_bag(pen: Pen) -> None:
    """A mummy bag, half open."""
    pen.path(
        "M230 80Q300 40 370 80Q430 160 420 300Q410 480 300 560Q190 480 180 300Q170 160 230 80Z",
        pen.shell,
        f'stroke="{pen.tone(-0.35)}" stroke-width="3"',
    )
    pen.path("M250 110Q300 80 350 110Q370 170 340 210H260Q230 170 250 110Z", pen.tone(-0.55))
    for y in (250, 310, 370, 430):
        pen.line(f"M190 {y}Q300 {y + 24} 410 {y}", pen.tone(-0.25), 5, 'opacity=".7"')
    pen.line("M352 200Q380 330 340 480", METAL, 6, 'stroke-dasharray="4 3"')


def headlamp(pen: Pen) -> None:
    """A lamp on a headband."""
    pen.ellipse(300, 300, 210, 150, "none", f'stroke="{pen.tone(-0.25)}" stroke-width="44"')
    pen.ellipse(300, 292, 210, 150, "none", f'stroke="{pen.body}" stroke-width="38"')
    pen.circle(300, 430, 150, pen.glow("#fff3c4", "none"), 'opacity=".7"')
    pen.rect(220, 370, 160, 120, INK, 26)
    pen.circle(300, 430, 48, pen.glow("#ffffff", "#f2d98a", "#a8aeb5"))


DRAWINGS: Mapping[str, Callable[[Pen], None]] = {
    "face_cream": jar,
    "serum": dropper,
    "cleanser": pump,
    "sunscreen": tube,
    "shampoo": pump,
    "conditioner": tube,
    "body_lotion": pump,
    "soap": soap,
    "lip_balm": lip_balm,
    "lipstick": lipstick,
    "mascara": mascara,
    "nail_polish": nail_polish,
    "perfume": perfume,
    "makeup_brush": makeup_brush,
    "yoga_mat": yoga_mat,
    "dumbbell": dumbbell,
    "kettlebell": kettlebell,
    "resistance_band": resistance_band,
    "skipping_rope": skipping_rope,
    "foam_roller": foam_roller,
    "water_bottle": water_bottle,
    "gym_bag": gym_bag,
    "football": football,
    "basketball": basketball,
    "tennis_racket": tennis_racket,
    "bicycle_helmet": bicycle_helmet,
    "tent": tent,
    "sleeping_bag": sleeping_bag,
    "headlamp": headlamp,
}
