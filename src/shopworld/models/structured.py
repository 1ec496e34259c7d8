"""Answers in a given form: JSON that fits a pydantic model, asked for again where it does not."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Protocol, TypeVar

from pydantic import BaseModel, ValidationError

from shopworld.errors import ModelReplyError
from shopworld.models.messages import AnswerSchema, ChatMessage, ChatRequest, ModelReply, Usage

Answer = TypeVar("Answer", bound=BaseModel)

REPAIRS = 2
"""Times an answer that does not fit is asked for again."""

_FENCE = re.compile(r"```[a-zA-Z]*\s*\n(.*?)```", re.DOTALL)


class Completing(Protocol):
    """Whoever answers a request."""

    async def complete(self, request: ChatRequest) -> ModelReply:
        """Answers it."""


async def complete_as(chat: Completing, request: ChatRequest, form: type[Answer]) -> tuple[Answer, ModelReply]:
    """Asks for an answer in a given form.

    Where the answer does not fit, it is shown to the model with what is wrong with it, at most `REPAIRS` times.

    Args:
        chat: whom to ask.
        request: what is asked.
        form: what the answer must be.

    Returns:
        the answer, and the last reply, whose usage is that of all calls.

    Raises:
        ModelReplyError: no answer fitted. Also all that `ChatClient.complete` raises.
    """
    schema = AnswerSchema(name=form.__name__, schema=strict_schema(form))
    messages, spent = request.messages, Usage()
    for repair in range(REPAIRS + 1):
        asked = ChatRequest(messages, request.tools, schema, request.tool_choice)
        reply = await chat.complete(asked)
        spent = spent + (reply.usage if repair == 0 else reply.usage.model_copy(update={"repairs": 1}))
        answer = read_answer(reply.text, form)
        if not isinstance(answer, str):
            return answer, reply.model_copy(update={"usage": spent})
        wrong = f"Your answer cannot be used: {answer}. Give it again as one JSON object of the form asked for."
        messages = (*messages, ChatMessage("assistant", (reply.text,)), ChatMessage("user", (wrong,)))
    raise ModelReplyError(f"no {form.__name__} in {REPAIRS + 1} answers; the last one: {answer}")


def read_answer(text: str, form: type[Answer]) -> Answer | str:
    """Finds the answer in a model's text: the text itself, a code block, or the first object that fits.

    Returns:
        the answer, or what is wrong.
    """
    problem = "it is empty" if not text.strip() else "it holds no JSON object"
    for candidate in _objects(text):
        try:
            return form.model_validate(candidate)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            where = ".".join(map(str, first["loc"]))
            problem = f"{where}: {first['msg']}" if where else str(first["msg"])
    return problem


def _objects(text: str) -> Iterator[Any]:
    """All JSON objects in a text, the likeliest first."""
    decoder = json.JSONDecoder()
    for place in (text, *_FENCE.findall(text)):
        position = place.find("{")
        while position >= 0:
            try:
                value, end = decoder.raw_decode(place, position)
            except ValueError:
                position = place.find("{", position + 1)
                continue
            yield value
            position = place.find("{", end)


def strict_schema(form: type[BaseModel]) -> dict[str, Any]:
    """The JSON Schema of a model as strict end points want it: all fields required, no others allowed."""
    schema = form.model_json_schema()
    _make_strict(schema)
    return schema


def _make_strict(node: Any) -> None:
    if isinstance(node, dict):
        if isinstance(node.get("properties"), dict):
            node["additionalProperties"] = False
            node["required"] = list(node["properties"])
        node.pop("default", None)
        for value in node.values():
            _make_strict(value)
    elif isinstance(node, list):
        for value in node:
            _make_strict(value)
