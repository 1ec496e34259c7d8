"""How a command goes on: bars on a terminal, plain lines where the output is piped."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, SpinnerColumn, TaskID, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from shopworld.api import OnProgress
from shopworld.api import Progress as Told
from shopworld.progress_lines import ProgressLines

_LONGEST = 40
_BYTES = 1_000_000
"""From so many on, what is done is told in percent."""


@contextmanager
def progress() -> Iterator[OnProgress]:
    """A bar for each piece of work that is told of, with the time left where it is known how much there is.

    Where errors go to no terminal, it is a plain line now and then.
    """
    console = Console(stderr=True)
    if not console.is_terminal:
        with ProgressLines(lambda line: print(line, file=sys.stderr, flush=True)) as lines:
            yield lambda now: lines.tell(_line(now), now.done, now.total)
        return
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(bar_width=20),
        TextColumn("{task.fields[counted]}"),
        TextColumn("{task.fields[detail]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(compact=True),
    )
    with Progress(*columns, console=console, transient=True) as bars:
        known: dict[str, TaskID] = {}

        def tell(now: Told) -> None:
            if now.what not in known:
                known[now.what] = bars.add_task(escape(now.what), total=None, counted="", detail="")
            bars.update(
                known[now.what],
                total=now.total or None,
                completed=now.done,
                counted=_counted(now),
                detail=escape(now.detail[:_LONGEST]),
            )

        yield tell


def _line(now: Told) -> str:
    counted = f": {_counted(now)}" if now.total else ""
    return f"{now.what}{counted}" + (f", {now.detail}" if now.detail else "")


def _counted(now: Told) -> str:
    if not now.total:
        return ""
    return f"{now.done / now.total:.0%}" if now.total >= _BYTES else f"{now.done:,}/{now.total:,}"
