"""Queries in a language model's words: what changes the query is not taken, and counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from pydantic import BaseModel, ConfigDict

from shopworld.errors import ModelReplyError
from shopworld.guru.evolution.keeping import change_in
from shopworld.guru.evolution.query import Query
from shopworld.models import ChatMessage, ChatRequest, EpisodeModel

BATCH = 10
"""Queries that are rephrased at once."""

_RULES = (
    "You rephrase shopping queries. Each is a row of sentences; make of it one natural request, as a person would say "
    "it, of about the same length. Keep every wish: the thing, each value in its own words, each number in digits, "
    "whether a number is a least or a most, the order (such as lowest price or newest) and each condition (such as "
    "free shipping). Add no wish, no value and no number. Answer with the same ids."
)


class _Wording(BaseModel):
    model_config = ConfigDict(extra="forbid")

    id: str
    text: str


class Wordings(BaseModel):
    """What the model answers."""

    model_config = ConfigDict(extra="forbid")

    queries: list[_Wording]


@dataclass(slots=True)
class Rephraser:
    """Rephrases queries with a language model and takes what keeps every requirement (DeepShop, section 3.4).

    Args:
        model: who rephrases.
    """

    model: EpisodeModel
    taken: int = 0
    """Wordings that were taken."""
    kept: Counter[str] = field(default_factory=Counter)
    """Queries that kept their own wording, by reason."""

    def rephrase(self, queries: Sequence[tuple[str, Query]]) -> dict[str, str]:
        """New wordings by id, of those queries whose wording was taken.

        Args:
            queries: with their ids.

        Raises:
            ModelError, ModelFault, BudgetSpent: the model cannot be asked any more.
        """
        found: dict[str, str] = {}
        for start in range(0, len(queries), BATCH):
            some = queries[start : start + BATCH]
            answers = self._ask(some)
            for name, query in some:
                text = " ".join(answers.get(name, "").split())
                change = change_in(query, text) if text else "no answer"
                if change:
                    self.kept[_kind_of(change)] += 1
                else:
                    self.taken += 1
                    found[name] = text
        return found

    def _ask(self, some: Sequence[tuple[str, Query]]) -> dict[str, str]:
        lines = "\n".join(f"{name}: {query.text}" for name, query in some)
        request = ChatRequest((ChatMessage("system", (_RULES,)), ChatMessage("user", (lines,))))
        try:
            answer, _ = self.model.ask_as(request, Wordings)
        except ModelReplyError:
            return {}
        return {one.id: one.text for one in answer.queries}


def _kind_of(change: str) -> str:
    """A reason without its particulars, for counting."""
    for end in ("is lost", "is new", "is said otherwise", "is not asked for"):
        if change.endswith(end):
            subject = change.partition(":")[0] if ":" in change else change
            kind = "a number" if subject.startswith("the number") else "a value" if ":" in change else "a wish"
            return f"{kind} {end}"
    return "no answer" if change == "no answer" else "another length"
