"""An episode: identity, clock, the events so far, and the states folded from them."""

from __future__ import annotations

import threading
from enum import StrEnum
from typing import Any, TypeVar, cast

from shopworld.episode.clock import Clock
from shopworld.episode.events import Event, Payload
from shopworld.episode.fold import Fold
from shopworld.episode.identity import EpisodeIdentity
from shopworld.errors import EpisodeError

State = TypeVar("State")


class Ending(StrEnum):
    """How an episode ended."""

    SUBMITTED = "submitted"
    """By the solution page."""
    MESSAGE = "message"
    """By `send_msg_to_user` with a final answer."""
    INFEASIBLE = "infeasible"
    """By `report_infeasible`."""
    LIMIT = "limit"
    """By a limit on steps or time; a limit never passes."""
    STOPPED = "stopped"
    """From outside: a fault, or somebody stopped it."""


class Episode:
    """One try. Nothing in it is shared with another episode; making one is the reset.

    Requests record in the server's thread, messages to the user in the agent's: each call is atomic, and the numbers
    of the events have no gap.

    Args:
        identity: who tries what.
        label: unguessable DNS label, from `EpisodeIdentity.label`.
        seed: of everything random in it.
        clock: virtual time; a new one by default.
    """

    def __init__(self, identity: EpisodeIdentity, label: str, *, seed: int = 0, clock: Clock | None = None) -> None:
        self.identity = identity
        self.label = label
        self.seed = seed
        self.clock = clock if clock is not None else Clock()
        self.events: list[Event] = []
        self.ending: Ending | None = None
        self.suggested: set[tuple[str, str]] = set()
        """Shop and path of what search fields suggested. No event: how often a browser asks while somebody types is a
        matter of time."""
        self._states: dict[Fold[Any], Any] = {}
        self._lock = threading.RLock()

    def record(self, payload: Payload, *, shop: str | None = None) -> Event:
        """Appends an event at the virtual time now and moves every state on.

        Raises:
            EpisodeError: the episode has ended.
        """
        with self._lock:
            if self.ending is not None:
                raise EpisodeError(f"episode {self.label} has ended ({self.ending}); no event can follow")
            event = Event(len(self.events), self.clock.now, shop, payload)
            self.events.append(event)
            for fold, state in self._states.items():
                self._states[fold] = fold.apply(state, event)
            return event

    def end(self, ending: Ending) -> None:
        """Ends the episode; the first ending stays."""
        with self._lock:
            if self.ending is None:
                self.ending = ending

    def state(self, fold: Fold[State]) -> State:
        """The state of that fold after all events so far. Treat it as read-only."""
        with self._lock:
            if fold not in self._states:
                self._states[fold] = fold.over(self.events)
            return cast(State, self._states[fold])
