"""The verdicts on labelled sentences, by class: as the documentation prints them, and no worse."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from shopworld.catalog.claims import Stance, verify_claim
from shopworld.catalog.claims.claim import parse_claim

DATA = Path(__file__).parents[2] / "data" / "claims"
DOCS = Path(__file__).parents[3] / "docs" / "evidence.md"
PAPER = Path(__file__).parents[4] / "shared" / "papers" / "ecomagentbench.txt"
HALVES = ("build", "held_out")
SETS = (*HALVES, "third", "kept_back", "misleading")


@cache
def items(half: str) -> Sequence[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / f"{half}.jsonl").read_text(encoding="utf-8").splitlines()]


@cache
def verdicts(half: str) -> Counter[tuple[str, str]]:
    """Label and verdict: how many sentences."""
    return Counter(
        (one["label"], str(verify_claim(one["claim"], one["sentence"], one["rating"]).stance)) for one in items(half)
    )


def right(half: str) -> float:
    """Share of right verdicts; abstaining is right where the label is `undecided` only."""
    return sum(verdicts(half)[one, one] for one in Stance) / len(items(half))


def false_accepts(half: str) -> float:
    """Of the sentences that do not support their claim, the share that was said to."""
    others = [one for one in Stance if one is not Stance.SUPPORTS]
    every = sum(verdicts(half)[one, found] for one in others for found in Stance)
    return sum(verdicts(half)[one, Stance.SUPPORTS] for one in others) / every


@pytest.mark.parametrize(
    ("half", "least", "most"),
    [("build", 0.82, 0.01), ("third", 0.71, 0.0), ("kept_back", 0.73, 0.02), ("misleading", 0.79, 0.06),
     ("held_out", 0.53, 0.01)],
)  # fmt: skip
def test_the_figures_are_no_worse(half: str, least: float, most: float) -> None:
    assert right(half) >= least
    assert false_accepts(half) <= most


@pytest.mark.parametrize("half", SETS)
def test_the_documentation_prints_the_figures(half: str) -> None:
    text = DOCS.read_text(encoding="utf-8")
    for label in Stance if half != "misleading" else (Stance.CONTRADICTS, Stance.UNDECIDED):
        counts = " | ".join(str(verdicts(half)[label, found]) for found in Stance)
        row = f"| {half.replace('_', ' ')} | {label} | {counts} |"
        assert row in text, row


@pytest.mark.parametrize("half", HALVES)
def test_sentences_are_of_all_classes_and_share_no_five_words(half: str) -> None:
    assert len(items(half)) >= 500
    assert len({one["claim"] for one in items(half)}) >= 100
    assert sum(one["label"] != "supports" for one in items(half)) >= 0.4 * len(items(half))
    seen: set[tuple[str, ...]] = set()
    for one in items(half):
        words = re.findall(r"[a-z0-9']+", one["sentence"].lower())
        runs = {(one["claim"], *words[at : at + 5]) for at in range(len(words) - 4)}
        assert seen.isdisjoint(runs), one["sentence"]
        seen |= runs


def test_praise_of_other_matters_supports_no_claim() -> None:
    """Sentences that support their own claim, held against claims that share no word and no scale with it."""
    accepted = every = 0
    for half in ("third", "kept_back"):
        claims = sorted({one["claim"] for one in items(half)})
        for number, one in enumerate(one for one in items(half) if one["label"] == "supports"):
            own = parse_claim(one["claim"])
            for other in claims[number % 4 :: 4]:
                parsed = parse_claim(other)
                if {*own.scales} & {*parsed.scales} or own.content & parsed.content or own.topics & parsed.topics:
                    continue
                every += 1
                accepted += verify_claim(other, one["sentence"], one["rating"]).stance is Stance.SUPPORTS
    assert every > 400
    assert accepted <= 0.02 * every


@pytest.mark.parametrize(
    ("claim", "praises"),
    [
        ("it leaks", False), ("it does not leak", True), ("it removes scratches", True), ("it scratches", False),
        ("the battery life is poor", False), ("the bike lock is hard to cut", True), ("it has a strong scent", True),
    ],
)  # fmt: skip
def test_claims_of_blame_are_told_from_praise(claim: str, praises: bool) -> None:
    assert parse_claim(claim).praises is praises


def test_the_hardest_verdicts_are_printed_as_they_are() -> None:
    section = DOCS.read_text(encoding="utf-8").partition("## The hardest verdicts")[2]
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines() if line.startswith("| ")
    ]
    rows = [row for row in rows if row[0] != "Claim"]
    assert len(rows) >= 40
    for claim, sentence, stars, _, stance, reason in rows:
        verdict = verify_claim(claim, sentence, None if stars == "-" else int(stars))
        assert (str(verdict.stance), verdict.reason) == (stance, reason), sentence


@pytest.mark.data
def test_opinions_that_the_paper_prints_are_read() -> None:
    """The two opinions of the printed sample, against the two sentences of its worked example and their denials."""
    if not PAPER.is_file():
        pytest.skip("needs the papers in ../shared/papers")
    text = PAPER.read_text(encoding="utf-8")
    opinions = re.findall(r'"type": "review_opinion",\s*"field": "review",\s*"expected_value": "([^"]+)"', text)
    evidence = re.findall(r"review: “(charges [^”]+; [^”]+)”", text)
    assert len(opinions) >= 2
    assert evidence
    for opinion, sentence in zip(opinions[:2], evidence[0].split(";"), strict=True):
        assert verify_claim(opinion, sentence.strip(), 4).stance is Stance.SUPPORTS, (opinion, sentence)
        assert verify_claim(opinion, f"I was told that it {sentence.strip()}.", 4).stance is not Stance.SUPPORTS
        assert verify_claim(opinion, sentence.strip(), 1).stance is not Stance.SUPPORTS
    for opinion in opinions:
        assert verify_claim(opinion, opinion, 5).stance is Stance.SUPPORTS
