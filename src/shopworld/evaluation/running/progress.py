"""Progress of a run: on a terminal a bar per agent with pass counts and the time left, plain lines when piped."""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from shopworld.evaluation.records import NOT_THE_AGENTS_FAULT, Result, Status
from shopworld.evaluation.running.terms import Assignment
from shopworld.plain_text import plain, plain_line
from shopworld.progress_lines import ProgressLines


class RunProgress:
    """A bar per agent; a `Watcher` of the scheduler.

    Args:
        console: where to; plain lines where it is no terminal.
        agents: names, in order.
        trials: results that each agent will have.
        done: results that are there already.
    """

    def __init__(self, console: Console, agents: Sequence[str], trials: int, done: Sequence[Result]) -> None:
        self._progress = Progress(
            SpinnerColumn(finished_text="[green]✓"),
            TextColumn("{task.description}"),
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TextColumn("[green]{task.fields[passed]} passed"),
            TextColumn("{task.fields[errors]}"),
            TimeElapsedColumn(),
            TextColumn("left"),
            TimeRemainingColumn(compact=True),
            console=console,
            disable=not console.is_terminal,
        )
        self._told: set[str] = set()
        self._trials = trials * len(agents)
        self._done = len(done)
        self._lines: ProgressLines | None = None
        self._passed = {
            agent: sum(one.agent == agent and one.status is Status.PASSED for one in done) for agent in agents
        }
        self._errors = {
            agent: sum(one.agent == agent and one.status in NOT_THE_AGENTS_FAULT for one in done) for agent in agents
        }
        self._bars: dict[str, TaskID] = {
            agent: self._progress.add_task(
                escape(agent),
                total=trials,
                completed=sum(one.agent == agent for one in done),
                passed=self._passed[agent],
                errors="",
            )
            for agent in agents
        }

    def __enter__(self) -> Self:
        self._progress.start()
        if not self._progress.console.is_terminal:
            self._lines = ProgressLines(self._write)
            self._tell_line()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()
        if self._lines is not None:
            self._lines.close()

    def finished(self, result: Result) -> None:
        """Moves the agent's bar on."""
        agent = result.agent
        for refused in result.refused:
            if refused not in self._told:
                self._told.add(refused)
                self._progress.console.print(
                    f"[yellow]refused:[/] {escape(agent)}: {escape(plain_line(refused))}",
                    highlight=False,
                    soft_wrap=True,
                )
        self._passed[agent] += result.status is Status.PASSED
        self._errors[agent] += result.status in NOT_THE_AGENTS_FAULT
        errors = f"[red]{self._errors[agent]} errors" if self._errors[agent] else ""
        self._progress.update(self._bars[agent], advance=1, passed=self._passed[agent], errors=errors)
        self._done += 1
        self._tell_line()

    def _write(self, line: str) -> None:
        self._progress.console.print(line, highlight=False, markup=False, soft_wrap=True)

    def _tell_line(self) -> None:
        if self._lines is not None:
            passed, errors = sum(self._passed.values()), sum(self._errors.values())
            text = f"{self._done:,} of {self._trials:,} trials, {passed:,} passed"
            self._lines.tell(text + (f", {errors:,} errors" if errors else ""), self._done, self._trials)

    def tell(self, text: str) -> None:
        """Says that the run pauses, or goes on."""
        self._progress.console.print(f"[yellow]{escape(text)}[/]", highlight=False)

    def retried(self, assignment: Assignment, reason: str) -> None:
        """Says what cost an attempt."""
        key = assignment.key
        lines = plain(reason).splitlines()
        self._progress.console.print(
            f"[yellow]again:[/] {escape(key.agent)}, {escape(key.task)}: {escape(lines[0] if lines else '')}",
            highlight=False,
        )
