"""Events: what happened in an episode, typed, versioned, written as JSON lines.

Each room above defines the payloads of what happens in it by subclassing `Payload` with a `kind`; the subclass is
registered by that, so that an event log can be read back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, ClassVar

import orjson
from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, ValidationError

from shopworld.errors import InputError
from shopworld.files import write_whole

SCHEMA_VERSION = 1

_payload_types: dict[str, type[Payload]] = {}


class Payload(BaseModel):
    """Base of what an event tells. Subclass as `class CartChanged(Payload, kind="cart_changed")`."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    kind: ClassVar[str] = ""

    @classmethod
    def __init_subclass__(cls, *, kind: str = "", **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if not kind:
            return
        known = _payload_types.get(kind)
        if known is not None and known.__qualname__ != cls.__qualname__:
            raise TypeError(f"event kind {kind!r} is taken by {known.__module__}.{known.__qualname__}")
        cls.kind = kind
        _payload_types[kind] = cls


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened.

    Attributes:
        sequence: its number in the episode, from 0.
        at: virtual time.
        shop: id of the shop it happened in; None where it belongs to none (solution page, message).
        payload: what happened.
    """

    sequence: int
    at: datetime
    shop: str | None
    payload: Payload

    @property
    def kind(self) -> str:
        """The payload's kind."""
        return self.payload.kind

    def to_json(self) -> bytes:
        """The event as one JSON line, without the line's end; same event, same bytes."""
        return orjson.dumps(
            {
                "v": SCHEMA_VERSION,
                "seq": self.sequence,
                "at": self.at.isoformat(),
                "shop": self.shop,
                "kind": self.kind,
                "data": self.payload.model_dump(mode="json"),
            }
        )

    @classmethod
    def from_json(cls, line: bytes | str, *, file: Path | None = None, number: int | None = None) -> Event:
        """Reads one JSON line.

        Raises:
            InputError: the line is no event of this schema version, or of an unknown kind.
        """
        try:
            record = _Record.model_validate(orjson.loads(line))
        except (orjson.JSONDecodeError, ValidationError) as error:
            raise InputError(f"not an event: {_first_problem(error)}", file=file, line=number) from error
        if record.v != SCHEMA_VERSION:
            raise InputError(
                f"event schema version {record.v}, expected {SCHEMA_VERSION}", file=file, line=number, field="v"
            )
        payload_type = _payload_types.get(record.kind)
        if payload_type is None:
            raise InputError(
                f"unknown event kind {record.kind!r}",
                file=file,
                line=number,
                field="kind",
                hint="The log was written by a newer version, or a plug-in that defines this event is missing.",
            )
        try:
            payload = payload_type.model_validate(record.data)
        except ValidationError as error:
            problem = f"not a {record.kind} event: {_first_problem(error)}"
            raise InputError(problem, file=file, line=number, field="data") from error
        return cls(record.seq, record.at, record.shop, payload)


class _Record(BaseModel):
    """An event as it is written."""

    model_config = ConfigDict(extra="forbid")

    v: int
    seq: int = Field(ge=0)
    at: AwareDatetime
    shop: str | None
    kind: str
    data: dict[str, Any]


def _first_problem(error: orjson.JSONDecodeError | ValidationError) -> str:
    if isinstance(error, orjson.JSONDecodeError):
        return str(error)
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"])
    return f"{place}: {first['msg']}" if place else first["msg"]


def write_events(path: Path, events: Iterable[Event]) -> None:
    """Writes an event log, one JSON line an event; beside first, then renamed."""
    write_whole(path, b"".join(event.to_json() + b"\n" for event in events))


def read_events(path: Path) -> Iterator[Event]:
    """Reads an event log.

    Raises:
        InputError: the file is missing, a line is no event, or events are missing or out of order.
    """
    try:
        with path.open("rb") as lines:
            for number, line in enumerate(lines, start=1):
                event = Event.from_json(line, file=path, number=number)
                if event.sequence != number - 1:
                    raise InputError(
                        f"event number {event.sequence}, expected {number - 1}", file=path, line=number, field="seq"
                    )
                yield event
    except FileNotFoundError as error:
        raise InputError("no such event log", file=path) from error
