from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
