"""How the shopper answers questions: what the two profiles share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from shopworld.environments.tools.events import QuestionOutcome
from shopworld.tasks.shopper import ClarificationScript

LONGEST_QUESTION = 100
"""Characters."""


@dataclass(frozen=True, slots=True)
class ShopperAnswer:
    """What the shopper says.

    Attributes:
        reply: how the question was taken.
        response: the words.
        slot: id of the slot that was opened or repeated.
        counted: whether a turn is gone.
    """

    reply: QuestionOutcome
    response: str
    slot: str | None = None
    counted: bool = True


class AskableShopper(Protocol):
    """A shopper who can be asked."""

    def answer(self, question: str, revealed: Sequence[str], turns_left: int) -> ShopperAnswer:
        """Answers a question.

        Args:
            question: as the agent wrote it, without white space around it.
            revealed: ids of the slots opened so far.
            turns_left: before this question.
        """


class CompatibleShopper:
    """EComAgentBench's own scoring of questions against slots, its weaknesses included.

    A turn is counted first. A question of more than 100 characters is refused. Each unrevealed slot scores 2 for each
    trigger keyword that stands anywhere in the question, and 1 for each pair of a word of the question (3 letters or
    more) and a keyword of which one contains the other. The best slot is revealed; without a score the default
    response is given. One slot a question.

    Args:
        script: slots, whose topics are the trigger keywords.
    """

    def __init__(self, script: ClarificationScript) -> None:
        self._script = script

    def answer(self, question: str, revealed: Sequence[str], turns_left: int) -> ShopperAnswer:
        """Answers a question as the original does."""
        if turns_left <= 0:
            return ShopperAnswer(QuestionOutcome.REFUSED, "No clarification turns are left.", counted=False)
        if len(question) > LONGEST_QUESTION:
            return ShopperAnswer(
                QuestionOutcome.REFUSED, f"The question is too long; ask in at most {LONGEST_QUESTION} characters."
            )
        asked = question.lower()
        words = [word.strip(".,;:!?\"'()") for word in asked.split()]
        words = [word for word in words if len(word) >= _SHORTEST_WORD]
        best, best_score = None, 0
        for slot in self._script.slots:
            if slot.id in revealed:
                continue
            keywords = [topic.lower() for topic in slot.topics]
            score = sum(2 for keyword in keywords if keyword in asked)
            score += sum(1 for word in words for keyword in keywords if word in keyword or keyword in word)
            if score > best_score:
                best, best_score = slot, score
        if best is None:
            return ShopperAnswer(QuestionOutcome.UNKNOWN_TOPIC, self._script.default_response)
        return ShopperAnswer(QuestionOutcome.REVEALED, best.response, best.id)


_SHORTEST_WORD = 3
