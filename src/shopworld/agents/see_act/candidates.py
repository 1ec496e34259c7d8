"""The elements that a proposed action may mean, the likeliest first, in groups that a model can choose from."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from shopworld.agents.browsing import describe, is_interactive
from shopworld.agents.tree import Node

GROUP = 30
"""Candidates that are shown at a time."""
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class ElementCandidate:
    """One element to choose.

    Attributes:
        id: of the element.
        text: what it is, in a line.
    """

    id: str
    text: str


def rank_candidates(nodes: Sequence[Node], proposal: str) -> tuple[tuple[ElementCandidate, ...], ...]:
    """Groups of at most `GROUP` elements: those that share the rarest words with the proposal come first.

    Within a group they stand as on the page.

    Args:
        nodes: of the page.
        proposal: the action in words.
    """
    found = [ElementCandidate(node.id, describe(node, nodes)) for node in nodes if is_interactive(node)]
    words = [_words(one.text) for one in found]
    frequency = Counter(word for text in words for word in text)
    wanted = _words(proposal)
    likeness = [sum(1 / frequency[word] for word in text & wanted) for text in words]
    order = sorted(range(len(found)), key=lambda place: (-likeness[place], place))
    groups = [sorted(order[start : start + GROUP]) for start in range(0, len(order), GROUP)]
    return tuple(tuple(found[place] for place in group) for group in groups)


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.lower()))
