"""An end state that is tried on the grading, and how one is made from another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from shopworld.episode import WORLD_START, Ending, Event, Payload
from shopworld.mall import AnswerSubmitted
from shopworld.mall.events import MessageSent

Act = tuple[str | None, Payload]
"""Something that happens, with the shop where it does."""
Acts = tuple[Act, ...]


@dataclass(frozen=True, slots=True)
class State:
    """One end state.

    Attributes:
        name: how it differs from the right one, for people.
        right: whether it must be accepted.
        acts: what happened.
        ending: how the episode ended; None where it did not.
    """

    name: str
    right: bool
    acts: Acts
    ending: Ending | None = Ending.SUBMITTED

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened, as an episode records it."""
        return tuple(Event(number, WORLD_START, shop, payload) for number, (shop, payload) in enumerate(self.acts))


def wrong(name: str, acts: Iterable[Act], ending: Ending | None = Ending.SUBMITTED) -> State:
    """A state that must be refused."""
    return State(name, False, tuple(acts), ending)


def right(name: str, acts: Iterable[Act], ending: Ending | None = Ending.SUBMITTED) -> State:
    """A state that must be accepted."""
    return State(name, True, tuple(acts), ending)


def acts_of(events: Iterable[Event]) -> Acts:
    """What happened in those events."""
    return tuple((event.shop, event.payload) for event in events)


def without(acts: Sequence[Act], of: Callable[[Act], bool]) -> Acts:
    """The acts that are not of a sort."""
    return tuple(act for act in acts if not of(act))


def changed(acts: Sequence[Act], change: Callable[[Act], Act]) -> Acts:
    """The acts, each as a function makes it."""
    return tuple(change(act) for act in acts)


def is_answer(act: Act) -> bool:
    """Whether an act gives the result."""
    return isinstance(act[1], AnswerSubmitted)


def answering(acts: Sequence[Act], text: str) -> Acts:
    """The same with another text submitted."""
    return (*without(acts, is_answer), (None, AnswerSubmitted(text=text)))


def saying(acts: Sequence[Act], text: str) -> Acts:
    """The same with the result said in a message instead."""
    return (*without(acts, is_answer), (None, MessageSent(role="assistant", text=text)))


def before_answer(acts: Sequence[Act], *more: Act) -> Acts:
    """The same with more acts at the end, before the result is given."""
    return (*without(acts, is_answer), *more, *(act for act in acts if is_answer(act)))
