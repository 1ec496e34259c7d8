"""What a judge is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

from pydantic import BaseModel

from shopworld.agents.prompt_template import PromptTemplate
from shopworld.evaluation.judges.case import JudgedTrial
from shopworld.evaluation.judges.records import Evidence
from shopworld.models import ChatMessage, ChatRequest, MessageImage
from shopworld.tasks import Task

TEMPLATE = PromptTemplate(Path(__file__).with_name("prompt.md"))
Answer = TypeVar("Answer", bound=BaseModel)


class AskModel(Protocol):
    """Asks the judge's model for an answer of a form. Raises ModelReplyError where it gives none."""

    def __call__(self, request: ChatRequest, form: type[Answer], /) -> Answer: ...


@dataclass(frozen=True, slots=True)
class Vote:
    """What a judge says of one criterion, asked once.

    Attributes:
        id: of the criterion.
        satisfied: as the model says.
        reason: why.
        evidence: what it points at, looked up.
        type: of a rubric.
        source: of a rubric.
    """

    id: str
    satisfied: bool
    reason: str
    evidence: tuple[Evidence, ...]
    type: str = ""
    source: str = ""

    @property
    def counts(self) -> bool:
        """Whether it is a yes: only with evidence that is there."""
        return self.satisfied and any(one.found for one in self.evidence)


Question = Callable[[AskModel], tuple[Vote, ...]]
"""Asks once, and returns a vote for each criterion."""


@dataclass(frozen=True, slots=True)
class Hearing:
    """What a judge makes of a case before it asks anything.

    Attributes:
        question: what is asked, as often as there are votes; None where a rule has decided.
        rule: the rule in code that decides, whatever the model says.
        decided: what it decides.
        saw: `text`, `pictures` or `pages`.
    """

    question: Question | None = None
    rule: str = ""
    decided: bool | None = None
    saw: str = "text"


class Judge(Protocol):
    """The judge protocol."""

    @property
    def name(self) -> str:
        """As verdicts carry it."""

    def fits(self, task: Task) -> bool:
        """Whether it can judge such a task."""

    def hear(self, case: JudgedTrial) -> Hearing:
        """What is to be asked about a case, and which rules hold whatever the answer is."""


NO_OWN_ENDING = "the agent did not end the episode itself"


def request_of(rules: str, words: str, pictures: tuple[str | MessageImage, ...] = ()) -> ChatRequest:
    """A question to a judge's model."""
    return ChatRequest((ChatMessage("system", (rules,), cache=True), ChatMessage("user", (words, *pictures))))
