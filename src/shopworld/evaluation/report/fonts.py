"""The report's fonts, cut down to the letters that its pages use and put into the style sheet itself."""

from __future__ import annotations

import base64
import io
from functools import cache

from shopworld.shop.look.fonts import font_file

FACES = (
    ("Source Serif Pro", 600, "SourceSerifPro-Semibold.otf"),
    ("Source Sans Pro", 400, "SourceSansPro-Regular.otf"),
    ("Source Sans Pro", 600, "SourceSansPro-Semibold.otf"),
)
"""Family, weight and file."""
LETTERS = "".join(map(chr, [*range(0x20, 0x7F), *range(0xA0, 0x180)])) + "–—‘’“”„…•›×−→✓"


@cache
def font_rules() -> str:
    """`@font-face` rules with the fonts in them; the same letters give the same bytes."""
    return "\n".join(
        f'@font-face {{ font-family: "{family}"; font-weight: {weight}; '
        f"src: url(data:font/woff;base64,{base64.b64encode(_cut(file)).decode()}) format('woff'); }}"
        for family, weight, file in FACES
    )


def _cut(file: str) -> bytes:
    """The font with only `LETTERS` in it, as WOFF."""
    from fontTools.subset import Options, Subsetter  # type: ignore[import-untyped]
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

    options = Options()
    options.recalc_timestamp, options.hinting, options.desubroutinize = False, False, True
    options.layout_features = ["kern", "liga", "tnum"]
    found = font_file(file)
    assert found is not None, file
    font = TTFont(io.BytesIO(found[0]), recalcTimestamp=False)
    subsetter = Subsetter(options)
    subsetter.populate(text=LETTERS)
    subsetter.subset(font)
    font.flavor = "woff"
    buffer = io.BytesIO()
    font.save(buffer)
    return buffer.getvalue()
