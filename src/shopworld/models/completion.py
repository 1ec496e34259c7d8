"""Reads what an end point answers: a whole completion, or the pieces of a streamed one."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, field_validator

from shopworld.models.messages import Finish, ModelReply, ToolCall, Usage


class BrokenReply(Exception):
    """The body is no completion. The provider's fault: the call is tried again."""


Told = tuple[Usage, float | None]
"""Tokens, and their price in USD where the provider tells it."""


class _Lenient(BaseModel):
    model_config = ConfigDict(extra="ignore")


class _Function(_Lenient):
    name: str | None = None
    arguments: str | dict[str, Any] | None = None


class _Call(_Lenient):
    index: int | None = None
    id: str | None = None
    function: _Function = Field(default_factory=_Function)


class _Said(_Lenient):
    content: str | list[dict[str, Any]] | None = None
    refusal: str | None = None
    reasoning: str | None = None
    reasoning_content: str | None = None
    tool_calls: list[_Call] | None = None


class _Choice(_Lenient):
    message: _Said
    finish_reason: str | None = None


class _Piece(_Lenient):
    delta: _Said = Field(default_factory=_Said)
    finish_reason: str | None = None


MOST_TOKENS = 100_000_000
"""Of one call; a provider that tells more does not know."""
MOST_USD = 10_000.0
"""The same for its price."""

Tokens = Annotated[int, Field(ge=0, le=MOST_TOKENS)]


class _InputDetails(_Lenient):
    cached_tokens: Tokens | None = None
    cache_write_tokens: Tokens | None = None


class _OutputDetails(_Lenient):
    reasoning_tokens: Tokens | None = None


class _Counted(_Lenient):
    prompt_tokens: Tokens = 0
    completion_tokens: Tokens = 0
    prompt_tokens_details: _InputDetails | None = None
    completion_tokens_details: _OutputDetails | None = None
    cost: float | None = None

    @field_validator("cost", mode="before")
    @classmethod
    def _drop_absurd_cost(cls, cost: object) -> float | None:
        known = isinstance(cost, int | float) and not isinstance(cost, bool) and 0 <= cost <= MOST_USD
        return float(cost) if known and isinstance(cost, int | float) else None

    @property
    def is_absurd(self) -> bool:
        """Whether it cannot be true: nothing was used, or more was cached than there was."""
        details = self.prompt_tokens_details
        cached = (details.cached_tokens or 0) + (details.cache_write_tokens or 0) if details else 0
        return self.prompt_tokens + self.completion_tokens == 0 or cached > self.prompt_tokens


def _drop_absurd(told: object) -> _Counted | None:
    """What a provider tells of tokens; None where that is no count, or cannot be true."""
    try:
        counted = _Counted.model_validate(told)
    except ValidationError:
        return None
    return None if counted.is_absurd else counted


_Told = Annotated[_Counted | None, BeforeValidator(_drop_absurd)]


class _Completion(_Lenient):
    model: str | None = None
    choices: list[_Choice] = Field(min_length=1)
    usage: _Told = None


class _Chunk(_Lenient):
    model: str | None = None
    choices: list[_Piece] = Field(default_factory=list)
    usage: _Told = None


_FINISHES: dict[str, Finish] = {
    "stop": "stop",
    "length": "length",
    "tool_calls": "tool_calls",
    "function_call": "tool_calls",
    "content_filter": "content_filter",
}


def read_completion(body: bytes) -> tuple[ModelReply, float | None]:
    """Reads a whole completion.

    Returns:
        the reply with its tokens, and its price in USD where the provider tells it.

    Raises:
        BrokenReply: the body is something else.
    """
    try:
        completion = _Completion.model_validate_json(body)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise BrokenReply(f"{'.'.join(map(str, first['loc'])) or 'body'}: {first['msg']}") from None
    choice = completion.choices[0]
    return _reply(choice.message, choice.finish_reason, completion.model, completion.usage)


class StreamedCompletion:
    """Puts the pieces of a streamed completion together."""

    def __init__(self) -> None:
        self._text: list[str] = []
        self._reasoning: list[str] = []
        self._calls: dict[int, _Call] = {}
        self._finish: str | None = None
        self._model: str | None = None
        self._usage: _Counted | None = None

    def add(self, chunk: dict[str, Any]) -> None:
        """Takes the next piece.

        Raises:
            BrokenReply: it is none.
        """
        try:
            read = _Chunk.model_validate(chunk)
        except ValidationError as error:
            raise BrokenReply(f"a piece of the stream: {error.errors(include_url=False)[0]['msg']}") from None
        self._model = read.model or self._model
        self._usage = read.usage or self._usage
        for piece in read.choices[:1]:
            self._text.append(_text_of(piece.delta))
            self._reasoning.append(piece.delta.reasoning_content or piece.delta.reasoning or "")
            for call in piece.delta.tool_calls or ():
                self._add_call(call)
            self._finish = piece.finish_reason or self._finish

    def _add_call(self, piece: _Call) -> None:
        place = len(self._calls) if piece.index is None else piece.index
        call = self._calls.setdefault(place, _Call(function=_Function(name="", arguments="")))
        call.id = piece.id or call.id
        call.function.name = (call.function.name or "") + (piece.function.name or "")
        if isinstance(piece.function.arguments, dict):
            call.function.arguments = piece.function.arguments
        else:
            call.function.arguments = f"{call.function.arguments or ''}{piece.function.arguments or ''}"

    @property
    def paid(self) -> Told:
        """What was used so far, should no answer come of it: tokens, no call."""
        return _paid(self._usage)

    def reply(self) -> tuple[ModelReply, float | None]:
        """The whole, as from `read_completion`.

        Raises:
            BrokenReply: the stream ended before the answer did.
        """
        if self._finish is None:
            raise BrokenReply("the stream ended before the answer did")
        said = _Said(
            content="".join(self._text),
            reasoning="".join(self._reasoning),
            tool_calls=[self._calls[place] for place in sorted(self._calls)],
        )
        return _reply(said, self._finish, self._model, self._usage)


def _reply(
    said: _Said, finish: str | None, model: str | None, counted: _Counted | None
) -> tuple[ModelReply, float | None]:
    reply = ModelReply(
        text=_text_of(said),
        reasoning=said.reasoning_content or said.reasoning or "",
        tool_calls=tuple(_calls(said.tool_calls or ())),
        finish=_FINISHES.get(finish or "stop", "other"),
        model=model or "",
        usage=_usage(counted),
    )
    return reply, None if counted is None else counted.cost


def _text_of(said: _Said) -> str:
    if isinstance(said.content, str):
        return said.content
    if said.content is not None:
        return "".join(str(part.get("text", "")) for part in said.content if part.get("type") == "text")
    return said.refusal or ""


def _calls(calls: Iterable[_Call]) -> Iterator[ToolCall]:
    for number, call in enumerate(calls):
        arguments = call.function.arguments
        if isinstance(arguments, dict):  # some local servers send an object where the protocol says text
            arguments = json.dumps(arguments, ensure_ascii=False)
        if call.function.name:
            yield ToolCall(id=call.id or f"call_{number}", name=call.function.name, arguments=arguments or "{}")


def told_usage(body: bytes) -> Told:
    """What a body that holds no answer says that was used: tokens, no call; nothing where it says nothing."""
    try:
        said = json.loads(body)
        places = [said, said.get("error")] if isinstance(said, dict) else []
        counted = next(one["usage"] for one in places if isinstance(one, dict) and isinstance(one.get("usage"), dict))
        return _paid(_drop_absurd(counted))
    except (ValueError, StopIteration):
        return Usage(), None


def _paid(counted: _Counted | None) -> Told:
    """Of a try that brought no answer."""
    if counted is None:
        return Usage(), None
    return _usage(counted).model_copy(update={"calls": 0}), counted.cost


CHARACTERS_A_TOKEN = 4
"""Of English text, roughly; see `estimate_tokens`."""
TOKENS_A_PICTURE = 1_000


def estimate_tokens(said: object) -> int:
    """Tokens of a JSON value, roughly, for budgets where a provider tells none: a quarter of the characters of its
    texts, and a thousand for each picture.

    Args:
        said: messages, tools, or an answer.
    """
    if isinstance(said, str):
        pictured = said.startswith("data:image/")
        return TOKENS_A_PICTURE if pictured else -(-len(said) // CHARACTERS_A_TOKEN)
    if isinstance(said, dict):
        return sum(estimate_tokens(one) for pair in said.items() for one in pair)
    return sum(map(estimate_tokens, said)) if isinstance(said, list | tuple) else 0


def _usage(counted: _Counted | None) -> Usage:
    if counted is None:
        return Usage(calls=1, uncounted_calls=1)
    inputs, outputs = counted.prompt_tokens_details, counted.completion_tokens_details
    return Usage(
        calls=1,
        input_tokens=counted.prompt_tokens,
        cached_tokens=(inputs.cached_tokens or 0) if inputs else 0,
        cache_write_tokens=(inputs.cache_write_tokens or 0) if inputs else 0,
        output_tokens=counted.completion_tokens,
        reasoning_tokens=(outputs.reasoning_tokens or 0) if outputs else 0,
    )
