"""Set-of-marks: a screenshot with the ids of the elements in view drawn on."""

from __future__ import annotations

import io
from collections.abc import Sequence

from PIL import Image, ImageDraw, ImageFont

from shopworld.environments.browser.snapshot import Box

JPEG_QUALITY = 70
_COLOURS = ("#c2185b", "#1565c0", "#2e7d32", "#6a1b9a", "#d84315", "#00695c", "#4e342e", "#37474f")
_FONT_SIZE = 12
_LABEL_PADDING = 2


def draw_marks(screenshot: bytes, marks: Sequence[tuple[str, Box]]) -> bytes:
    """Draws a frame and a label for each mark.

    Args:
        screenshot: JPEG bytes of the viewport at one pixel per CSS pixel.
        marks: id and box (left, top, width, height in CSS pixels) in document order; the colour goes by that order.

    Returns:
        JPEG bytes.
    """
    image = Image.open(io.BytesIO(screenshot)).convert("RGB")
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(_FONT_SIZE)
    for number, (identifier, box) in enumerate(marks):
        colour = _COLOURS[number % len(_COLOURS)]
        left, top = max(0.0, box[0]), max(0.0, box[1])
        right, bottom = min(image.width - 1.0, box[0] + box[2]), min(image.height - 1.0, box[1] + box[3])
        if right - left < 2 or bottom - top < 2:
            continue
        draw.rectangle((left, top, right, bottom), outline=colour, width=2)
        width = draw.textlength(identifier, font=font) + 2 * _LABEL_PADDING
        height = _FONT_SIZE + 2 * _LABEL_PADDING
        label_left = min(left, image.width - width)
        label_top = top - height if top >= height else top
        draw.rectangle((label_left, label_top, label_left + width, label_top + height), fill=colour)
        draw.text((label_left + _LABEL_PADDING, label_top + _LABEL_PADDING / 2), identifier, fill="white", font=font)
    written = io.BytesIO()
    image.save(written, "JPEG", quality=JPEG_QUALITY)
    return written.getvalue()
