"""State as a fold over events: what a room wants to know of an episode, kept up to date event by event."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from shopworld.episode.events import Event

State = TypeVar("State")


@dataclass(frozen=True, slots=True, eq=False)
class Fold(Generic[State]):
    """How events become state.

    Attributes:
        name: for people.
        initial: makes the state before the first event.
        apply: takes the state and one event, returns the state after it (it may change the given state in place).
    """

    name: str
    initial: Callable[[], State]
    apply: Callable[[State, Event], State]

    def over(self, events: Iterable[Event]) -> State:
        """The state after those events."""
        state = self.initial()
        for event in events:
            state = self.apply(state, event)
        return state
