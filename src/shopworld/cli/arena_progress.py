"""A bar for explorations that take a while."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bars

if TYPE_CHECKING:
    from shopworld.arena.explore import Progress


@contextmanager
def bars(what: str) -> Iterator[Progress]:
    """A bar of tasks on a terminal; nothing where the output is piped.

    Args:
        what: is being done, as a word.
    """
    from shopworld.arena.explore import Progress

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Bars(*columns, console=console, disable=not console.is_terminal, transient=True) as shown:
        task = shown.add_task(what, total=None)
        yield Progress(
            planned=lambda count: shown.update(task, total=count, completed=0),
            doing=lambda words: shown.update(task, description=f"{what}: {words}"),
            done=lambda: shown.advance(task),
        )
