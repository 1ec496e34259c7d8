"""One try of one agent at one task: its identity, events, virtual clock, and state as a fold over events."""

from shopworld.episode.clock import WORLD_START, Clock
from shopworld.episode.episode import Ending, Episode
from shopworld.episode.events import Event, Payload, read_events, write_events
from shopworld.episode.fold import Fold
from shopworld.episode.identity import EpisodeIdentity

__all__ = [
    "WORLD_START",
    "Clock",
    "Ending",
    "Episode",
    "EpisodeIdentity",
    "Event",
    "Fold",
    "Payload",
    "read_events",
    "write_events",
]
