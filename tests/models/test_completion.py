"""Whatever an end point answers: a reply, or a broken one that is the provider's fault; never another error."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.models.completion import BrokenReply, StreamedCompletion, estimate_tokens, read_completion, told_usage

WHOLE: dict[str, Any] = {
    "id": "x",
    "model": "small",
    "choices": [
        {
            "index": 0,
            "finish_reason": "stop",
            "message": {
                "role": "assistant",
                "content": "Hello",
                "tool_calls": [{"id": "1", "type": "function", "function": {"name": "f", "arguments": "{}"}}],
            },
        }
    ],
    "usage": {
        "prompt_tokens": 100,
        "completion_tokens": 10,
        "prompt_tokens_details": {"cached_tokens": 20},
        "completion_tokens_details": {"reasoning_tokens": 4},
        "cost": 0.01,
    },
}
ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**30), 10**30),
    st.floats(),
    st.text(max_size=8),
    st.lists(st.integers(), max_size=2),
    st.dictionaries(st.text(max_size=4), st.integers(), max_size=2),
)


def places(value: Any, above: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Paths of all values in a JSON value."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        yield (*above, key)
        yield from places(inner, (*above, key))


def changed(place: tuple[Any, ...], odd: Any) -> dict[str, Any]:
    whole: Any = copy.deepcopy(WHOLE)
    inner = whole
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = odd
    return dict(whole)


@given(st.sampled_from(sorted(places(WHOLE), key=str)), ODD)
def test_any_value_in_any_place_is_a_reply_or_the_providers_fault(place: tuple[Any, ...], odd: Any) -> None:
    body = changed(place, odd)
    try:
        reply, cost = read_completion(json.dumps(body).encode())
    except BrokenReply:
        return
    assert 0 <= reply.usage.tokens <= 200_000_000
    assert reply.usage.cached_tokens <= max(reply.usage.input_tokens, 0)
    assert cost is None or 0 <= cost <= 10_000


@given(st.sampled_from(sorted(places(WHOLE["usage"]), key=str)), ODD)
def test_any_usage_of_a_stream_or_of_a_refusal_is_read_without_an_error(place: tuple[Any, ...], odd: Any) -> None:
    usage = changed(("usage", *place), odd)["usage"]
    stream = StreamedCompletion()
    stream.add({"choices": [{"delta": {"content": "Hi"}, "finish_reason": "stop"}], "usage": usage})
    assert stream.reply()[0].text == "Hi"
    told_usage(json.dumps({"error": {"message": "no"}, "usage": usage}).encode())


@pytest.mark.parametrize(
    "usage",
    [
        {"prompt_tokens": -1, "completion_tokens": 5},
        {"prompt_tokens": 0, "completion_tokens": 0},
        {"prompt_tokens": 10**12, "completion_tokens": 5},
        {"prompt_tokens": 10, "completion_tokens": 5, "prompt_tokens_details": {"cached_tokens": 11}},
        {"prompt_tokens": "many"},
        "none",
        None,
    ],
)
def test_a_usage_that_cannot_be_true_is_none(usage: Any) -> None:
    reply, _ = read_completion(json.dumps({**WHOLE, "usage": usage}).encode())
    assert (reply.text, reply.usage.tokens, reply.usage.uncounted_calls) == ("Hello", 0, 1)


@pytest.mark.parametrize("cost", [-1, float("nan"), float("inf"), "much", True])
def test_a_price_that_cannot_be_true_is_not_believed_and_the_tokens_are(cost: Any) -> None:
    reply, told = read_completion(json.dumps({**WHOLE, "usage": {**WHOLE["usage"], "cost": cost}}).encode())
    assert (reply.usage.tokens, told) == (110, None)


def test_tokens_are_estimated_by_length_and_pictures() -> None:
    picture = {"type": "image_url", "image_url": {"url": "data:image/jpeg;base64," + "A" * 100_000}}
    assert estimate_tokens("word " * 400) == 500
    assert 1_000 < estimate_tokens([{"role": "user", "content": [picture]}]) < 1_020
