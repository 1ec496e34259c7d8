"""What can be asked: a model, or a recording of one; the clock of such calls, and what each costs."""

from __future__ import annotations

import time
from typing import Protocol

from shopworld.errors import AgentError
from shopworld.models.messages import ChatRequest, ModelReply, Usage


class CallClock:
    """Tells the time a model takes from the time that is lost to failed tries and waiting.

    One thread may write while another reads.
    """

    def __init__(self) -> None:
        self.lost = 0.0
        """Seconds that failed tries and waiting took, or will have taken when the present pause is over."""
        self._trying_since: float | None = None

    @property
    def excused(self) -> float:
        """`lost`, and the seconds of a try that is under way: it may still fail."""
        since = self._trying_since
        return self.lost + (time.monotonic() - since if since is not None else 0.0)

    def trying(self) -> None:
        """A try begins."""
        self._trying_since = time.monotonic()

    def answered(self) -> None:
        """It was answered: its time is the model's."""
        self._trying_since = None

    def failed(self) -> None:
        """It failed, or was given up: its time is lost."""
        since, self._trying_since = self._trying_since, None
        if since is not None:
            self.lost += time.monotonic() - since

    def waits(self, seconds: float) -> None:
        """A pause of that length begins."""
        self.lost += max(0.0, seconds)


class CallMeter:
    """What one call takes and costs, whatever comes of it.

    Args:
        clock: of the sequence of calls that it belongs to.
    """

    def __init__(self, clock: CallClock | None = None) -> None:
        self.clock = clock or CallClock()
        self.charged = Usage()
        """What was used without an answer that tells it: the call failed in the end."""

    def charge(self, usage: Usage) -> None:
        """Something was used for nothing."""
        self.charged = self.charged + usage


class Chat(Protocol):
    """Answers requests, one after the other."""

    async def complete(self, request: ChatRequest, *, meter: CallMeter | None = None) -> ModelReply:
        """Answers a request. See `ChatClient.complete`."""


class Unasked:
    """Stands where an agent is made only to see whether it can be made."""

    async def complete(self, request: ChatRequest, *, meter: CallMeter | None = None) -> ModelReply:
        """Refuses.

        Raises:
            AgentError: always.
        """
        raise AgentError("the agent asks its language model before it has a task")


UNASKED = Unasked()
