"""What one text says, line by line: nothing is said twice before everything was said once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Generic, TypeVar

from shopworld.goods.merchants.grammar import MerchantVoice, Pattern
from shopworld.goods.merchants.lexicon import Bank, KindLexicon

Item = TypeVar("Item")


class Deck(Generic[Item]):
    """Things drawn one after the other; shuffled again when all were drawn.

    Args:
        items: what is drawn; one at least.
        rng: of the order.
    """

    def __init__(self, items: Sequence[Item], rng: Random) -> None:
        self._items, self._rng = items, rng
        self._left: list[Item] = []

    def draw(self) -> Item:
        """The next one."""
        if not self._left:
            self._left = self._rng.sample(self._items, len(self._items))
        return self._left.pop()


class MerchantSpeech:
    """The lines of one description.

    Args:
        lexicon: of the kind.
        voice: of the offer.
        rng: chance of this offer.
    """

    def __init__(self, lexicon: KindLexicon, voice: MerchantVoice, rng: Random) -> None:
        self._lexicon, self._voice, self._rng = lexicon, voice, rng
        self._sentences, self._questions = Deck(lexicon.sentences, rng), Deck(lexicon.questions, rng)
        self._introductions = Deck(lexicon.introductions, rng)
        self._facets = Deck(range(len(lexicon.facets["story"])), rng)
        self._problems = Deck(range(len(lexicon.problems["story"])), rng)

    def introduction(self) -> str:
        """A sentence that says what it is."""
        return self._one_of(
            (4, lambda: self._introductions.draw()),
            (5, lambda: self._line("opening")),
            (1, lambda: self._problem("opening")),
        )

    def sentence(self) -> str:
        """A sentence of a story."""
        return self._one_of(
            (9, lambda: self._sentences.draw()),
            (7, lambda: self._facet("story")),
            (2, lambda: self._problem("story")),
            (2, lambda: self._line("story")),
        )

    def line(self, stage: str) -> str:
        """A line of a list: `bullet`, or `headed_bullet`."""
        problems = [(2, lambda: self._problem(stage))] if stage in self._lexicon.problems else []
        return self._one_of((6, lambda: self._facet(stage)), (3, lambda: self._line(stage)), *problems)

    def question(self) -> tuple[str, str]:
        """A question and its answer."""
        text = self._one_of(
            (6, lambda: self._questions.draw()),
            (2, lambda: self._facet("question")),
            (2, lambda: self._line("question")),
        )
        question, _, answer = text.partition("|")
        return question, answer[:1].upper() + answer[1:]

    def _one_of(self, *weighed: tuple[int, Callable[[], Pattern]]) -> str:
        (draw,) = self._rng.choices([one for _, one in weighed], [weight for weight, _ in weighed])
        return self._voice.write(draw())

    def _line(self, stage: str) -> Pattern:
        return self._rng.choice(self._lexicon.lines[stage])

    def _facet(self, stage: str) -> Pattern:
        return self._way(self._lexicon.facets[stage], self._facets)

    def _problem(self, stage: str) -> Pattern:
        return self._way(self._lexicon.problems[stage], self._problems)

    def _way(self, bank: Bank, deck: Deck[int]) -> Pattern:
        return self._rng.choice(bank[deck.draw()])
