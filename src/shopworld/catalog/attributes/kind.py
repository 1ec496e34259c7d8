"""What kind of product a title names. The rules are in `kinds.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from shopworld.catalog.attributes.patterns import Pattern
from shopworld.catalog.folding import folded
from shopworld.catalog.kinds import KINDS

_STRONG, _STRONG_LATER, _WEAK, _WEAK_LATER, _WEAK_MOST = 4.0, 1.5, 1.0, 0.3, 2.5
_CATEGORY, _DEPARTMENT = 3.0, 0.5
_NEVER, _NEVER_LATER = 5.0, 1.5
_ENOUGH = 2.5
"""The least score for an answer."""
_TURN = Pattern.parse(
    r"for|with|w/o?|without|compatible|fits?|includ(?:es|ing|ed)|incl|works with|supports?|designed|bundle|featuring"
)


@dataclass(frozen=True, slots=True)
class _KindRule:
    """How titles show one kind."""

    name: str
    department: str
    strong: tuple[Pattern, ...]
    weak: tuple[Pattern, ...]
    categories: tuple[Pattern, ...]
    never: tuple[Pattern, ...]

    def score(self, title: str, head: str, categories: str, department: str) -> float:
        """How much speaks for this kind; `head` is the title up to the first word like "for" or "with"."""
        named = _best(self.strong, title, head, _STRONG, _STRONG_LATER)
        hints = 0.0
        for one in self.weak:
            if one.literal in title and one.expression.search(title):
                hints += _WEAK if one.search(head) else _WEAK_LATER
        listed = 0.0
        for one in self.categories:
            if one.literal in categories and one.expression.search(categories):
                listed = _CATEGORY
                break
        if not named and not hints and not listed:
            return 0.0
        score = named + min(hints, _WEAK_MOST) + listed + (_DEPARTMENT if department == self.department else 0.0)
        return score - _best(self.never, title, head, _NEVER, _NEVER_LATER)


def _best(patterns: tuple[Pattern, ...], title: str, head: str, near: float, far: float) -> float:
    best = 0.0
    for pattern in patterns:
        if pattern.literal in title and pattern.expression.search(title):
            if pattern.search(head):
                return near
            best = far
    return best


@lru_cache(maxsize=1)
def _rules() -> tuple[_KindRule, ...]:
    text = (files("shopworld.catalog.attributes") / "kinds.toml").read_text(encoding="utf-8")

    def patterns(rule: dict[str, list[str]], group: str) -> tuple[Pattern, ...]:
        return tuple(Pattern.parse(source) for source in rule.get(group, []))

    return tuple(
        _KindRule(
            name,
            KINDS[name].department,
            *(patterns(rule, group) for group in ("strong", "weak", "categories", "never")),
        )
        for name, rule in tomllib.loads(text).items()
    )


def classify_kind(title: str, categories: Iterable[tuple[str, ...]] = (), department: str = "") -> str:
    """The kind of product that a title names, in the vocabulary of `KINDS`; empty where nothing is clear enough.

    Args:
        title: the offer's title.
        categories: category paths in the shop's own tree.
        department: top of the canonical taxonomy, where known.
    """
    text = folded(title)
    turn = _TURN.search(text) if " " in text else None
    head = text[: turn.start()] if turn and turn.start() > 0 else text
    paths = folded(" | ".join(" > ".join(path) for path in categories))
    best, best_score = "", 0.0
    for rule in _rules():
        score = rule.score(text, head, paths, department)
        if score > best_score:
            best, best_score = rule.name, score
    return best if best_score >= _ENOUGH else ""
