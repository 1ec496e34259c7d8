"""How the shopper takes a question in the default profile: what it is about, one topic at a time.

A question is split where it is joined (`,`, `and`, `or`, …). In each part the shopper looks for the one topic it is
about: topics that are named come before values, and of several names the one that is asked for (`what COLOR should
the cable be`, `cable COLOR`). If the parts are about different topics, the shopper asks for one thing at a time and
tells nothing. The same question always gets the same answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise

from shopworld.environments.tools.clarification import LONGEST_QUESTION, ShopperAnswer
from shopworld.environments.tools.events import QuestionOutcome
from shopworld.environments.tools.topics import Meaning, Phrase, Role, TopicMention, stems, topic_lexicon
from shopworld.tasks.shopper import ClarificationScript, Slot

ONE_AT_A_TIME = "Please ask me about one thing at a time."

_JOINT = re.compile(r"[,;:/&+?!|\n]|\.(?!\d)|\b(?:and|or|plus|versus|vs|also|then|besides|as well as)\b", re.IGNORECASE)
_AHEAD = re.compile(
    r"(?:for|about|regarding|concerning|as for|as to|in terms of|with|when|if|since|on|of)\b", re.IGNORECASE
)
_ASKING = re.compile(
    r"\b(?:what|which|how|where|who|when|why|do|does|did|is|are|should|would|will|can|could|must|any)\b", re.IGNORECASE
)
_WH_WORDS = frozenset(stems("what which how any prefer"))
_POINTING = frozenset(("the", "this", "that", "your", "my", "these", "those"))
_LINKING = frozenset(stems("is are was be to that which with in on for ok okay fine needed required important"))
"""Words after a value that it does not describe."""
_MOST_NAMES = 2
"""In one part of a question; more are a list of keywords."""
_MOST_COVERED = 0.7
"""Share of a part's words that names and values make up; what has more of several topics is no sentence."""


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a question.

    Attributes:
        mention: what it is about.
        asking: whether it is a question of its own.
        ahead: whether it only says what the rest is about (`for the cable, …`).
    """

    mention: TopicMention
    asking: bool
    ahead: bool


class _KeywordList(Exception):
    """A part names more topics than a sentence does."""


class AttentiveShopper:
    """The shopper of the default profile.

    Args:
        script: slots with their topics, and the default response.
    """

    def __init__(self, script: ClarificationScript) -> None:
        self._script = script
        self._phrases = {slot.id: frozenset(stems(topic) for topic in slot.topics) for slot in script.slots}
        self._topics = {slot.id: _topics_of(slot) for slot in script.slots}
        within = topic_lexicon().within
        self._broader = {
            slot: {within[topic] for topic in topics if topic in within} for slot, topics in self._topics.items()
        }
        self._extra = self._own_phrases()
        self._whole = _whole_phrases(topic for slot in script.slots for topic in slot.topics)

    def answer(self, question: str, revealed: Sequence[str], turns_left: int) -> ShopperAnswer:
        """Answers a question: reveals the slot it is about, or repeats it; else says why not."""
        if turns_left <= 0:
            return ShopperAnswer(QuestionOutcome.REFUSED, "I have no time for further questions.", counted=False)
        if not stems(question):
            return ShopperAnswer(QuestionOutcome.REFUSED, "Please ask me a question.", counted=False)
        if len(question) > LONGEST_QUESTION:
            too_long = f"Please ask a shorter question, in at most {LONGEST_QUESTION} characters."
            return ShopperAnswer(QuestionOutcome.REFUSED, too_long, counted=False)
        try:
            mention = self._subject(question)
        except _KeywordList:
            return ShopperAnswer(QuestionOutcome.SEVERAL_TOPICS, ONE_AT_A_TIME)
        slot = self._slot(mention, revealed) if mention is not None else None
        if slot is None:
            return ShopperAnswer(QuestionOutcome.UNKNOWN_TOPIC, self._script.default_response)
        reply = QuestionOutcome.REPEATED if slot.id in revealed else QuestionOutcome.REVEALED
        return ShopperAnswer(reply, slot.response, slot.id)

    def _own_phrases(self) -> dict[Phrase, Meaning]:
        """Phrases of the slots that the lexicon does not know: each a topic of its own."""
        found: dict[Phrase, set[str]] = {}
        known = topic_lexicon().meanings
        for slot_id, phrases in self._phrases.items():
            for phrase in phrases:
                if phrase and phrase not in known:
                    found.setdefault(phrase, set()).add(f"slot {slot_id}")
        return {phrase: Meaning(frozenset(topics), Role.NAMES) for phrase, topics in found.items()}

    def _subject(self, question: str) -> TopicMention | None:
        """The mention that a question is about; None where it is about nothing known.

        Raises:
            _KeywordList: it is about several topics.
        """
        parts = [part for text in self._split(question) if (part := self._part(text)) is not None]
        if any(not part.ahead for part in parts):
            parts = [part for part in parts if not part.ahead]
        if not parts:
            return None
        named = [part for part in parts if part.mention.meaning.role is not Role.VALUES]
        if len(self._groups([part.mention for part in parts])) > _MOST_NAMES:
            raise _KeywordList
        if len(self._groups([part.mention for part in named or parts])) > 1:
            raise _KeywordList
        others = [part for part in parts if not self._same(part.mention, (named or parts)[0].mention)]
        if any(part.asking for part in others) and any(part.asking for part in named):
            raise _KeywordList
        return (named or parts)[0].mention

    def _split(self, question: str) -> list[str]:
        """The parts of a question; phrases such as `indoor or outdoor` stay whole."""
        whole = [match.span() for match in self._whole.finditer(question)] if self._whole else []
        parts, at = [], 0
        for joint in _JOINT.finditer(question):
            if any(start <= joint.start() < end for start, end in whole):
                continue
            parts.append(question[at : joint.start()])
            at = joint.end()
        return [*parts, question[at:]]

    def _part(self, text: str) -> _Part | None:
        words = stems(text)
        mentions = _said_better(topic_lexicon().mentions(words, self._extra))
        if not mentions:
            return None
        covered = sum(one.end - one.start for one in mentions)
        if covered > _MOST_COVERED * len(words) and len(self._groups(mentions)) > _MOST_NAMES:
            raise _KeywordList
        named = [one for one in mentions if one.meaning.role is not Role.VALUES]
        if named:
            if len(self._groups(named)) > _MOST_NAMES:
                raise _KeywordList
            mention = self._named_subject(named, words)
        else:
            mention = _valued_subject(mentions, words)
        ahead = _AHEAD.match(text.strip()) is not None and _ASKING.search(text) is None
        return _Part(mention, _ASKING.search(text) is not None, ahead)

    def _named_subject(self, named: list[TopicMention], words: Phrase) -> TopicMention:
        """Of names in one part: the last of those that stand together, else the one asked for, else the first."""
        for first, second in pairwise(named):
            if first.end == second.start and not self._same(first, second):
                return second
        for one in named:
            if one.start and words[one.start - 1] in _WH_WORDS:
                return one
        return named[0]

    def _groups(self, mentions: list[TopicMention]) -> list[list[TopicMention]]:
        """The mentions, those of one topic together."""
        groups: list[list[TopicMention]] = []
        for mention in mentions:
            for group in groups:
                if any(self._same(mention, other) for other in group):
                    group.append(mention)
                    break
            else:
                groups.append([mention])
        return groups

    def _same(self, first: TopicMention, second: TopicMention) -> bool:
        """Whether two mentions may be about one thing: by topic, or by a slot of this shopper."""
        if first.meaning.topics & second.meaning.topics:
            return True
        return any(self._fit(slot.id, first) and self._fit(slot.id, second) for slot in self._script.slots)

    def _fit(self, slot_id: str, mention: TopicMention) -> int:
        """How well a mention fits a slot: 2 by its very words, 1 by its topic, 0 not at all."""
        if mention.phrase in self._phrases[slot_id]:
            return 2
        return int(bool(mention.meaning.topics & self._topics[slot_id]))

    def _slot(self, mention: TopicMention, revealed: Sequence[str]) -> Slot | None:
        """The slot that fits best, those not yet revealed first."""
        fits = [(self._fit(slot.id, mention), slot.id not in revealed, slot) for slot in self._script.slots]
        best = max(fits, key=lambda one: one[:2], default=None)
        if best is not None and best[0]:
            return best[2]
        parts = [slot for slot in self._script.slots if mention.meaning.topics & self._broader[slot.id]]
        return parts[0] if len(parts) == 1 else None


def _whole_phrases(topics: Iterable[str]) -> re.Pattern[str] | None:
    """Finds the phrases, of the lexicon and a shopper's own, at whose inside a question would be split."""
    phrases = _joined_texts() | {text.strip().lower() for text in topics if _JOINT.search(text.strip())}
    if not phrases:
        return None
    longest_first = sorted(phrases, key=lambda text: (-len(text), text))
    return re.compile("|".join(rf"(?<!\w){re.escape(text)}(?!\w)" for text in longest_first), re.IGNORECASE)


@cache
def _joined_texts() -> frozenset[str]:
    """The phrases of the lexicon at whose inside a question would be split."""
    return frozenset(text.strip().lower() for text in topic_lexicon().texts if _JOINT.search(text.strip()))


def _topics_of(slot: Slot) -> frozenset[str]:
    """The topics that a slot is about: by its phrases in the lexicon, or of its own."""
    found = {f"slot {slot.id}"}
    meanings = topic_lexicon().meanings
    for topic in slot.topics:
        meaning = meanings.get(stems(topic))
        if meaning is not None and meaning.role is not Role.ASKS:
            found |= meaning.topics
    return frozenset(found)


def _said_better(mentions: list[TopicMention]) -> list[TopicMention]:
    """Phrases like `how much` give way to what says it better: a name, the next words, or values of the same topic."""
    better: dict[int, TopicMention] = {}
    dropped = set()
    for asked in mentions:
        if asked.meaning.role is not Role.ASKS:
            continue
        for other in mentions:
            names = other.meaning.role is Role.NAMES
            if not (names or other.start == asked.end or other.meaning.topics & asked.meaning.topics):
                continue
            if other.meaning.role is Role.ASKS:
                continue
            dropped.add(asked.start)
            if other.meaning.role is Role.VALUES:
                better[other.start] = replace(other, meaning=Meaning(other.meaning.topics, Role.NAMES))
    return [better.get(one.start, one) for one in mentions if one.start not in dropped]


def _valued_subject(mentions: list[TopicMention], words: Phrase) -> TopicMention:
    """Of values in one part: the last that does not only describe the thing (`the WIRELESS charger`)."""
    free = [one for one in mentions if not _describes(one, mentions, words)]
    return (free or mentions)[-1]


def _describes(mention: TopicMention, mentions: list[TopicMention], words: Phrase) -> bool:
    """Whether a value stands between `the` and a noun that is no value."""
    before = words[mention.start - 1] if mention.start else ""
    if before not in _POINTING or mention.end >= len(words):
        return False
    return all(other.start != mention.end for other in mentions) and words[mention.end] not in _LINKING
