"""Answers a question from the text of an information page: the fact whose surroundings share most words with it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from shopworld.agents.keyword.vocabulary import tokens, vocabulary
from shopworld.agents.tree import Node, below, parse_tree
from shopworld.money import amounts_in

_TIME = re.compile(r"\d+(?:\s?(?:to|-|–)\s?\d+)? (?:working |business )?(?:hours?|days?|weeks?|months?)", re.I)
_SENTENCE = re.compile(r"(?<=[.!?])\s+")


def answer(question: str, tree: str) -> str:
    """What a page says to a question; empty where it holds nothing of the kind that is asked for.

    Args:
        question: with the form that its answer must have.
        tree: the page.
    """
    asked, _, form = question.partition("?")
    of_time = re.search(r"how long|how many (?:days|weeks)|when\b", asked, re.I) is not None
    wanted = _words(asked)
    best, most = "", 0.0
    for context, text in _facts(tree):
        found = [one.span() for one in _TIME.finditer(text)] if of_time else [one.span for one in amounts_in(text)]
        for start, end in found:
            said = _words(f"{context} {text}")
            shared = len(wanted & said) / (len(wanted) or 1) - len(said) / 1000
            if shared > most:
                best, most = text[start:end], shared
    if re.search(r"\bnumber alone\b|just the number", form, re.I) or re.search(r"how many", asked, re.I):
        number = re.search(r"\d+", best)
        return number[0] if number else best
    return best


def _facts(tree: str) -> Iterator[tuple[str, str]]:
    """Each statement of a page with what it stands under: cells with the heads of row and column, sentences."""
    nodes: Sequence[Node] = parse_tree(tree)
    main = next((node for node in nodes if node.role == "main"), None)
    nodes = below(nodes, main) if main is not None else nodes
    heads: list[str] = []
    for node in nodes:
        if node.role == "row":
            inside = below(nodes, node)
            columns = [one.name for one in inside if one.role == "columnheader"]
            heads = columns or heads
            cells = [one.name for one in inside if one.role in ("rowheader", "cell", "gridcell")]
            for place, cell in enumerate(cells[1:], start=1):
                yield f"{cells[0]} {heads[place] if place < len(heads) else ''}", cell
        elif node.role == "StaticText":
            for sentence in _SENTENCE.split(node.name):
                yield "", sentence


def _words(text: str) -> frozenset[str]:
    """The words that matter, in one form for those that mean the same."""
    known = vocabulary()
    return frozenset(known.same.get(word, word.removesuffix("s")) for word in tokens(text) if word not in known.empty)
