"""Workers as a scheduler meets them, wherever they are: it starts them, sends, receives, and kills."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from shopworld.evaluation.running.terms import PlayOrder

SILENCE = 120.0
"""Seconds without a sign of life after which a worker is taken for hung; while an agent thinks its limit is added."""
GOODBYE = 5.0
"""Seconds a worker has to close its mall and browser at the end."""


class WorkerLost(Exception):
    """A worker is gone; says how."""


class WorkerLink(Protocol):
    """One worker process, from afar."""

    @property
    def patience(self) -> float:
        """Seconds until it has to say something for the first time."""

    def send(self, order: PlayOrder) -> None:
        """Gives it an attempt to play; of one that is gone is heard when the next word is asked for."""

    def has_word(self) -> bool:
        """Whether a message waits to be received."""

    def receive(self) -> Any:
        """The next message; waits for one. What a finished attempt left is then in the run folder.

        Raises:
            WorkerLost: it is gone.
            InputError: it said something that is no message.
        """

    def kill(self) -> None:
        """Ends it and all that it has started; what it had written of an attempt stays in the run folder."""


class Workforce(Protocol):
    """Starts workers, and hears from all of them."""

    def start(self) -> WorkerLink:
        """Starts one more."""

    def wait(self, seconds: float) -> Sequence[WorkerLink]:
        """Those whose message waits, or who are gone; waits so long for the first."""

    def dismiss(self) -> None:
        """Sends all home; who does not go in time is killed."""

    def close(self) -> None:
        """Kills all."""
