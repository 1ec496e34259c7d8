"""A claim about a product, parsed: what it says on which scales, of which topics, and under which restrictions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from shopworld.catalog.claims.fields import nearness
from shopworld.catalog.claims.measures import StatedQuantity, measures_in
from shopworld.catalog.claims.phrases import NOT, Span, manner_patterns
from shopworld.catalog.claims.scales import Scale, scales, topics_in
from shopworld.catalog.claims.tables import manner
from shopworld.catalog.claims.words import COMMA, SentencePart, bases, parts_of

_MATTER = 0.5
"""How near the words of a claim must be to the scale of a single word in it, against the nearest scale."""
_PAIR = bases(("neither", "nor"))
_REACH = 6
"""Words before a phrase in which a negator turns it round."""
STOP = bases(manner("stop").split())
"""Words that carry no matter."""


@dataclass(frozen=True, slots=True)
class ScaleReading:
    """One way to read a piece of a claim: a scale and its end."""

    scale: Scale
    upper: bool


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim.

    Attributes:
        text: as it was given.
        pieces: all that it says, each with the ways to read it; one is enough.
        topics: what it names.
        restrictions: words that narrow it (`on thick hair`), in base form.
        content: words that carry its meaning, for claims that no scale knows.
        measures: numbers with units.
        negated: whether it denies something that no scale knows.
        blames: whether it has a word of blame or names a fault.
    """

    text: str
    pieces: tuple[tuple[ScaleReading, ...], ...]
    topics: frozenset[str]
    restrictions: frozenset[str]
    content: frozenset[str]
    measures: tuple[StatedQuantity, ...]
    negated: bool
    blames: bool

    @property
    def scales(self) -> tuple[str, ...]:
        """The scales it may be read on, and the one that its words are nearest to, where that is much nearer."""
        near = nearness(self.content)
        nearest = max(near, key=lambda one: near[one])
        read = [one.scale.name for piece in self.pieces for one in piece]
        nearer = near[nearest] * _MATTER > max((near[one] for one in read), default=0.0)
        return tuple(dict.fromkeys([*read, *([nearest] if nearer else [])]))

    @property
    def praises(self) -> bool:
        """Whether it says something good: unless it names a fault and no upper end of a scale."""
        if not self.blames:
            return True
        return bool(self.pieces) and all(any(one.upper for one in piece) for piece in self.pieces)


def turned(part: SentencePart, span: Span, extra: Sequence[Span] = ()) -> bool:
    """Whether negators before a phrase turn it round.

    Args:
        part: where it stands.
        span: the phrase.
        extra: other phrases; negators inside them are their own.
    """
    harmless = [*manner_patterns("unnegate").spans(part.words), span, *extra]
    count = 0
    taken: list[Span] = []
    paired = False
    for negator in sorted(manner_patterns("negators").spans(part.words), key=lambda one: -one.weight):
        if any(negator.overlaps(other) for other in (*harmless, *taken)) or negator.end > span.begin:
            continue
        taken.append(negator)
        between = [word for word in part.words[negator.end : span.begin] if word != COMMA]
        same = part.segments[negator.begin] == part.segments[min(span.begin, len(part.words) - 1)]
        if same and len(between) <= _REACH:
            pair = not _PAIR.isdisjoint(part.words[negator.begin : negator.end])
            count += not (pair and paired)
            paired |= pair
    denied = any(
        span.end <= one.begin and part.segments[one.begin] == part.segments[span.begin]
        for one in manner_patterns("denials").spans(part.words)
        if one.end == len(part.words) or part.words[one.end - 1] not in NOT
    )
    return (count + denied) % 2 == 1


@lru_cache(maxsize=4096)
def parse_claim(text: str) -> Claim:
    """Parses a claim."""
    pieces: list[tuple[ScaleReading, ...]] = []
    topics: set[str] = set()
    restrictions: set[str] = set()
    content: set[str] = set()
    negated = False
    for part in parts_of(text):
        named = topics_in(part.words)
        topics |= {name for _, name in named}
        clusters = _clusters(part, frozenset(name for _, name in named))
        pieces += [readings for _, readings in clusters]
        spans = [span for span, _ in clusters]
        taken = {at for span in (*spans, *(span for span, _ in named)) for at in range(span.begin, span.end)}
        first = min((span.end for span in spans), default=0)
        for at, word in enumerate(part.words):
            if word == COMMA or word in STOP:
                continue
            content.add(word)
            if at not in taken and at >= first:
                restrictions.add(word)
        end = Span(len(part.words), len(part.words), 0)
        negated |= not clusters and turned(part, end)
    return Claim(
        text=text,
        pieces=tuple(pieces),
        topics=frozenset(topics),
        restrictions=frozenset(restrictions) if pieces else frozenset(),
        content=frozenset(content),
        measures=measures_in(text),
        negated=negated,
        blames=any(_faults(part) for part in parts_of(text)),
    )


def _faults(part: SentencePart) -> bool:
    """Whether a part of a claim names a fault, or blames, untaken back: `does not leak`, `fixes leaks` are praise."""
    if manner_patterns("remedies").spans(part.words):
        return False
    spans = [span for name in ("blame", "faults") for span in manner_patterns(name).spans(part.words)]
    return any(not turned(part, span, [one for one in spans if one != span]) for span in spans)


def _clusters(part: SentencePart, topics: frozenset[str]) -> list[tuple[Span, tuple[ScaleReading, ...]]]:
    """What a part of a claim says: each place with the readings of the longest phrases there."""
    found: list[tuple[Span, ScaleReading]] = []
    for scale in scales().values():
        for span, upper in scale.mentions(part.words, on_topic=not topics.isdisjoint(scale.about)):
            found.append((span, ScaleReading(scale, upper)))
    clusters: list[tuple[Span, list[ScaleReading]]] = []
    for span, reading in sorted(found, key=lambda one: (-one[0].weight, one[0].begin, one[0].end)):
        for other, readings in clusters:
            if span.overlaps(other):
                if span.weight == other.weight or reading.scale.name in _kin(topics):
                    readings.append(reading)
                break
        else:
            clusters.append((span, [reading]))
    clusters.sort(key=lambda one: one[0].begin)
    result = []
    for span, readings in clusters:
        on_topic = [one for one in readings if not topics.isdisjoint(one.scale.about)]
        upside = turned(part, span)
        chosen = {one.scale.name: ScaleReading(one.scale, one.upper != upside) for one in (on_topic or readings)}
        praising = tuple(one for one in chosen.values() if one.upper)
        result.append((span, praising or tuple(chosen.values())))
    return _one_each(part, result, topics) or _general(part, topics)


def _one_each(
    part: SentencePart, clusters: Sequence[tuple[Span, tuple[ScaleReading, ...]]], topics: frozenset[str]
) -> list[tuple[Span, tuple[ScaleReading, ...]]]:
    """The main statement of each segment: on a topic that is named, then of most words, then the first."""
    near = nearness({word for word in part.words if word not in STOP})
    most = max(near.values()) or 1.0
    names = {span for span, _ in topics_in(part.words)}

    def rank(span: Span, readings: Sequence[ScaleReading]) -> tuple[float, int]:
        on_topic = any(not topics.isdisjoint(one.scale.about) for one in readings)
        matter = max(near[one.scale.name] for one in readings) / most
        named = any(span.begin == one.begin and span.end == one.end for one in names)
        return (2 * on_topic + span.weight + 2 * matter - 3 * named, -span.begin)

    best: dict[int, tuple[Span, tuple[ScaleReading, ...]]] = {}
    for span, readings in clusters:
        segment = part.segments[span.begin]
        on_topic = any(not topics.isdisjoint(one.scale.about) for one in readings)
        if span.weight < 2 and not on_topic and max(near[one.scale.name] for one in readings) < _MATTER * most:
            continue
        if segment not in best or rank(span, readings) > rank(*best[segment]):
            best[segment] = (span, readings)
    return list(best.values())


@cache
def _kin(topics: frozenset[str]) -> frozenset[str]:
    return frozenset(one.name for one in scales().values() if not topics.isdisjoint(one.about))


def _general(part: SentencePart, topics: frozenset[str]) -> list[tuple[Span, tuple[ScaleReading, ...]]]:
    """General praise or blame of a topic that has a scale: `the sound is great`."""
    for name, upper in (("praise", True), ("blame", False)):
        for span in manner_patterns(name).spans(part.words):
            readings = tuple(
                ScaleReading(one, upper != turned(part, span))
                for one in scales().values()
                if one.general and not topics.isdisjoint(one.about)
            )
            if readings:
                return [(span, readings)]
    return []
