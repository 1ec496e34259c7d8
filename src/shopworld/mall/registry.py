"""Which episodes are live, and where requests find them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary, WeakSet

from shopworld.episode import Episode
from shopworld.errors import MallError

if TYPE_CHECKING:
    from shopworld.mall.protocol import ProxyProtocol

REMEMBERED = 10_000
"""How many labels of removed episodes are known as such; older ones are unknown."""


@dataclass(frozen=True, slots=True)
class RequestFault:
    """Infrastructure failed inside a request: a fault of ours, never of the agent.

    Attributes:
        address: what was asked for.
        summary: the error in one line.
        traceback: where it happened.
    """

    address: str
    summary: str
    traceback: str = ""


@dataclass(slots=True, eq=False)
class LiveEpisode:
    """An episode that requests may reach.

    Attributes:
        episode: the episode.
        turn: held by the one request that is being answered.
        connections: that have asked for something in it.
    """

    episode: Episode
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    connections: WeakSet[ProxyProtocol] = field(default_factory=WeakSet)

    def is_over(self) -> bool:
        """Whether the episode has ended."""
        return self.episode.ending is not None

    def bind(self, connection: ProxyProtocol) -> None:
        """Notes that a connection's request happens in this episode."""
        if connection.bound_to is not self:
            connection.bound_to = self
            self.connections.add(connection)

    def hang_up(self, *, answering: bool = False) -> None:
        """Closes the connections whose last request was this episode's.

        Args:
            answering: lets those live on to the answer that are owed one.
        """
        for connection in [one for one in self.connections if one.bound_to is self]:
            if answering:
                connection.shutdown()
            else:
                connection.transport.close()


class Episodes:
    """The episodes by label, from their admission until they are removed; of older ones the label is known."""

    def __init__(self) -> None:
        self._live: dict[str, LiveEpisode] = {}
        self._removed: OrderedDict[str, None] = OrderedDict()
        self._faults: WeakKeyDictionary[Episode, list[RequestFault]] = WeakKeyDictionary()

    def all(self) -> tuple[LiveEpisode, ...]:
        """Those that are not removed, oldest first."""
        return tuple(self._live.values())

    def add(self, episode: Episode) -> LiveEpisode:
        """Lets requests reach an episode.

        Raises:
            MallError: its label is or was another's, or it has ended already.
        """
        if episode.ending is not None:
            raise MallError(f"episode {episode.identity} has ended ({episode.ending}); a retry is a new episode")
        live = LiveEpisode(episode)
        if episode.label in self._removed or self._live.setdefault(episode.label, live) is not live:
            raise MallError(
                f"the label of {episode.identity} was used before",
                hint="Give a retry the next attempt number: labels must differ.",
            )
        return live

    def find(self, label: str) -> LiveEpisode | None:
        """The episode of that label, which may be over; None where it is unknown or removed."""
        return self._live.get(label)

    def is_removed(self, label: str) -> bool:
        """Whether an episode of that label was here once."""
        return label in self._removed

    def remove(self, live: LiveEpisode) -> None:
        """Takes an episode out of reach, for good."""
        label = live.episode.label
        if self._live.pop(label, None) is not None:
            self._removed[label] = None
            while len(self._removed) > REMEMBERED:
                self._removed.popitem(last=False)

    def record_fault(self, episode: Episode, fault: RequestFault) -> None:
        """Keeps a fault with its episode, for as long as somebody holds the episode."""
        self._faults.setdefault(episode, []).append(fault)

    def faults(self, episode: Episode) -> tuple[RequestFault, ...]:
        """Faults so far in that episode, oldest first."""
        return tuple(self._faults.get(episode, ()))
