"""Calls that fail are counted and charged like those that are answered."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest
from model_server import Answer, Refuse, Say, Send, in_turn

from shopworld.errors import BudgetSpent, ContextOverflow, ModelError, ModelFault, ModelReplyError
from shopworld.models import Budget, EpisodeModel, Models, ModelSettings, Usage
from shopworld.models.budgets import Ledger

PRICES = 'as_of = "2026-11-01"\n[models."vllm/small"]\ninput = 2.0\noutput = 8.0\n'
USED = {"prompt_tokens": 100, "completion_tokens": 10}
PRICE = (2 * 100 + 8 * 10) / 1e6
TOO_LONG = "This model's maximum context length is 10 tokens"
OVERFLOW = Refuse(400, TOO_LONG, usage=USED)
BROKEN = Send(json.dumps({"choices": [], "usage": USED}).encode())


@pytest.fixture
def opened() -> Iterator[list[Models]]:
    made: list[Models] = []
    yield made
    for models in made:
        models.close()


@pytest.fixture
def open_model(serve: Any, opened: list[Models], tmp_path: Path) -> Any:
    """Opens a model that gives the answers one after the other, with prices, a recording and a ledger."""

    def make(*answers: Answer, name: str = "vllm/small", replay: Path | None = None, **settings: Any) -> EpisodeModel:
        prices = tmp_path / "prices.toml"
        prices.write_text(PRICES)
        base_url = serve(in_turn(*answers)).base_url if answers else ""
        opened.append(Models(ModelSettings(base_url=base_url, prices=str(prices), **settings)))
        record = tmp_path / ("again.jsonl" if replay else "model.jsonl")
        return opened[-1].open(name, record=record, replay=replay, ledger=tmp_path / "spending.jsonl")

    return make


def spending(folder: Path) -> list[tuple[int, float]]:
    lines = (folder / "spending.jsonl").read_text().splitlines()
    return [(one["tokens"], one["usd"]) for one in map(json.loads, lines)]


@pytest.mark.parametrize("stream", [False, True])
def test_a_prompt_that_is_too_long_is_a_call_and_costs_what_the_provider_says(
    open_model: Any, question: Any, tmp_path: Path, stream: bool
) -> None:
    model = open_model(OVERFLOW, Refuse(400, TOO_LONG), Refuse(400, "content_filter"), Say("1234"), stream=stream)
    with pytest.raises(ContextOverflow):
        model.ask(question())
    used = model.take_usage()
    assert (used.calls, used.input_tokens, used.output_tokens, used.usd) == (1, 100, 10, pytest.approx(PRICE))
    assert used.unpriced_calls == used.uncounted_calls == 0
    for expected in (ContextOverflow, ModelReplyError):  # nothing is said of tokens: none are invented
        with pytest.raises(expected):
            model.ask(question())
        used = model.take_usage()
        assert (used.calls, used.tokens, used.usd, used.unpriced_calls, used.uncounted_calls) == (1, 0, 0, 0, 0)
    answered = model.ask(question()).usage
    assert answered.calls == 1
    assert spending(tmp_path) == [(110, pytest.approx(PRICE)), (0, 0), (0, 0), (answered.tokens, answered.usd)]


def test_a_price_that_nobody_knows_is_not_taken_for_zero(open_model: Any, question: Any, tmp_path: Path) -> None:
    model = open_model(OVERFLOW, name="vllm/other")
    with pytest.raises(ContextOverflow):
        model.ask(question())
    assert (model.spent.tokens, model.spent.usd, model.spent.unpriced_calls) == (110, 0, 1)
    assert json.loads((tmp_path / "spending.jsonl").read_text()) == {"tokens": 110, "unpriced_calls": 1}
    assert Ledger(tmp_path / "spending.jsonl").total().tokens == 110


def test_it_is_told_once_that_a_provider_fails_and_is_waited_for(
    open_model: Any, question: Any, caplog: pytest.LogCaptureFixture
) -> None:
    busy = Refuse(503, "no capacity", {"retry-after-ms": "5"})
    model = open_model(busy, Say("1234"), busy, busy, busy, Say("1234"))
    model.ask(question())
    assert not caplog.messages
    model.ask(question())
    (told,) = caplog.messages
    assert "vllm/small failed 2 times in a row (server)" in told
    assert "no capacity" in told
    assert "trying again in 0 s, up to 6 times or 600 s in all" in told


def test_a_price_that_the_provider_tells_is_believed(open_model: Any, question: Any) -> None:
    model = open_model(Refuse(400, TOO_LONG, usage=USED | {"cost": 0.5}))
    with pytest.raises(ContextOverflow):
        model.ask(question())
    assert model.spent.usd == 0.5


def test_tries_that_were_paid_for_nothing_are_part_of_what_the_answer_cost(open_model: Any, question: Any) -> None:
    model = open_model(BROKEN, Refuse(500), BROKEN, Say("1234"))
    usage = model.ask(question()).usage
    plain = open_model(Say("1234")).ask(question()).usage
    assert (usage.calls, usage.retries) == (1, 3)
    assert usage.input_tokens == plain.input_tokens + 200
    assert usage.output_tokens == plain.output_tokens + 20
    assert usage.usd == pytest.approx(plain.usd + 2 * PRICE)
    assert usage.unpriced_calls == 0


def test_a_stream_that_breaks_off_costs_what_it_told(open_model: Any, question: Any) -> None:
    chunk = {"choices": [{"index": 0, "delta": {"content": "half an"}, "finish_reason": None}], "usage": USED}
    model = open_model(Send(f"data: {json.dumps(chunk)}\n\n".encode()), Say("1234"), stream=True)
    usage = model.ask(question()).usage
    assert (usage.calls, usage.retries, usage.input_tokens >= 100) == (1, 1, True)


def test_what_came_before_a_failure_is_charged_with_it(open_model: Any, question: Any, tmp_path: Path) -> None:
    empty = Say("", counted=True)
    model = open_model(empty, OVERFLOW)
    with pytest.raises(ContextOverflow):
        model.ask(question())
    first = model.spent.input_tokens - 100
    assert (model.spent.calls, first > 0) == (2, True)
    faulty = open_model(BROKEN, retries=1)
    with pytest.raises(ModelFault):
        faulty.ask(question())
    assert (faulty.spent.calls, faulty.spent.tokens) == (0, 220)
    refused = open_model(BROKEN, Refuse(401, "no"))
    with pytest.raises(ModelError):
        refused.ask(question())
    assert refused.spent.tokens == 110
    assert [tokens for tokens, _ in spending(tmp_path)] == [110 + first, 220, 110]


def test_budgets_count_calls_that_failed(open_model: Any, question: Any) -> None:
    model = open_model(OVERFLOW, episode_budget=Budget(tokens=200))
    for _ in range(2):
        with pytest.raises(ContextOverflow):
            model.ask(question())
    with pytest.raises(BudgetSpent, match="220 of 200 tokens"):
        model.ask(question())
    shared = open_model(OVERFLOW, budget=Budget(usd=2 * PRICE))
    with pytest.raises(BudgetSpent, match="the budget of the run"):
        shared.ask(question())


def test_a_replay_fails_and_charges_as_the_recording_did(open_model: Any, question: Any, tmp_path: Path) -> None:
    model = open_model(OVERFLOW, Refuse(400, "content_filter"), Say("1234"))
    with pytest.raises(ContextOverflow):
        model.ask(question())
    with pytest.raises(ModelReplyError):
        model.ask(question())
    model.ask(question())
    replayed = open_model(replay=tmp_path / "model.jsonl")
    with pytest.raises(ContextOverflow, match="maximum context length"):
        replayed.ask(question())
    assert (replayed.spent.calls, replayed.spent.tokens) == (1, 110)
    with pytest.raises(ModelReplyError, match="content_filter"):
        replayed.ask(question())
    replayed.ask(question())
    assert replayed.spent == model.spent
    assert (tmp_path / "again.jsonl").read_bytes() == (tmp_path / "model.jsonl").read_bytes()


def test_a_recording_that_tells_no_cost_of_an_overflow_replays_as_it_did(
    open_model: Any, question: Any, tmp_path: Path
) -> None:
    model = open_model(OVERFLOW)
    with pytest.raises(ContextOverflow):
        model.ask(question())
    (line,) = map(orjson.loads, (tmp_path / "model.jsonl").read_bytes().splitlines())
    del line["usage"]
    (tmp_path / "old.jsonl").write_bytes(orjson.dumps(line) + b"\n")
    replayed = open_model(replay=tmp_path / "old.jsonl")
    with pytest.raises(ContextOverflow):
        replayed.ask(question())
    assert replayed.spent == Usage()
    assert (tmp_path / "again.jsonl").read_bytes() == (tmp_path / "old.jsonl").read_bytes()
