"""What probes found out: values by dotted name with confidence, sentences for the manual, and what stays unknown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

SURE, LIKELY, GUESSED = 0.95, 0.8, 0.55
"""How sure a probe is: it saw the effect; it saw the signs; it chose the likeliest."""


@dataclass(frozen=True, slots=True)
class FoundValue:
    """One value.

    Attributes:
        name: dotted, as in the specification: `cart.type`, `style.density`, `promises.returns_days`.
        value: as JSON data.
        confidence: 0 to 1.
        note: why, for people.
        source: who found it: a probe that looked, or a language model that read what probes recorded.
    """

    name: str
    value: Any
    confidence: float
    note: str = ""
    source: Literal["probe", "model"] = "probe"


@dataclass(slots=True)
class Findings:
    """All that was found out of one site."""

    values: dict[str, FoundValue] = field(default_factory=dict)
    unknown: dict[str, str] = field(default_factory=dict)
    """Names or areas nobody found out, with the reason."""
    prose: dict[str, list[str]] = field(default_factory=dict)
    """Sentences by section of the manual."""
    other: dict[str, str] = field(default_factory=dict)
    """Values outside the vocabulary, verbatim, by dotted name."""

    def found(self, name: str, value: Any, confidence: float = LIKELY, note: str = "") -> None:
        """Takes in a value; a surer one stays."""
        known = self.values.get(name)
        if known is None or confidence >= known.confidence:
            self.values[name] = FoundValue(name, value, confidence, note)
            self.unknown.pop(name, None)

    def suppose(self, name: str, value: Any, note: str) -> bool:
        """Takes in what a language model says of a value that nobody found out; whatever was found stays.

        Returns:
            whether it was taken in.
        """
        if name in self.values:
            return False
        self.values[name] = FoundValue(name, value, GUESSED, note, "model")
        self.unknown.pop(name, None)
        return True

    def missing(self, name: str, reason: str) -> None:
        """Notes that a value or area could not be found out."""
        if name not in self.values:
            self.unknown.setdefault(name, reason)

    def say(self, section: str, sentence: str) -> None:
        """Adds a sentence to a section of the manual."""
        self.prose.setdefault(section, []).append(sentence)

    def value(self, name: str, default: Any = None) -> Any:
        """The value of that name."""
        known = self.values.get(name)
        return default if known is None else known.value

    def __iter__(self) -> Iterator[FoundValue]:
        return iter(self.values.values())
