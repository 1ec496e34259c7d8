"""Servers that play a language model for the arena."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from model_server import ModelServer, Policy

from shopworld.models import failures

Serve = Callable[[Policy], ModelServer]


@pytest.fixture
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pauses between tries of hundredths of a second."""
    monkeypatch.setattr(failures, "FIRST_DELAY", 0.01)


@pytest.fixture
def serve(short_pauses: None) -> Iterator[Serve]:
    """Starts servers, whose clients pause shortly between tries, and stops them."""
    started: list[ModelServer] = []

    def start(policy: Policy) -> ModelServer:
        started.append(ModelServer(policy).__enter__())
        return started[-1]

    yield start
    for server in started:
        server.stop()
