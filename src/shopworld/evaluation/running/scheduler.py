"""The parent's side of a run: hands out trials in a stable order, replaces what breaks, writes every result once."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import time
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, Protocol

from shopworld.agents import AgentName
from shopworld.errors import RunError
from shopworld.evaluation.folder import SCORE, UNFINISHED, RunFolder, read_score
from shopworld.evaluation.records import Result, Status, TrialKey
from shopworld.evaluation.running.grading import NOTHING, failed_score, scores
from shopworld.evaluation.running.processes import kill_group, without_main
from shopworld.evaluation.running.terms import Assignment
from shopworld.evaluation.running.worker import Broken, Finished, Halted, Heartbeat, Ready, WorkerSetup, work
from shopworld.files import write_whole
from shopworld.tasks import Task

ATTEMPTS = 3
"""Attempts that infrastructure faults may cost before a trial is an `infra_error`."""
SILENCE = 120.0
"""Seconds without a sign of life after which a worker is taken for hung; while an agent thinks its limit is added."""
STARTS = 3
"""Workers that may break in a row before any of them has played anything."""


class RunObserver(Protocol):
    """Is told how the run goes on."""

    def finished(self, result: Result) -> None:
        """A trial is over and written down."""

    def retried(self, assignment: Assignment, reason: str) -> None:
        """A fault cost an attempt; the trial is played again."""


@dataclass(slots=True)
class Worker:
    """A worker process as the scheduler sees it."""

    process: SpawnProcess
    connection: Connection[Any, Any]
    assignment: Assignment | None = None
    heard: float = field(default_factory=time.monotonic)
    patience: float = SILENCE
    phase: str = "opening"
    process_groups: tuple[int, ...] = ()
    idle: bool = False

    def kill(self) -> None:
        """Kills the worker and its children, and waits for it."""
        self.process.kill()
        self.process.join()
        for group in self.process_groups:
            kill_group(group)
        self.connection.close()


def trial_keys(agents: Sequence[str], tasks: Iterable[Task], trials: int) -> list[TrialKey]:
    """All trials of a run in the order they are handed out: by task, then agent, then trial."""
    return [
        TrialKey(agent=agent, task=task.id, trial=trial)
        for task in tasks
        for agent in agents
        for trial in range(trials)
    ]


class Scheduler:
    """Plays what a run still lacks.

    Args:
        folder: of the run, begun and locked.
        briefing: what workers have to know.
        keys: all trials of the run, in order.
        watcher: is told of each result.
    """

    def __init__(
        self, folder: RunFolder, briefing: WorkerSetup, keys: Sequence[TrialKey], watcher: RunObserver
    ) -> None:
        self.folder = folder
        self.briefing = briefing
        self.watcher = watcher
        self._open: deque[Assignment] = deque()
        self._workers: list[Worker] = []
        self._broken_in_a_row = 0
        self._keys = list(keys)

    def run(self, workers: int) -> None:
        """Plays everything that has no result yet; returns when every trial has one.

        Args:
            workers: number of processes.

        Raises:
            RunError: workers cannot start, or a language model cannot be used as asked.
            KeyboardInterrupt: somebody stopped the run; unfinished trials are left for the next time.
        """
        self._take_stock()
        context = multiprocessing.get_context("spawn")
        try:
            for _ in range(min(workers, len(self._open))):
                self._start(context)
            while self._workers:
                self._listen(context)
        finally:
            for worker in self._workers:
                worker.kill()
            self._workers.clear()

    def _take_stock(self) -> None:
        """Finds what is to be done. An attempt that was finished but not yet written down is taken over."""
        done = {result.key for result in self.folder.results()}
        for key in self._keys:
            if key in done:
                continue
            attempts = self.folder.attempts(key)
            last = read_score(attempts[-1]) if attempts else None
            if last is not None and self._is_final(last):
                self._write(last)
            else:
                self._open.append(Assignment(key, len(attempts)))

    @staticmethod
    def _is_final(result: Result) -> bool:
        return result.status is not Status.INFRA_ERROR or result.attempt + 1 >= ATTEMPTS

    def _write(self, result: Result) -> None:
        self.folder.append(result)
        self.watcher.finished(result)

    def _start(self, context: multiprocessing.context.SpawnContext) -> None:
        ours, theirs = context.Pipe()
        briefing = replace(self.briefing, parent=os.getpid())
        process = context.Process(target=work, args=(theirs, briefing), name="shopworld-worker")
        with without_main():
            process.start()
        theirs.close()
        self._workers.append(Worker(process, ours))

    def _listen(self, context: multiprocessing.context.SpawnContext) -> None:
        """Takes what workers say, or finds one that says nothing any more."""
        by_connection: dict[Any, Worker] = {worker.connection: worker for worker in self._workers}
        due = min(worker.heard + worker.patience for worker in self._workers if not worker.idle)
        for connection in wait(list(by_connection), timeout=max(0.0, due - time.monotonic())):
            worker = by_connection[connection]
            if worker not in self._workers:
                continue
            try:
                message = worker.connection.recv()
            except (EOFError, ConnectionResetError):
                worker.process.join(1.0)
                self._lose(worker, f"the worker died (exit status {worker.process.exitcode})", context)
                continue
            worker.heard = time.monotonic()
            self._take(worker, message, context)
        now = time.monotonic()
        for worker in list(self._workers):
            if not worker.idle and now - worker.heard > worker.patience:
                self._lose(
                    worker,
                    f"no sign of life for {worker.patience:.0f} s while {worker.phase}",
                    context,
                    hung=worker.phase == "thinking",
                )

    def _take(self, worker: Worker, message: Any, context: multiprocessing.context.SpawnContext) -> None:
        match message:
            case Ready(process_groups=groups):
                worker.process_groups = groups
                self._hand_out(worker)
            case Heartbeat(phase=phase, process_groups=groups):
                worker.process_groups, worker.phase = groups, phase
                worker.patience = SILENCE + (self._thinking_time(worker) if phase == "thinking" else 0.0)
            case Finished(assignment=assignment, result=result):
                self._broken_in_a_row = 0
                worker.assignment = None
                self._settle(assignment, result)
            case Halted(reason=reason, hint=hint):
                raise RunError(f"The run stopped, and its results so far are kept: {reason}", hint=hint)
            case Broken(reason=reason, hint=hint):
                self._lose(worker, reason, context, hint)

    def _thinking_time(self, worker: Worker) -> float:
        """Seconds an agent may think; a language model's provider may cost some more."""
        settings, assignment = self.briefing.settings, worker.assignment
        waits = assignment is not None and bool(AgentName.parse(assignment.key.agent).model)
        return settings.max_seconds + (settings.models.patience if waits else 0.0)

    def _hand_out(self, worker: Worker) -> None:
        """Gives the worker the next trial; sends it home where none will come."""
        if self._open:
            worker.assignment = self._open.popleft()
            worker.patience, worker.idle = SILENCE, False
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # its death is heard of next
                worker.connection.send(worker.assignment)
        elif any(other.assignment is not None for other in self._workers):
            worker.idle = True  # another worker's trial may come back
        else:
            self._send_home()

    def _send_home(self) -> None:
        for worker in self._workers:
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                worker.connection.send(None)
            worker.process.join(GOODBYE)
            worker.kill()
        self._workers.clear()

    def _settle(self, assignment: Assignment, result: Result) -> None:
        if self._is_final(result):
            self._write(result)
        else:
            self.watcher.retried(assignment, result.error)
            self._open.appendleft(Assignment(assignment.key, assignment.attempt + 1))
            for worker in self._workers:
                if worker.idle:
                    self._hand_out(worker)
                    break

    def _lose(
        self,
        worker: Worker,
        reason: str,
        context: multiprocessing.context.SpawnContext,
        hint: str | None = None,
        *,
        hung: bool = False,
    ) -> None:
        """Buries a worker and starts another one. `hung`: its agent did not stop at the time limit."""
        worker.kill()
        self._workers.remove(worker)
        self._broken_in_a_row += 1
        if worker.assignment is not None:
            self._settle(worker.assignment, self._record_loss(worker.assignment, reason, hung=hung))
        elif self._broken_in_a_row >= STARTS:
            raise RunError(f"no worker can start: {reason}", hint=hint or "`shopworld doctor` says what is missing.")
        if self._open and not any(other.idle for other in self._workers):
            self._start(context)
        elif not any(other.assignment is not None for other in self._workers) and not self._open:
            self._send_home()

    def _record_loss(self, assignment: Assignment, reason: str, *, hung: bool) -> Result:
        """Closes the folder of an attempt whose worker is gone, with what it had written so far."""
        final = self.folder.attempt(assignment.key, assignment.attempt)
        score = read_score(final)
        if score is not None:  # it died between finishing and saying so
            return score
        beside = final.with_name(final.name + UNFINISHED)
        beside.mkdir(parents=True, exist_ok=True)
        task = self.briefing.tasks[assignment.key.task]
        result = Result(
            agent=assignment.key.agent,
            task=task.id,
            trial=assignment.key.trial,
            status=Status.AGENT_ERROR if hung else Status.INFRA_ERROR,
            **scores(failed_score(task) if hung else NOTHING),
            attempt=assignment.attempt,
            category=task.category,
            set=task.set,
            template=task.template,
            difficulty=task.difficulty,
            error=reason,
            hashes=self.briefing.hashes[task.id],
        )
        write_whole(beside / SCORE, result.to_json() + b"\n")
        beside.rename(final)
        return result


GOODBYE = 5.0
"""Seconds a worker has to close its mall and browser at the end."""
