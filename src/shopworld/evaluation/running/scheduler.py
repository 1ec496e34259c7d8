"""The parent's side of a run: hands out trials in a stable order, replaces what breaks, writes every result once."""

from __future__ import annotations

import itertools
import logging
import math
import os
import shutil
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from shopworld.agents import AgentName
from shopworld.errors import InputError, RunError
from shopworld.evaluation.folder import SCORE, UNFINISHED, RunFolder, read_score
from shopworld.evaluation.records import Result, Status, TrialKey
from shopworld.evaluation.running.conclusion import is_sound, read_played, settle_played
from shopworld.evaluation.running.faults import NODE_LOST, Breaker, Journal, OutagePolicy, cause_of
from shopworld.evaluation.running.grader import Grader
from shopworld.evaluation.running.grading import NOTHING, failed_score, scores
from shopworld.evaluation.running.terms import Assignment
from shopworld.evaluation.running.worker_messages import Broken, Finished, Halted, Heartbeat, Ready
from shopworld.evaluation.running.workforce import SILENCE, WorkerLink, WorkerLost, Workforce
from shopworld.evaluation.settings import RunSettings
from shopworld.files import write_whole
from shopworld.tasks import Task

logger = logging.getLogger("shopworld.run")

ATTEMPTS = 3
"""Attempts of one start of a run that infrastructure faults may cost before a trial is an `infra_error`."""
_LONGEST_WAIT = 3600.0
"""Seconds that nobody waits longer for a word."""
STARTS = 3
"""Workers that may break in a row before any of them has played anything, where no other one is there to play."""


class RunObserver(Protocol):
    """Is told how the run goes on."""

    def finished(self, result: Result) -> None:
        """A trial is over and written down."""

    def retried(self, assignment: Assignment, reason: str) -> None:
        """A fault cost an attempt; the trial is played again."""


@dataclass(slots=True)
class Worker:
    """A worker as the scheduler sees it."""

    link: WorkerLink
    patience: float
    assignment: Assignment | None = None
    heard: float = field(default_factory=time.monotonic)
    phase: str = "opening"
    opened: bool = False
    """Whether it was ever ready to play."""
    idle: bool = False


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
        settings: of the run.
        workforce: starts the workers; closed by who made it.
        keys: all trials of the run, in order.
        grader: holds the tasks, and grades what workers played.
        watcher: is told of each result.
        retry_errors: whether trials that ended as `infra_error` are played again.
        policy: when faults are taken for an outage, and how it is waited out.
        tell: is told when the run pauses, and when it goes on.
    """

    def __init__(
        self,
        folder: RunFolder,
        settings: RunSettings,
        workforce: Workforce,
        keys: Sequence[TrialKey],
        grader: Grader,
        watcher: RunObserver,
        *,
        retry_errors: bool = True,
        policy: OutagePolicy | None = None,
        tell: Callable[[str], None] = logger.warning,
    ) -> None:
        self.folder = folder
        self.settings = settings
        self.workforce = workforce
        self.grader = grader
        self.watcher = watcher
        self.retry_errors = retry_errors
        self.tell = tell
        self._open: deque[Assignment] = deque()
        self._workers: dict[WorkerLink, Worker] = {}
        self._look_at = 0.0
        """When the first of them may have been silent for too long."""
        self._broken_in_a_row = 0
        self._vacant = 0
        """Workers that are not there because they would not start, while others play."""
        self._keys = list(keys)
        self._journal = Journal(folder.path)
        self._breaker = Breaker(policy or OutagePolicy())
        self._lost: Counter[TrialKey] = Counter()
        self._resume_at: float | None = None

    def run(self, workers: int) -> None:
        """Plays everything that has no result yet; returns when every trial has one.

        Args:
            workers: number of processes.

        Raises:
            RunError: workers cannot start, or a language model cannot be used as asked.
            KeyboardInterrupt: somebody stopped the run; unfinished trials are left for the next time.
        """
        self._take_stock()
        try:
            for _ in range(min(workers, len(self._open))):
                self._start()
            while self._workers:
                self._listen()
        finally:
            self.workforce.close()
            self._workers.clear()

    def _take_stock(self) -> None:
        """Finds what is to be done. An attempt that was finished but not yet written down is taken over."""
        written = {result.key: result for result in self.folder.results()}
        for key in self._keys:
            result = written.get(key)
            if result is not None and not (self.retry_errors and result.status is Status.INFRA_ERROR):
                continue
            attempts = self.folder.attempts(key)
            last = self._score_of(attempts[-1], key) if attempts else None
            if last is not None:
                self._enter(last, "")
            if last is not None and self._is_over(last):
                self._write(last)
            else:
                self._open.append(self._next(key))

    def _score_of(self, attempt: Path, key: TrialKey) -> Result | None:
        """The result of an attempt that is on disk; None: there is none that this run has given.

        A score that is not in the journal was left by the worker; it does not count, what was played does.
        """
        played = read_played(attempt)
        if played is not None and (played.key, str(played.attempt)) == (key, attempt.name):
            return self.grader.grade(attempt, played)
        return read_score(attempt) if self._journal.has(key, int(attempt.name)) else None

    def _enter(self, result: Result, phase: str) -> None:
        """Writes down what an attempt came to; from then on its score is believed."""
        if not self._journal.has(result.key, result.attempt):
            self._journal.add(result, phase)
        settle_played(self.folder.attempt(result.key, result.attempt))

    def _next(self, key: TrialKey) -> Assignment:
        """The next attempt of a trial."""
        attempts = self.folder.attempts(key)
        return Assignment(key, int(attempts[-1].name) + 1 if attempts else 0)

    def _is_over(self, last: Result) -> bool:
        """Whether the last attempt that is there ends its trial, as it stands."""
        if last.status is not Status.INFRA_ERROR:
            return True
        return not self.retry_errors and last.attempt + 1 >= ATTEMPTS

    def _write(self, result: Result) -> None:
        if result.status is Status.INFRA_ERROR:
            result = result.model_copy(update={"fault_phase": self._journal.fault_phase(result.key)})
        else:
            self._journal.forget(result.key)
            self._lost.pop(result.key, None)
        self.folder.append(result)
        self.watcher.finished(result)

    def _start(self) -> None:
        link = self.workforce.start()
        self._workers[link] = worker = Worker(link, link.patience)
        self._look_at = min(self._look_at, worker.heard + worker.patience)

    def _listen(self) -> None:
        """Takes what workers say, or finds one that says nothing any more."""
        until = min(self._look_at, self._resume_at or math.inf)
        for link in self.workforce.wait(min(_LONGEST_WAIT, max(0.0, until - time.monotonic()))):
            worker = self._workers.get(link)
            if worker is None:
                continue
            try:
                message = link.receive()
            except (WorkerLost, InputError) as error:
                self._lose(worker, str(error))
                continue
            worker.heard = time.monotonic()
            self._take(worker, message)
            self._look_at = min(self._look_at, worker.heard + worker.patience)
        now = time.monotonic()
        if now >= self._look_at:
            self._lose_hung(now)
        if self._resume_at is not None and now >= self._resume_at:
            self._resume_at = None
            self._wake(probes=1)

    def _lose_hung(self, now: float) -> None:
        """Buries workers that have been silent for too long, and finds out when to look again: each costs a moment."""
        for worker in list(self._workers.values()):
            overdue = not worker.idle and now - worker.heard > worker.patience
            if overdue and not worker.link.has_word():  # what it said while others were graded may wait
                self._lose(
                    worker,
                    f"no sign of life for {worker.patience:.0f} s while {worker.phase}",
                    hung=worker.phase == "thinking",
                )
        due = (worker.heard + worker.patience for worker in self._workers.values() if not worker.idle)
        self._look_at = min(due, default=math.inf)

    def _take(self, worker: Worker, message: Any) -> None:
        match message:
            case Ready():
                worker.opened = True
                self._hand_out(worker)
            case Heartbeat(phase=phase):
                worker.phase = phase
                worker.patience = SILENCE + (self._thinking_time(worker) if phase == "thinking" else 0.0)
            case Finished(played=played):
                assignment = worker.assignment
                if assignment is None or (played.key, played.attempt) != (assignment.key, assignment.attempt):
                    self._lose(worker, "the worker told of an attempt that it was not given")
                    return
                folder = self.folder.attempt(played.key, played.attempt)
                if not is_sound(folder):
                    self._lose(worker, "the worker told of an attempt that is not there")
                    return
                self._broken_in_a_row = 0
                worker.assignment = None
                result = self.grader.grade(folder, played)
                self._settle(assignment, result, worker.phase)
                if self._vacant and self._open:
                    self._vacant -= 1
                    self._start()
            case Halted(reason=reason, hint=hint):
                raise RunError(f"The run stopped, and its results so far are kept: {reason}", hint=hint)
            case Broken(reason=reason, hint=hint):
                self._lose(worker, reason, hint)

    def _thinking_time(self, worker: Worker) -> float:
        """Seconds an agent may think; a language model's provider may cost some more."""
        settings, assignment = self.settings, worker.assignment
        waits = assignment is not None and bool(AgentName.parse(assignment.key.agent).model)
        return settings.max_seconds + (settings.models.patience if waits else 0.0)

    def _hand_out(self, worker: Worker) -> None:
        """Gives the worker the next trial; lets it wait in an outage; sends it home where none will come."""
        others = any(other.assignment is not None for other in self._workers.values())
        if self._open and self._may_play(others):
            worker.assignment = self._open.popleft()
            worker.patience, worker.idle, worker.heard = SILENCE, False, time.monotonic()  # it may have waited long
            self._look_at = min(self._look_at, worker.heard + worker.patience)
            worker.link.send(self.grader.order(worker.assignment))
        elif self._open or others:
            worker.idle = True  # it is waited for the end of the outage, or another worker's trial may come back
        else:
            self._send_home()

    def _may_play(self, others: bool) -> bool:
        """Whether a trial may be handed out; in an outage one at a time, as a probe, after each pause."""
        if self._resume_at is not None or (self._breaker.pauses and others):
            return False
        free = shutil.disk_usage(self.folder.path).free
        if free >= self._breaker.policy.least_free:
            return True
        self._pause(f"only {free / 1e6:,.0f} MB are free where {self.folder.path} is")
        return False

    def _wake(self, probes: int | None = None) -> None:
        """Hands trials out to workers that were waiting."""
        for worker in [one for one in self._workers.values() if one.idle][:probes]:
            if worker.idle and worker.link in self._workers:
                self._hand_out(worker)

    def _pause(self, reason: str) -> None:
        """Waits before a trial is played again.

        Raises:
            RunError: it was waited often enough.
        """
        if self._resume_at is not None:
            return
        if self._breaker.spent:
            raise RunError(
                f"The run stopped, and its results so far are kept: {reason}",
                hint="The same command goes on when that is mended.",
            )
        seconds = self._breaker.pause()
        self._resume_at = time.monotonic() + seconds
        self.tell(f"The run pauses for {seconds:,.0f} s: {reason}")

    def _send_home(self) -> None:
        self.workforce.dismiss()
        self._workers.clear()

    def _settle(self, assignment: Assignment, result: Result, phase: str) -> None:
        """Takes what became of an attempt."""
        self._enter(result, phase)
        if result.status is not Status.INFRA_ERROR:
            self._write(result)
            if self._breaker.pauses:
                self.tell("The run goes on.")
            self._breaker.success()
            self._wake()
            return
        self._breaker.fault(result, cause_of(result))
        if self._breaker.is_outage:
            self._wait_for_the_end_of_the_outage(assignment, result)
            return
        self._lost[assignment.key] += 1
        if self._lost[assignment.key] >= ATTEMPTS:
            self._write(result)
        else:
            self.watcher.retried(assignment, result.error)
            self._open.appendleft(Assignment(assignment.key, assignment.attempt + 1))
            self._wake(probes=1)

    def _wait_for_the_end_of_the_outage(self, assignment: Assignment, result: Result) -> None:
        """Puts back what the outage cost, trials that were given up too, and waits."""
        back = dict.fromkeys([assignment.key, *(one.key for one in self._breaker.streak)])
        there = {one.key for one in self._open} | {
            one.assignment.key for one in self._workers.values() if one.assignment
        }
        self._open.extendleft(self._next(key) for key in reversed(back) if key not in there)
        for key in back:
            self._lost[key] = 0
        streak, cause = len(self._breaker.streak), self._breaker.cause
        self._pause(f"{streak} attempts in a row came to nothing ({cause}), at last: {result.error}")

    def _lose(self, worker: Worker, reason: str, hint: str | None = None, *, hung: bool = False) -> None:
        """Buries a worker and starts another one. `hung`: its agent did not stop at the time limit."""
        worker.link.kill()
        del self._workers[worker.link]
        node_lost = reason.startswith(NODE_LOST)  # nothing is wrong with the worker
        self._broken_in_a_row += not node_lost
        cannot_start = worker.assignment is None and not node_lost and self._broken_in_a_row >= STARTS
        if worker.assignment is not None:
            lost = self._record_loss(worker.assignment, reason, hung=hung)
            self._settle(worker.assignment, lost, worker.phase)
        elif cannot_start and not any(other.opened for other in self._workers.values()):
            raise RunError(f"no worker can start: {reason}", hint=hint or "`shopworld doctor` says what is missing.")
        if self._open and not any(other.idle for other in self._workers.values()):
            if cannot_start:
                self._vacant += 1  # it is tried again when another one has finished
            else:
                self._start()
        elif not any(other.assignment is not None for other in self._workers.values()) and not self._open:
            self._send_home()

    def _record_loss(self, assignment: Assignment, reason: str, *, hung: bool) -> Result:
        """Closes the folder of an attempt whose worker is gone, with what it had written so far."""
        final = self.folder.attempt(assignment.key, assignment.attempt)
        score = self._score_of(final, assignment.key)
        if score is not None:  # it died between finishing and saying so
            return score
        beside = final.with_name(final.name + UNFINISHED)
        beside.mkdir(parents=True, exist_ok=True)
        task = self.grader.task(assignment.key.task)
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
            isolation=self.grader.isolation(assignment.key.agent),
            error=reason,
            hashes=self.grader.hashes(task.id),
        )
        if final.is_symlink() or final.is_dir():  # left by a worker, and not what was played
            final.rename(_free_name(final.with_name(f"{final.name}{FORGED}")))
        write_whole(beside / SCORE, result.to_json() + b"\n")
        beside.rename(final)
        return result


def _free_name(path: Path) -> Path:
    """The path, or the first with a number behind it that is not taken."""
    names = itertools.chain([path], (path.with_name(f"{path.name}.{number}") for number in itertools.count(1)))
    return next(one for one in names if not os.path.lexists(one))


FORGED = ".not-believed"
"""Ending of a folder that a worker left in the place of an attempt."""
