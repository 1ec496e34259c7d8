"""The query: somebody tells of a situation and asks for a thing, in sentences of varied make, order and length."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence, Set
from typing import Any

from shopworld.guru.intent.expression import Expression, Manner, in_sentence, in_words, told
from shopworld.guru.intent.features import RubricFeature
from shopworld.guru.intent.phrases import money
from shopworld.guru.intent.sampling import Intent
from shopworld.guru.intent.things import ProductNoun
from shopworld.guru.intent.wording import again_with, capital, joined, speech, with_phrases
from shopworld.tasks import BudgetMatch, NegativeAttribute, ReviewOpinion

_BEFORE = ("screen_size", "colour", "material", "brand")
"""Attributes that may stand before the thing, in this order."""
_MOST_BEFORE = 2
_SHARE_BEFORE = 0.5
_SHARE_SENTENCE = 0.45
"""How often a requirement that does not stand before the thing has a sentence of its own."""
_SCENES = {Intent.USE_CASE_SCENARIO: 1.0, Intent.KNOWLEDGE_REASONING: 0.35}
_SCENES_OTHERWISE = 0.7
"""How often a value is told by a scene rather than by what it is like."""
_LEADS = 0.6
"""How often a query begins with a scene, where it has one."""
_GREETS, _CLOSES, _UNSURE = 0.1, 0.12, 0.3
_LOWER = 0.1
"""How often somebody writes without capitals."""
_LONGEST = 90
"""Characters of the phrases behind a thing."""


def realise_query(
    intent: Intent,
    thing: ProductNoun,
    features: Sequence[RubricFeature],
    implicit: Collection[str],
    facts: Set[str],
    generator: random.Random,
) -> tuple[str, tuple[Expression, ...], bool]:
    """A query, what it says, and whether it is without capitals.

    Args:
        intent: the manner.
        thing: what is wanted.
        features: what is asked of it.
        implicit: names of the features that are told without being named.
        facts: of the life of who asks.
        generator: of all choices.
    """
    query = _Query(intent, thing, generator)
    said = tuple(query.express(one, facts, told_only=one.name in implicit) for one in features)
    text = query.text(said)
    if generator.random() < _LOWER:
        lowered = tuple(Expression(one.feature, one.surface.lower(), one.manner, one.implicit) for one in said)
        return text.lower(), lowered, True
    return text, said, False


class _Query:
    def __init__(self, intent: Intent, thing: ProductNoun, generator: random.Random) -> None:
        self._intent = intent
        self._thing = thing
        self._generator = generator
        self._before: list[str] = []
        self._used: set[str] = set()

    def express(self, feature: RubricFeature, facts: Set[str], *, told_only: bool) -> Expression:
        """A feature in one of the manners that it may have."""
        generator = self._generator
        if isinstance(feature.rubric, _APART):
            return in_words(feature, generator, f"the {self._thing.spoken}")
        if told_only:
            return told(feature, facts, generator, scene=_SCENES.get(self._intent, _SCENES_OTHERWISE))
        if feature.name in _BEFORE and len(self._before) < _MOST_BEFORE and generator.random() < _SHARE_BEFORE:
            self._before.append(feature.name)
            return Expression(feature, feature.text, Manner.WORD)
        if generator.random() < _SHARE_SENTENCE:
            return in_sentence(feature, generator)
        return in_words(feature, generator)

    def text(self, said: Sequence[Expression]) -> str:
        """The whole query."""
        generator = self._generator
        scenes = [one.surface for one in said if one.implicit and one.manner is Manner.SENTENCE]
        likened = [one.surface for one in said if one.implicit and one.manner is Manner.PHRASE]
        own = [one.surface for one in said if not one.implicit and one.manner is Manner.SENTENCE]
        apart = [one for one in said if isinstance(one.feature.rubric, _APART)]
        phrases = [one.surface for one in said if one.manner is Manner.PHRASE and not one.implicit and one not in apart]
        for texts in (scenes, likened, own, phrases):
            generator.shuffle(texts)
        leads = bool(scenes) and (self._intent is Intent.USE_CASE_SCENARIO or generator.random() < _LEADS)
        first = [scenes.pop()] if leads else []
        if likened and generator.random() < 0.3:
            phrases.append(likened.pop())
        groups = _groups(phrases, generator)
        ask = self._take("ask_then" if leads else "ask").format(wanted=self._wanted(said, groups))
        rest = [*scenes, *(f"{one}." for one in own)]
        rest += [self._take("likeness").format(again=again_with(self._thing, [one])) for one in likened]
        rest += [self._take("more").format(again=again_with(self._thing, group)) for group in groups[1:]]
        generator.shuffle(rest)
        asked_apart = self._apart(apart)
        if generator.random() < 0.3:
            rest = [*asked_apart, *rest]
        else:
            rest += asked_apart
        sentences = [*first, ask, *rest]
        if likened and self._intent is Intent.KNOWLEDGE_REASONING and generator.random() < _UNSURE:
            sentences.insert(generator.choice((0, len(sentences) - 1)), generator.choice(speech()["unsure"]))
        if generator.random() < _GREETS:
            greeting = generator.choice(speech()["greeting"])
            if greeting.endswith((".", "!")):
                sentences.insert(0, greeting)
            elif not leads:
                asks = sentences[0] if sentences[0].startswith(("I ", "I'")) else _small(sentences[0])
                sentences[0] = f"{greeting} {asks}"
        if generator.random() < _CLOSES:
            sentences.append(generator.choice(speech()["closing"]))
        return " ".join(map(capital, sentences))

    def _wanted(self, said: Sequence[Expression], groups: Sequence[Sequence[str]]) -> str:
        words = {one.feature.name: one.surface for one in said if one.manner is Manner.WORD}
        before = " ".join(words[name] for name in _BEFORE if name in words)
        return with_phrases(self._thing.wanted_as(before), self._thing.again, groups[0] if groups else ())

    def _take(self, kind: str) -> str:
        """A template of a kind that the query has not used yet."""
        there: list[str] = [one for one in speech()[kind] if one not in self._used]
        chosen = self._generator.choice(there or speech()[kind])
        self._used.add(chosen)
        return str(chosen)

    def _apart(self, rest: Sequence[Expression]) -> list[str]:
        """The sentences of what is not wanted, of opinions and of the budget."""
        found = []
        opinions = [one.surface for one in rest if isinstance(one.feature.rubric, ReviewOpinion)]
        if len(opinions) == 2 and self._generator.random() < 0.6:
            found.append(self._take("opinions").format(claim=opinions[0], other=opinions[1]))
        else:
            found += [self._take("opinion").format(claim=one) for one in opinions]
        for one in rest:
            rubric: Any = one.feature.rubric
            if isinstance(rubric, NegativeAttribute):
                again = again_with(self._thing, [one.surface])
                found.append(self._take("without").format(again=again, said=one.surface))
            elif isinstance(rubric, BudgetMatch):
                found.append(self._take("budget").format(voucher=one.surface, budget=money(rubric.budget)))
        return found


def _small(text: str) -> str:
    """A text that does not begin with a capital."""
    return text[:1].lower() + text[1:]


_APART = (BudgetMatch, NegativeAttribute, ReviewOpinion)
"""What has sentences of its own."""


def _groups(surfaces: Sequence[str], generator: random.Random) -> list[list[str]]:
    """The phrases by sentence: none to three each, long ones in smaller company."""
    groups: list[list[str]] = [[]] if surfaces and generator.random() < 0.2 else []
    waiting = list(surfaces)
    while waiting:
        size = generator.choice((1, 2, 2, 3))
        group = [waiting.pop(0)]
        while waiting and len(group) < size and len(joined((*group, waiting[0]))) <= _LONGEST:
            group.append(waiting.pop(0))
        groups.append(group)
    return groups
