"""A study: participants who play tasks of a suite, one after the other, each in a session of their own browser."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

from shopworld.closing import Closing
from shopworld.errors import EpisodeError, RunError, ShopworldError
from shopworld.evaluation import Result, RunFolder, Session, begin_sessions
from shopworld.study.participants import (
    Participant,
    digest,
    keep_participant,
    new_key,
    participant_of,
    read_participants,
)
from shopworld.study.playing import PERSON, Play, result_of

CONSENT = "\n\n".join(
    (
        "You are asked to do some shopping in shops that do not exist. Nothing can be bought and nothing is paid.",
        "What you do in the shops is recorded: pages that you open, what you search for, what you put into carts, what "
        "you order and answer, and how long it takes. Use no name, address or card of your own; each task tells you "
        "what to enter. Nothing is recorded that says who you are: the records know you by a number, and your browser "
        "by a cookie.",
        "Taking part is voluntary. You may stop at any time by closing this page, and may skip any task by giving up.",
    )
)
"""What participants agree to, where the study has no text of its own."""
_AGAIN = 5.0
"""Seconds until it is tried again to record what could not be."""


class Study(Closing):
    """People who play. A context manager; usable from any thread.

    Args:
        play: suite and shops; closed with the study.
        run: run folder for what they did; None keeps nothing.
        participants: how many may take part.
        text: that they agree to; empty: a task is played by who has served it, and nobody is asked.
        each: how many tasks one person plays; all by default.
        told: is given each result.
        failed: is given who could not be recorded, and why; they are tried again.

    Raises:
        InputError: the folder's participants cannot be read.
        RunError: they play tasks that this study has not, or the folder holds tasks played by no participant.
    """

    def __init__(
        self,
        play: Play,
        run: Path | None,
        *,
        participants: int = 1,
        text: str = "",
        each: int | None = None,
        told: Callable[[Result], None] = lambda _: None,
        failed: Callable[[Participant, Exception], None] = lambda *_: None,
    ) -> None:
        self.play, self.text = play, text
        self._run, self._most, self._told, self._failed = run, participants, told, failed
        self.each = min(each or len(play.tasks), len(play.tasks))
        known = read_participants(run) if run is not None and text else []
        self._participants = {one.key: one for one in known}
        self._done: dict[int, dict[str, Result]] = {one.number: {} for one in known}
        if run is not None and text:
            self._go_on(run, known)
        self._sessions: dict[int, Session] = {}
        self._unrecorded: dict[int, tuple[str, float]] = {}
        self._lock = threading.RLock()

    def _go_on(self, run: Path, known: list[Participant]) -> None:
        """Takes up what the folder holds."""
        if gone := sorted({task for one in known for task in one.tasks} - set(self.play.tasks)):
            raise RunError(
                f"participants in {run} play tasks that this study has not: {', '.join(gone[:5])}",
                hint="Give the same --tasks, or another --out.",
            )
        results = RunFolder(run).results() if RunFolder(run).results_file.exists() else []
        for result in (one for one in results if one.agent == PERSON):
            if result.trial + 1 not in self._done:
                raise RunError(
                    f"{run} holds {result.task}, played by a person who takes no part in this study",
                    hint="Give another --out.",
                )
            self._done[result.trial + 1][result.task] = result

    @property
    def is_full(self) -> bool:
        """Whether nobody else can join."""
        return len(self._participants) >= self._most

    @property
    def participants(self) -> tuple[Participant, ...]:
        """Who takes part, in the order of their numbers."""
        return tuple(self._participants.values())

    def join(self, key: str = "") -> tuple[str, Participant]:
        """Takes a participant in, who has agreed.

        Args:
            key: that their browser was given with the text, by `new_key`: who agrees twice is taken in once.

        Returns:
            what their browser shows from now on, and who they are.

        Raises:
            RunError: the study is full.
        """
        with self._lock:
            if (known := self.who(key)) is not None:
                return key, known
            if self.is_full:
                raise RunError("this study has all its participants")
            key = key or new_key()
            number = len(self._participants) + 1
            seed = self.play.opening.settings.seed
            one = participant_of(number, key, self.text, tuple(self.play.tasks), each=self.each, seed=seed)
            if self._run is not None and self.text:
                folder, opening = RunFolder(self._run), self.play.opening
                if not folder.settings_file.exists():
                    begin_sessions(folder, PERSON, opening.settings, opening.provenance)
                keep_participant(self._run, one)
            self._participants[one.key] = one
            self._done[number] = {}
            return key, one

    def who(self, key: str) -> Participant | None:
        """The participant of a browser; None where it is nobody's."""
        return self._participants.get(digest(key)) if key else None

    def results(self, one: Participant) -> list[Result]:
        """What they have done, in the order of their tasks."""
        return [self._done[one.number][task] for task in one.tasks if task in self._done[one.number]]

    def next_task(self, one: Participant) -> str | None:
        """The first of their tasks that is not played; None where all are."""
        return next((task for task in one.tasks if task not in self._done[one.number]), None)

    def session(self, one: Participant) -> Session | None:
        """The task they are in, if it is not over; one that is over is graded and recorded now."""
        with self._lock:
            found = self._sessions.get(one.number)
            if found is not None and found.ended:
                self._settle(one, found)
                return None
            return found

    def begin(self, one: Participant) -> Session:
        """Their session; a new one for the next task where none is open.

        Raises:
            EpisodeError: they have played all their tasks.
        """
        with self._lock:
            if (open_one := self.session(one)) is not None:
                return open_one
            task = self.next_task(one)
            if task is None:
                raise EpisodeError("all tasks are played")
            self._sessions[one.number] = session = self.play.start(task, one.trial)
            return session

    def answer(self, one: Participant, text: str) -> None:
        """They answer, or say by an empty text that they are done. Nothing happens where no task is open."""
        with self._lock:
            if (session := self.session(one)) is not None:
                self.play.answer(session, text)
                self._settle(one, session)

    def report_infeasible(self, one: Participant, reason: str) -> None:
        """They say that the task cannot be done. Nothing happens where none is open."""
        with self._lock:
            if (session := self.session(one)) is not None:
                session.give_up(reason)
                self._settle(one, session)

    def give_up(self, one: Participant) -> None:
        """They leave the task without a result. Nothing happens where none is open."""
        with self._lock:
            if (session := self.session(one)) is not None:
                self._settle(one, session)

    def settle(self) -> bool:
        """Grades and records what is over, whoever looks; returns whether everybody has come and played everything.

        Who cannot be recorded is told of once, and tried again in a while: the others go on.
        """
        everybody = self.participants
        for one in everybody:
            why, when = self._unrecorded.get(one.number, ("", 0.0))
            if time.monotonic() < when:
                continue
            try:
                self.session(one)
                self._unrecorded.pop(one.number, None)
            except (ShopworldError, OSError) as error:
                self._unrecorded[one.number] = (str(error), time.monotonic() + _AGAIN)
                if str(error) != why:
                    self._failed(one, error)
        return self.is_full and all(self.next_task(one) is None for one in everybody)

    def close(self) -> None:
        """Ends the study. Tasks that somebody is in are not recorded: they begin them anew when it goes on."""
        self.play.close()

    def _settle(self, one: Participant, session: Session) -> None:
        result = result_of(session, self._run)
        self._sessions.pop(one.number, None)
        self._done[one.number][result.task] = result
        self._told(result)
