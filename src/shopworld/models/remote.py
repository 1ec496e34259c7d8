"""A language model that is asked in another process than the one that holds its key: both ends of the pipe between."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from pydantic import TypeAdapter, ValidationError

from shopworld.errors import AgentError, ContextOverflow, ModelReplyError
from shopworld.models.language_model import LanguageModel
from shopworld.models.messages import ChatRequest, ModelReply, Usage
from shopworld.models.structured import Answer, complete_as

Exchange = Callable[[bytes], dict[str, Any]]
"""Takes a packed request to the other end, and brings what `answer_packed` gave."""

_REQUEST = TypeAdapter(ChatRequest)


class RemoteModel:
    """The end that asks. Requests go one after the other, whoever asks at the same time.

    Args:
        name: `provider/model`.
        exchange: the way to the other end. It may be called from any thread.
    """

    def __init__(self, name: str, exchange: Exchange) -> None:
        self.name = name
        self.spent = Usage()
        self._exchange = exchange
        self._reported = Usage()
        self._line = ThreadPoolExecutor(max_workers=1)
        """Where asynchronous code waits, in the order in which it asks."""

    @property
    def excused_seconds(self) -> float:
        """Time that the provider has lost, as far as replies told it."""
        return self.spent.lost_seconds

    def ask(self, request: ChatRequest) -> ModelReply:
        """Asks, and waits for the answer.

        Budgets, and a provider that fails, end the step at the other end: nothing comes back.

        Raises:
            ContextOverflow: the prompt is too long for the model.
            ModelReplyError: the provider refuses the prompt.
        """
        answer = self._exchange(_REQUEST.dump_json(request))
        self.spent = self.spent + Usage.model_validate(answer["usage"])
        match answer["kind"]:
            case "reply":
                return ModelReply.model_validate(answer["reply"])
            case "overflow":
                raise ContextOverflow(answer["message"])
            case _:
                raise ModelReplyError(answer["message"])

    def ask_as(self, request: ChatRequest, form: type[Answer]) -> tuple[Answer, ModelReply]:
        """Asks for an answer in a given form; see `complete_as`."""
        asking = complete_as(_Waiting(self), request, form)
        try:
            asking.send(None)
        except StopIteration as done:
            answer: tuple[Answer, ModelReply] = done.value
            return answer
        raise RuntimeError("nothing in it can wait")

    async def complete(self, request: ChatRequest) -> ModelReply:
        """As `ask`, for asynchronous code."""
        return await asyncio.wrap_future(self._line.submit(self.ask, request))

    def take_usage(self) -> Usage:
        """What calls have cost since this was last asked."""
        used, self._reported = self.spent - self._reported, self.spent
        return used


class _Waiting:
    """Answers asynchronous code at once, by waiting: it never hands control to an event loop."""

    def __init__(self, model: RemoteModel) -> None:
        self._model = model

    async def complete(self, request: ChatRequest) -> ModelReply:
        return self._model.ask(request)


def answer_packed(model: LanguageModel, packed: bytes) -> dict[str, Any]:
    """The end that answers: asks the model what the other end wants to know.

    Args:
        model: whom to ask.
        packed: the request, as it came.

    Returns:
        what the other end gets: the reply, or why there is none, where that is its business; and what it cost.

    Raises:
        AgentError: what came is no request.
        BudgetSpent, ModelError, ModelFault: see `EpisodeModel.ask`. They end the step here.
    """
    try:
        request = _REQUEST.validate_json(packed)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"]))
        raise AgentError(f"what the agent asks its language model is no request: {place}: {first['msg']}") from None
    before = model.spent
    try:
        told: dict[str, Any] = {"kind": "reply", "reply": model.ask(request).model_dump(mode="json")}
    except ContextOverflow as error:
        told = {"kind": "overflow", "message": error.message}
    except ModelReplyError as error:
        told = {"kind": "refused", "message": error.message}
    return told | {"usage": (model.spent - before).model_dump()}
