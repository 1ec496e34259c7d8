"""What the arena is doing: a bar of tasks, or a line of words; both are quiet where the output is piped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
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


@contextmanager
def status(what: str) -> Iterator[Callable[[str], None]]:
    """Tells on a terminal what is being done; nothing where the output is piped.

    Args:
        what: is being done, as a word; what the function is told stands behind it.
    """
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _: None
        return
    with console.status(f"{what} …") as shown:
        yield lambda words: shown.update(f"{what}: {words} …")
