"""Has a model write texts in batches; what cannot be used is asked for once more, then left to the built-in texts."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from shopworld.agents import PromptTemplate
from shopworld.arena.generate.authoring.store import TextStore
from shopworld.arena.generate.authoring.wanted import WantedText, WrittenText, WrittenTexts
from shopworld.errors import ModelReplyError
from shopworld.models import ChatMessage, ChatRequest, EpisodeModel

TEMPLATE = PromptTemplate(Path(__file__).with_name("prompt.md"))
BATCH = 10
"""Texts that are asked for at once."""


@dataclass(slots=True)
class Written:
    """What became of the texts of one kind.

    Attributes:
        texts: that may stand, by key.
        known: how many of them had been written before.
        refused: keys whose built-in text stays, with the reason.
    """

    texts: dict[str, WrittenText] = field(default_factory=dict)
    known: int = 0
    refused: dict[str, str] = field(default_factory=dict)


def write_texts(kind: str, wanted: Sequence[WantedText], shop: str, model: EpisodeModel, store: TextStore) -> Written:
    """Has texts of one kind written.

    Args:
        kind: part of the prompt that says how: `products`, `collections`, `reviews`, `pages`.
        wanted: what is to be written.
        shop: what the shop is, for the model.
        model: that writes.
        store: of texts written before.

    Raises:
        ModelFault, ModelError: the provider fails, or the budget is spent. What was written so far is in the store.
    """
    done = Written()
    rules = TEMPLATE.write("rules") + "\n\n" + TEMPLATE.write(kind)
    asked = {one.key: store.asked(f"{rules}\n{shop}", one) for one in wanted}
    left = []
    for one in wanted:
        known = store.find(asked[one.key])
        if known is not None and not one.faults(known):
            _accept(one, known, done)
            done.known += 1
        else:
            left.append(one)
    for batch in _batches(left):
        _write_batch(batch, rules, shop, model, store, asked, done)
    return done


def _write_batch(
    batch: Sequence[WantedText],
    rules: str,
    shop: str,
    model: EpisodeModel,
    store: TextStore,
    asked: dict[str, str],
    done: Written,
) -> None:
    """One batch, and once more what was wrong with it."""
    left, faults = list(batch), dict[str, list[str]]()
    for _ in range(2):
        try:
            answer, _reply = model.ask_as(_request(left, faults, rules, shop), WrittenTexts)
        except ModelReplyError as error:
            done.refused |= {one.key: error.message for one in left}
            return
        by_key = {text.key: text for text in answer.texts}
        again = []
        for one in left:
            text = by_key.get(one.key)
            faults[one.key] = one.faults(text) if text is not None else ["is missing"]
            if text is None or faults[one.key]:
                again.append(one)
                continue
            _accept(one, text, done)
            store.keep(asked[one.key], text)
        left = again
        if not left:
            return
    done.refused |= {one.key: "; ".join(faults[one.key]) for one in left}


def _accept(one: WantedText, text: WrittenText, done: Written) -> None:
    done.texts[one.key] = text
    one.accepted(text)


def _request(batch: Sequence[WantedText], faults: dict[str, list[str]], rules: str, shop: str) -> ChatRequest:
    wanted = [
        {"key": one.key, **one.facts, **({"wrong_before": faults[one.key]} if faults.get(one.key) else {})}
        for one in batch
    ]
    words = TEMPLATE.write("batch", shop=shop, wanted=json.dumps(wanted, ensure_ascii=False, indent=1))
    return ChatRequest((ChatMessage("system", (rules,), cache=True), ChatMessage("user", (words,))))


def _batches(wanted: Sequence[WantedText]) -> Iterator[Sequence[WantedText]]:
    for start in range(0, len(wanted), BATCH):
        yield wanted[start : start + BATCH]
