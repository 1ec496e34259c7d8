"""Compares what was found with what was specified: value by value, area by area."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from shopworld.arena.bundle.values import flat, text_of
from shopworld.shop import Capabilities

NOT_SEEN = "not found out"
_FREE_TEXT = frozenset({"descriptor", "category", "tone"})
_ORDERED = frozenset({"homepage.section_types"})
_SPELLINGS = {"colour": "color"}


@dataclass(frozen=True, slots=True)
class Miss:
    """A value that was found otherwise than specified, or not at all.

    Attributes:
        case: which specification.
        name: of the value, dotted.
        wanted: as specified.
        found: by the explorer.
        agreement: 0 to 1; lists may agree in part.
        reason: why it was not found out.
    """

    case: str
    name: str
    wanted: str
    found: str
    agreement: float
    reason: str = ""


@dataclass(slots=True)
class BundleAgreement:
    """How far what was found agrees with what was specified.

    Attributes:
        by_value: agreement of each value, 0 to 1, by dotted name, one for each case.
        misses: values that do not agree.
    """

    by_value: dict[str, list[float]] = field(default_factory=dict)
    misses: list[Miss] = field(default_factory=list)

    @property
    def total(self) -> float:
        """The mean over all values of all cases; 1 where there is none."""
        return _mean(one for values in self.by_value.values() for one in values)

    @property
    def values(self) -> int:
        """How many values were compared."""
        return sum(len(values) for values in self.by_value.values())

    def by_area(self) -> dict[str, float]:
        """The mean by area of the specification: `site_shell`, `homepage`, `collection`, …"""
        areas: dict[str, list[float]] = {}
        for name, values in self.by_value.items():
            areas.setdefault(area_of(name), []).extend(values)
        return {name: _mean(values) for name, values in sorted(areas.items())}

    def add(self, other: BundleAgreement) -> None:
        """Takes in the values of another case."""
        for name, values in other.by_value.items():
            self.by_value.setdefault(name, []).extend(values)
        self.misses += other.misses


def area_of(name: str) -> str:
    """The area of a value by its dotted name; single values have their own name."""
    return name.partition(".")[0]


def compare(
    wanted: Capabilities,
    found: Capabilities,
    *,
    case: str = "",
    unknown: Mapping[str, str] | None = None,
    seen: Collection[str] | None = None,
) -> BundleAgreement:
    """Compares two sets of capabilities.

    A value agrees or not; a list agrees as far as both have the same entries, in the same order where the order means
    something. What the specification leaves open, and what no visitor could see, is not compared.

    Args:
        wanted: as specified.
        found: by the explorer.
        case: names the specification in misses.
        unknown: why values were not found out, by name.
        seen: names of the values that were found out; None: all.
    """
    result = BundleAgreement()
    here = dict(flat(found.model_dump(mode="json")))
    for name, value in flat(wanted.model_dump(mode="json")):
        if value is None or name in _FREE_TEXT or not is_visible(name, wanted):
            continue
        known = seen is None or name in seen
        share = agreement_of(name, value, here.get(name)) if known else 0.0
        result.by_value.setdefault(name, []).append(share)
        if share < 1:
            reason = "" if known else _reason(name, unknown or {})
            told = text_of(here.get(name)) if known else NOT_SEEN
            result.misses.append(Miss(case, name, text_of(value), told, round(share, 4), reason))
    return result


def is_visible(name: str, wanted: Capabilities) -> bool:
    """Whether visitors of such a shop can see the value at all: a page size shows only where there are pages."""
    if name == "collection.page_size":
        return wanted.collection.pagination != "none"
    if name == "homepage.section_count":
        return bool(wanted.homepage.section_types)
    return True


def agreement_of(name: str, wanted: Any, found: Any) -> float:
    """How far two values agree, 0 to 1."""
    if not isinstance(wanted, list):
        return float(wanted == found)
    one, other = [_entry(each) for each in wanted], [_entry(each) for each in found or ()]
    if not one and not other:
        return 1.0
    if name in _ORDERED:
        return _common_in_order(one, other) / max(len(one), len(other))
    return len({*one} & {*other}) / len({*one} | {*other})


def _entry(value: Any) -> str:
    if isinstance(value, dict):
        name = str(value["name"]).removeprefix("attribute.")
        return f"{_SPELLINGS.get(name, name)} ({value['control']})"
    return str(value)


def _common_in_order(one: list[str], other: list[str]) -> int:
    """Length of the longest common subsequence."""
    row = [0] * (len(other) + 1)
    for entry in one:
        before = 0
        for position, each in enumerate(other, 1):
            before, row[position] = (
                row[position],
                before + 1 if entry == each else max(row[position], row[position - 1]),
            )
    return row[-1]


def _reason(name: str, unknown: Mapping[str, str]) -> str:
    parts = name.split(".")
    names = [".".join(parts[:length]) for length in range(len(parts), 0, -1)]
    return next((unknown[one] for one in names if one in unknown), "")


def _mean(values: Iterable[float]) -> float:
    kept = list(values)
    return sum(kept) / len(kept) if kept else 1.0
