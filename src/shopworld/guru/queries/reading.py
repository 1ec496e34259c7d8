"""Reads a shopper's query: every word of it becomes a requirement, or is known to ask for nothing.

What is not known by name becomes a fact that products state in the query's own words; what is neither a word nor a
number with a meaning stays unread, and the query is not taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from shopworld.guru.queries.names import NamedText
from shopworld.guru.queries.promises import PromiseReader
from shopworld.guru.queries.quantities import read_quantities
from shopworld.guru.queries.requirement import AskedRequirement, QueryReading, QuerySpan
from shopworld.guru.queries.sides import read_sides
from shopworld.guru.queries.text import COMPATIBLE, has_value, is_value
from shopworld.guru.queries.tokens import Token, phrase_at
from shopworld.guru.queries.vocabulary import QueryVocabulary, vocabulary
from shopworld.tasks import Condition

ERRANDS: Final = (
    ("two products under one sum", r"\b(?:combined|total|together)\b[^.]{0,40}\b(?:price|cost|sum)\b|\btogether (?:have|cost)\b"),
    ("a return process", r"\breturn process\b|\bhow to return\b|\breturn policy (?:for|associated|of the)\b(?! at least)"),
    ("a review", r"\b(?:helpful|insightful|useful|recent|detailed|positive|negative|critical|top|best) reviews?\b(?! rat)|\bsummari[sz]e\b|\bfeedback (?:for|on|about)\b|\breviews? (?:for|about) (?:a|the|this)\b|\bread (?:the )?reviews\b"),
    ("a comparison in words", r"\bcompare\b|\bdifference between\b|\bwhich (?:retailer|seller)\b|\bexplain\b|\bdescribe\b"),
    ("an act in the shop", r"\badd (?:it|them|this|one|the \w+) to (?:the |my )?(?:cart|basket|wish ?list)\b|\btrack (?:my|the) order\b|\bcheck ?out\b"),
)  # fmt: skip
"""What queries ask beside a product, and how that is said."""
_TYPOGRAPHY = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'", "\u00a0": " ", "*": " ", "`": " "})
_SIZES_ALONE = frozenset({"m", "l", "s", "medium", "large", "small", "tall", "king", "queen", "twin", "petite", "full"})


class QueryReader:
    """Reads queries.

    Args:
        known: vocabulary; the package's by default.
    """

    def __init__(self, known: QueryVocabulary | None = None) -> None:
        self._known = known or vocabulary()
        self._heads = {phrase[-1] for phrase in self._known.kinds}

    def read(self, text: str, *, domain: str = "") -> QueryReading:
        """Reads a query.

        Args:
            text: as it was written; marks of Markdown count as spaces.
            domain: of its record; where kinds that nobody knows belong.
        """
        plain = text.translate(_TYPOGRAPHY)
        for errand, pattern in ERRANDS:
            if re.search(pattern, plain, re.I):
                return QueryReading(plain, reason=f"errand beyond a product: {errand}")
        promises = PromiseReader(plain)
        promises.read()
        return _Text(self._known, self._heads, plain, promises, domain).reading()


class _Text(NamedText):
    """One text while it is read."""

    def reading(self) -> QueryReading:
        """What the text asks for."""
        self._read_kind()
        if self.kind is None:
            return QueryReading(self._text, reason="no kind of product is named that anybody sells")
        self._read_repeats()
        self._read_names()
        self._read_compatible()
        unread = read_sides(self._promises.left, self.tokens, self.found, self._known)
        self._read_values()
        self._read_titles()
        self._read_brands()
        read_quantities(self.tokens, self.found, self._known)
        self._read_neutral()
        reason = self._promises.reason or unread or self._read_rest() or _contradiction(self.found)
        sorts = tuple(self._promises.sorts)
        return QueryReading(
            text=self._text,
            kind=self.kind,
            requirements=tuple(_distinct(self.found)),
            sorts=sorts,
            either=len(sorts) > 1 and self._either(),
            spans=tuple(sorted(self._spans(), key=lambda one: one.start)),
            reason=reason,
        )

    def _spans(self) -> Iterator[QuerySpan]:
        yield from self._promises.spans
        for one in self.tokens:
            if one.role != "struck" and not one.is_mark:
                yield QuerySpan(one.start, one.end, one.role or "unread")

    def _either(self) -> bool:
        if self._promises.either:
            return True
        places = sorted(self._promises.sort_places)
        first, second = places[0], places[1]
        return re.search(r"\bor\b", self._text[first[1] : second[0]].casefold()) is not None

    # What it works with, and values

    def _read_compatible(self) -> None:
        for at in range(len(self.tokens) - 2):
            pair = (self.tokens[at].stem, self.tokens[at + 1].stem)
            if pair not in COMPATIBLE or self.tokens[at].role:
                continue
            place = at + 2
            values: list[str] = []
            while place < len(self.tokens):
                while place < len(self.tokens) and self.tokens[place].stem in (
                    "a",
                    "an",
                    "my",
                    "the",
                    "both",
                    "your",
                    "and",
                ):
                    place += 1
                end = place
                while end < len(self.tokens) and self._goes_on(end):
                    end += 1
                if end == place:
                    break
                values.append(self._claim(place, end - place, "requirement:compatible_with"))
                place = end
                nxt = self.tokens[place : place + 2]
                if len(nxt) < 2 or nxt[0].stem != "and" or not (nxt[1].is_named and not nxt[1].role):
                    break
            if values:
                self._claim(at, 2, "requirement:compatible_with")
                for value in values:
                    self._add(
                        "compatible_with",
                        has_value("compatible_with", value),
                        f"compatible with {value}",
                        "Compatible with",
                    )

    def _goes_on(self, at: int) -> bool:
        one = self.tokens[at]
        if one.role or one.is_mark:
            return False
        return one.stem == "via" or (one.stem,) not in self._known.neutral

    def _read_values(self) -> None:
        """Colours, materials, patterns, audiences, sizes and other known words."""
        for name, label in (
            ("size", "Size"), ("audience", "For"), ("material", "Material"), ("colour", "Color"), ("pattern", "Pattern"),
            ("features", "Features"),
        ):  # fmt: skip
            self._read_values_of(name, label, self._known.values[name])

    def _read_values_of(self, name: str, label: str, known: Mapping[tuple[str, ...], str]) -> None:
        groups: list[tuple[list[str], str]] = []
        at, last_end = 0, -1
        while at < len(self.tokens):
            match = phrase_at(self.tokens, at, known)
            if match is None or (name == "size" and not self._is_size(at, match[0])) or self._is_inner(at, match[0]):
                at += 1
                continue
            if self._is_share(at):
                at += match[0]
                continue
            joined = groups and last_end >= 0 and self._or_between(last_end, at)
            said = self._claim(at, match[0], f"requirement:{name}")
            if joined:
                groups[-1][0].append(match[1])
            else:
                groups.append(([match[1]], said))
            at += match[0]
            last_end = at
        for number, (values, said) in enumerate(groups):
            if name != "features" and number:
                self._add("features", has_value("features", said), said, "Features")
                continue
            if len(values) > 1:
                condition = Condition(field=name, relation="one_of", value=tuple(values))
            else:
                condition = has_value(name, values[0]) if name == "features" else is_value(name, values[0])
            self._add(name, condition, said, label)

    def _is_inner(self, at: int, length: int) -> bool:
        """Whether words say what another word is like: the leather of a `leather strap` that a bag has."""
        end = at + length
        while end < len(self.tokens) and self._is_content(end):
            end += 1
        headed = end < len(self.tokens) and self.tokens[end].role == "kind"
        rest = [one for one in range(at + length, end) if not self._is_known(one)]
        return bool(rest) and not headed

    def _is_share(self, at: int) -> bool:
        """Whether a share is asked for: the nylon of `at least 75% nylon`."""
        before = [one.stem for one in self.tokens[max(0, at - 2) : at]]
        return before[-1:] in (["%"], ["percent"]) or before in (["%", "of"], ["percent", "of"])

    def _is_content(self, at: int) -> bool:
        one = self.tokens[at]
        nouns = any(one.stem in words for words in self._known.nouns.values())
        return (
            not (one.role or one.is_mark or nouns or one.number is not None) and (one.stem,) not in self._known.neutral
        )

    def _is_known(self, at: int) -> bool:
        return any(phrase_at(self.tokens, at, values) for values in self._known.values.values())

    def _or_between(self, end: int, at: int) -> bool:
        words = [one.stem for one in self.tokens[end:at] if not one.role.startswith("requirement")]
        return "or" in words and len(words) <= 3 and not any(one.is_mark for one in self.tokens[end:at])

    def _is_size(self, at: int, length: int) -> bool:
        """Whether a word like `medium` speaks of a size here."""
        words = [one.stem for one in self.tokens[at : at + length]]
        if length > 1 or words[0] not in _SIZES_ALONE:
            return True
        near = [one.stem for one in self.tokens[max(0, at - 3) : at + length + 4]]
        return bool(self._known.nouns["size"] & set(near))

    # What is left

    def _read_neutral(self) -> None:
        topics = {one.topic for one in self.found} | {
            role.partition(":")[2] for role in (one.role for one in self._promises.spans) if ":" in role
        }
        if self._promises.sorts:
            topics.add("sort")
        supported = {word for topic in topics for word in self._known.support.get(_topic_of(topic), ())}
        for at, one in enumerate(self.tokens):
            if one.role or one.is_mark:
                continue
            match = phrase_at(self.tokens, at, self._known.neutral, 6)
            if match is not None:
                self._claim(at, match[0], f"neutral:{match[1]}")
            elif one.stem in supported or one.stem in self._known.nouns["colour"] & supported:
                one.role = "neutral:support"

    def _read_rest(self) -> str:
        """What nobody knows by name becomes a feature, where it is made of words."""
        chunks: list[tuple[int, int]] = []
        at = 0
        while at < len(self.tokens):
            if self.tokens[at].role or self.tokens[at].is_mark:
                at += 1
                continue
            end = at
            while end < len(self.tokens) and not self.tokens[end].role and not self.tokens[end].is_mark:
                end += 1
            chunks.append((at, end))
            at = end
        made: list[tuple[list[str], int]] = []
        for start, end in chunks:
            part = self.tokens[start:end]
            if any(
                one.number is not None and not _named_number(self.tokens, start + at) for at, one in enumerate(part)
            ):
                return f"not understood: {self._text[part[0].start : part[-1].end]!r}"
            strange = [one.text for one in part if not one.is_named and not self._known.is_word(one.stem)]
            if strange:
                return f"not understood: {strange[0]!r}"
            said = self._claim(start, end - start, "requirement:features")
            if made and self._only_or(made[-1][1], start):
                made[-1][0].append(said)
                made[-1] = (made[-1][0], end)
            else:
                made.append(([said], end))
        for values, _ in made:
            lowered = tuple(" ".join(one.casefold().split()) for one in values)
            relation = "one_of" if len(lowered) > 1 else "contains"
            condition = Condition(field="features", relation=relation, value=lowered)  # type: ignore[arg-type]
            self._add("features", condition, " or ".join(values), "Features")
        return ""

    def _only_or(self, end: int, start: int) -> bool:
        between = self.tokens[end:start]
        return bool(between) and [one.stem for one in between] in (["or"], [",", "or"])


def _named_number(tokens: Sequence[Token], at: int) -> bool:
    """Whether a number belongs to a name: `RTX 3060`."""
    before = tokens[at - 1] if at > 0 else None
    return before is not None and before.is_named and not before.is_mark and not before.role.startswith("neutral")


def _topic_of(topic: str) -> str:
    return {"long_returns": "returns", "easy_returns": "returns", "warranty_type": "warranty", "prime": "shipping",
            "model": "brand", "grade": "condition"}.get(topic, topic)  # fmt: skip


def _distinct(found: Sequence[AskedRequirement]) -> Iterator[AskedRequirement]:
    """Requirements without those that say again what another one says."""
    seen: set[tuple[Condition, ...]] = set()
    for one in found:
        if one.conditions in seen:
            continue
        seen.add(one.conditions)
        yield one


def _contradiction(found: Sequence[AskedRequirement]) -> str:
    """Bounds that nothing can meet."""
    lows: dict[str, float] = {}
    highs: dict[str, float] = {}
    for condition in (each for one in found for each in one.conditions):
        if isinstance(condition.value, float):
            if condition.relation == "at_least":
                lows[condition.field] = max(condition.value, lows.get(condition.field, condition.value))
            elif condition.relation == "at_most":
                highs[condition.field] = min(condition.value, highs.get(condition.field, condition.value))
    for name, low in lows.items():
        if low > highs.get(name, low):
            return f"contradiction: {name.replace('_', ' ')} of at least {low:g} and at most {highs[name]:g}"
    if lows.get("review_count", 0) >= 5000 and highs.get("age", 1000) <= 90:
        return f"infeasible: {lows['review_count']:g} reviews of what came out in the last {highs['age']:g} days"
    return ""
