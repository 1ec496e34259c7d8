"""How a shop speaks: a few turns of phrase that its tone decides, for heroes, policies and notices."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from shopworld.shop.capabilities import Capabilities


@dataclass(frozen=True, slots=True)
class Voice:
    """Turns of phrase of one tone.

    Attributes:
        welcome: headline of the first thing on the home page; `{name}` is the shop.
        invitation: label of its button.
        promise: first sentence of service texts.
        closing: last sentence of service texts; `{email}` and `{phone}` are the shop's.
        newsletter_heading: over the newsletter form.
        newsletter_text: below that.
    """

    welcome: str
    invitation: str
    promise: str
    closing: str
    newsletter_heading: str
    newsletter_text: str


@cache
def _by_tone() -> Mapping[str, Voice]:
    """The voice of each word for a tone; that of all others under the empty word."""
    told = tomllib.loads((Path(__file__).parent / "voices.toml").read_text(encoding="utf-8"))
    return {word: voice for fields in told.values() for words, voice in (_of(fields),) for word in words}


def _of(fields: dict[str, str]) -> tuple[list[str], Voice]:
    words = fields.pop("tones").split() or [""]
    return words, Voice(**fields)


def voice_of(capabilities: Capabilities) -> Voice:
    """The voice that a shop's tone asks for; a plain one where no word of it is known."""
    known = _by_tone()
    return next((known[word.casefold()] for word in capabilities.tone if word.casefold() in known), known[""])
