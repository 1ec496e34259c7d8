"""How predictable sentences are to a model of three words, smoothed as Witten and Bell (1991) have it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from shopworld.catalog.texture.prose import tokens_of_sentence

_START, _END, _UNKNOWN = "<s>", "</s>", "<unknown>"


class TrigramModel:
    """Learns from sentences. Words that come once only are the unknown word.

    Args:
        sentences: to learn from.
    """

    def __init__(self, sentences: Iterable[str]) -> None:
        texts = [tokens_of_sentence(one) for one in sentences]
        counts = Counter(token for text in texts for token in text)
        self._known = {token for token, count in counts.items() if count > 1} | {_END}
        self._single: Counter[str] = Counter()
        self._pairs: Counter[tuple[str, str]] = Counter()
        self._triples: Counter[tuple[str, str, str]] = Counter()
        self._after_one: Counter[str] = Counter()
        self._after_two: Counter[tuple[str, str]] = Counter()
        for text in texts:
            line = self._line(text)
            for triple in zip(line, line[1:], line[2:], strict=False):
                self._triples[triple] += 1
                self._pairs[triple[1:]] += 1
                self._single[triple[2]] += 1
                self._after_one[triple[1]] += 1
                self._after_two[triple[:2]] += 1
        self._kinds_after_one = Counter(first for first, _ in self._pairs)
        self._kinds_after_two = Counter((first, second) for first, second, _ in self._triples)

    def _line(self, text: Sequence[str]) -> list[str]:
        known = self._known
        return [_START, _START, *(token if token in known else _UNKNOWN for token in text), _END]

    def perplexity(self, sentences: Iterable[str]) -> float:
        """Two to the mean surprise of a token, in bits; 1 where nothing surprises.

        Raises:
            ValueError: there is no sentence, or nothing was learnt.
        """
        bits, tokens = 0.0, 0
        total, kinds = self._single.total(), len(self._single)
        if not total:
            raise ValueError("the model has learnt nothing")
        for sentence in sentences:
            line = self._line(tokens_of_sentence(sentence))
            for first, second, third in zip(line, line[1:], line[2:], strict=False):
                chance = (self._single[third] + 0.5) / (total + 0.5 * (kinds + 1))
                if seen := self._after_one[second]:
                    different = self._kinds_after_one[second]
                    chance = (self._pairs[second, third] + different * chance) / (seen + different)
                if seen := self._after_two[first, second]:
                    different = self._kinds_after_two[first, second]
                    chance = (self._triples[first, second, third] + different * chance) / (seen + different)
                bits -= math.log2(chance)
                tokens += 1
        if not tokens:
            raise ValueError("there is no sentence")
        return float(2 ** (bits / tokens))
