"""The spelling in which titles and descriptions are read for facts."""

from __future__ import annotations

import re
from html import unescape

from shopworld.catalog.slug import fold_accents

_SIGNS = {
    "″": '"', "”": '"', "“": '"', "’": "'", "‘": "'", "‑": "-", "–": "-", "—": "-", "×": "x", "™": " ", "®": " ",
    "©": " ", "\u00a0": " ", "\u00ad": "", "\u200e": "", "（": "(", "）": ")", "µ": "u", "＋": "+",
}  # fmt: skip
_SIGN = re.compile(f"[{''.join(_SIGNS)}]")
_TAG = re.compile(r"<[^>]+>")


def folded(text: str) -> str:
    """The text in lower case, without tags, entities, accents and trade marks, with plain quotes and hyphens."""
    if "<" in text:
        text = _TAG.sub(" ", text)
    if "&" in text:
        text = unescape(text)
    if not text.isascii():
        text = fold_accents(_SIGN.sub(lambda match: _SIGNS[match.group()], text))
    return " ".join(text.lower().replace("''", '"').split())
