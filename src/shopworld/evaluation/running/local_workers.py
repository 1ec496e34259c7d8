"""Workers that are processes of this machine, started by this one."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
from collections.abc import Sequence
from dataclasses import replace
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any

from shopworld.evaluation.running.jailed_workers import JailedWorker
from shopworld.evaluation.running.processes import kill_group, without_main
from shopworld.evaluation.running.terms import PlayOrder
from shopworld.evaluation.running.worker import WorkerSetup, work
from shopworld.evaluation.running.worker_messages import Heartbeat, Ready, hear
from shopworld.evaluation.running.workforce import GOODBYE, SILENCE, WorkerLost


class LocalWorker:
    """A process of this machine.

    Args:
        process: started.
        connection: to it.
    """

    patience = SILENCE

    def __init__(self, process: SpawnProcess, connection: Connection[Any, Any]) -> None:
        self.process, self.connection = process, connection
        self._groups: tuple[int, ...] = ()

    def send(self, order: PlayOrder | None) -> None:
        """Gives it an attempt to play, or sends it home."""
        with contextlib.suppress(OSError):  # its death is heard of next
            self.connection.send(order)

    def has_word(self) -> bool:
        """Whether a message waits."""
        return self.connection.poll()

    def receive(self) -> Any:
        """The next message; see `WorkerLink`."""
        try:
            message = hear(self.connection)
        except (EOFError, OSError):
            self.process.join(5.0)
            raise WorkerLost(f"the worker died (exit status {self.process.exitcode})") from None
        if isinstance(message, Ready | Heartbeat):
            self._groups = message.process_groups
        return message

    def join(self, seconds: float) -> None:
        """Waits for its end."""
        self.process.join(seconds)

    def kill(self) -> None:
        """Kills the process and its children, and waits for it."""
        self.process.kill()
        self.process.join()
        for group in self._groups:
            kill_group(group)
        self.connection.close()


class LocalWorkers:
    """Starts processes of this machine.

    Args:
        setup: what each has to know.
    """

    def __init__(self, setup: WorkerSetup) -> None:
        self._setup = setup
        self._context = multiprocessing.get_context("spawn")
        self._workers: list[LocalWorker | JailedWorker] = []

    def start(self) -> LocalWorker | JailedWorker:
        """Starts one more."""
        worker = self._start() if self._setup.jail is None else JailedWorker(self._setup, self._setup.jail)
        self._workers = [one for one in self._workers if not one.connection.closed]
        self._workers.append(worker)
        return worker

    def _start(self) -> LocalWorker:
        ours, theirs = self._context.Pipe()
        setup = replace(self._setup, parent=os.getpid())
        process = self._context.Process(target=work, args=(theirs, setup), name="shopworld-worker")
        with without_main():
            process.start()
        theirs.close()
        return LocalWorker(process, ours)

    def wait(self, seconds: float) -> Sequence[LocalWorker | JailedWorker]:
        """Those whose whole message waits, or who are gone."""
        by_connection: dict[Any, LocalWorker | JailedWorker] = {
            one.connection: one for one in self._workers if not one.connection.closed
        }
        ready = (by_connection[one] for one in wait(list(by_connection), timeout=seconds))
        return [one for one in ready if one.has_word()]

    def dismiss(self) -> None:
        """Sends all home; who does not go in time is killed."""
        for worker in self._workers:
            if not worker.connection.closed:
                worker.send(None)
                worker.join(GOODBYE)
        self.close()

    def close(self) -> None:
        """Kills all."""
        for worker in self._workers:
            if not worker.connection.closed:
                worker.kill()
        self._workers.clear()
