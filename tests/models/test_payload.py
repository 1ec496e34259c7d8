"""What goes over the wire, by provider; delays; the wait that a provider asks for."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.models import ChatMessage, ChatRequest, ModelSettings
from shopworld.models.failures import LONGEST_DELAY, delay, read_wait
from shopworld.models.payload import build_payload
from shopworld.models.provider import providers


def payload(provider: str, **settings: Any) -> dict[str, Any]:
    messages = (ChatMessage("system", ("Rules.",), cache=True), ChatMessage("user", ("Page.",)))
    return build_payload(ChatRequest(messages), "m", providers()[provider], ModelSettings(**settings))


@pytest.mark.parametrize(
    ("provider", "expected"),
    [
        ("openai", {"reasoning_effort": "high", "max_completion_tokens": 50}),
        ("gemini", {"reasoning_effort": "high", "max_tokens": 50}),
        ("openrouter", {"reasoning": {"effort": "high"}, "max_tokens": 50}),
        ("anthropic", {"thinking": {"type": "enabled", "budget_tokens": 24_576}, "max_tokens": 24_626}),
        ("lmstudio", {"max_tokens": 50}),
    ],
)
def test_effort_and_limit_are_said_in_the_providers_words(provider: str, expected: dict[str, Any]) -> None:
    sent = payload(provider, reasoning_effort="high", max_output_tokens=50)
    names = {"reasoning_effort", "reasoning", "thinking", "max_tokens", "max_completion_tokens"}
    assert {name: value for name, value in sent.items() if name in names} == expected


def test_what_is_not_set_is_not_sent() -> None:
    assert set(payload("openai")) == {"model", "messages"}


def test_messages_are_marked_for_the_cache_only_where_the_provider_must_be_told() -> None:
    marked = payload("openrouter")["messages"][0]["content"]
    assert marked == [{"type": "text", "text": "Rules.", "cache_control": {"type": "ephemeral"}}]
    assert payload("openrouter")["messages"][1]["content"] == "Page."
    assert payload("openrouter", caching=False)["messages"][0]["content"] == "Rules."
    assert payload("openai")["messages"][0]["content"] == "Rules."


@given(st.integers(1, 1000), st.integers())
def test_delays_grow_within_bounds_and_the_same_seed_gives_the_same(tries: int, seed: int) -> None:
    first, second = (delay(tries, None, random.Random(seed)) for _ in range(2))
    assert first == second
    assert 0 < first <= LONGEST_DELAY


@given(st.floats(0, 1000))
def test_nobody_comes_back_before_the_provider_wants(wait: float) -> None:
    assert wait <= delay(1, wait, random.Random(1)) <= wait + 1


def test_the_wait_is_read_in_every_form() -> None:
    assert read_wait({"retry-after": "3"}) == 3
    assert read_wait({"retry-after-ms": "250", "retry-after": "9"}) == 0.25
    soon = format_datetime(datetime.now(UTC) + timedelta(seconds=30), usegmt=True)
    assert 25 < (read_wait({"retry-after": soon}) or 0) <= 30
    assert read_wait({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}) == 0
    for nonsense in ({}, {"retry-after": "soon"}, {"retry-after": "-1"}, {"retry-after": "inf"}):
        assert read_wait(nonsense) is None
