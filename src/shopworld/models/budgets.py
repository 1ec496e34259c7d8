"""Budgets: what was spent, by whom, and whether there is something left. Shared by all processes of a run."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import orjson

from shopworld.errors import BudgetSpent, ModelError
from shopworld.models.messages import Usage
from shopworld.models.settings import Budget

LEDGER = "spending.jsonl"
"""One line for each call of a run that used something: tokens, and USD, or how many calls have no known price."""


class Ledger:
    """What a run has spent, as a file that several processes append to. It outlives a run that is killed.

    Args:
        path: the file; need not exist.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._read = 0
        self._tokens = 0
        self._usd = 0.0
        self._lock = threading.Lock()

    def add(self, usage: Usage) -> None:
        """Writes down what a call cost."""
        spent: dict[str, int | float] = {"tokens": usage.tokens}
        if usage.usd or not usage.unpriced_calls:
            spent["usd"] = usage.usd
        if usage.unpriced_calls:
            spent["unpriced_calls"] = usage.unpriced_calls
        line = orjson.dumps(spent) + b"\n"
        file = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
        try:
            os.write(file, line)  # one short write to the end of a file is whole, whoever else writes
        finally:
            os.close(file)

    def total(self) -> Usage:
        """What all have spent so far. `input_tokens` holds tokens of both directions."""
        with self._lock:
            if self.path.exists():
                with self.path.open("rb") as file:
                    file.seek(self._read)
                    content = file.read()
                whole = content[: content.rfind(b"\n") + 1]
                self._read += len(whole)
                for line in whole.splitlines():
                    self._take(line)
            return Usage(input_tokens=self._tokens, usd=self._usd)

    def _take(self, line: bytes) -> None:
        try:
            spent = orjson.loads(line)
            self._tokens += int(spent["tokens"])
            self._usd += float(spent["usd"] if "unpriced_calls" not in spent else spent.get("usd", 0.0))
        except (orjson.JSONDecodeError, KeyError, TypeError, ValueError):
            raise ModelError(f"{self.path} holds a line that is no spending: {line[:80]!r}") from None


def refuse_beyond(budget: Budget, spent: Usage, *, whole_run: bool) -> None:
    """Refuses another call where a budget is used up.

    The call that crosses the bound is still answered; the next one is not made.

    Raises:
        BudgetSpent: nothing is left.
    """
    whose = "the run" if whole_run else "the episode"
    hint = "Give a larger budget; the same command goes on." if whole_run else None
    if budget.tokens is not None and spent.tokens >= budget.tokens:
        raise BudgetSpent(
            f"the budget of {whose} is spent: {spent.tokens:,} of {budget.tokens:,} tokens",
            whole_run=whole_run,
            hint=hint,
        )
    if budget.usd is not None and spent.usd >= budget.usd:
        raise BudgetSpent(
            f"the budget of {whose} is spent: {spent.usd:.4f} of {budget.usd:.4f} USD", whole_run=whole_run, hint=hint
        )
