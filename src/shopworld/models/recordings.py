"""Recorded replies: what a model was asked and answered, played back without a model.

One file holds one sequence of calls, such as an episode's, a line each. A replay answers the n-th request with the n-th
reply, if it is the same request; pictures may differ, since another browser draws them otherwise.
"""

from __future__ import annotations

import difflib
import gzip
import hashlib
import zlib
from pathlib import Path
from typing import Any

import orjson
from pydantic import ValidationError

from shopworld.errors import ContextOverflow, InputError, ModelReplyError, RecordingError
from shopworld.models.chat import CallMeter, Chat
from shopworld.models.keys import known_keys, redact_all
from shopworld.models.messages import ChatMessage, ChatRequest, MessageImage, ModelReply, Usage

DIFFERENCE_LINES = 40
"""Lines of a difference that are shown."""


class RecordingChat:
    """Asks another, and writes down requests and replies; keys that stand in them are not written.

    Args:
        inner: whom to ask.
        model: `provider/model`.
        path: the file; begun anew.
    """

    def __init__(self, inner: Chat, model: str, path: Path) -> None:
        self._inner, self._model, self._path = inner, model, path
        self._keys = known_keys()
        path.write_bytes(b"")

    async def complete(self, request: ChatRequest, *, meter: CallMeter | None = None) -> ModelReply:
        """Asks, and writes down what came back; a prompt that is refused, or too long, too."""
        exchange: dict[str, Any] = {"request": describe_request(request, self._model)}
        meter = meter or CallMeter()
        try:
            reply = await self._inner.complete(request, meter=meter)
        except ModelReplyError as error:
            kind = "overflow" if isinstance(error, ContextOverflow) else "refused"
            cost = meter.charged.model_dump(mode="json", exclude_defaults=True)
            self._write(exchange | {kind: error.message} | ({"usage": cost} if cost else {}))
            raise
        self._write(exchange | {"reply": reply.model_dump(mode="json")})
        return reply

    def _write(self, exchange: dict[str, Any]) -> None:
        with self._path.open("ab", buffering=0) as file:
            file.write(redact_all(orjson.dumps(exchange), self._keys) + b"\n")


class ReplayedChat:
    """Answers with recorded replies.

    Args:
        model: `provider/model`.
        path: the recording, or where it lies packed with `.gz` added.

    Raises:
        RecordingError: there is no recording.
        InputError: it is broken.
    """

    def __init__(self, model: str, path: Path) -> None:
        self._model, self._path = model, path
        self._exchanges = _read(path)
        self._next = 0

    async def complete(self, request: ChatRequest, *, meter: CallMeter | None = None) -> ModelReply:
        """The recorded reply to this request.

        Raises:
            RecordingError: another request was recorded at this place, or none.
            ModelReplyError, ContextOverflow: that is what was recorded.
        """
        number = self._next + 1
        if number > len(self._exchanges):
            raise RecordingError(
                f"{self._path} holds {len(self._exchanges)} replies, and now a further one is asked for",
                hint="Record again: the same command without --replay.",
            )
        exchange = self._exchanges[self._next]
        asked = describe_request(request, self._model)
        if without_pictures(exchange["request"]) != without_pictures(asked):
            raise RecordingError(
                f"request {number} is not the one recorded in {self._path}:\n{difference(exchange['request'], asked)}",
                hint="The prompt, the page or a setting changed. Record again: the same command without --replay.",
            )
        self._next = number
        if meter is not None and "reply" not in exchange:
            meter.charge(Usage.model_validate(exchange.get("usage", {})))
        if "overflow" in exchange:
            raise ContextOverflow(exchange["overflow"])
        if "refused" in exchange:
            raise ModelReplyError(exchange["refused"])
        return ModelReply.model_validate(exchange["reply"])


def _read(path: Path) -> list[dict[str, Any]]:
    packed = path.with_name(f"{path.name}.gz")
    try:
        content = gzip.decompress(packed.read_bytes()) if packed.exists() else path.read_bytes()
    except FileNotFoundError:
        raise RecordingError(
            f"there is no recording at {path}", hint="Record first: the same command without --replay."
        ) from None
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"cannot be unpacked: {error}", file=packed) from None
    exchanges = []
    for number, line in enumerate(content.splitlines(), start=1):
        try:
            exchange = orjson.loads(line)
            if "overflow" not in exchange and "refused" not in exchange:
                ModelReply.model_validate(exchange["reply"])
            Usage.model_validate(exchange.get("usage", {}))
            exchange["request"]["messages"]
        except (orjson.JSONDecodeError, KeyError, TypeError, ValidationError) as error:
            raise InputError(f"not a recorded reply: {error}", file=path, line=number) from None
        exchanges.append(exchange)
    return exchanges


def describe_request(request: ChatRequest, model: str) -> dict[str, Any]:
    """A request as it is written down: pictures by their hash only."""
    described: dict[str, Any] = {"model": model, "messages": [_message(one) for one in request.messages]}
    if request.tools:
        described["tools"] = [
            {"name": one.name, "description": one.description, "parameters": one.parameters} for one in request.tools
        ]
        described["tool_choice"] = request.tool_choice
    if request.answer is not None:
        described["answer"] = {"name": request.answer.name, "schema": request.answer.schema}
    return described


def _message(message: ChatMessage) -> dict[str, Any]:
    described: dict[str, Any] = {"role": message.role, "parts": [_part(part) for part in message.parts]}
    if message.tool_calls:
        described["tool_calls"] = [call.model_dump() for call in message.tool_calls]
    if message.tool_call_id:
        described["tool_call_id"] = message.tool_call_id
    return described


def _part(part: str | MessageImage) -> str | dict[str, str]:
    if isinstance(part, str):
        return part
    return {"image": part.media_type, "sha256": hashlib.sha256(part.content).hexdigest()}


def without_pictures(described: dict[str, Any]) -> dict[str, Any]:
    """A described request, with pictures that are all the same."""
    messages = [
        message | {"parts": [part if isinstance(part, str) else {"image": ""} for part in message["parts"]]}
        for message in described["messages"]
    ]
    return described | {"messages": messages}


def difference(recorded: dict[str, Any], asked: dict[str, Any]) -> str:
    """What differs between two described requests, as people read it: lines with `-` were recorded, with `+` asked."""
    lines = list(
        difflib.unified_diff(_lines(recorded), _lines(asked), "recorded", "asked now", lineterm="", n=2),
    )
    more = len(lines) - DIFFERENCE_LINES
    return "\n".join(lines[:DIFFERENCE_LINES] + ([f"… and {more} lines more"] if more > 0 else []))


def _lines(described: dict[str, Any]) -> list[str]:
    described = without_pictures(described)
    lines = [f"model: {described['model']}"]
    for number, message in enumerate(described["messages"], start=1):
        lines.append(f"[message {number}, {message['role']}]")
        for part in message["parts"]:
            lines += part.splitlines() if isinstance(part, str) else ["(a picture)"]
        rest = {name: value for name, value in message.items() if name not in ("role", "parts")}
        lines += [f"{name}: {orjson.dumps(value).decode()}" for name, value in rest.items()]
    for name in ("tools", "tool_choice", "answer"):
        if name in described:
            lines.append(f"[{name}]")
            lines += orjson.dumps(described[name], option=orjson.OPT_INDENT_2).decode().splitlines()
    return lines
