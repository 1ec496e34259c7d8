from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.errors import ModelError
from shopworld.evaluation.running.node_ledger import NodeLedger, RunLedger
from shopworld.models import Ledger, Usage


class Machines:
    """A run's ledger, and copies of it on machines, each with a worker that spends."""

    def __init__(self, folder: Path, count: int) -> None:
        self.run = RunLedger(folder / "run.jsonl")
        self.file = folder / "run.jsonl"
        self.copies = [folder / f"node-{number}.jsonl" for number in range(count)]
        self.nodes = [NodeLedger(one) for one in self.copies]

    def spend(self, number: int, tokens: int) -> None:
        Ledger(self.copies[number]).add(Usage(input_tokens=tokens, usd=tokens / 1000))

    def exchange(self, number: int) -> None:
        """As a worker's answer and the next question do."""
        self.run.add(number, self.nodes[number].told())
        line = self.run.others(number)
        if line is not None:
            self.nodes[number].hear(line)


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(1, 500), st.booleans()), max_size=30))
def test_after_each_has_spoken_twice_all_know_what_all_have_spent(
    tmp_path_factory: pytest.TempPathFactory, events: list[tuple[int, int, bool]]
) -> None:
    machines = Machines(tmp_path_factory.mktemp("ledgers"), 3)
    for number, tokens, talks in events:
        machines.spend(number, tokens)
        if talks:
            machines.exchange(number)
    for number in (0, 1, 2, 0, 1, 2):
        machines.exchange(number)
    whole = sum(tokens for _, tokens, _ in events)
    for file in (machines.file, *machines.copies):
        total = Ledger(file).total()
        assert total.tokens == whole
        assert total.usd == pytest.approx(whole / 1000)


def test_a_worker_that_comes_later_hears_what_was_spent_before(tmp_path: Path) -> None:
    machines = Machines(tmp_path, 2)
    machines.spend(0, 70)
    machines.exchange(0)
    machines.run.forget(0)
    machines.exchange(1)
    assert Ledger(machines.copies[1]).total().tokens == 70
    machines.exchange(1)
    assert Ledger(machines.file).total().tokens == 70, "what it was told is not its own"


@pytest.mark.parametrize(
    "bad",
    [
        b"nonsense",
        b"{}",
        b'{"tokens": 1}',
        b'{"tokens": -5, "usd": 0.0}',
        b'{"tokens": 1, "usd": -2.0}',
        b'{"tokens": 1, "usd": 1e999}',
        b'{"tokens": 1, "usd": NaN}',
        b'{"tokens": "1", "usd": 0.0}',
        b'{"tokens": 1' + b"0" * 400 + b', "usd": 0.0}',
        b'{"tokens": 1, "usd": 0.1}\nnonsense',
    ],
)
def test_a_line_that_is_no_spending_is_refused_and_spoils_nothing(tmp_path: Path, bad: bytes) -> None:
    run = RunLedger(tmp_path / "run.jsonl")
    run.add(1, [b'{"tokens":1,"usd":0.5}', b'{"tokens":2,"unpriced_calls":1}'])
    before = (tmp_path / "run.jsonl").read_bytes()
    with pytest.raises(ModelError, match="is no spending"):
        run.add(2, [b'{"tokens":4,"usd":0.5}', bad])
    assert (tmp_path / "run.jsonl").read_bytes() == before
    assert RunLedger(tmp_path / "run.jsonl").others(3) is not None, "the same command goes on"


@given(st.integers(0, 10**12), st.floats(0, 1e9), st.integers(0, 10**6))
def test_what_a_ledger_writes_is_taken_as_it_is(
    tmp_path_factory: pytest.TempPathFactory, tokens: int, usd: float, unpriced: int
) -> None:
    folder = tmp_path_factory.mktemp("ledger")
    Ledger(folder / "node").add(Usage(input_tokens=tokens, usd=usd, unpriced_calls=unpriced))
    RunLedger(folder / "run").add(1, NodeLedger(folder / "node").told())
    assert (folder / "run").read_bytes() == (folder / "node").read_bytes()


def test_a_spending_that_comes_in_two_lines_is_written_in_one(tmp_path: Path) -> None:
    run = RunLedger(tmp_path / "run.jsonl")
    run.add(1, [b'{"tokens": 1,\n"usd": 0.5}'])
    assert (tmp_path / "run.jsonl").read_bytes() == b'{"tokens":1,"usd":0.5}\n'
