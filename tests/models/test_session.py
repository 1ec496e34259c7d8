"""Models for code that waits: budgets, usage, excused time."""

from __future__ import annotations

import asyncio
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from model_server import Answer, Body, Hang, Refuse, Say, in_turn

from shopworld.errors import BudgetSpent, InputError, ModelError
from shopworld.models import Budget, Models, ModelSettings, Usage, chat, client
from shopworld.models.budgets import Ledger

Open = Callable[..., Models]


@pytest.fixture
def access() -> Iterator[Open]:
    opened: list[Models] = []

    def make(base_url: str, **settings: Any) -> Models:
        opened.append(Models(ModelSettings(base_url=base_url, **settings)))
        return opened[-1]

    yield make
    for models in opened:
        models.close()


def test_usage_is_added_up_and_told_once(serve: Any, access: Open, question: Any) -> None:
    server = serve(in_turn(Say("12345678"), Refuse(500), Say("1234")))
    model = access(server.base_url).open("vllm/small")
    first = model.ask(question()).usage
    assert model.take_usage() == first
    second = model.ask(question()).usage
    assert second.retries == 1
    assert model.take_usage().output_tokens == second.output_tokens == 1
    assert model.take_usage() == Usage()
    assert (model.spent.calls, model.spent.output_tokens) == (2, 3)


def test_an_episode_stops_at_its_budget_and_another_goes_on(serve: Any, access: Open, question: Any) -> None:
    server = serve(in_turn(Say("x" * 400)))
    models = access(server.base_url, episode_budget=Budget(tokens=150))
    model = models.open("vllm/small")
    model.ask(question())
    model.ask(question())
    with pytest.raises(BudgetSpent, match=r"the episode is spent: 2\d\d of 150 tokens") as raised:
        model.ask(question())
    assert not raised.value.whole_run
    models.open("vllm/small").ask(question())
    assert len(server.requests) == 3


def test_a_run_stops_at_its_budget_whoever_spent_it(serve: Any, access: Open, question: Any, tmp_path: Path) -> None:
    server = serve(in_turn(Say("ok", cost=0.4)))
    ledger = tmp_path / "spending.jsonl"
    one = access(server.base_url, budget=Budget(usd=1.0)).open("openrouter/any", ledger=ledger)
    other = access(server.base_url, budget=Budget(usd=1.0)).open("openrouter/any", ledger=ledger)
    one.ask(question())
    other.ask(question())
    one.ask(question())
    with pytest.raises(BudgetSpent, match=r"the run is spent: 1\.2000 of 1\.0000 USD") as raised:
        other.ask(question())
    assert raised.value.whole_run
    assert len(server.requests) == 3


def test_a_budget_in_tokens_binds_though_the_provider_tells_none(serve: Any, access: Open, question: Any) -> None:
    server = serve(in_turn(Say("word " * 80, counted=False)))
    model = access(server.base_url, episode_budget=Budget(tokens=250)).open("vllm/small")
    for _ in range(3):
        model.ask(question())
    assert (model.spent.uncounted_calls, 250 < model.spent.tokens < 450) == (3, True)
    with pytest.raises(BudgetSpent):
        model.ask(question())


def _spend(path: Path) -> None:
    ledger = Ledger(path)
    for _ in range(50):
        ledger.add(Usage(input_tokens=3, output_tokens=4, usd=0.001))


def test_a_ledger_is_shared_and_outlives_its_writers(tmp_path: Path) -> None:
    path = tmp_path / "spending.jsonl"
    threads = [threading.Thread(target=_spend, args=(path,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    total = Ledger(path).total()
    assert total.tokens == 4 * 50 * 7
    assert total.usd == pytest.approx(0.2)
    path.write_bytes(path.read_bytes() + b'{"tokens": 1')  # a writer was killed in the middle
    assert Ledger(path).total().tokens == total.tokens
    path.write_bytes(b"nonsense\n")
    with pytest.raises(ModelError, match="holds a line that is no spending"):
        Ledger(path).total()


def test_a_budget_in_usd_needs_a_price(serve: Any, access: Open, tmp_path: Path) -> None:
    models = access("http://127.0.0.1:9/v1", budget=Budget(usd=1.0))
    with pytest.raises(ModelError, match="price of vllm/small is not known"):
        models.check("vllm/small")
    models.check("openai/gpt-5")
    with pytest.raises(ModelError, match="no provider is called 'opnai'"):
        models.check("opnai/gpt-5")
    with pytest.raises(ModelError, match="names no model"):
        models.check("gpt-5")
    with pytest.raises(InputError, match="no such file"):
        access("", prices=str(tmp_path / "none.toml")).check("vllm/small")


class Clock:
    """The time, ahead by what a test says: so that a try may take a quarter of an hour."""

    ahead = 0.0

    def monotonic(self) -> float:
        return time.monotonic() + self.ahead


def test_time_that_the_provider_cost_is_excused(
    serve: Any, access: Open, question: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    for module in (chat, client):
        monkeypatch.setattr(module, "time", clock)
    answers = in_turn(Refuse(503, "busy"), Refuse(429, "wait", {"retry-after-ms": "200"}), Say("ok"))

    def slow(body: Body) -> Answer:
        answer = answers(body)
        clock.ahead += 10_000 if isinstance(answer, Say) else 1_000
        return answer

    model = access(serve(slow).base_url, patience=1e6).open("vllm/small")
    usage = model.ask(question()).usage
    assert 2_000.2 <= model.excused_seconds < 5_000
    assert 2_000.2 <= usage.lost_seconds < 5_000
    assert usage.seconds >= 10_000


class _Rung(BaseException):
    pass


def test_a_wait_that_is_cut_short_cancels_the_call_and_the_next_one_works(
    serve: Any, access: Open, question: Any
) -> None:
    server = serve(in_turn(Hang(), Say("ok")))
    model = access(server.base_url).open("vllm/small")

    def ring(_signal: int, _frame: FrameType | None) -> None:
        raise _Rung

    previous = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, 1.0)
        with pytest.raises(_Rung):
            model.ask(question())
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
    server.policy = in_turn(Say("ok"))
    assert model.ask(question()).text == "ok"


def test_a_wait_cut_short_just_when_the_call_began_ends_it_in_its_own_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    models = Models()
    begun, rung, ended = (threading.Event() for _ in range(3))
    seen: list[tuple[str, str]] = []

    async def call() -> None:
        begun.set()
        try:
            await asyncio.sleep(3600)
        except BaseException as end:
            seen.append((type(end).__name__, threading.current_thread().name))
            raise
        finally:
            ended.set()

    hand_over = asyncio.BaseEventLoop.call_soon_threadsafe

    def interrupted(loop: asyncio.BaseEventLoop, *given: Any, **context: Any) -> asyncio.Handle:
        handle = hand_over(loop, *given, **context)
        if threading.current_thread() is threading.main_thread() and not rung.is_set():
            begun.wait()
            rung.set()
            raise _Rung
        return handle

    monkeypatch.setattr(asyncio.BaseEventLoop, "call_soon_threadsafe", interrupted)
    try:
        with pytest.raises(_Rung):
            models.run(call())
        ended.wait()
    finally:
        models.close()
    assert seen == [("CancelledError", "models")]
