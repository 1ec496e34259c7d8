"""A program's question to its language model, and the answer, as lines of JSON in the form of chat completions."""

from __future__ import annotations

import base64
import binascii
import re
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from shopworld.agents.model_usage import describe_usage
from shopworld.errors import ContextOverflow, ModelReplyError
from shopworld.evaluation.running.outside.lines import LineError, shown
from shopworld.models import AnswerSchema, ChatMessage, ChatRequest, MessageImage, ModelReply, Tool, ToolCall
from shopworld.models.messages import Role

_PICTURE = re.compile(r"data:(image/[a-z0-9.+-]+);base64,([A-Za-z0-9+/=\s]*)", re.IGNORECASE)


class _Lenient(BaseModel):
    """What clients of the protocol send along and nobody needs here is passed over."""

    model_config = ConfigDict(extra="ignore")


class _Address(_Lenient):
    url: str


class _TextPart(_Lenient):
    type: Literal["text"]
    text: str


class _PicturePart(_Lenient):
    type: Literal["image_url"]
    image_url: _Address


class _Function(_Lenient):
    name: str
    arguments: str


class _Call(_Lenient):
    id: str
    function: _Function


class _Message(_Lenient):
    role: Literal["system", "developer", "user", "assistant", "tool"]
    content: str | list[Annotated[_TextPart | _PicturePart, Field(discriminator="type")]] | None = None
    tool_calls: list[_Call] | None = None
    tool_call_id: str = ""


class _DescribedFunction(_Lenient):
    name: str
    description: str = ""
    parameters: dict[str, Any] = Field(default_factory=lambda: {"type": "object", "properties": {}})


class _DescribedTool(_Lenient):
    type: Literal["function"]
    function: _DescribedFunction


class _Schema(_Lenient):
    name: str
    schema_: dict[str, Any] = Field(alias="schema")


class _Form(_Lenient):
    type: Literal["json_schema"]
    json_schema: _Schema


class ModelMessage(BaseModel):
    """What a program writes to ask its language model. How the model is called, the run's settings say."""

    model_config = ConfigDict(extra="forbid")

    type: Literal["model"]
    messages: list[_Message] = Field(min_length=1)
    tools: list[_DescribedTool] = []
    tool_choice: Literal["auto", "required", "none"] = "auto"
    response_format: _Form | None = None


def read_model_message(told: Any, line: bytes) -> ChatRequest:
    """Reads a question to a language model.

    Args:
        told: what the line holds.
        line: as it was written, for messages.

    Raises:
        LineError: it is none.
    """
    try:
        asked = ModelMessage.model_validate(told)
        form = asked.response_format.json_schema if asked.response_format else None
        return ChatRequest(
            tuple(map(_message, asked.messages)),
            tuple(Tool(one.function.name, one.function.description, one.function.parameters) for one in asked.tools),
            AnswerSchema(form.name, form.schema_) if form else None,
            asked.tool_choice,
        )
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"]))
        raise LineError(f"its line is no question to a model ({place}: {first['msg']}): {shown(line)}") from error


def reply_message(reply: ModelReply) -> dict[str, Any]:
    """The answer of the model; its `message` can be put into the next question as it is."""
    calls = [
        {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
        for call in reply.tool_calls
    ]
    message = {"role": "assistant", "content": reply.text or (None if calls else "")}
    return {
        "type": "reply",
        "message": message | ({"tool_calls": calls} if calls else {}),
        "finish_reason": reply.finish,
        "model": reply.model,
        "usage": describe_usage(reply.usage),
    } | ({"reasoning": reply.reasoning} if reply.reasoning else {})


def model_error_message(error: ModelReplyError) -> dict[str, Any]:
    """Why there is no answer, where the program can do something about it."""
    reason = "context_overflow" if isinstance(error, ContextOverflow) else "refused"
    return {"type": "model_error", "reason": reason, "message": error.message}


def _message(said: _Message) -> ChatMessage:
    role: Role = "system" if said.role == "developer" else said.role
    content = [said.content] if isinstance(said.content, str) else said.content or []
    calls = tuple(
        ToolCall(id=one.id, name=one.function.name, arguments=one.function.arguments) for one in said.tool_calls or ()
    )
    return ChatMessage(role, tuple(map(_part, content)), calls, said.tool_call_id)


def _part(part: str | _TextPart | _PicturePart) -> str | MessageImage:
    if isinstance(part, str):
        return part
    if isinstance(part, _TextPart):
        return part.text
    found = _PICTURE.fullmatch(part.image_url.url)
    if found is None:
        raise LineError("a picture comes as data:image/…;base64,…, not by an address")
    try:
        return MessageImage(base64.b64decode(found[2], validate=False), found[1].lower())
    except binascii.Error as error:
        raise LineError(f"a picture is no base64: {error}") from error
