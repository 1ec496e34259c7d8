"""The font of signs that fonts of text lack (`symbols.toml`), so that no machine shows an empty box for them."""

from __future__ import annotations

import tomllib
from functools import cache
from io import BytesIO
from pathlib import Path

NAME = "Shop Symbols"
FILE = "ShopSymbols.ttf"
_EM, _ASCENT, _SIDE = 1000, 850, 60
_UPRIGHT = (1, 0, 0, -1, _SIDE, _ASCENT)
"""SVG counts downwards, fonts upwards."""
_MADE = 3_850_000_000
"""Seconds since 1904 that the font says it was made at: always the same bytes."""


@cache
def signs() -> dict[str, str]:
    """Each sign and its outline in SVG path syntax."""
    return tomllib.loads((Path(__file__).parent / "symbols.toml").read_text(encoding="utf-8"))


@cache
def symbol_font() -> bytes:
    """A TrueType font of the signs."""
    from fontTools.fontBuilder import FontBuilder  # type: ignore[import-untyped]
    from fontTools.pens.cu2quPen import Cu2QuPen  # type: ignore[import-untyped]
    from fontTools.pens.transformPen import TransformPen  # type: ignore[import-untyped]
    from fontTools.pens.ttGlyphPen import TTGlyphPen  # type: ignore[import-untyped]
    from fontTools.svgLib.path import parse_path  # type: ignore[import-untyped]

    names = {sign: f"u{ord(sign):X}" for sign in signs()}
    glyphs = {".notdef": TTGlyphPen(None).glyph()}
    for sign, name in names.items():
        pen = TTGlyphPen(None)
        parse_path(signs()[sign], TransformPen(Cu2QuPen(pen, max_err=1.0, reverse_direction=False), _UPRIGHT))
        glyphs[name] = pen.glyph()
    builder = FontBuilder(_EM, isTTF=True)
    builder.setupGlyphOrder(list(glyphs))
    builder.setupCharacterMap({ord(sign): name for sign, name in names.items()})
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics(dict.fromkeys(glyphs, (_EM + 2 * _SIDE, _SIDE)))
    builder.setupHorizontalHeader(ascent=_ASCENT, descent=_ASCENT - _EM)
    builder.setupNameTable({"familyName": NAME, "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=_ASCENT, sTypoDescender=_ASCENT - _EM)
    builder.setupPost()
    builder.font["head"].created = builder.font["head"].modified = _MADE
    builder.font.recalcTimestamp = False
    kept = BytesIO()
    builder.save(kept)
    return kept.getvalue()
