"""Shows a long page in parts, which scrolling turns."""

from __future__ import annotations

from shopworld.agents.browsing.page_text import PageText, cut_page
from shopworld.environments import Observation, parse_action
from shopworld.errors import ActionError

PAGE_LIMIT = 60_000
"""Characters of a page that are shown at once: about 15,000 tokens."""


class PageTurning:
    """Which part of the page at hand an agent is shown.

    Args:
        limit: characters that are shown at once.
    """

    def __init__(self, limit: int = PAGE_LIMIT) -> None:
        self.limit = limit
        self.shown: PageText | None = None
        """What was shown last."""
        self.left_out: tuple[str, ...] = ()
        """What of the page at hand was not shown, one sentence each."""
        self._url, self._part = "", 1

    def arrive(self, observation: Observation, last_action: str) -> None:
        """Takes what is seen now: another address begins at the first part, a scroll turns to the next.

        Args:
            observation: what is seen now.
            last_action: what led to it; empty at the beginning.
        """
        self.left_out = ()
        if observation.url != self._url:
            self._url, self._part = observation.url, 1
        elif last_action and self.shown is not None:
            self._part = min(self.shown.parts, max(1, self.shown.part + _turned(last_action)))

    def show(self, text: str) -> PageText:
        """The part of a page's text that is to be shown now."""
        self.shown = cut_page(text, self.limit, self._part)
        self.left_out = self.shown.left_out
        return self.shown

    def halve(self) -> None:
        """From now on half as much is shown at once."""
        self.limit //= 2


def _turned(action: str) -> int:
    """Which part a scrolling turns to: the next one, the one before, or none."""
    try:
        parsed = parse_action(action)
    except ActionError:
        return 0
    if parsed.name != "scroll":
        return 0
    down = parsed.arguments["delta_y"]
    return (down > 0) - (down < 0) if isinstance(down, int | float) else 0
