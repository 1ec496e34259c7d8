"""Product pictures, drawn as SVG from kind, colour and seed."""

from shopworld.pictures.drawing import VIEWS, draw_picture
from shopworld.pictures.offer_picture import draw_offer

__all__ = ["VIEWS", "draw_offer", "draw_picture"]
