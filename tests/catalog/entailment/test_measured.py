"""The truth of labelled requirements over listings, by class: as the documentation prints it, and no worse."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from shopworld.catalog.entailment import ListingEvidence, Truth, truth_of

DATA = Path(__file__).parents[2] / "data" / "entailment"
DOCS = Path(__file__).parents[3] / "docs" / "evidence.md"
HALVES = ("build", "held_out")


@cache
def pairs(half: str) -> Sequence[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / f"{half}.jsonl").read_text(encoding="utf-8").splitlines()]


@cache
def verdicts(half: str) -> Counter[tuple[str, str]]:
    """Label and truth: how many pairs."""
    found: Counter[tuple[str, str]] = Counter()
    for one in pairs(half):
        rows = tuple((label, str(text)) for label, text in one["table"].items())
        listing = ListingEvidence(one["title"], rows, one["text"] or "")
        found[one["label"], str(truth_of(one["attribute"], one["value"], listing).truth)] += 1
    return found


@pytest.mark.parametrize(
    ("half", "right", "wrong_accepts", "wrong_refusals"),
    [("build", 0.97, 0.01, 0.03), ("third", 0.89, 0.01, 0.01), ("held_out", 0.825, 0.027, 0.09)],
)
def test_the_figures_are_no_worse(half: str, right: float, wrong_accepts: float, wrong_refusals: float) -> None:
    counts, every = verdicts(half), len(pairs(half))
    assert sum(counts[one, one] for one in Truth) >= right * every
    assert sum(counts[one, Truth.STATED] for one in Truth if one is not Truth.STATED) <= wrong_accepts * every
    assert sum(counts[Truth.STATED, one] for one in Truth if one is not Truth.STATED) <= wrong_refusals * every


@pytest.mark.parametrize("half", [*HALVES, "third"])
def test_the_documentation_prints_the_figures(half: str) -> None:
    text = DOCS.read_text(encoding="utf-8")
    for label in Truth:
        row = f"| {half.replace('_', ' ')} | {label} | {' | '.join(str(verdicts(half)[label, one]) for one in Truth)} |"
        assert row in text, row


def test_there_are_three_hundred_pairs_of_all_labels() -> None:
    assert sum(len(pairs(half)) for half in HALVES) >= 300
    assert {one["label"] for half in HALVES for one in pairs(half)} == set(Truth)
