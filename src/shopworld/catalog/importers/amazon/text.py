"""Texts of Amazon's files, made plain."""

from __future__ import annotations

import re
from html import escape, unescape

from shopworld.catalog.importers.description import description_html, undouble_entities

_UNWANTED = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x9f\ufeff\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,2000}>|<!--.{0,2000}?-->", re.DOTALL)
_CODE = re.compile(r"<(script|style)\b[^<>]*>.*?(?:</\1\s*>|$)", re.IGNORECASE | re.DOTALL)
_BREAK = re.compile(r"<br\s*/?>|</p\s*>|</li\s*>|</div\s*>", re.IGNORECASE)
_MEDIA = re.compile(r"\[\[(?:VIDEOID|IMAGEID)[^\]]*\]\]", re.IGNORECASE)
_MENTION = re.compile(r"\[\[ASIN:\w+\s*([^\]]*)\]\]", re.IGNORECASE)


def plain_line(text: str) -> str:
    """One line of plain text: no tags, entities, control or direction characters, single spaces."""
    if "<" in text or "&" in text:
        text = _without_markup(text)
    if not text.isprintable():
        text = _UNWANTED.sub("", text)
    return " ".join(text.split())


def line_of(value: object) -> str:
    """One line of plain text, of a value that may be anything; empty where it is no text."""
    return plain_line(value) if isinstance(value, str) else ""


def plain_lines(text: str) -> str:
    """Plain text with its line breaks, no more than one blank line in a row."""
    if "[[" in text:
        text = _MENTION.sub(r"\1", _MEDIA.sub(" ", text))
    if "<" in text:
        text = _BREAK.sub("\n", text)
    if "&lt;" in text:
        text = _BREAK.sub("\n", unescape(text))
    if "\n" not in text and "\r" not in text:
        return plain_line(text)
    lines: list[str] = []
    for line in map(plain_line, text.splitlines()):
        if line or (lines and lines[-1]):
            lines.append(line)
    return "\n".join(lines).strip()


def paragraphs(texts: list[str]) -> str:
    """Sanitised HTML of a description that comes in pieces, each plain text or HTML."""
    out = []
    for text in texts:
        if "<" not in text and "&" not in text and "\n" not in text and text.isprintable():
            plain = " ".join(text.split())
            if plain:
                out.append(f"<p>{escape(plain, quote=False)}</p>" if ">" in plain else f"<p>{plain}</p>")
        elif text := undouble_entities(_UNWANTED.sub("", text)):
            out.append(description_html(text if _TAG.search(text) else escape(unescape(text), quote=False)))
    return "".join(out)


def _without_markup(text: str) -> str:
    if "<" in text:
        text = _TAG.sub(" ", _CODE.sub(" ", text))
    if "&" in text:
        text = unescape(undouble_entities(text))
        if "<" in text:
            text = _TAG.sub(" ", _CODE.sub(" ", text))
    return text
