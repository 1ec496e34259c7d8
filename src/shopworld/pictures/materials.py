"""What many drawings are made of: wood, paper, round walls and labels."""

from __future__ import annotations

from shopworld.pictures.colours import tone
from shopworld.pictures.pen import Pen

WOOD = "#b98a5c"
PALE_WOOD = "#c79a68"
PAPER = "#f4f1e8"
CREAM = "#f7f3ea"
PRINT = "#3b352a"
FAINT_PRINT = "#b9b09c"


def round_wall(pen: Pen, colour: str) -> str:
    """The fill of a round wall seen from the side: dark at both edges, light left of the middle."""
    return pen.across(tone(colour, -0.28), tone(colour, 0.25), colour, tone(colour, -0.12), tone(colour, -0.38))


def paper_label(pen: Pen, x: float, y: float, width: float, height: float) -> None:
    """A paper label with a word and two lines."""
    pen.rect(x, y, width, height, CREAM, 4)
    pen.print_label(x + width / 2, y + height * 0.45, width * 0.84, PRINT, 24)
    pen.rect(x + width * 0.22, y + height * 0.62, width * 0.56, 6, FAINT_PRINT, 3)
    pen.rect(x + width * 0.3, y + height * 0.78, width * 0.4, 6, FAINT_PRINT, 3)
