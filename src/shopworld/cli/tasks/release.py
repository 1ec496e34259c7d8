"""Evolved queries in the format of DeepShop's release: `tasks import deepshop`, `tasks export --format deepshop`."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from shopworld.commands import Outcome
from shopworld.errors import TaskError
from shopworld.guru.evolution.release import bind_records
from shopworld.mall import Home, Mall
from shopworld.tasks import Suite, save_suite
from shopworld.tasks.importers.deepshop import Finding, check_records, read_records, records_of, write_records

_SHOWN = 40


def import_deepshop(*, path: Path, mall: str, name: str) -> Outcome:
    """Checks a file of queries, and binds them to a mall where one is named.

    Args:
        path: JSON lines as the release has them.
        mall: name or folder of the mall; empty: the file is checked and nothing is written.
        name: of the suite.

    Raises:
        TaskError: no query can be bound to the mall.
    """
    home = Home.from_environment()
    records = read_records(path)
    findings = check_records(records)
    found: dict[str, object] = {"queries": len(records), "findings": [asdict(one) for one in findings]}
    unbound: dict[str, str] = {}
    end = "Checked only. Name a mall with --mall to make tasks of them."
    if mall:
        opened = Mall.open(Path(mall) if os.sep in mall else home.mall(mall))
        try:
            binding = bind_records(records, opened, name=name)
        finally:
            opened.close()
        unbound, count = binding.unbound, len(binding.suite.tasks)
        if not count:
            first = next(iter(unbound.items()), ("", "the file is empty"))
            raise TaskError(
                f"none of the {len(records)} queries can be bound to the mall {opened.name!r}",
                hint=f"The first one, {first[0]}: {first[1]}.",
            )
        save_suite(binding.suite, home.suite(name))
        found |= {"tasks": count, "unbound": unbound, "suite": str(home.suite(name))}
        end = f"{count} of {len(records)} queries are tasks for the mall {mall}\nSuite: {home.suite(name)}"
    not_bound = [f"  not bound {query}: {reason}" for query, reason in list(unbound.items())[:_SHOWN]]
    return Outcome(found, "\n".join((*_told(findings, len(records)), *not_bound, end)))


def _told(findings: Sequence[Finding], queries: int) -> Iterator[str]:
    for one in findings[:_SHOWN]:
        yield f"  {one.query}: {one.rule}{f' ({one.part})' if one.part else ''}: {one.text}"
    if len(findings) > _SHOWN:
        yield f"  and {len(findings) - _SHOWN} more; --json prints all"
    rules = ", ".join(f"{count} {rule}" for rule, count in Counter(one.rule for one in findings).most_common())
    yield f"{queries} queries, {len({one.query for one in findings})} with findings: {rules or 'none'}"


def export_queries(suite: Suite, out: Path) -> int:
    """Writes the evolved queries of a suite in the format of DeepShop's release, without answers; returns their number.

    Raises:
        TaskError: there are none.
    """
    records = records_of(suite)
    if not records:
        raise TaskError(f"the suite {suite.name!r} holds no evolved queries")
    write_records(records, out)
    return len(records)
