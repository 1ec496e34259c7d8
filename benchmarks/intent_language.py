"""How the queries of suites with hidden intent read: distinct texts, repeated phrases, and how easily they give way.

    python benchmarks/intent_language.py SUITE.json [SUITE.json …] [--originals FILE]

A pattern agent knows every phrasing of `scenes.toml` and `paraphrases.toml`, and none of the held-out ones. It reads a
sentence as the value whose phrasing is most like it (words weighed by how rare they are). `--originals` names a text
file with a query of the original benchmark a line: a classifier by character n-grams then tells them from each suite's
queries, trained on one half of each and tried on the other.
"""

from __future__ import annotations

import argparse
import math
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from shopworld.catalog import stems
from shopworld.guru.intent.features import paraphrases
from shopworld.guru.intent.scenes import HELD_OUT, KNOWN, scenes
from shopworld.tasks import AttributeMatch, Recommendation, Suite, load_suite

_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_MASK = re.compile(r"\$?\d[\d.,]*")
_GRAMS = (3, 4, 5)
_ROUNDS = 10
Value = tuple[str, str]


class PatternAgent:
    """Reads sentences by the phrasings that it knows."""

    def __init__(self) -> None:
        known: list[tuple[Value, str]] = []
        for attribute, values in scenes(KNOWN).items():
            known += [((attribute, value), one.text) for value, told in values.items() for one in told]
        for attribute, described in paraphrases().items():
            known += [((attribute, value), text) for value, told in described.items() for text in told]
        self._phrasings = [(value, frozenset(stems(text))) for value, text in known]
        counts = Counter(stem for _, words in self._phrasings for stem in words)
        self._weights = {stem: math.log(len(known) / count) for stem, count in counts.items()}
        self._read: dict[str, Value | None] = {}
        self._holding: dict[str, list[int]] = defaultdict(list)
        for at, (_, words) in enumerate(self._phrasings):
            for stem in words:
                self._holding[stem].append(at)

    def read(self, sentence: str) -> Value | None:
        """The value whose phrasing is most like a sentence; None where nothing is."""
        if sentence not in self._read:
            self._read[sentence] = self._nearest(frozenset(stems(sentence)))
        return self._read[sentence]

    def _nearest(self, words: frozenset[str]) -> Value | None:
        scores: dict[int, float] = defaultdict(float)
        for stem in words:
            for at in self._holding.get(stem, ()):
                scores[at] += self._weights[stem]
        best = max(scores, key=lambda at: (scores[at] / self._size(self._phrasings[at][1] | words), -at), default=None)
        return None if best is None else self._phrasings[best][0]

    def _size(self, words: Iterable[str]) -> float:
        return sum(self._weights.get(one, 1.0) for one in words)


def implicit_of(suite: Suite) -> list[tuple[str, Value, str]]:
    """Query, value and words of every requirement that a query tells without naming it."""
    found = []
    for task in suite.tasks:
        for check in task.checks:
            if isinstance(check, Recommendation):
                found += [
                    (task.intent, (one.attribute, str(one.value)), one.surface)
                    for one in check.rubrics
                    if one.implicit and isinstance(one, AttributeMatch)
                ]
    return found


def accuracy(suite: Suite, agent: PatternAgent) -> Mapping[str, tuple[int, int]]:
    """How many of the requirements told the agent reads rightly: phrasings that it knows, and held-out ones."""
    held = {one.text.lower() for told in scenes(HELD_OUT).values() for some in told.values() for one in some}
    found: dict[str, list[int]] = {"known": [0, 0], "held out": [0, 0]}
    for query, value, surface in implicit_of(suite):
        kind = "held out" if surface.lower() in held else "known"
        guesses = {agent.read(one) for one in (*_SENTENCE.split(query), surface)}
        found[kind][0] += value in guesses
        found[kind][1] += 1
    return {kind: (right, total) for kind, (right, total) in found.items()}


def longest_repeated(texts: Sequence[str]) -> str:
    """The longest run of words that stands in two texts; numbers count as one word."""
    seen: dict[tuple[str, ...], int] = {}
    best: tuple[str, ...] = ()
    for number, text in enumerate(texts):
        words = _MASK.sub("0", text.lower()).split()
        for begin in range(len(words)):
            for end in range(begin + len(best) + 1, len(words) + 1):
                run = tuple(words[begin:end])
                if seen.setdefault(run, number) == number:
                    break
                best = run
        for begin in range(len(words)):
            for end in range(begin + 1, min(len(words), begin + 60) + 1):
                seen.setdefault(tuple(words[begin:end]), number)
    return " ".join(best)


def grams(text: str) -> Counter[str]:
    """Character n-grams of a text, numbers masked."""
    plain = _MASK.sub("0", text.lower())
    return Counter(plain[at : at + size] for size in _GRAMS for at in range(len(plain) - size + 1))


def separation(ours: Sequence[str], theirs: Sequence[str], seed: int = 7) -> float:
    """The area under the curve of a naive Bayes classifier by character n-grams, mean over random halves."""
    areas = []
    for number in range(_ROUNDS):
        generator = random.Random(f"{seed}:{number}")
        one, other = (generator.sample(list(texts), min(len(theirs), len(texts))) for texts in (ours, theirs))
        trained = [Counter[str](), Counter[str]()]
        for side, texts in enumerate((one, other)):
            for text in texts[: len(texts) // 2]:
                trained[side].update(grams(text))
        vocabulary = len(trained[0] | trained[1])
        totals = [sum(counts.values()) + vocabulary for counts in trained]

        def score(text: str, trained: list[Counter[str]] = trained, totals: list[int] = totals) -> float:
            counts = grams(text)
            told = sum(
                count * (math.log((trained[0][gram] + 1) / totals[0]) - math.log((trained[1][gram] + 1) / totals[1]))
                for gram, count in counts.items()
            )
            return told / max(1, counts.total())

        scores = [[score(text) for text in texts[len(texts) // 2 :]] for texts in (one, other)]
        pairs = [(a > b) + (a == b) / 2 for a in scores[0] for b in scores[1]]
        areas.append(sum(pairs) / len(pairs))
    return sum(areas) / len(areas)


def main() -> None:
    """Prints a row of figures for each suite."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suites", nargs="+", type=Path)
    parser.add_argument("--originals", type=Path, help="text file, a query a line")
    arguments = parser.parse_args()
    originals = arguments.originals.read_text(encoding="utf-8").splitlines() if arguments.originals else []
    agent = PatternAgent()
    for path in arguments.suites:
        suite = load_suite(path)
        texts = [task.intent for task in suite.tasks]
        run = longest_repeated(texts)
        print(f"{path.name} (version {suite.version})")
        print(f"  queries {len(texts)}, distinct {len(set(texts))}, words {sum(map(_words, texts)) / len(texts):.1f}")
        print(f"  longest repeated phrase: {_words(run)} words: {run}")
        for kind, (right, total) in accuracy(suite, agent).items():
            if total:
                print(f"  pattern agent, {kind} phrasings: {right} of {total} ({right / total:.1%})")
        if originals:
            area = separation(texts, originals)
            print(f"  classifier against {len(originals)} originals: area under the curve {area:.2f}")


def _words(text: str) -> int:
    return len(text.split())


if __name__ == "__main__":
    main()
