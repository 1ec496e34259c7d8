"""A session: one episode of one task, met by one environment, under the limits of a run; recorded, then graded."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import orjson

from shopworld.agents import Move
from shopworld.closing import Closing
from shopworld.environments import Environment, Observation, TaskStart, ToolDescription, ToolReply
from shopworld.episode import Ending, Episode, EpisodeIdentity, Event
from shopworld.errors import EpisodeError, InputError
from shopworld.evaluation.records import Result, Status, TrialKey
from shopworld.evaluation.running.conclusion import PlayedAttempt, grade_played, keep_logs, keep_traceback
from shopworld.evaluation.running.recording import Recording
from shopworld.evaluation.running.terms import Assignment, Grounds, Terms, seed_of
from shopworld.evaluation.running.usage import ReportedUsage
from shopworld.evaluation.settings import Screenshots
from shopworld.evaluation.trajectory import GOAL, fit_move
from shopworld.mall import Admission, MessageSent, Proxy, ReportedInfeasible
from shopworld.tasks import PosedTask, Task


class Session(Closing):
    """One episode while it is played. A context manager; usable from any thread, one call at a time.

    Args:
        assignment: which trial it is.
        task: the task; without its checks where the session is graded by another process.
        world: where; its events are graded against that.
        meet: gives the environment by which the agent meets it, when it is needed first; nobody else may be in it.
        folder: of the attempt; must exist. The steps are written while it runs, everything else when it is finished.
        terms: limits and the like.
    """

    def __init__(
        self,
        assignment: Assignment,
        task: Task | PosedTask,
        world: Grounds,
        meet: Callable[[], Environment],
        folder: Path,
        terms: Terms,
    ) -> None:
        self.task = task
        self.folder = folder
        self._assignment, self._world, self._meet, self._terms = assignment, world, meet, terms
        self._environment: Environment | None = None
        self._seed = seed_of(terms.settings.seed, assignment.key)
        key = assignment.key
        identity = EpisodeIdentity(key.agent, key.task, key.trial, assignment.attempt)
        self.episode = Episode(identity, identity.label(terms.secret), seed=self._seed)
        self._turn = threading.RLock()
        self._usage = ReportedUsage()
        self._recording = Recording(folder, world.hosts)
        self._seen: Observation | None = None
        self._began: float | None = None
        self._status: Status | None = None
        self._error = ""
        self._played: PlayedAttempt | None = None
        self._result: Result | None = None
        self.excused: Callable[[], float] = lambda: 0.0
        self.refused: tuple[str, ...] = ()
        """Tells the seconds so far that do not count against the agent."""
        self.admission: Admission | None = None
        """Where clients of other people reach the episode; None where it is met by calls, or in a slot alone."""
        self.left: Callable[[Session], None] = lambda _: None
        """Is told once when the episode is out of reach. Raises EnvironmentFault where the world failed meanwhile."""
        self._is_left = False
        self._saved: dict[Path, Path] = {}
        (folder / GOAL).write_text(task.goal, encoding="utf-8")

    @property
    def posed(self) -> PosedTask:
        """The task without what is right."""
        return self.task.posed if isinstance(self.task, Task) else self.task

    @property
    def goal(self) -> str:
        """What the user wants."""
        return self.task.goal

    @property
    def start_url(self) -> str:
        """Address of the first page; empty in the tool sandbox."""
        return self.task.start

    @property
    def seed(self) -> int:
        """Of everything random in it: from run, task and trial, the same for each agent and each attempt."""
        return self._seed

    @property
    def key(self) -> TrialKey:
        """Agent, task and trial."""
        return self._assignment.key

    @property
    def tools(self) -> tuple[ToolDescription, ...]:
        """What can be called, as JSON schemas; nothing where the agent meets pages."""
        if self.admission is not None:  # pages
            return ()
        if self._environment is not None:
            return self._environment.tools
        with self._turn:
            return self._met().tools

    @property
    def proxy(self) -> Proxy | None:
        """The forward proxy for browsers and other clients of the caller's own; None where the shops are met by calls.

        Its server is the same for all sessions of a world; the credentials name this one.
        """
        return self.admission.proxy if self.admission is not None else None

    @property
    def doors(self) -> Mapping[str, str]:
        """Address of each shop and of the solution page to the one for clients that use no proxy."""
        return self.admission.doors if self.admission is not None else {}

    @property
    def environment(self) -> Environment | None:
        """By which the episode is met; None where it was not opened."""
        return self._environment

    @property
    def steps(self) -> int:
        """Actions so far; of clients of theirs, what the shops' events tell."""
        return self._recording.steps + len(self._recording.untold(self._caused()))

    @property
    def events(self) -> Sequence[Event]:
        """What has happened so far."""
        return tuple(self.episode.events)

    @property
    def cut_short(self) -> bool:
        """Whether a limit has ended it."""
        return self._status is Status.LIMIT

    @property
    def ended(self) -> bool:
        """Whether nothing more can be done: the agent has ended the episode, or a limit has. Waits for no step."""
        if not self._turn.acquire(blocking=False):  # something is being done: what is known by now
            return self._played is not None or self._status is not None or self._has_ended()
        try:
            return self._over()
        finally:
            self._turn.release()

    def observe(self) -> Observation:
        """What the agent sees now; the first call opens the first page, or sets out the tools.

        Raises:
            EnvironmentFault: infrastructure failed.
            EpisodeError: the session is over and was never opened.
        """
        with self._turn:
            if self._seen is None:
                if self._over():
                    raise EpisodeError(f"session {self.key.task} is over; start another one")
                self._open()
            assert self._seen is not None
            return self._seen

    def step(self, action: str | Move) -> Observation:
        """Carries out one action and observes what came of it. A wrong action changes nothing and is a step, too.

        Args:
            action: one action as text, e.g. `click('12')`, or JSON of a tool call; or a move, with thought and usage.

        Raises:
            EpisodeError: the session is over.
            InputError: it is no action, or what goes with it cannot be written as JSON; nothing was done.
            EnvironmentFault: infrastructure failed; the result then says nothing of the agent.
        """
        move = fit_move(action)
        with self._turn:
            self.observe()
            if self._stopped():
                raise self._too_late()
            self.add_usage(move.extra)
            try:
                seen = self._met().step(move.action)
            except EpisodeError:
                raise
            except Exception as fault:
                self._fail(fault)
                raise
            return self._keep_step(move, seen)

    def call(self, name: str, arguments: Mapping[str, object] | None = None) -> ToolReply:
        """Calls one tool. A step, like `step` with the call as JSON.

        Raises:
            EpisodeError, InputError, EnvironmentFault: as `step`.
        """
        try:
            action = orjson.dumps({"name": name, "arguments": dict(arguments or {})}).decode()
        except (TypeError, ValueError) as error:
            raise InputError(f"a call must be JSON-able: {error}", field="arguments") from error
        return ToolReply.of(self.step(action))

    def say(self, text: str) -> None:
        """Sends the user a final message, which ends the episode. A step.

        Raises:
            EpisodeError: the session is over.
            InputError: it is no text.
        """
        fit_move(text)
        self._take_leave(MessageSent(role="assistant", text=text), Ending.MESSAGE, f"send_msg_to_user({text!r})")

    def give_up(self, reason: str) -> None:
        """Reports that the task cannot be done, which ends the episode. A step.

        Raises:
            EpisodeError: the session is over.
            InputError: it is no text.
        """
        fit_move(reason)
        self._take_leave(ReportedInfeasible(reason=reason), Ending.INFEASIBLE, f"report_infeasible({reason!r})")

    def begin(self) -> None:
        """The agent is given the goal: from now on its time counts. Before that, opening the browser does not."""
        self._began = time.monotonic()

    def add_usage(self, reported: Mapping[str, Any]) -> None:
        """Adds what the agent reports of its use of a language model: tokens, cost, …"""
        self._usage.add(reported)

    def seconds_left(self) -> float:
        """Wall time that the agent still has."""
        began = self._began if self._began is not None else time.monotonic()
        return began + self._most_seconds + self.excused() - time.monotonic()

    def cut_off(self, reason: str = "") -> None:
        """Ends the session by a limit: it never passes."""
        with self._turn:
            self.episode.end(Ending.LIMIT)
            self._status, self._error = Status.LIMIT, reason

    def fail(self, status: Status, error: BaseException) -> None:
        """Says that the agent or infrastructure failed. A failure of infrastructure stays."""
        with self._turn:
            if self._status is not Status.INFRA_ERROR:
                self._status, self._error = status, keep_traceback(self.folder, error)

    def leave(self) -> None:
        """Takes the episode out of reach, once. What went wrong in the world meanwhile becomes part of the result."""
        with self._turn:
            if self._is_left:
                return
            self._is_left = True
            for part in (self._leave_environment, lambda: self.left(self)):
                try:
                    part()
                except Exception as fault:
                    self._fail(fault)
            self._close_recording()

    def _leave_environment(self) -> None:
        if self._environment is not None:
            self._environment.leave()

    def finish(self) -> Result:
        """Ends the episode where it has not ended, grades it, and writes what is left to its folder.

        An agent that has not ended the episode is taken to be done, as if it had sent an empty message. A second call
        gives the same result.

        Raises:
            EpisodeError: another process grades it.
        """
        with self._turn:
            if self._played is None and not self._over():
                self.episode.record(MessageSent(role="assistant", text=""))
                self.episode.end(Ending.MESSAGE)
            self.conclude()
            if self._result is None:
                raise EpisodeError(f"the session of {self.key.task} is graded by another process")
            return self._result

    def save(self, run: Path | str) -> Path:
        """Finishes the session and copies it into a run folder, so that report, judges, pairing and regrading take it.

        Saved there a second time, it stays as it is.

        Args:
            run: the folder; made where it is not there. A folder of other sessions, or of a run of the same suite.

        Returns:
            the folder of the attempt there.

        Raises:
            RunError: the folder is of another suite or world, or holds this trial already.
        """
        from shopworld.evaluation.saving import save_attempt

        result, place = self.finish(), Path(run).absolute()
        if self._terms.provenance is None:
            raise EpisodeError("this session is part of a run, and is recorded there")
        with self._turn:
            if place not in self._saved:
                settings, provenance = self._terms.settings, self._terms.provenance
                self._saved[place] = save_attempt(place, self.folder, result, settings, provenance)
            return self._saved[place]

    def close(self) -> None:
        """Finishes the session, as stopped where it has not ended: nothing is credited to who was cut off."""
        with self._turn:
            self.conclude()

    def conclude(self) -> PlayedAttempt:
        """Closes the session, writes what is left to its folder, and grades it where the checks are known here."""
        with self._turn:
            if self._played is None:
                self._played = self._conclude()
            if self._result is None and isinstance(self.task, Task):  # a full disk may have kept the score from it
                self._result = self._graded(self.task, self._played)
            return self._played

    @property
    def _most_seconds(self) -> float:
        return min(self.task.limits.seconds, self._terms.settings.max_seconds)

    def _met(self) -> Environment:
        if self._environment is None:
            self._environment = self._meet()
        return self._environment

    def _over(self) -> bool:
        return self._has_ended() or self._stopped()

    def _has_ended(self) -> bool:
        return self.episode.ending is not None and (self._seen is None or self._met().ended)

    def _stopped(self) -> bool:
        """Whether the session was finished, or cut off, by a fault or by a limit that is reached now."""
        if self._status is not None or self._played is not None:
            return True
        overdue = self._began is not None and self.seconds_left() <= 0
        taken = self.steps if self._seen is not None else 0  # of clients alone they are counted at the end
        used_up = taken >= self._terms.settings.steps_of(self.task) and self.episode.ending is None
        if overdue or used_up:
            self.cut_off()
            return True
        return False

    def _too_late(self) -> EpisodeError:
        how = self._status or self.episode.ending
        return EpisodeError(f"the session of {self.key.task} is over ({how}); no action can follow")

    def _open(self) -> None:
        kept = self._terms.settings.screenshots is not Screenshots.NONE
        self._recording.start_clock()
        try:
            seen = self._met().start(self.episode, TaskStart.of(self.task), self._terms.pictures)
        except Exception as fault:
            self._fail(fault)
            raise
        # What clients of theirs did before is told after the first page.
        told = 0 if self.admission is not None and self.admission.caused else self._met().events_told
        self._recording.open(seen, told, pictures=kept)
        self._seen = seen
        if self._began is None:
            self.begin()

    def _keep_step(self, move: Move, seen: Observation) -> Observation:
        self._recording.add(move, seen, self._met().events_told, self._caused())
        self._seen = seen
        return seen

    def _caused(self) -> Sequence[Event]:
        """Events that clients of theirs have caused; all, where nobody else is in."""
        if self.admission is None:
            return ()
        return self.episode.events if self._seen is None else self.admission.caused

    def _take_leave(self, payload: MessageSent | ReportedInfeasible, ending: Ending, action: str) -> None:
        with self._turn:
            if self.admission is None:  # with clients of theirs it may well end unseen by ours
                self.observe()
            if self._over():
                raise self._too_late()
            self.episode.record(payload)
            self.episode.end(ending)
            if self._seen is not None:
                self._keep_step(Move(action), self._seen)

    def _close_recording(self) -> None:
        self._recording.close(self._caused(), self.start_url if self.admission is not None else None)
        too_many = self._recording.steps > self._terms.settings.steps_of(self.task)
        if too_many and self._recording.by_clients and self._status is None:
            self._status = Status.LIMIT

    def _fail(self, fault: Exception) -> None:
        self.fail(Status.INFRA_ERROR, fault)

    def _conclude(self) -> PlayedAttempt:
        self.leave()
        self.episode.end(Ending.STOPPED)
        seconds = time.monotonic() - self._began - self.excused() if self._began is not None else 0.0
        keep_logs(self.folder, self.episode)
        return PlayedAttempt(
            key=self.key,
            attempt=self._assignment.attempt,
            status=self._status,
            error=self._error,
            # Who is watched may still submit while the step that was one too many is told.
            ending=Ending.LIMIT if self._status is Status.LIMIT else self.episode.ending or Ending.STOPPED,
            steps=self._recording.steps,
            seconds=round(max(0.0, seconds), 3),
            usage=self._usage.sums,
            interface=self._terms.interface,
            isolation=self._terms.isolation,
            refused=self.refused,
        )

    def _graded(self, task: Task, played: PlayedAttempt) -> Result:
        hashes = self._terms.hashes
        assert hashes is not None, "who holds the checks knows their hashes"
        return grade_played(self.folder, played, task, self._world, hashes, self._terms.settings.screenshots)
