"""What an intent in ShopGym's English asks for: collections, products, filters and options."""

from __future__ import annotations

import re
from dataclasses import dataclass

_QUOTED_COLLECTION = re.compile(
    r"[\"“](?P<before>[^\"”]{2,80})[\"”] collection\b|\bcollection [\"“](?P<after>[^\"”]{2,80})[\"”]"
)
_DIMENSION = r"(?P<dimension>[A-Z][A-Za-z]+(?: (?!if\b|to\b|and\b|or\b|in\b|with\b|on\b|from\b|then\b|filter)[a-z]+)?)"
_ENDS = r"(?=[.,;)]| and | then |$)"
_VALUE = r"[\"“']?(?P<value>[A-Za-z0-9][^\"”'().,;]{0,40}?)[\"”']?"
_FILTERS = (
    re.compile(rf"\b(?:the |its )?[\"“]?{_DIMENSION}[\"”]? filter\b(?: \(e\.g\.,? {_VALUE}\))?"),
    re.compile(rf"\bfilter [\"“]?{_DIMENSION}[\"”]? to (?:show only )?{_VALUE}{_ENDS}"),
    re.compile(
        rf"\b[Ff]ilter(?:ed)? (?:by|for|on) [\"“]?{_DIMENSION}[\"”]?"
        rf"(?: ?(?:=|:|to|is) ?{_VALUE}{_ENDS})?"
    ),
    re.compile(rf"\b[Ff]ilter.{{0,60}}?\b{_DIMENSION}=(?P<value>[A-Za-z0-9][\w -]{{0,30}}?){_ENDS}"),
)
_IF_AVAILABLE = re.compile(r"\s*(?:filter\s*)?(?:\([^)]*\)\s*)?,?\s*if (?:it is |one is )?available", re.IGNORECASE)
_OPTION = re.compile(
    r"\b(?:[Ss]elect|[Cc]hoose|[Pp]ick)\b[^.]{0,30}?\b"
    r"(?P<options>[A-Z][a-z]+(?:(?:,| and|, and) [A-Z][a-z]+)*) (?:variants?|options?)\b"
)
_NO_DIMENSIONS = frozenset(
    {"The", "A", "An", "Any", "This", "That", "Using", "Use", "Apply", "Find", "Clear", "Remove"}
)


@dataclass(frozen=True, slots=True)
class WantedFilter:
    """A filter that an intent asks for.

    Attributes:
        dimension: as the intent names it.
        value: empty where any will do.
        optional: whether the intent says that it need not be there.
    """

    dimension: str
    value: str
    optional: bool


def quoted_collections(intent: str) -> list[str]:
    """Names in quotation marks that stand beside the word collection."""
    return [match["before"] or match["after"] for match in _QUOTED_COLLECTION.finditer(intent)]


def wanted_filters(intent: str) -> list[WantedFilter]:
    """The filters that an intent asks for, each once."""
    found: dict[tuple[str, str], WantedFilter] = {}
    for pattern in _FILTERS:
        for match in pattern.finditer(intent):
            dimension = match["dimension"]
            if dimension.split()[0] in _NO_DIMENSIONS:
                continue
            value = (match["value"] or "").strip()
            optional = bool(_IF_AVAILABLE.match(intent, match.end()))
            found.setdefault((dimension.casefold(), value.casefold()), WantedFilter(dimension, value, optional))
    named = {name for name, value in found if value}
    return [one for (name, value), one in found.items() if value or name not in named]


def wanted_options(intent: str) -> list[str]:
    """The options of which an intent asks for a choice: `select any available Color and Size variants`."""
    names: dict[str, None] = {}
    for match in _OPTION.finditer(intent):
        names |= dict.fromkeys(re.findall(r"[A-Z][a-z]+", match["options"]))
    return [one for one in names if one not in _NO_DIMENSIONS]


def speaks_of_filter(intent: str) -> bool:
    """Whether a filter is asked for at all."""
    return bool(re.search(r"\bfilter", intent, re.IGNORECASE))
