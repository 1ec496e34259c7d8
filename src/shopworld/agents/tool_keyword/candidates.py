"""Products as the tools describe them, ready to be compared with requirements."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from shopworld.agents.tool_keyword.vocabulary import IGNORED_LABELS
from shopworld.agents.tool_keyword.words import content_of, root, words_of

Words = tuple[str, ...]

_PIECES = re.compile(r"[,;|/&]|\band\b")
_LONGEST_VALUE = 8


@dataclass(slots=True)
class ProductCandidate:
    """One product.

    Attributes:
        product_id: its id.
        title: its title.
        values: words of each value by label (in lower case), the whole value first, then its parts.
        texts: values by label as they are written.
        prose: words of title, features and description.
        price: in cents; None where none is given.
        rating: mean; None where it is not known.
        ratings: their number; None where it is not known.
        labels: as they are written, by label.
        heard: share of each opinion's words that one of its reviews holds, by the opinion's words.
    """

    product_id: str
    title: Words
    values: dict[str, list[Words]]
    texts: dict[str, str]
    prose: Words
    price: int | None
    rating: float | None
    ratings: int | None
    labels: dict[str, str]
    heard: dict[Words, float] = field(default_factory=dict)


def read_candidate(details: dict[str, Any]) -> ProductCandidate:
    """Reads the result of `get_product_details`."""
    texts = {label.lower(): str(text) for label, text in (details.get("details") or {}).items()}
    for label, name in (("brand", "store"), ("main category", "main_category")):
        if details.get(name):
            texts.setdefault(label, str(details[name]))
    texts = {label: text for label, text in texts.items() if label not in IGNORED_LABELS}
    title = str(details.get("title") or "")
    prose = [title, *(details.get("features") or ()), *(details.get("description") or ())]
    price = details.get("price")
    return ProductCandidate(
        product_id=details["product_id"],
        title=words_of(title),
        values={label: list(value_words(text)) for label, text in texts.items()},
        texts=texts,
        prose=words_of(" . ".join(prose)),
        price=round(price * 100) if isinstance(price, int | float) else None,
        rating=details.get("average_rating"),
        ratings=details.get("rating_number"),
        labels={"brand": "Brand", **{label.lower(): label for label in details.get("details") or {}}},
    )


def value_words(text: str) -> Iterable[Words]:
    """A value as words: the whole of it, then each part of a list."""
    pieces = [text, *(_PIECES.split(text) if _PIECES.search(text) else ())]
    return dict.fromkeys(words for piece in pieces if 0 < len(words := words_of(piece)) <= _LONGEST_VALUE)


def hear(candidate: ProductCandidate, opinion: Words, reviews: Iterable[dict[str, Any]]) -> None:
    """Notes how well the best of some reviews says an opinion: the share of its words that the review holds."""
    wanted = {root(word) for word in opinion}
    best = candidate.heard.get(opinion, 0.0)
    for review in reviews:
        said = {root(word) for word in content_of(f"{review.get('title') or ''} . {review.get('text') or ''}")}
        best = max(best, len(wanted & said) / max(1, len(wanted)))
    candidate.heard[opinion] = best
