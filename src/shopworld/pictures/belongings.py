"""Forms of what people furnish with, wear and carry: furniture, jewellery, bags, clothes."""

from __future__ import annotations

from shopworld.pictures.colours import tone
from shopworld.pictures.materials import CREAM, WOOD
from shopworld.pictures.pen import INK, METAL, Pen


def cabinet(pen: Pen) -> None:
    """A piece of furniture with doors and drawers."""
    pen.shadow(rx=220)
    pen.rect(110, 170, 380, 290, pen.slanted(tone(WOOD, 0.25), WOOD), 10)
    for x in (124, 304):
        pen.rect(x, 190, 172, 120, pen.shell, 6)
        pen.rect(x, 322, 172, 120, pen.shell, 6)
        pen.circle(x + 86, 250, 8, METAL)
        pen.circle(x + 86, 382, 8, METAL)
    for x in (132, 448):
        pen.rect(x, 458, 20, 44, tone(WOOD, -0.3), 4)


def appliance(pen: Pen) -> None:
    """A large machine for the home: a door, a window and knobs."""
    pen.shadow(rx=170)
    pen.rect(150, 90, 300, 410, pen.shell, 18)
    pen.rect(150, 90, 300, 74, pen.tone(-0.12), 18)
    for x in (196, 246):
        pen.circle(x, 128, 17, METAL)
    pen.rect(310, 112, 110, 30, pen.accent, 6)
    pen.circle(300, 330, 112, pen.metal())
    pen.circle(300, 330, 86, pen.glow("#3b4a5c", "#12161d"))


def sofa(pen: Pen) -> None:
    """A sofa."""
    pen.shadow(rx=250)
    pen.rect(110, 210, 380, 160, pen.down(pen.tone(0.2), pen.body), 34)
    for x in (124, 304):
        pen.rect(x, 320, 172, 96, pen.tone(0.12), 22)
    for x in (64, 456):
        pen.rect(x, 290, 80, 160, pen.slanted(pen.tone(0.1), pen.tone(-0.2)), 28)
    pen.rect(110, 400, 380, 60, pen.tone(-0.18), 12)
    for x in (110, 470):
        pen.rect(x, 452, 20, 48, WOOD, 4)


def table(pen: Pen) -> None:
    """A table."""
    pen.shadow(rx=240)
    pen.path("M70 270H530L500 310H100Z", pen.across(tone(WOOD, 0.3), WOOD))
    pen.rect(100, 308, 400, 26, tone(WOOD, -0.2), 4)
    for x in (118, 458):
        pen.path(f"M{x} 330h26l-6 172h-14Z", tone(WOOD, -0.25))


def chair(pen: Pen) -> None:
    """A chair."""
    pen.shadow(rx=140)
    pen.rect(200, 100, 200, 180, pen.shell, 26)
    pen.path("M184 300H416L440 350H160Z", pen.slanted(pen.tone(0.25), pen.tone(-0.1)))
    for x, lean in ((178, -14), (412, 14), (226, -4), (366, 4)):
        pen.line(f"M{x} 350L{x + lean} 498", tone(WOOD, -0.2), 14)


def bed(pen: Pen) -> None:
    """A bed."""
    pen.rect(110, 140, 380, 120, tone(WOOD, -0.05), 18)
    pen.rect(90, 250, 420, 220, pen.slanted(pen.tone(0.4), pen.tone(0.1)), 26)
    for x in (130, 314):
        pen.rect(x, 210, 156, 84, "#f8f7f3", 26, 'stroke="#d8d5cb" stroke-width="3"')
    pen.path("M86 340Q300 310 514 340V470H86Z", pen.shell)


def jewel(pen: Pen) -> None:
    """A ring with a stone."""
    pen.shadow(rx=110)
    pen.ring(300, 360, 126, "#c99a3d" if "silver" not in pen.shape else METAL, 30)
    pen.path("M230 190L260 150H340L370 190L300 262Z", pen.slanted("#fff", pen.accent, tone(pen.accent, -0.3)))
    pen.line("M230 190H370M300 262L270 190L290 150M300 262L330 190L310 150", "#fff", 3, 'opacity=".7"')


def chain(pen: Pen) -> None:
    """A necklace or another thing on a chain."""
    gold = "#c99a3d" if "silver" not in pen.shape else METAL
    pen.line("M150 110Q170 360 300 390Q430 360 450 110", gold, 9, 'stroke-dasharray="3 12"')
    pen.circle(300, 424, 40, pen.slanted("#fff", pen.accent, tone(pen.accent, -0.4)))
    pen.ring(300, 424, 44, gold, 9)


def watch(pen: Pen) -> None:
    """A watch."""
    pen.rect(246, 60, 108, 480, pen.down(pen.tone(-0.1), pen.body, pen.tone(-0.2)), 20)
    pen.circle(300, 300, 124, pen.metal())
    pen.circle(300, 300, 100, CREAM)
    pen.line("M300 300V226M300 300L350 330", INK, 10)
    for angle in range(0, 360, 30):
        with pen.turned(angle):
            pen.rect(297, 208, 6, 16, INK)


def bag(pen: Pen) -> None:
    """A bag with a handle."""
    pen.shadow(rx=190)
    pen.line("M210 250Q210 110 300 110T390 250", pen.tone(-0.35), 22)
    pen.path("M120 230H480L500 470Q500 500 470 500H130Q100 500 100 470Z", pen.shell)
    pen.path("M120 230H480L484 300Q300 350 116 300Z", pen.tone(-0.14))
    pen.rect(276, 300, 48, 50, "#d9b25a", 8)


def suitcase(pen: Pen) -> None:
    """A suitcase on wheels."""
    pen.shadow(rx=150)
    pen.line("M250 130V60H350V130", METAL, 14)
    pen.rect(160, 126, 280, 350, pen.shell, 34)
    for x in (210, 270, 330, 390):
        pen.line(f"M{x} 150V450", pen.tone(-0.2), 6)
    for x in (206, 394):
        pen.circle(x, 488, 17, INK)


def shoe(pen: Pen) -> None:
    """A shoe from the side."""
    pen.shadow(rx=220, y=470)
    pen.path("M90 240Q150 270 210 220Q290 330 430 350Q510 364 512 430H92Q76 330 90 240Z", pen.shell)
    pen.rect(84, 424, 434, 34, pen.tone(0.6) if not pen.light else INK, 14)
    pen.line("M230 262L286 232M262 300L322 268M300 330L358 300", pen.tone(0.5), 8)


def glasses(pen: Pen) -> None:
    """Glasses or goggles."""
    for x in (190, 410):
        pen.rect(x - 96, 240, 192, 140, pen.slanted("#dfe8ee", "#9fb3c0"), 60,
                 f'fill-opacity=".55" stroke="{pen.body}" stroke-width="18"')  # fmt: skip
    pen.line("M286 290Q300 270 314 290M96 280L50 250M504 280L550 250", pen.body, 18)


def pram(pen: Pen) -> None:
    """A pram, seat or carrier on wheels."""
    pen.path("M150 320Q150 140 320 140V320Z", pen.tone(-0.2))
    pen.path("M140 320H460Q450 430 330 430H260Q150 430 140 320Z", pen.shell)
    pen.line("M456 320L520 200H550", INK, 14)
    for x in (210, 400):
        pen.line(f"M300 430L{x} 470", METAL, 10)
        pen.circle(x, 476, 40, INK)
        pen.circle(x, 476, 18, METAL)


def clothing(pen: Pen) -> None:
    """A garment on a hanger."""
    pen.line("M300 130V90Q330 60 300 50M300 130L170 190H430Z", METAL, 8)
    pen.path("M180 180L250 150Q300 190 350 150L420 180L500 300L440 340L420 300V510H180V300L160 340L100 300Z",
             pen.shell)  # fmt: skip
