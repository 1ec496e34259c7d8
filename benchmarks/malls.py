"""The malls that are measured: made anew in a temporary home, so that nothing on this machine changes the figures."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cached_property
from pathlib import Path

from measure import tell

from shopworld.mall import Home, make_default_mall
from shopworld.tasks.importers.webmall import import_webmall_release

RELEASE = Path(__file__).resolve().parent.parent.parent / "shared" / "data" / "webmall"
"""WebMall's release, where somebody has put it beside the project."""


class Malls:
    """Makes each mall when it is first asked for, and remembers how long that took.

    Attributes:
        home: a temporary folder.
        seconds: of each making, by the mall's name.
    """

    def __init__(self, home: Home) -> None:
        self.home = home
        self.seconds: dict[str, list[float]] = {}

    @cached_property
    def default(self) -> Path:
        """Folder of the default mall."""
        folder = self.home.mall("default")
        folder.parent.mkdir(parents=True, exist_ok=True)
        tell("making the default mall")
        self._timed("default", lambda: make_default_mall(folder))
        return folder

    @cached_property
    def webmall(self) -> Path | None:
        """Folder of WebMall's mall; None where the release is not there."""
        if not (RELEASE / "task_sets.json").is_file():
            return None
        tell("importing WebMall")
        self._timed("webmall", lambda: import_webmall_release(RELEASE, self.home))
        return self.home.mall("webmall")

    def make_again(self) -> None:
        """Makes the default mall once more, elsewhere, to time it."""
        name = f"again-{len(self.seconds.get('default', []))}"
        self._timed("default", lambda: make_default_mall(self.home.mall(name)))

    def _timed(self, name: str, make: Callable[[], object]) -> None:
        began = time.perf_counter()
        make()
        self.seconds.setdefault(name, []).append(time.perf_counter() - began)
