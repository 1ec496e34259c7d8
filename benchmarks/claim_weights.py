"""Fits the weights by which a sentence of a review is weighed against a claim (`catalog/claims/weights.toml`).

    python benchmarks/claim_weights.py            fit, and print the weights
    python benchmarks/claim_weights.py --write    fit, and write the weights

A multinomial logistic regression over the labelled sentences of `tests/data/claims` but for those held out and kept
back, and over sentences held against claims of other matters, which say nothing of these.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy
from scipy.optimize import minimize

from shopworld.catalog.claims.claim import parse_claim
from shopworld.catalog.claims.speech import is_question
from shopworld.catalog.claims.verdict import _NOT_SPOKEN_OF, Stance, _plain
from shopworld.catalog.claims.weighing import OUTCOMES, traits_of
from shopworld.catalog.claims.words import parts_of

ROOT = Path(__file__).parents[1]
DATA = ROOT / "tests" / "data" / "claims"
WEIGHTS = ROOT / "src" / "shopworld" / "catalog" / "claims" / "weights.toml"
SETS = {"build": 0.5, "third": 1.0, "misleading": 0.5}
"""Sets that are fitted, with what a sentence of theirs counts."""
CROSSED = {"build": 0.25, "third": 0.4}
"""The same for sentences held against claims of other matters."""
RIDGE = 1.0
WITHOUT_STARS = 0.25
"""What a sentence counts once more, as if its stars were not known."""
CROSSINGS = {"build": 3, "third": 8}

Item = dict[str, Any]


def items(name: str) -> list[Item]:
    """The labelled sentences of a set."""
    return [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


def crossed(sentences: Sequence[Item], each: int) -> Iterator[Item]:
    """Sentences that support their claim, held against claims that share no matter with it."""
    order = random.Random(5)
    claims = sorted({one["claim"] for one in sentences})
    for one in sentences:
        if one["label"] != "supports":
            continue
        own = parse_claim(one["claim"])
        taken = 0
        for other in order.sample(claims, min(len(claims), 4 * each)):
            parsed = parse_claim(other)
            if {*own.scales} & {*parsed.scales} or own.content & parsed.content or own.topics & parsed.topics:
                continue
            yield {**one, "claim": other, "label": "undecided"}
            taken += 1
            if taken == each:
                break


def row(one: Item) -> tuple[dict[str, float], int] | None:
    """The traits of a labelled sentence and what it says of the matter; None where no weighing takes place."""
    claim, parts = parse_claim(one["claim"]), parts_of(one["sentence"])
    if is_question(one["sentence"]) or not parts:
        return None
    plain = _plain(claim, one["sentence"])
    said = None if plain.stance is Stance.UNDECIDED else (plain.stance is Stance.SUPPORTS) == claim.praises
    traits, _ = traits_of(claim, parts, one["rating"], said, left_open=said is None and plain.reason != _NOT_SPOKEN_OF)
    good = {"supports": claim.praises, "contradicts": not claim.praises}.get(one["label"])
    return traits, 2 if good is None else int(not good)


def rows() -> Iterator[tuple[dict[str, float], int, float]]:
    """All that is fitted, with what it counts."""
    for counts, of in ((SETS, items), (CROSSED, lambda name: crossed(items(name), CROSSINGS[name]))):
        for name, count in counts.items():
            for one in of(name):
                found = row(one)
                if found is not None:
                    traits, outcome = found
                    bare = {trait: value for trait, value in traits.items() if not trait.startswith("stars ")}
                    yield traits, outcome, count
                    yield {**bare, "stars unknown": 1.0}, outcome, count * WITHOUT_STARS


def fitted() -> dict[str, dict[str, float]]:
    """The weights of each outcome by trait."""
    every = list(rows())
    names = sorted({name for traits, _, _ in every for name in traits})
    matrix = numpy.array([[traits.get(name, 0.0) for name in names] for traits, _, _ in every])
    labels = numpy.eye(len(OUTCOMES))[[label for _, label, _ in every]]
    counts = numpy.array([count for _, _, count in every])
    free = numpy.array([name != "bias" for name in names], dtype=float)[:, None]

    def loss(flat: numpy.ndarray) -> tuple[float, numpy.ndarray]:
        weights = flat.reshape(len(names), len(OUTCOMES))
        scores = matrix @ weights
        scores -= scores.max(axis=1, keepdims=True)
        shares = numpy.exp(scores)
        shares /= shares.sum(axis=1, keepdims=True)
        value = -(counts * (labels * numpy.log(shares + 1e-12)).sum(axis=1)).sum()
        slope = matrix.T @ (counts[:, None] * (shares - labels)) + RIDGE * free * weights
        return value + RIDGE / 2 * (free * weights**2).sum(), slope.ravel()

    best = minimize(loss, numpy.zeros(len(names) * len(OUTCOMES)), jac=True, method="L-BFGS-B")
    weights = best.x.reshape(len(names), len(OUTCOMES))
    return {
        outcome: {name: round(float(weights[at, number]), 3) for at, name in enumerate(names)}
        for number, outcome in enumerate(OUTCOMES)
    }


def written(weights: dict[str, dict[str, float]]) -> str:
    """The weights as a data file."""
    lines = ["# Fitted by benchmarks/claim_weights.py; not to be changed by hand."]
    for outcome, them in weights.items():
        lines += ["", f"[{outcome}]", *(f'"{name}" = {value}' for name, value in them.items())]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Fits, and writes where asked to."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="write the weights")
    text = written(fitted())
    if parser.parse_args().write:
        WEIGHTS.write_text(text, encoding="utf-8")
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
