"""Who takes part in a study, and which tasks each plays in which order: `participants.jsonl` of its run folder."""

from __future__ import annotations

import hashlib
import random
import re
import secrets
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from shopworld.errors import InputError
from shopworld.evaluation import append_line, cut_torn_line

PARTICIPANTS = "participants.jsonl"
_KEY = re.compile(r"[A-Za-z0-9_-]{32}")


class Participant(BaseModel):
    """One person. Nothing is kept that says who they are."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    number: int
    """From 1; the trials of number 1 are trial 0, and so on."""
    key: str
    """SHA-256 of what their browser's cookie holds: it comes back with it."""
    agreed: str
    """When they began, and with that agreed to the study's text, in UTC."""
    text: str
    """SHA-256 of that text."""
    tasks: tuple[str, ...]
    """That they play, in order."""

    @property
    def trial(self) -> int:
        """Number of their trials in the run."""
        return self.number - 1


def read_participants(run: Path) -> list[Participant]:
    """Those of a run folder, in order.

    Raises:
        InputError: a line is none.
    """
    path = run / PARTICIPANTS
    if not path.exists():
        return []
    cut_torn_line(path)
    found = []
    for number, line in enumerate(path.read_bytes().splitlines(), start=1):
        try:
            found.append(Participant.model_validate_json(line))
        except ValidationError as error:
            raise InputError(f"no participant: {error.errors()[0]['msg']}", file=path, line=number) from error
    return found


def keep_participant(run: Path, participant: Participant) -> None:
    """Adds one to a run folder."""
    run.mkdir(parents=True, exist_ok=True)
    append_line(run / PARTICIPANTS, participant.model_dump_json().encode())


def participant_of(number: int, key: str, text: str, tasks: Sequence[str], *, each: int, seed: int) -> Participant:
    """A new participant.

    Args:
        number: from 1.
        key: what their browser's cookie holds.
        text: that they agreed to.
        tasks: of the study.
        each: how many of them one person plays.
        seed: of the order.
    """
    return Participant(
        number=number,
        key=digest(key),
        agreed=datetime.now(UTC).isoformat(timespec="seconds"),
        text=digest(text),
        tasks=tasks_of(number, tasks, each=each, seed=seed),
    )


def new_key() -> str:
    """What the browser of a participant shows from now on."""
    return secrets.token_urlsafe(24)


def is_key(text: str) -> bool:
    """Whether it looks like one: nobody is known by what others may guess."""
    return _KEY.fullmatch(text) is not None


def tasks_of(number: int, tasks: Sequence[str], *, each: int, seed: int) -> tuple[str, ...]:
    """What a participant plays: each task comes as often as every other (but for one), in an order of their own.

    One shuffled row of all tasks is dealt out to one participant after the other, round and round.
    """
    row = list(tasks)
    random.Random(f"study:{seed}").shuffle(row)
    count = min(each, len(row))
    begin = (number - 1) * count
    dealt = [row[(begin + at) % len(row)] for at in range(count)]
    random.Random(f"study:{seed}:{number}").shuffle(dealt)
    return tuple(dealt)


def digest(text: str) -> str:
    """SHA-256 as hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()
