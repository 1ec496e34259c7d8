"""The trajectory judge: was the task done, going by the record of the episode (ShopGym, B.4)."""

from __future__ import annotations

from dataclasses import dataclass

from shopworld.evaluation.judges.case import JudgedTrial
from shopworld.evaluation.judges.criteria import write_criteria
from shopworld.evaluation.judges.forms import Opinion
from shopworld.evaluation.judges.judge import NO_OWN_ENDING, TEMPLATE, AskModel, Hearing, Vote, request_of
from shopworld.evaluation.judges.quotes import Quotable
from shopworld.evaluation.judges.records import WHOLE
from shopworld.evaluation.judges.transcript import TranscriptScope, look, write_addresses, write_happenings, write_log
from shopworld.models import ChatRequest
from shopworld.tasks import PageVisited, Task
from shopworld.tasks.checks import kind_name

GATE = "a page that had to be visited was not"


@dataclass(frozen=True, slots=True)
class TrajectoryJudge:
    """Judges the whole task.

    Attributes:
        full: sees carts, orders and pictures as well (as for ShopGym's harness A); without it the log, the addresses
            and the ending (as for harness B).
        url_gate: whether an episode fails that never opened a page that the task names (`page_visited`).
    """

    full: bool = False
    url_gate: bool = False

    @property
    def name(self) -> str:
        """`trajectory` or `trajectory-full`, with `-gate`."""
        return f"trajectory{'-full' if self.full else ''}{'-gate' if self.url_gate else ''}"

    def fits(self, task: Task) -> bool:
        """All tasks."""
        return True

    def hear(self, case: JudgedTrial) -> Hearing:
        """Only an agent that ended the episode itself can have succeeded."""
        if not case.ended_itself:
            return Hearing(rule=NO_OWN_ENDING, decided=False)
        if self.url_gate and any(not one.passed for one in case.result.checks if one.type == kind_name(PageVisited)):
            return Hearing(rule=GATE, decided=False)
        sight = look(case) if self.full else TranscriptScope()
        words = TEMPLATE.write(
            "trajectory",
            goal=case.task.goal,
            criteria=write_criteria(case.task, case.hosts),
            ending=f"goal_reached: by the agent itself ({case.result.ending})",
            answer=case.answer,
            addresses=write_addresses(case),
            log=write_log(case),
            happenings=write_happenings(case) if self.full else "",
            pages=sight.pages,
        )
        request = request_of(TEMPLATE.write("trajectory_rules"), words, sight.parts)
        shown = words.partition("\n# How it ended")[2]  # the task and its criteria prove nothing
        quotable = Quotable(shown, [step for step, _ in sight.pictures])

        def question(ask: AskModel) -> tuple[Vote, ...]:
            return (ask_once(ask, request, quotable, WHOLE),)

        return Hearing(question, saw=sight.kind if self.full else "text")


def ask_once(ask: AskModel, request: ChatRequest, quotable: Quotable, criterion: str) -> Vote:
    """Asks for an opinion on one criterion."""
    opinion = ask(request, Opinion)
    return Vote(criterion, opinion.success, opinion.reasoning, quotable.check(opinion.evidence))
