"""Reads a shopper's query: every word of it becomes a requirement, or is known to ask for nothing.

What is not known by name becomes a fact that products state in the query's own words; what is neither a word nor a
number with a meaning stays unread, and the query is not taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from shopworld.guru.queries.promises import PromiseReader
from shopworld.guru.queries.quantities import read_quantities
from shopworld.guru.queries.requirement import AskedRequirement, QueryReading, QuerySpan
from shopworld.guru.queries.tokens import Token, phrase_at, tokens_of
from shopworld.guru.queries.vocabulary import NamedKind, QueryVocabulary, vocabulary
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
_OPENINGS = frozenset(
    {
        "find",
        "search",
        "look",
        "looking",
        "locate",
        "get",
        "buy",
        "need",
        "want",
        "show",
        "discover",
        "identify",
        "explore",
    }
)
_ACCESSORY_OF = frozenset({"for", "with", "fits"})
_COMPATIBLE = (
    ("compatible", "with"),
    ("compatibility", "with"),
    ("work", "with"),
    ("integrate", "with"),
    ("pair", "with"),
    ("compatible", "for"),
)
_SIZES_ALONE = frozenset({"m", "l", "s", "medium", "large", "small", "tall", "king", "queen", "twin", "petite", "full"})
_BRAND_LEADS = frozenset({"from", "by", "brand", "like", "as", "manufacturer", "both"})
_JOINED = frozenset({"or", "and", ","})
_NO_CUT = frozenset({"of", "via"})


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


class _Text:
    """One text while it is read."""

    def __init__(
        self, known: QueryVocabulary, heads: set[str], text: str, promises: PromiseReader, domain: str
    ) -> None:
        self._known, self._heads, self._text, self._promises, self._domain = known, heads, text, promises, domain
        self.tokens = tokens_of(text, promises.left, known.units)
        self.found: list[AskedRequirement] = list(promises.requirements)
        self.kind: NamedKind | None = None
        self._kind_at: tuple[int, int] = (0, 0)

    def reading(self) -> QueryReading:
        """What the text asks for."""
        self._read_kind()
        if self.kind is None:
            return QueryReading(self._text, reason="no kind of product is named that anybody sells")
        self._read_repeats()
        self._read_names()
        self._read_compatible()
        self._read_values()
        self._read_titles()
        self._read_brands()
        read_quantities(self.tokens, self.found, self._known)
        self._read_neutral()
        reason = self._promises.reason or self._read_rest() or _contradiction(self.found)
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

    def _claim(self, at: int, length: int, role: str) -> str:
        part = self.tokens[at : at + length]
        for one in part:
            one.role = role
        return self._text[part[0].start : part[-1].end]

    def _add(self, topic: str, condition: Condition, words: str, label: str) -> None:
        self.found.append(AskedRequirement(topic, "attribute", (condition,), words, label))

    # The kind

    def _read_kind(self) -> None:
        first = next(self._kinds_from(0), None)
        if first is None:
            self._read_strange_kind()
            return
        at, length, kind, name = first
        while (following := self._head_after(at + length)) is not None:
            self._as_modifier(at, length, name, following[2])
            at, length, kind, name = following
        self.kind, self._kind_at = kind, (at, length)
        if not name:
            self._claim(at, length, "kind")

    def _kinds_from(self, start: int) -> Iterator[tuple[int, int, NamedKind, str]]:
        """Kinds that are named from a place on: where, how many words, which, and the maker of what has a name."""
        at = start
        while at < len(self.tokens):
            named = phrase_at(self.tokens, at, self._known.names)
            if named is not None and not self._is_compatibility(at):
                yield at, named[0], named[1][0], named[1][1]
            plain = phrase_at(self.tokens, at, self._known.kinds)
            if plain is not None and not self._is_compatibility(at):
                yield self._narrowed(at, *plain)
                at += plain[0]
            else:
                at += 1

    def _head_after(self, at: int) -> tuple[int, int, NamedKind, str] | None:
        """A kind whose words follow in the same phrase: of `Xbox Wireless controller` it is the controller."""
        for place in range(at, min(at + 4, len(self.tokens))):
            one = self.tokens[place]
            if one.role or one.is_mark or (one.stem,) in self._known.neutral:
                return None
            plain = phrase_at(self.tokens, place, self._known.kinds)
            if plain is not None:
                return self._narrowed(place, *plain)
        return None

    def _narrowed(self, at: int, length: int, kind: NamedKind) -> tuple[int, int, NamedKind, str]:
        """The words that name the kind itself: of `trail running shoes` they are the last two."""
        for shorter in range(1, length):
            tail = tuple(one.stem for one in self.tokens[at + length - shorter : at + length])
            if self._known.kinds.get(tail) is kind:
                return at + length - shorter, shorter, kind, ""
        return at, length, kind, ""

    def _as_modifier(self, at: int, length: int, name: str, head: NamedKind) -> None:
        """What stood before the head: a name says what it is for, another kind is a word like others."""
        own = self._known.names.get(tuple(one.stem for one in self.tokens[at : at + length]))
        if name and own is not None and own[0].name != head.name:
            end = at + length
            while end < len(self.tokens) and self.tokens[end].number is not None and not self.tokens[end].unit:
                end += 1
            said = self._claim(at, end - at, "requirement:compatible_with")
            self._add("compatible_with", _has("compatible_with", said), said, "Compatible with")

    def _is_compatibility(self, at: int) -> bool:
        """Whether `compatible with` or the like stands closely before."""
        before = [one.stem for one in self.tokens[max(0, at - 5) : at]]
        return any(pair[0] in before and pair[1] in before for pair in _COMPATIBLE)

    def _read_strange_kind(self) -> None:
        """A kind that nobody knows: the last word of what is asked for, where kinds have such a last word."""
        start = next((at for at, one in enumerate(self.tokens[:3]) if one.stem in _OPENINGS), None)
        at = 0 if start is None else start + 1
        while at < len(self.tokens) and (self.tokens[at].stem,) in self._known.neutral:
            at += 1
        end = at
        while end < len(self.tokens) and not (
            self.tokens[end].role or self.tokens[end].is_mark or (self.tokens[end].stem,) in self._known.neutral
        ):
            end += 1
        if end == at or self.tokens[end - 1].stem not in self._heads:
            return
        length = 2 if end - at > 1 and not self.tokens[end - 2].is_named else 1
        words = self._claim(end - length, length, "kind")
        domain = self._domain or "Home"
        self.kind = NamedKind(words.casefold(), "", domain, (15.0, 120.0), ("Averell", "Maren", "Calder", "Halden"))
        self._kind_at = (end - length, length)

    def _read_repeats(self) -> None:
        """The thing named again asks for nothing."""
        assert self.kind is not None
        at, length = self._kind_at
        own = [phrase for phrase, one in self._known.kinds.items() if one is self.kind]
        again = dict.fromkeys(own, "neutral:the thing again")
        again |= {(phrase[-1],): "neutral:the thing again" for phrase in own if len(phrase) > 1}
        last = self.tokens[at + length - 1].stem
        again[(last,)] = "neutral:the thing again"
        for place in range(at + length, len(self.tokens)):
            match = phrase_at(self.tokens, place, again)
            if match is not None:
                self._claim(place, match[0], match[1])

    # Names

    def _run_before(self, at: int) -> int:
        """Where the words directly before a place begin: those of the phrase that the thing heads."""
        start = at
        while start > 0:
            one = self.tokens[start - 1]
            neutral = (one.stem,) in self._known.neutral and not (
                start > 2 and one.is_named and self._is_name(start - 2)
            )
            if one.role or one.is_mark or neutral:
                break
            start -= 1
        return start

    def _read_names(self) -> None:
        """Maker and model in front of the thing, or the thing's own name."""
        assert self.kind is not None
        at, length = self._kind_at
        if self.tokens[at].role != "kind":
            self._read_model(at, at + length)
            start = self._run_before(at)
        else:
            start = self._run_before(at)
        place = start
        while place < at:
            brand = phrase_at(self.tokens[:at], place, self._known.brands)
            if brand is None or not self._looks_like_brand(place, brand[0]):
                place += 1
                continue
            self._read_front_brand(place, brand[0], brand[1], at)
            place += brand[0]

    def _looks_like_brand(self, at: int, length: int) -> bool:
        return self.tokens[at].is_named or length > 1 or len(self.tokens[at].text) > 3

    def _read_front_brand(self, at: int, length: int, name: str, stop: int) -> None:
        said = self._claim(at, length, "requirement:brand")
        self._add("brand", _is("brand", name), said, "Brand")
        end = at + length
        while end < stop and self._belongs_to_model(end, at + length):
            end += 1
        if end > at + length:
            model = self._claim(at + length, end - at - length, "requirement:model")
            self._add("model", _is("model", model), model, "Model")

    def _belongs_to_model(self, at: int, first: int) -> bool:
        one = self.tokens[at]
        if one.role or one.is_mark or one.unit:
            return False
        if one.number is not None:
            return at > first or not self._known.units.get(
                self.tokens[at + 1].stem if at + 1 < len(self.tokens) else ""
            )
        known = any(phrase_at(self.tokens, at, values) for values in self._known.values.values())
        return one.is_named and (not known or any(letter.isdigit() for letter in one.text))

    def _read_model(self, at: int, end: int) -> None:
        """The name of a thing that is called by its name: `iPhone 12 Pro`."""
        while end < len(self.tokens) and (
            self._belongs_to_model(end, at)
            and (end == at or self.tokens[end].is_named or self.tokens[end].number is not None)
            and (self.tokens[end].stem,) not in self._known.neutral
        ):
            end += 1
        model = self._claim(at, end - at, "requirement:model")
        self._add("model", _is("model", model), model, "Model")
        self._kind_at = (at, end - at)

    def _read_titles(self) -> None:
        """What stands in quotation marks: the title of a book, the name of anything else."""
        assert self.kind is not None
        marks = [at for at, one in enumerate(self.tokens) if one.text in ("'", '"')]
        for first, last in pairwise(marks):
            part = self.tokens[first + 1 : last]
            if part and all(not one.role for one in part) and part[0].is_named:
                said = self._claim(first + 1, last - first - 1, "requirement:title")
                name = "title" if self.kind.domain == "Books" else "model"
                self._add(name, _is(name, said.rstrip(",.")), said, name.capitalize())

    def _read_brands(self) -> None:
        """Makers behind `from`, `by`, `brands such as`; several of them are alternatives. Examples of models too."""
        at = 0
        while at < len(self.tokens):
            if self._leads_to_brand(at):
                names, end = self._list_of_names(at + 1)
                if names:
                    self._add_names(names, self.tokens[at].stem)
                    at = end
                    continue
            at += 1

    def _leads_to_brand(self, at: int) -> bool:
        one = self.tokens[at]
        return one.stem in _BRAND_LEADS and not one.role

    def _list_of_names(self, at: int) -> tuple[list[tuple[int, int, str]], int]:
        """Names that are listed from a place on: where, how many words, and the known maker (or none)."""
        names: list[tuple[int, int, str]] = []
        while at < len(self.tokens):
            if self.tokens[at].stem in ("the", "a", "renowned", "acclaimed", "highly", "popular", "both"):
                at += 1
                continue
            brand = phrase_at(self.tokens, at, self._known.brands)
            length = brand[0] if brand is not None and self._looks_like_brand(at, brand[0]) else 0
            end = at + length
            while end < len(self.tokens) and self._is_name(end) and not (length and self._starts_brand(end)):
                end += 1
            if end == at:
                break
            names.append((at, end - at, brand[1] if brand is not None and length and end == at + length else ""))
            at = end
            if at + 1 < len(self.tokens) and self.tokens[at].text.casefold() in _JOINED and self._is_listed(at + 1):
                at += 2 if self.tokens[at + 1].stem in _JOINED else 1
                continue
            break
        return names, at

    def _starts_brand(self, at: int) -> bool:
        return phrase_at(self.tokens, at, self._known.brands) is not None

    def _is_listed(self, at: int) -> bool:
        if self.tokens[at].stem in _JOINED and at + 1 < len(self.tokens):
            at += 1
        return self._is_name(at) or self._starts_brand(at) or self.tokens[at].stem == "the"

    def _is_name(self, at: int) -> bool:
        one = self.tokens[at]
        if one.role or one.is_mark or one.unit:
            return False
        if one.number is not None and not any(letter.isalpha() for letter in one.text):
            return at > 0 and self.tokens[at - 1].is_named and not self.tokens[at - 1].role.startswith("neutral")
        if (one.stem,) in self._known.neutral or any(
            phrase_at(self.tokens, at, v) for v in self._known.values.values()
        ):
            return False
        return one.is_named

    def _add_names(self, names: Sequence[tuple[int, int, str]], lead: str) -> None:
        assert self.kind is not None
        makers = [maker for _, _, maker in names]
        topic = "brand" if all(makers) or all(length == 1 and not maker for _, length, maker in names) else "model"
        if lead in ("by", "from") and not any(makers):
            topic = "author" if self.kind.domain == "Books" and lead == "by" else "brand"
        said = [self._claim(at, length, f"requirement:{topic}") for at, length, _ in names]
        values = tuple(maker or text for maker, text in zip(makers, said, strict=True))
        if topic == "model" and len(values) == 1:
            topic_condition = _is("model", values[0])
        elif len(values) == 1:
            topic_condition = _is(topic, values[0])
        else:
            topic_condition = Condition(field=topic, relation="one_of", value=tuple(one.casefold() for one in values))
        self._add(topic, topic_condition, " or ".join(said), topic.capitalize())

    # What it works with, and values

    def _read_compatible(self) -> None:
        for at in range(len(self.tokens) - 2):
            pair = (self.tokens[at].stem, self.tokens[at + 1].stem)
            if pair not in _COMPATIBLE or self.tokens[at].role:
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
                        "compatible_with", _has("compatible_with", value), f"compatible with {value}", "Compatible with"
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
                self._add("features", _has("features", said), said, "Features")
                continue
            if len(values) > 1:
                condition = Condition(field=name, relation="one_of", value=tuple(values))
            else:
                condition = _has(name, values[0]) if name == "features" else _is(name, values[0])
            self._add(name, condition, said, label)

    def _is_inner(self, at: int, length: int) -> bool:
        """Whether words say what another word is like: the leather of a `leather strap` that a bag has."""
        end = at + length
        while end < len(self.tokens) and self._is_content(end):
            end += 1
        headed = end < len(self.tokens) and self.tokens[end].role == "kind"
        rest = [one for one in range(at + length, end) if not self._is_known(one)]
        return bool(rest) and not headed

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


def _is(name: str, value: str) -> Condition:
    return Condition(field=name, relation="equals", value=" ".join(value.casefold().split()))


def _has(name: str, value: str) -> Condition:
    return Condition(field=name, relation="contains", value=(" ".join(value.casefold().split()),))
