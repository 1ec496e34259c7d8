"""A client against the loopback server, with short pauses."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from model_server import ModelServer, Policy

from shopworld.models import ChatClient, ChatMessage, ChatRequest, ModelReply, ModelSettings, failures


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pauses between tries of hundredths of a second."""
    monkeypatch.setattr(failures, "FIRST_DELAY", 0.01)


@pytest.fixture
def serve() -> Iterator[Callable[[Policy], ModelServer]]:
    """Starts servers, and stops them."""
    started: list[ModelServer] = []

    def start(policy: Policy) -> ModelServer:
        started.append(ModelServer(policy).__enter__())
        return started[-1]

    yield start
    for server in started:
        server.stop()


def question(text: str = "How much is it?") -> ChatRequest:
    """A simple request."""
    return ChatRequest((ChatMessage("system", ("You are a shopper.",)), ChatMessage("user", (text,))))


def complete(
    server: ModelServer, request: ChatRequest | None = None, *, model: str = "vllm/small", **settings: Any
) -> ModelReply:
    """Asks the model that the server plays."""

    async def ask() -> ModelReply:
        client = ChatClient(model, ModelSettings(**{"base_url": server.base_url, **settings}))
        try:
            return await client.complete(request or question())
        finally:
            await client.close()

    return asyncio.run(ask())


@pytest.fixture(name="complete")
def _complete() -> Callable[..., ModelReply]:
    return complete


@pytest.fixture(name="question")
def _question() -> Callable[..., ChatRequest]:
    return question
