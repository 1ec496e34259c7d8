"""The end of a language model that asks: in order, and without a thread that stays behind."""

from __future__ import annotations

import asyncio
import threading
import time
from typing import Any

import orjson

from shopworld.models import ChatMessage, ChatRequest
from shopworld.models.messages import Usage
from shopworld.models.remote import RemoteModel


def question(text: str) -> ChatRequest:
    return ChatRequest((ChatMessage("user", (text,)),))


def lines_of_models() -> list[threading.Thread]:
    """Threads in which asynchronous code waits for models."""
    return [one for one in threading.enumerate() if one.name.startswith("model_")]


def test_asynchronous_questions_go_one_after_the_other_and_leave_no_thread_behind() -> None:
    heard: list[str] = []
    at_once: list[int] = []

    def exchange(packed: bytes) -> dict[str, Any]:
        at_once.append(1)
        assert len(at_once) == 1
        time.sleep(0.01)
        heard.append(orjson.loads(packed)["messages"][0]["parts"][0])
        at_once.pop()
        return {"kind": "overflow", "message": "too long", "usage": Usage(calls=1).model_dump()}

    async def ask(model: RemoteModel) -> list[Any]:
        asked = (model.complete(question(str(number))) for number in range(5))
        return await asyncio.gather(*asked, return_exceptions=True)

    before = len(lines_of_models())
    models = [RemoteModel("vllm/small", exchange) for _ in range(3)]
    assert len(lines_of_models()) == before
    for model in models:
        assert [str(one) for one in asyncio.run(ask(model))] == ["too long"] * 5
        model.close()
        model.close()
    end = time.monotonic() + 120
    while len(lines_of_models()) > before and time.monotonic() < end:
        time.sleep(0.01)
    assert len(lines_of_models()) == before
    assert heard == ["0", "1", "2", "3", "4"] * 3
    assert [model.spent.calls for model in models] == [5, 5, 5]
    asyncio.run(ask(models[0]))  # who asks again after the end is answered, too
    assert models[0].spent.calls == 10
    models[0].close()
