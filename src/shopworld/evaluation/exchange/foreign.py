"""What other people's files tell of trials, as it is done again here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from shopworld.agents import Move

MOST_TRIALS = 10_000
"""Of one agent on one task: what counts higher is no number of a trial."""


@dataclass(frozen=True, slots=True)
class ForeignMove:
    """One thing that was done.

    Attributes:
        action: of a browser as text, or a tool call as JSON.
        failed: whether it was refused there; None where the file does not say.
        says: a last message, where the move is one.
        used: tokens and the like that are told with it.
    """

    action: str
    failed: bool | None = None
    says: str | None = None
    used: Mapping[str, float] = field(default_factory=dict)

    @classmethod
    def message(cls, text: str) -> ForeignMove:
        """A last message to the user."""
        return cls(f"send_msg_to_user({text!r})", says=text)

    @property
    def move(self) -> Move:
        """As a session takes it."""
        return Move(self.action, extra=dict(self.used))


@dataclass(frozen=True, slots=True)
class ForeignTrial:
    """What somebody's file tells of one trial.

    Attributes:
        task: id of the task.
        moves: what is done again, in order.
        claimed: whether the file counts it as completed; None where it does not say.
        place: where it stands in the file, for messages.
        agent: who played; empty where the file says it once for all.
        trial: number of the try; None where it is not told.
        unfit: why it cannot be graded; empty where it can.
    """

    task: str
    moves: tuple[ForeignMove, ...]
    claimed: bool | None
    place: str
    agent: str = ""
    trial: int | None = None
    unfit: str = ""


@dataclass(frozen=True, slots=True)
class ForeignResults:
    """What somebody's file holds.

    Attributes:
        agent: who played, where the file says it.
        trials: one by one, each agent, task and trial once.
        interface: how the shops are met where it is done again.
        suite: name of the suite; empty where it is not told.
        tells_orders: whether orders can be done again.
    """

    agent: str
    trials: tuple[ForeignTrial, ...]
    interface: str = "tools"
    suite: str = ""
    tells_orders: bool = True
