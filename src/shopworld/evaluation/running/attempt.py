"""Plays one attempt: an agent in a session, each of its calls within the time that it has left."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from shopworld.agents import Agent, Move
from shopworld.errors import BudgetSpent, EnvironmentFault, EpisodeError, ModelError
from shopworld.evaluation.records import Status
from shopworld.evaluation.running.conclusion import PlayedAttempt
from shopworld.evaluation.running.deadline import TimeUp, deadline
from shopworld.evaluation.running.grading import one_line
from shopworld.evaluation.running.session import Session
from shopworld.evaluation.trajectory import fit_move

Said = TypeVar("Said")


class SendHeartbeat(Protocol):
    """Tells what comes next: `opening`, `thinking` or `acting`."""

    def __call__(self, phase: str) -> None: ...


def unheard(phase: str) -> None:
    """Nobody waits for a sign of life."""


@dataclass(slots=True)
class Attempt:
    """One attempt while it runs.

    Args:
        session: not begun yet.
        make: makes the agent, when the first page is open.
        heartbeat: called with a word for what comes next, so that somebody can see that all is well.
    """

    session: Session
    make: Callable[[], Agent]
    heartbeat: SendHeartbeat = unheard
    agent: Agent | None = None

    def play(self) -> PlayedAttempt:
        """Plays, and grades where the session's checks are known. What happens becomes part of what is returned.

        Raises:
            ModelError: a language model cannot be used as asked, or the run's budget is spent: nothing can be played.
        """
        session = self.session
        session.excused = self._excused
        try:
            try:
                self._play()
            finally:
                self._take_leave()
        except TimeUp:
            session.cut_off()
        except _AgentRaised as raised:
            session.fail(Status.AGENT_ERROR, raised.error)
        except BudgetSpent as spent:
            if spent.whole_run:
                session.leave()
                raise
            session.cut_off(one_line(spent))
        except ModelError:
            session.leave()
            raise
        except Exception as fault:
            if not (isinstance(fault, EpisodeError) and session.cut_short):  # the time was up between choice and action
                session.fail(Status.INFRA_ERROR, fault)
        except BaseException:
            session.leave()
            raise
        session.leave()
        session.add_usage(self._unreported())
        session.refused = self.agent.refusals if self.agent is not None else ()
        return session.conclude()

    def _play(self) -> None:
        session = self.session
        self.heartbeat("opening")
        seen = session.observe()
        self.heartbeat("thinking")
        session.begin()
        agent = self.agent = self._within(self.make)
        session.begin()
        self._within(lambda: agent.begin(session.goal, seed=session.seed))
        while not session.ended:
            self.heartbeat("thinking")
            move = self._within(lambda: _move(agent.act(seen)))  # noqa: B023 - called at once
            self.heartbeat("acting")
            seen = session.step(move)

    def _within(self, call: Callable[[], Said]) -> Said:
        """Calls the agent for as long as it has time."""
        try:
            with deadline(self.session.seconds_left(), self._excused):
                return call()
        except (EnvironmentFault, ModelError):
            raise
        except (Exception, SystemExit) as error:
            raise _AgentRaised(error) from error

    def _take_leave(self) -> None:
        """Tells an agent that wants to know that the episode is over, and how it ended."""
        if self.agent is not None:
            self.agent.end(str(self.session.episode.ending or ""))

    def _excused(self) -> float:
        """Seconds that a language model's provider has cost so far: they do not count against the agent."""
        return self.agent.excused_seconds if self.agent is not None else 0.0

    def _unreported(self) -> dict[str, float]:
        """What the agent has used since its last move, where it keeps account."""
        used = self.agent.take_usage() if self.agent is not None else {}
        return {name: value for name, value in used.items() if value}


def _move(chosen: object) -> Move:
    if not isinstance(chosen, Move):
        raise TypeError(f"act() returned {type(chosen).__name__}, expected a Move")
    return fit_move(chosen)


class _AgentRaised(Exception):
    def __init__(self, error: BaseException) -> None:
        super().__init__(str(error))
        self.error = error
