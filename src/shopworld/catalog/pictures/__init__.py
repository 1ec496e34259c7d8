"""Product pictures, drawn as SVG from kind, colour and seed."""

from shopworld.catalog.pictures.drawing import VIEWS, draw_picture

__all__ = ["VIEWS", "draw_picture"]
