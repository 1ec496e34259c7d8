"""Whether a sentence supports a claim, contradicts it, or leaves it undecided, and why."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from shopworld.catalog.claims.claim import Claim, ScaleReading, parse_claim, turned
from shopworld.catalog.claims.measures import StatedQuantity, measures_in
from shopworld.catalog.claims.phrases import Span, longest, manner_patterns
from shopworld.catalog.claims.scales import Scale, outside_topics, topics_in
from shopworld.catalog.claims.sentences import sentences_of
from shopworld.catalog.claims.speech import UNSURE, Speech, is_ironic, is_question, speech_of
from shopworld.catalog.claims.weighing import covered, weigh
from shopworld.catalog.claims.words import COMMA, SentencePart, parts_of
from shopworld.catalog.model import Review

_LOW_RATING = 2
"""Stars up to which a review is no support for praise."""
_RESTRICTED = 0.5
"""Of the words that narrow a claim, the share that a sentence must speak of."""
_SAID = 0.7
"""Of the content of a claim that no scale knows, the share that a sentence must hold."""

_NOT_SPOKEN_OF = "nothing is said of it"
_WORD_BY_WORD = "it says so word by word"
_NUMBER = "the number is compared"
_SETTLED = frozenset((_WORD_BY_WORD, _NUMBER))
"""Reasons that nothing else about a sentence takes back."""
_SURE = 0.7
"""The probability from which a sentence is taken to support a claim."""
_SURE_OF_PHRASE = 0.5
"""The same where a phrase of the claim's scale says so."""
_SURE_OF_BARE = 0.4
"""The same where the sentence says nothing else."""
_LIKELY = 0.6
"""The same, to contradict it."""


class Stance(StrEnum):
    """What a sentence does to a claim."""

    SUPPORTS = "supports"
    CONTRADICTS = "contradicts"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class ClaimVerdict:
    """What was found of a claim.

    Attributes:
        stance: what the evidence does to it.
        reason: why, for people.
        sentence: the evidence; empty where there is none.
    """

    stance: Stance
    reason: str
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class _Mention:
    """An end of a scale that a sentence names: `holds` is whether it says what the claim says; None leaves it open."""

    holds: bool | None
    reason: str


def verify_claim(claim: str, sentence: str, rating: int | None = None) -> ClaimVerdict:
    """Compares one sentence with a claim.

    Args:
        claim: a statement about a product, e.g. `the angle can be adjusted`.
        sentence: of a review, or two that follow one another.
        rating: stars of the review, 1 to 5; with one or two, it is no support for praise.
    """
    parsed = parse_claim(claim)
    verdict = _ironic(parsed, sentence) or _weighed(parsed, sentence, rating, _plain(parsed, sentence))
    if verdict.stance is Stance.SUPPORTS and rating is not None and rating <= _LOW_RATING and parsed.praises:
        return ClaimVerdict(Stance.UNDECIDED, f"praise in a review of {rating} stars is no support", sentence)
    return verdict


def _weighed(claim: Claim, sentence: str, rating: int | None, plain: ClaimVerdict) -> ClaimVerdict:
    """What phrases say, weighed with all else about the sentence."""
    parts = parts_of(sentence)
    if is_question(sentence) or plain.reason in _SETTLED or not parts:
        return plain
    said = None if plain.stance is Stance.UNDECIDED else (plain.stance is Stance.SUPPORTS) == claim.praises
    found = weigh(claim, parts, rating, said, left_open=said is None and plain.reason != _NOT_SPOKEN_OF)
    supports, contradicts = (found.well, found.badly) if claim.praises else (found.badly, found.well)
    spoken = f"it speaks of the matter ({', '.join(found.told)})" if found.told else "it speaks of the matter"
    if said is not None and not claim.pieces:
        return plain  # nearly all words of the claim are said
    if plain.stance is Stance.SUPPORTS:
        accepted = supports >= (_SURE_OF_BARE if found.bare else _SURE_OF_PHRASE)
    else:
        accepted = said is None and supports >= _SURE and _as_fact(parts)
    if accepted:
        reason = plain.reason if said is not None else f"{spoken}, {'well' if claim.praises else 'badly'}"
        return ClaimVerdict(Stance.SUPPORTS, reason, sentence)
    if contradicts >= _LIKELY:
        reason = (
            plain.reason if plain.stance is Stance.CONTRADICTS else f"{spoken}, {'badly' if claim.praises else 'well'}"
        )
        return ClaimVerdict(Stance.CONTRADICTS, reason, sentence)
    return (
        plain if said is None else ClaimVerdict(Stance.UNDECIDED, f"too little speaks for it: {plain.reason}", sentence)
    )


def _as_fact(parts: Sequence[SentencePart]) -> bool:
    """Whether a sentence is told as a fact of this product."""
    return not any(one.doubts or one.wished or one.masked or one.weighed for one in map(speech_of, parts))


def verify_in_reviews(claim: str, reviews: Sequence[Review]) -> ClaimVerdict:
    """What reviews say of a claim: the first sentence that supports it; else the first that contradicts it.

    Args:
        claim: a statement about a product.
        reviews: titles and texts are read; sentences, and two that follow one another.
    """
    denial: ClaimVerdict | None = None
    for review in reviews:
        for sentence in sentences_of(f"{review.title}\n{review.body}"):
            verdict = verify_claim(claim, sentence, review.rating)
            if verdict.stance is Stance.SUPPORTS:
                return verdict
            if verdict.stance is Stance.CONTRADICTS and denial is None:
                denial = verdict
    return denial or ClaimVerdict(Stance.UNDECIDED, f"none of {len(reviews)} reviews settles it")


def _ironic(claim: Claim, sentence: str) -> ClaimVerdict | None:
    """Irony turns praise into blame and leaves blame as it is."""
    parts = parts_of(sentence)
    words = tuple(word for part in parts for word in part.words)
    if not is_ironic(sentence, words):
        return None
    found = [_piece(piece, claim, parts, ironic=True) for piece in claim.pieces]
    if found and any(one.holds is not None for one in found):
        if any(one.holds is False for one in found) or claim.praises:
            return ClaimVerdict(Stance.CONTRADICTS, "irony: the praise is not meant", sentence)
        return ClaimVerdict(Stance.SUPPORTS, "irony: the praise is not meant", sentence)
    return ClaimVerdict(Stance.UNDECIDED, "it may be irony", sentence)


def _plain(claim: Claim, sentence: str) -> ClaimVerdict:
    if is_question(sentence):
        return ClaimVerdict(Stance.UNDECIDED, "it is a question", sentence)
    parts = parts_of(sentence)
    if _word_by_word(claim, parts):
        return ClaimVerdict(Stance.SUPPORTS, _WORD_BY_WORD, sentence)
    found = [_piece(piece, claim, parts) for piece in claim.pieces] or [_unknown(claim, parts)]
    denied = next((one for one in found if one.holds is False), None)
    if denied is not None:
        return ClaimVerdict(Stance.CONTRADICTS, denied.reason, sentence)
    opened = next((one for one in found if one.holds is None), None)
    if opened is not None:
        return ClaimVerdict(Stance.UNDECIDED, opened.reason, sentence)
    if any(UNSURE in speech_of(part).doubts.values() for part in parts):
        return ClaimVerdict(Stance.UNDECIDED, UNSURE, sentence)
    measured = _measured(claim, sentence)
    if measured is not None:
        return ClaimVerdict(measured, _NUMBER, sentence)
    missing = _missing(claim, parts)
    if missing:
        return ClaimVerdict(Stance.UNDECIDED, f"nothing is said of: {', '.join(missing)}", sentence)
    return ClaimVerdict(Stance.SUPPORTS, found[0].reason, sentence)


def _word_by_word(claim: Claim, parts: Sequence[SentencePart]) -> bool:
    """Whether a sentence begins with the very words of a claim and adds nothing that could take them back."""
    words = tuple(word for part in parts for word in part.words if word != COMMA)
    claimed = tuple(word for part in parts_of(claim.text) for word in part.words if word != COMMA)
    return bool(claimed) and words == claimed


def _piece(
    readings: Sequence[ScaleReading], claim: Claim, parts: Sequence[SentencePart], *, ironic: bool = False
) -> _Mention:
    """What a sentence says of one piece of a claim, over all its readings and parts."""
    mentions: list[_Mention] = []
    seen: tuple[tuple[Span, str], ...] = ()
    for part in parts:
        speech = speech_of(part)
        topics = tuple(topics_in(part.words))
        for reading in readings:
            mentions += _mentions(reading, claim, part, speech, topics, seen, ironic=ironic)
        seen = topics or seen
    said = {one.holds for one in mentions if one.holds is not None}
    if said == {True, False}:
        if ironic:
            return _Mention(False, "")
        return _Mention(None, "it says both")
    if said:
        return next(one for one in mentions if one.holds is not None)
    return next(iter(mentions), _Mention(None, _NOT_SPOKEN_OF))


def _mentions(
    reading: ScaleReading,
    claim: Claim,
    part: SentencePart,
    speech: Speech,
    topics: Sequence[tuple[Span, str]],
    before: Sequence[tuple[Span, str]],
    *,
    ironic: bool,
) -> Iterator[_Mention]:
    scale = reading.scale
    times = [one for one in measures_in(_written(part)) if one.dimension == "time"]
    named = {name for _, name in topics} or {name for _, name in before}
    on_topic = not named.isdisjoint(scale.about) or not named.isdisjoint(claim.topics)
    found = scale.mentions(part.words, on_topic=on_topic)
    if not found and scale.general and on_topic:
        found = [
            (span, name == "praise") for name in ("praise", "blame") for span in manner_patterns(name).spans(part.words)
        ]
        found = [(span, dict(found)[span]) for span in longest(span for span, _ in found)]
    spans = [span for span, _ in found]
    for span, upper in found:
        if speech.masked.intersection(range(span.begin, span.end)):
            yield _Mention(None, "it speaks of another product")
            continue
        governing = _topic_of(span, part, topics, before, {*claim.topics, *scale.about})
        if not _fits(governing, reading, claim):
            yield _Mention(None, f"it speaks of something else: {governing}")
            continue
        turns = turned(part, span, [one for one in spans if one != span])
        says = upper != turns and not (upper and not turns and _too_short(scale, claim, times))
        segment = part.segments[span.begin]
        if segment in speech.wished:
            yield _Mention(False, "it is missed") if says == reading.upper else _Mention(None, "it is wished for")
            continue
        if not ironic:
            reason = speech.doubts.get(segment)
            if reason is None and span.begin in speech.weighed and reading.scale.name != "value":
                reason = "it only compares with another product"
            if reason is not None:
                yield _Mention(None, reason)
                continue
        words = " ".join(word for word in part.words[span.begin : span.end] if word != COMMA)
        yield _Mention(says == reading.upper, f"{scale.name.replace('_', ' ')}: {words}{', denied' if turns else ''}")


def _topic_of(
    span: Span,
    part: SentencePart,
    topics: Sequence[tuple[Span, str]],
    before: Sequence[tuple[Span, str]],
    wanted: Collection[str],
) -> frozenset[str]:
    """What a phrase is said of: a topic in it, right behind it, before it, behind it; else that of the part before."""
    inside = frozenset(name for where, name in topics if where.overlaps(span))
    if not inside.isdisjoint(wanted):
        return inside
    topics = [(where, name) for where, name in topics if not where.overlaps(span)]
    segment = part.segments[span.begin]

    def distance(where: Span) -> tuple[int, int]:
        other = part.segments[where.begin] != segment
        if where.begin >= span.end:
            gap = where.begin - span.end
            return (2 * other, gap * 2 if gap else -1)
        return (2 * other, (span.begin - where.end) * 2 - 1)

    if topics:
        nearest = min(distance(where) for where, _ in topics)
        return frozenset(name for where, name in topics if distance(where) == nearest)
    return frozenset(name for _, name in before)


def _fits(governing: frozenset[str], reading: ScaleReading, claim: Claim) -> bool:
    """Whether what a phrase is said of is what the claim is about."""
    if not governing:
        return True
    if claim.topics:
        return not governing.isdisjoint({*claim.topics, *reading.scale.about[:1]})
    return not governing <= outside_topics() or not governing.isdisjoint(reading.scale.about)


def _said_words(parts: Sequence[SentencePart]) -> set[str]:
    return {
        word
        for part in parts
        for masked in (speech_of(part).masked,)
        for at, word in enumerate(part.words)
        if at not in masked
    }


def _missing(claim: Claim, parts: Sequence[SentencePart]) -> list[str]:
    """Words that narrow the claim and that the sentence does not speak of, where these are too many."""
    said = _said_words(parts)
    missing = [word for word in sorted(claim.restrictions) if not covered(word, said)]
    return missing if len(claim.restrictions) - len(missing) < _RESTRICTED * len(claim.restrictions) else []


def _measured(claim: Claim, sentence: str) -> Stance | None:
    """What the numbers say; None where the claim has none."""
    if not claim.measures:
        return None
    there = measures_in(sentence)
    stances = set()
    for wanted in claim.measures:
        values = [one for one in there if one.dimension == wanted.dimension]
        if not values:
            return Stance.UNDECIDED
        stances.add(any(wanted.reached_by(one) for one in values))
    return Stance.SUPPORTS if stances == {True} else Stance.CONTRADICTS


def _too_short(scale: Scale, claim: Claim, times: Sequence[StatedQuantity]) -> bool:
    """Whether what is told lasts too little, or takes too long, to be what a scale's upper end means."""
    if claim.measures or not times:
        return False
    longest_time = max(one.value for one in times)
    return longest_time < scale.lasting or 0 < scale.within < min(one.value for one in times)


def _written(part: SentencePart) -> str:
    return " ".join(part.words)


def _unknown(claim: Claim, parts: Sequence[SentencePart]) -> _Mention:
    """A claim that no scale knows: most of its content must be said, by words or narrower ones, undenied."""
    if len(claim.content) < 2:
        return _Mention(None, "the claim says too little that can be looked for")
    best: _Mention = _Mention(None, _NOT_SPOKEN_OF)
    for part in parts:
        speech = speech_of(part)
        said = {word for at, word in enumerate(part.words) if at not in speech.masked}
        hits = [word for word in claim.content if covered(word, said)]
        if len(hits) < _SAID * len(claim.content):
            continue
        if speech.doubts or speech.wished or speech.weighed:
            best = _Mention(None, next(iter(speech.doubts.values()), "it is no statement of fact"))
            continue
        last = max(at for at, word in enumerate(part.words) if any(covered(hit, {word}) for hit in hits))
        denied = turned(part, Span(last, last + 1, 1))
        return _Mention(denied == claim.negated, f"it says {' '.join(sorted(hits))}{', denied' if denied else ''}")
    return best
