"""What a model wrote of a storefront, and what is wrong with it: words, numbers, names, values, quotes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pydantic import BaseModel, ConfigDict, ValidationError

from shopworld.arena import soundness
from shopworld.arena.bundle import SECTIONS
from shopworld.arena.bundle.values import first_error, folded, text_of, value_of, value_types
from shopworld.arena.explore.anonymity import Anonymity
from shopworld.arena.explore.authoring.records import unknown_names
from shopworld.arena.explore.findings import Findings

_PROSE = (60, 1500)
_SHORTEST_QUOTE = 4
_SECTION_OF = {
    "site_shell": "Site shell",
    "intl": "Site shell",
    "homepage": "Homepage",
    "collection": "Collections & navigation",
    "product": "Product page",
    "cart": "Cart",
    "checkout": "Cart",
    "search": "Search",
    "floating": "Floating UX",
}
_COMMON = frozenset({"page", "other", "plain", "none", "list", "grid", "tabs", "numbered", "static", "simple"})
"""Words of the vocabulary that may be meant otherwise."""
_ENUM = re.compile(r"'([a-z_0-9]+)'")


class SectionDraft(BaseModel):
    """Prose of one section."""

    model_config = ConfigDict(frozen=True)

    heading: str
    prose: str


class ValueDraft(BaseModel):
    """A value that the model reads off the records."""

    model_config = ConfigDict(frozen=True)

    name: str
    value: str
    quote: str
    """Words of the evidence that show it."""


class ManualDraft(BaseModel):
    """The model's answer."""

    model_config = ConfigDict(frozen=True)

    sections: tuple[SectionDraft, ...]
    values: tuple[ValueDraft, ...]


class Checking:
    """Checks drafts against what was recorded.

    Args:
        findings: of the probes.
        anonymity: knows what must not be told.
        records: everything that the model was shown, as one text.
        evidence: the trees of it, where quotes must stand.
    """

    def __init__(self, findings: Findings, anonymity: Anonymity, records: str, evidence: str) -> None:
        self._findings, self._anonymity = findings, anonymity
        self._records, self._evidence = records, _spaced(evidence)
        self._unknown = set(unknown_names(findings))

    def section(self, draft: SectionDraft) -> list[str]:
        """What is wrong with a section; nothing where it may stand."""
        return [*self._section_faults(draft)]

    def _section_faults(self, draft: SectionDraft) -> Iterator[str]:
        if draft.heading not in SECTIONS:
            yield f"{draft.heading!r} is no heading of a manual"
        text = draft.prose.strip()
        yield from soundness.plain(text)
        yield from soundness.length("prose", text, *_PROSE)
        yield from soundness.numbers(text, self._records)
        if any(mark in text for mark in "«»") or self._anonymity.clean(text) != text:
            yield "tells something of whose storefront it is, or holds a placeholder"
        own, every = self._chosen(draft.heading)
        known = " ".join(self._findings.prose.get(draft.heading, ()))
        yield from soundness.values_of_others(text, own, every, known)

    def _chosen(self, heading: str) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
        """Words of the closed vocabulary that were measured for a section, and all that could have been."""
        own: dict[str, set[str]] = {}
        every: dict[str, set[str]] = {}
        for one in self._findings:
            choices = _choices(one.name)
            if _SECTION_OF.get(one.name.partition(".")[0]) == heading and choices and isinstance(one.value, str):
                own[one.name] = {_words(one.value)}
                every[one.name] = {_words(choice) for choice in choices if choice not in _COMMON}
        return own, every

    def value(self, draft: ValueDraft) -> list[str]:
        """What is wrong with a value; nothing where it may be taken in."""
        name = draft.name.strip()
        if name not in value_types():
            return [f"{name!r} is no value of a specification"]
        if name not in self._unknown:
            found = self._findings.values.get(name)
            said = f": {text_of(found.value)}" if found else ""
            return [f"was measured{said}; what was measured stays" if found else "is not asked for"]
        try:
            read = value_of(name, draft.value)
        except ValidationError as error:
            return [f"{draft.value!r} is not in the vocabulary: {first_error(error)['msg']}"]
        if read in (None, [], ""):
            return ["says nothing"]
        text = text_of(read)
        if self._anonymity.clean(text) != text or any(mark in text for mark in "«»"):
            return ["tells something of whose storefront it is"]
        quote = _spaced(draft.quote)
        if len(quote) < _SHORTEST_QUOTE or quote not in self._evidence:
            return [f"the quote {draft.quote[:60]!r} does not stand in the evidence"]
        return []


def _choices(name: str) -> list[str]:
    """The values that a single choice of the vocabulary may have; none where it is no such choice."""
    try:
        value_of(name, "\0")
    except ValidationError as error:
        first = first_error(error)
        if first["type"] in ("enum", "literal_error"):
            return _ENUM.findall(str(first.get("ctx", {}).get("expected", "")))
    return []


def _words(value: str) -> str:
    return folded(value).replace("_", " ")


def _spaced(text: str) -> str:
    return " ".join(text.split()).casefold()
