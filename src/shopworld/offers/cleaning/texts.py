"""Texts of strangers: entities resolved until none is left, broken encodings repaired, one normal form."""

from __future__ import annotations

import re
import unicodedata
from html import unescape

from shopworld.catalog.importers import description_html, plain_text, repair_text
from shopworld.offers.parts import needed

_ROUNDS = 8
"""How often entities are resolved at most: each round of real escaping adds five characters."""
_INVISIBLE = dict.fromkeys((*range(0x200B, 0x2010), *range(0x202A, 0x202F), 0x2060, 0xFEFF, 0xFFFD, 0xAD), None)
_CONTROL = dict.fromkeys((*range(9), *range(11, 32), *range(127, 160)), " ")
_DROPPED = _INVISIBLE | _CONTROL
_ENTITY = re.compile(r"&(?:#\d+|#[xX][0-9a-fA-F]+|[A-Za-z][A-Za-z0-9]*);")
_TAG = re.compile(r"<[a-zA-Z/!][^<>]{0,2000}>")
_MARKS = re.compile(r"[&<]")
_PASSES = 8
"""What is put right may bring something else to light: broken encodings above all."""


def clean_line(text: str, repairs: set[str]) -> str:
    """A title or name as one line of plain text.

    Args:
        text: as written.
        repairs: what is put right is added.
    """
    for _ in range(_PASSES):
        before, text = text, _line(text, repairs)
        if text == before or (text.isascii() and not _MARKS.search(text)):
            break
    return text


def _line(text: str, repairs: set[str]) -> str:
    text = _normal(text, repairs)
    if "<" in text and _TAG.search(text):
        repairs.add("tags in a line")
        text = plain_text(text)
    return " ".join(text.split())


def clean_description(text: str, longest: int, repairs: set[str]) -> tuple[str, str]:
    """A description as sanitised HTML, and as one line of plain text.

    Args:
        text: HTML or text, as written.
        longest: characters that are kept.
        repairs: what is put right is added.
    """
    if not text:
        return "", ""
    if len(text) > longest:
        repairs.add("description cut")
        text = text[:longest]
    text, done = repair_text(_normal(text, repairs))
    repairs.update(done)
    made = description_html(text)
    return made, plain_text(made)


def _normal(text: str, repairs: set[str]) -> str:
    """Entities resolved until stable, mojibake undone, NFC, nothing invisible."""
    text = _resolved(text, repairs)
    if not text.isascii():
        better = needed("ftfy").fix_encoding(text)
        if better != text:
            repairs.add("broken encoding")
            text = _resolved(better, repairs)
        text = unicodedata.normalize("NFC", text)
    return text.translate(_DROPPED)


def _resolved(text: str, repairs: set[str]) -> str:
    for number in range(_ROUNDS):
        if "&" not in text or not _ENTITY.search(text):
            break
        resolved = unescape(text)
        if resolved == text:
            break
        if number:
            repairs.add("entities escaped twice")
        text = resolved
    return text
