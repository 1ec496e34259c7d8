"""What a judge is given of one trial: read from the run folder alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from shopworld.catalog import Catalog
from shopworld.episode import Ending, Event, read_events
from shopworld.evaluation.folder import RunFolder
from shopworld.evaluation.records import Result, Status, Step, read_steps
from shopworld.evaluation.trajectory import EVENTS, STEPS
from shopworld.mall.events import AnswerSubmitted, MessageSent, ReportedInfeasible
from shopworld.tasks import Task
from shopworld.tasks.recommendation import ProductRecommended

OWN_ENDINGS = frozenset({Ending.SUBMITTED, Ending.MESSAGE, Ending.INFEASIBLE})
"""How an agent ends an episode itself."""


@dataclass(frozen=True, slots=True)
class JudgedTrial:
    """One trial before a judge.

    Attributes:
        task: with its criteria.
        result: with the scores of the code checks, which judges never see.
        folder: of the attempt.
        steps: what the agent did and saw; step 0 is what it began with.
        events: what really happened.
        hosts: host of each shop, by its id.
        catalog: what products are looked up in, if there is one.
    """

    task: Task
    result: Result
    folder: Path
    steps: tuple[Step, ...]
    events: tuple[Event, ...] = field(repr=False)
    hosts: dict[str, str]
    catalog: Catalog | None = None

    @classmethod
    def read(
        cls, folder: RunFolder, result: Result, task: Task, hosts: dict[str, str], catalog: Catalog | None
    ) -> JudgedTrial:
        """Reads a trial's last attempt.

        Raises:
            InputError: a file of it is wrong.
        """
        attempt = folder.attempt(result.key, result.attempt)
        log = attempt / EVENTS
        events = tuple(read_events(log)) if log.exists() else ()
        return cls(task, result, attempt, tuple(read_steps(attempt / STEPS)), events, hosts, catalog)

    @property
    def ended_itself(self) -> bool:
        """Whether the agent ended the episode, and not a limit or an error."""
        return self.result.ending in OWN_ENDINGS and self.result.status is not Status.AGENT_ERROR

    @property
    def answer(self) -> str:
        """What the agent gave as its answer, in words; empty without one."""
        answer = ""
        for event in self.events:
            match event.payload:
                case AnswerSubmitted(text=text) | MessageSent(role="assistant", text=text):
                    answer = text
                case ReportedInfeasible(reason=reason):
                    answer = f"(reported as infeasible) {reason}"
                case ProductRecommended(product_id=product_id, reasoning=reasoning):
                    answer = f"(recommended) {product_id}: {reasoning}"
                case _:
                    pass
        return answer

    @property
    def recommended(self) -> str:
        """Id of the product that was recommended; empty without one."""
        ids = [event.payload.product_id for event in self.events if isinstance(event.payload, ProductRecommended)]
        return ids[-1].strip() if ids else ""
