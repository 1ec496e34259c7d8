"""Steps of somebody who is watched: what the shops' events say was done, one page or one action after the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from shopworld.episode import Event
from shopworld.evaluation.event_text import TELLING, describe, told_once
from shopworld.shop.events import PageViewed, ReviewRead

_TOLD_OF_A_PAGE = (*TELLING, ReviewRead)


@dataclass(frozen=True, slots=True)
class WatchedStep:
    """One step.

    Attributes:
        text: what was done, in words.
        address: of the page that was shown; empty where none was.
        events: number of events up to and with this step.
    """

    text: str
    address: str
    events: int


def steps_of_events(events: Sequence[Event], hosts: Mapping[str, str]) -> list[WatchedStep]:
    """The steps that events tell. More events only ever change the last one.

    A page that is shown is a step. An action (into the cart, an order, a refused form) is one, and the page shown
    after it belongs to it.

    Args:
        events: of one episode, in order.
        hosts: host of each shop to its id.
    """
    host_of = {shop: host for host, shop in hosts.items()}
    return [_step(group, host_of) for group in _groups(events)]


def _groups(events: Sequence[Event]) -> Iterator[list[Event]]:
    group: list[Event] = []
    for event in events:
        if group and _begins_step(event, group):
            yield group
            group = []
        group.append(event)
    if group:
        yield group


def _begins_step(event: Event, group: Sequence[Event]) -> bool:
    if isinstance(event.payload, _TOLD_OF_A_PAGE):
        return not any(isinstance(one.payload, PageViewed) for one in group)
    if isinstance(event.payload, PageViewed):
        return any(isinstance(one.payload, PageViewed) for one in group)
    return True


def _step(group: Sequence[Event], host_of: Mapping[str, str]) -> WatchedStep:
    address = ""
    for event in group:
        if isinstance(event.payload, PageViewed):
            address = f"http://{host_of.get(event.shop or '', event.shop)}{event.payload.path}"
    return WatchedStep("; ".join(map(describe, told_once(group))), address, group[-1].sequence + 1)
