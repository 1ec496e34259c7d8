"""What fills a mall around its core: neighbours found by text search, ranked by words or by meaning, screened."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import tantivy

from shopworld.offers.matching.stage import OFFERS_FILE
from shopworld.offers.record import CrawledOffer
from shopworld.offers.rows import offer_of, read_rows
from shopworld.offers.screening import STAGE as SCREEN
from shopworld.offers.screening import Screen
from shopworld.offers.selection import MallCandidate, Selection

NEIGHBOURS = 50
"""Of one core offer, at most."""
_WORD = re.compile(r"[^\W_]{2,}")
_WORDS = 16
"""Of a title that are searched for."""
_CHUNK = 2000
"""Offers that are held to be screened."""
_TEXT = 300
"""Characters of a description that are indexed and embedded."""


class FillerSearch:
    """Orders candidates by how near they are to the core, and leaves out those that might be answers.

    Args:
        run: folder of the offers.
        by_meaning: whether an embedding ranks what text search found (extra `embeddings`).
        screen: tasks that no filler may satisfy.
    """

    def __init__(self, run: Path, *, by_meaning: bool = False, screen: Screen | None = None) -> None:
        self._file, self._by_meaning, self._screen = run / OFFERS_FILE, by_meaning, screen

    def __call__(self, selection: Selection, others: Sequence[MallCandidate]) -> Iterator[MallCandidate]:
        """The candidates, the nearest first; those that text search did not find come last, as in the crawl."""
        known = {one.id: one for one in others}
        with tempfile.TemporaryDirectory() as folder:
            index = _Index(Path(folder))
            core: list[str] = []
            for row in read_rows(self._file, ["id", "title", "text"]):
                if row["id"] in known:
                    index.add(row["id"], f"{row['title']} {row['text'][:_TEXT]}")
                elif row["id"] in selection.core:
                    core.append(row["title"])
            index.finish()
            scores = self._scores(index, core)
        near = sorted(scores, key=lambda one: (-scores[one], one))
        for start in range(0, len(near), _CHUNK):
            some = near[start : start + _CHUNK]
            offers = {one.id: one for one in self._offers(set(some))} if self._screen is not None else {}
            yield from (known[name] for name in some if self._passes(offers.get(name), selection))
        for offer in self._offers(known.keys() - scores.keys()):
            if self._passes(offer, selection):
                yield known[offer.id]

    def _passes(self, offer: CrawledOffer | None, selection: Selection) -> bool:
        if self._screen is None or offer is None:
            return True
        selection.tally.take(SCREEN)
        task = self._screen.satisfied(offer)
        if task:
            selection.tally.drop(SCREEN, f"may satisfy task {task}", offer.id)
            return False
        selection.tally.give(SCREEN)
        return True

    def _offers(self, names: set[str]) -> Iterator[CrawledOffer]:
        return (offer_of(row) for row in read_rows(self._file) if row["id"] in names)

    def _scores(self, index: _Index, core: Sequence[str]) -> dict[str, float]:
        """How near each found candidate is to its nearest core offer."""
        scores: dict[str, float] = {}
        found_by: list[list[str]] = []
        for title in core:
            found = index.search(title)
            found_by.append([name for name, _ in found])
            for name, score in found:
                scores[name] = max(score, scores.get(name, 0.0))
        return self._by_embedding(core, found_by) if self._by_meaning and scores else scores

    def _by_embedding(self, core: Sequence[str], found_by: Sequence[Sequence[str]]) -> dict[str, float]:
        from shopworld.environments.corpus import MiniLm  # loads a model

        names = sorted({name for found in found_by for name in found})
        places = {name: at for at, name in enumerate(names)}
        wanted = set(names)
        texts = [""] * len(names)
        for row in read_rows(self._file, ["id", "title", "text"]):
            if row["id"] in wanted:
                texts[places[row["id"]]] = f"{row['title']}. {row['text'][:_TEXT]}"
        model = MiniLm()
        theirs, ours = model.embed(texts), model.embed(core)
        scores: dict[str, float] = {}
        for at, found in enumerate(found_by):
            rows = [places[name] for name in found]
            for name, score in zip(found, np.asarray(theirs[rows] @ ours[at]).tolist(), strict=True):
                scores[name] = max(score, scores.get(name, -1.0))
        return scores


class _Index:
    """Texts on disk, searched by words."""

    def __init__(self, folder: Path) -> None:
        builder = tantivy.SchemaBuilder()
        builder.add_text_field("id", stored=True, tokenizer_name="raw")
        builder.add_text_field("text", stored=False, tokenizer_name="en_stem")
        self._index = tantivy.Index(builder.build(), path=str(folder))
        self._writer: Any = self._index.writer(heap_size=64_000_000, num_threads=1)
        self._searcher: Any = None

    def add(self, name: str, text: str) -> None:
        self._writer.add_document(tantivy.Document(id=[name], text=[text]))

    def finish(self) -> None:
        self._writer.commit()
        self._writer.wait_merging_threads()
        self._index.reload()
        self._searcher = self._index.searcher()

    def search(self, title: str) -> list[tuple[str, float]]:
        words = list(dict.fromkeys(_WORD.findall(title.casefold())))[:_WORDS]
        if not words:
            return []
        query = self._index.parse_query(" OR ".join(words), ["text"])
        hits = self._searcher.search(query, NEIGHBOURS).hits
        found = [(str(self._searcher.doc(address)["id"][0]), float(score)) for score, address in hits]
        return sorted(found, key=lambda one: (-one[1], one[0]))
