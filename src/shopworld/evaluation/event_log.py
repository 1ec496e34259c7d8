"""Event logs as runs leave them: the events of every room are known to who reads one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from shopworld import episode
from shopworld.environments import Asked
from shopworld.environments.tools import ToolCalled
from shopworld.episode import Event
from shopworld.mall import AnswerSubmitted
from shopworld.shop import PageViewed
from shopworld.tasks import ProductRecommended

DECLARED = (AnswerSubmitted, Asked, PageViewed, ProductRecommended, ToolCalled)
"""One event of each module that declares some: importing it makes all its kinds known."""


def read_events(path: Path) -> Iterator[Event]:
    """Reads a log line by line.

    Raises:
        InputError: a line is no event, or of a kind that no room and no installed package declares.
    """
    return episode.read_events(path)
