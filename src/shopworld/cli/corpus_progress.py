"""A progress bar for reading the pages of a mall; it shows where there is something to read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


@contextmanager
def corpus_progress(console: Console) -> Iterator[Callable[[int, int], None]]:
    """Shows how many pages were read; nothing before the first one."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("Reading the shops' pages", total=None, visible=False)

        def read(done: int, total: int) -> None:
            progress.update(task, completed=done, total=total, visible=True)

        yield read
