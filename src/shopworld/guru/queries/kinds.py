"""What kind of thing a query is about."""

from __future__ import annotations

from collections.abc import Iterator

from shopworld.guru.queries.text import COMPATIBLE, QueryText, has_value
from shopworld.guru.queries.tokens import phrase_at
from shopworld.guru.queries.vocabulary import NamedKind

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


class KindText(QueryText):
    """A text of which the kind is read."""

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
            self._add("compatible_with", has_value("compatible_with", said), said, "Compatible with")

    def _is_compatibility(self, at: int) -> bool:
        """Whether `compatible with` or the like stands closely before."""
        before = [one.stem for one in self.tokens[max(0, at - 5) : at]]
        return any(pair[0] in before and pair[1] in before for pair in COMPATIBLE)

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
