"""What a shop answers to a question: its best products as schema.org data, by the NLWeb protocol.

Source: NLWeb, REST API: `query`, `prev`, `decontextualized_query`, `query_id`, `mode`; an answer holds `query_id` and
`results` with `url`, `name`, `site`, `score`, `description` and `schema_object`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from shopworld.environments.corpus import Corpus, Hit

Mode = Literal["list", "summarize"]
MODES: tuple[Mode, ...] = ("list", "summarize")
"""The third mode of the protocol, `generate`, needs a language model behind the shop: there is none."""

MOST_RESULTS = 10
_LONGEST_DESCRIPTION = 300
_SHORT = 3
"""Words up to which a query is taken for one that goes on from the one before."""
_GOES_ON = re.compile(
    r"^(and|or|but|also|what about|how about|only|just|rather|instead|cheaper|with|without|in|the)\b", re.I
)
_ID_DIGITS = 12


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked.

    Attributes:
        query: in plain language.
        prev: earlier queries, oldest first.
        decontextualized: the query made whole by the one who asks; empty: the shop does it.
        mode: list, or list with a summary.
        query_id: echoed; empty: one is made.
    """

    query: str
    prev: tuple[str, ...] = ()
    decontextualized: str = ""
    mode: Mode = "list"
    query_id: str = ""

    @property
    def whole(self) -> str:
        """The query with what it leaves out: a short one, or one that goes on, takes the words of the one before."""
        if self.decontextualized:
            return self.decontextualized
        goes_on = len(self.query.split()) <= _SHORT or _GOES_ON.match(self.query.strip()) is not None
        return f"{self.prev[-1]} {self.query}" if self.prev and goes_on else self.query


def answer(corpus: Corpus, host: str, question: Question) -> dict[str, Any]:
    """The answer of one shop.

    Args:
        corpus: of the mall's pages.
        host: of the shop.
        question: what is asked.
    """
    hits = [one for one in corpus.search(question.whole, 2 * MOST_RESULTS, host) if one.document.data][:MOST_RESULTS]
    best = hits[0].score if hits else 1.0
    content: dict[str, Any] = {
        "query_id": question.query_id or _made_id(host, question),
        "site": host,
        "query": question.query,
        "decontextualized_query": question.whole,
        "mode": question.mode,
    }
    if question.mode == "summarize":
        content["summary"] = _summary(hits)
    return content | {"results": [_result(hit, best) for hit in hits]}


def _result(hit: Hit, best: float) -> dict[str, Any]:
    document = hit.document
    return {
        "url": document.url,
        "name": document.title,
        "site": document.shop,
        "score": round(100 * hit.score / best) if best > 0 else 0,
        "description": document.text[:_LONGEST_DESCRIPTION],
        "schema_object": document.data,
    }


def _summary(hits: Sequence[Hit]) -> str:
    """How many were found, of which brands, at which prices: by rule."""
    if not hits:
        return "Nothing was found."
    offers = [one.document.data.get("offers", {}) for one in hits]
    prices = sorted(float(one) for offer in offers if (one := offer.get("price") or offer.get("lowPrice")))
    brands = list(dict.fromkeys(one.document.data.get("brand", {}).get("name", "") for one in hits))
    named = ", ".join(brand for brand in brands[:4] if brand)
    currency = next((str(offer["priceCurrency"]) for offer in offers if "priceCurrency" in offer), "")
    told = [f"{len(hits)} products", f"of {named}" if named else ""]
    if prices:
        told.append(f"from {prices[0]:.2f} to {prices[-1]:.2f} {currency}".strip())
    return f"{', '.join(one for one in told if one)}. The best fit is {hits[0].document.title}."


def _made_id(host: str, question: Question) -> str:
    """The same question has the same id, in every run."""
    text = "\n".join((host, question.mode, question.decontextualized, question.query, *question.prev))
    return hashlib.sha256(text.encode()).hexdigest()[:_ID_DIGITS]
