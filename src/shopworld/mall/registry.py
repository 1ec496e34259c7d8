"""Which episodes are live, and where requests find them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from shopworld.episode import Episode
from shopworld.errors import MallError

REMEMBERED = 10_000
"""How many finished labels are known as finished; older ones are unknown."""


@dataclass(frozen=True, slots=True)
class Fault:
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
    """

    episode: Episode
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    def is_over(self) -> bool:
        """Whether the episode has ended."""
        return self.episode.ending is not None


class Episodes:
    """The live episodes by label. An ended one is forgotten but for its label."""

    def __init__(self) -> None:
        self._live: dict[str, LiveEpisode] = {}
        self._finished: OrderedDict[str, None] = OrderedDict()
        self._faults: WeakKeyDictionary[Episode, list[Fault]] = WeakKeyDictionary()

    def __len__(self) -> int:
        return len(self._live)

    def add(self, episode: Episode) -> LiveEpisode:
        """Lets requests reach an episode.

        Raises:
            MallError: its label is taken by a live or finished episode, or it has ended already.
        """
        if episode.ending is not None:
            raise MallError(f"episode {episode.identity} has ended ({episode.ending}); a retry is a new episode")
        if episode.label in self._live or episode.label in self._finished:
            raise MallError(
                f"the label of {episode.identity} was used before",
                hint="Give a retry the next attempt number: labels must differ.",
            )
        live = LiveEpisode(episode)
        self._live[episode.label] = live
        return live

    def find(self, label: str) -> LiveEpisode | None:
        """The live episode of that label; None where it is unknown or finished."""
        live = self._live.get(label)
        if live is not None and live.is_over():
            self.remove(live)
            return None
        return live

    def is_finished(self, label: str) -> bool:
        """Whether an episode of that label was live once."""
        return label in self._finished

    def remove(self, live: LiveEpisode) -> None:
        """Takes an episode out of reach, for good."""
        label = live.episode.label
        if self._live.pop(label, None) is not None:
            self._finished[label] = None
            while len(self._finished) > REMEMBERED:
                self._finished.popitem(last=False)

    def record_fault(self, episode: Episode, fault: Fault) -> None:
        """Keeps a fault with its episode, for as long as somebody holds the episode."""
        self._faults.setdefault(episode, []).append(fault)

    def faults(self, episode: Episode) -> tuple[Fault, ...]:
        """Faults so far in that episode, oldest first."""
        return tuple(self._faults.get(episode, ()))
