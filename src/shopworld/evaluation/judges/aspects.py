"""The aspect judge: attribute, filter and sort of an evolved query, each by itself (DeepShop, section 3.6 and A.1)."""

from __future__ import annotations

from shopworld.evaluation.judges.case import JudgedTrial
from shopworld.evaluation.judges.judge import NO_OWN_ENDING, TEMPLATE, AskModel, Hearing, Vote, request_of
from shopworld.evaluation.judges.quotes import Quotable
from shopworld.evaluation.judges.trajectory import ask_once
from shopworld.evaluation.judges.transcript import look, write_log
from shopworld.models import ChatRequest
from shopworld.tasks import Task
from shopworld.tasks.checks import ASPECTS

NO_ANSWER = "the agent gave no answer"


class AspectJudge:
    """Judges each aspect that the query has; the task is solved if all are."""

    name = "aspects"

    def fits(self, task: Task) -> bool:
        """Evolved queries."""
        return bool(_wanted(task))

    def hear(self, case: JudgedTrial) -> Hearing:
        """Without an answer of its own an agent has found nothing."""
        if not case.ended_itself:
            return Hearing(rule=NO_OWN_ENDING, decided=False)
        if not case.answer.strip():
            return Hearing(rule=NO_ANSWER, decided=False)
        sight = look(case)
        quotable_steps = [step for step, _ in sight.pictures]
        asked: list[tuple[str, ChatRequest, Quotable]] = []
        for aspect, wanted in _wanted(case.task).items():
            rules = TEMPLATE.write("aspect_rules", aspect=aspect, pictures=bool(sight.pictures))
            words = TEMPLATE.write(
                "aspect",
                name=aspect,
                wanted=wanted,
                goal=case.task.goal,
                answer=case.answer,
                log=write_log(case),
                pages=sight.pages,
            )
            shown = words.partition("\n# The agent's answer")[2]
            asked.append((aspect, request_of(rules, words, sight.parts), Quotable(shown, quotable_steps)))

        def question(ask: AskModel) -> tuple[Vote, ...]:
            return tuple(ask_once(ask, request, quotable, aspect) for aspect, request, quotable in asked)

        return Hearing(question, saw=sight.kind)


def _wanted(task: Task) -> dict[str, str]:
    """The sub-queries in words, by aspect."""
    if task.evolution is None:
        return {}
    return {aspect: words for aspect in ASPECTS if (words := getattr(task.evolution, aspect))}
