"""A text that a model is to write: what it must say, and how it is checked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict


class WrittenText(BaseModel):
    """A text as a model wrote it."""

    model_config = ConfigDict(frozen=True)

    key: str
    """Of the text that was asked for."""
    title: str
    """Empty where none was asked for."""
    paragraphs: tuple[str, ...]
    """Plain text."""

    @property
    def whole(self) -> str:
        """Title and paragraphs, a line each."""
        return "\n".join((self.title, *self.paragraphs)).strip()


class WrittenTexts(BaseModel):
    """Answer to a batch: one text for each key that was asked for."""

    model_config = ConfigDict(frozen=True)

    texts: tuple[WrittenText, ...]


@dataclass(frozen=True, slots=True)
class WantedText:
    """A text to be written.

    Attributes:
        key: names it among all texts of the shop.
        facts: what the model is told, as JSON data.
        faults: what is wrong with a text, in words; nothing where it may stand.
        accepted: is told of a text that stands, before others are checked.
    """

    key: str
    facts: dict[str, Any]
    faults: Callable[[WrittenText], list[str]]
    accepted: Callable[[WrittenText], None] = lambda _: None
