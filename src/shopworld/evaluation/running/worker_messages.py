"""What a worker tells the process that started it. It comes as JSON and is checked: a worker may be somebody else's."""

from __future__ import annotations

from multiprocessing.connection import Connection
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter, ValidationError

from shopworld.errors import InputError, ShopworldError
from shopworld.evaluation.records import RunRecord
from shopworld.evaluation.running.conclusion import PlayedAttempt
from shopworld.evaluation.running.grading import one_line


class Ready(RunRecord):
    """The worker waits for an order; these process groups are its children."""

    kind: Literal["ready"] = "ready"
    process_groups: tuple[int, ...] = ()


class Heartbeat(RunRecord):
    """The worker is alive and enters this phase: `opening`, `thinking` or `acting`."""

    kind: Literal["heartbeat"] = "heartbeat"
    phase: str
    process_groups: tuple[int, ...] = ()


class Finished(RunRecord):
    """An attempt is over and on disk, to be graded."""

    kind: Literal["finished"] = "finished"
    played: PlayedAttempt


class Broken(RunRecord):
    """The worker cannot go on."""

    kind: Literal["broken"] = "broken"
    reason: str
    hint: str | None = None

    @classmethod
    def of(cls, error: Exception) -> Broken:
        """Why, from what was raised; of an error of ours with its hint."""
        if isinstance(error, ShopworldError):
            return cls(reason=str(error), hint=error.hint)
        return cls(reason=one_line(error))


class Halted(RunRecord):
    """Nothing more can be played: a language model cannot be used as asked, or the run's budget is spent."""

    kind: Literal["halted"] = "halted"
    reason: str
    hint: str | None = None


WorkerMessage = Annotated[Ready | Heartbeat | Finished | Broken | Halted, Field(discriminator="kind")]

_ANY: TypeAdapter[Any] = TypeAdapter(WorkerMessage)
LONGEST = 16 * 1024 * 1024
"""Bytes of a message at most."""


def tell(connection: Connection[Any, Any], message: RunRecord) -> None:
    """Sends a message.

    Raises:
        OSError: nobody listens any more.
    """
    connection.send_bytes(message.model_dump_json().encode())


def hear(connection: Connection[Any, Any]) -> Any:
    """The next message.

    Raises:
        EOFError, OSError: whoever spoke is gone.
        InputError: it is no message.
    """
    return read_message(connection.recv_bytes(LONGEST))


def read_message(text: bytes) -> Any:
    """A message from its JSON.

    Raises:
        InputError: it is no message.
    """
    try:
        return _ANY.validate_json(text)
    except ValidationError as error:
        raise InputError(f"not a worker's message: {error.errors(include_url=False)[0]['msg']}") from error
