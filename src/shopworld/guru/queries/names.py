"""Brands, models and titles that a query names."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from shopworld.guru.queries.kinds import KindText
from shopworld.guru.queries.text import is_value
from shopworld.guru.queries.tokens import phrase_at
from shopworld.tasks import Condition

_BRAND_LEADS = frozenset({"from", "by", "brand", "like", "as", "manufacturer", "both"})
_JOINED = frozenset({"or", "and", ","})


class NamedText(KindText):
    """A text of which names are read."""

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
        self._add("brand", is_value("brand", name), said, "Brand")
        end = at + length
        while end < stop and self._belongs_to_model(end, at + length):
            end += 1
        if end > at + length:
            model = self._claim(at + length, end - at - length, "requirement:model")
            self._add("model", is_value("model", model), model, "Model")

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
        self._add("model", is_value("model", model), model, "Model")
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
                self._add(name, is_value(name, said.rstrip(",.")), said, name.capitalize())

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
            topic_condition = is_value("model", values[0])
        elif len(values) == 1:
            topic_condition = is_value(topic, values[0])
        else:
            topic_condition = Condition(field=topic, relation="one_of", value=tuple(one.casefold() for one in values))
        self._add(topic, topic_condition, " or ".join(said), topic.capitalize())
