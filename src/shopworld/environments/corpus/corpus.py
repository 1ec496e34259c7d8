"""A corpus of a mall: its pages as documents, searched by words, by meaning, or both; built once and kept."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import cast

from shopworld.environments.corpus.crawl import Progress, crawl
from shopworld.environments.corpus.document import Document
from shopworld.environments.corpus.embeddings import Embedder, MiniLm, Vectors
from shopworld.environments.corpus.keyword_index import KeywordIndex
from shopworld.environments.corpus.retrieval import Retrieval
from shopworld.errors import InputError
from shopworld.files import folder_beside, put_in_place, write_whole
from shopworld.mall import Mall

RANK_OFFSET = 60
"""Source: Cormack, Clarke and Büttcher, Reciprocal Rank Fusion, SIGIR 2009."""

FORMAT = 2
"""Raised when documents or index are made another way: what was kept is then made anew."""
DOCUMENTS = "documents.jsonl"
INDEX = "index"
_HASH_DIGITS = 16
_CANDIDATES = 100
"""Of each ranking, for the fused one."""
_SCORE_DIGITS = 4


@dataclass(frozen=True, slots=True)
class Hit:
    """A document that was found.

    Attributes:
        document: what.
        score: how well it fits; comparable within one search only.
    """

    document: Document
    score: float


class Corpus:
    """Documents that can be searched.

    Args:
        folder: as `build_corpus` made it.
        retrieval: how it is searched.
        embedder: makes vectors, where they are needed.

    Raises:
        InputError: a file of it is missing or wrong.
    """

    def __init__(self, folder: Path, retrieval: Retrieval = Retrieval.BM25, embedder: Embedder | None = None) -> None:
        self.folder = folder
        self.retrieval = retrieval
        self.documents = tuple(_read_documents(folder / DOCUMENTS))
        self._words = KeywordIndex(folder / INDEX)
        self._embedder = embedder or MiniLm()
        self._vectors = self._load_vectors(folder) if retrieval is not Retrieval.BM25 else None

    def search(self, query: str, count: int = 10, shop: str = "") -> list[Hit]:
        """The best documents, the best first.

        Args:
            query: any text.
            count: at most so many.
            shop: host; empty: all.
        """
        match self.retrieval:
            case Retrieval.BM25:
                found = self._words.search(query, count, shop)
            case Retrieval.EMBEDDINGS:
                found = self._by_meaning(query, count, shop)
            case Retrieval.HYBRID:
                rankings = (self._words.search(query, _CANDIDATES, shop), self._by_meaning(query, _CANDIDATES, shop))
                found = fuse([[ordinal for ordinal, _ in ranking] for ranking in rankings])[:count]
        return [Hit(self.documents[ordinal], score) for ordinal, score in found]

    def _by_meaning(self, query: str, count: int, shop: str) -> list[tuple[int, float]]:
        assert self._vectors is not None
        scores = self._vectors @ self._embedder.embed([query])[0]
        ordinals = (
            [number for number, one in enumerate(self.documents) if one.shop == shop]
            if shop
            else range(len(self.documents))
        )
        rounded = [(ordinal, round(float(scores[ordinal]), _SCORE_DIGITS)) for ordinal in ordinals]
        return sorted(rounded, key=lambda one: (-one[1], one[0]))[:count]

    def _load_vectors(self, folder: Path) -> Vectors:
        """The vectors of all documents, made and kept where they are not there yet."""
        import numpy as np

        file = folder / f"vectors-{self._embedder.name}.npy"
        if file.is_file():
            kept = cast("Vectors", np.load(file, allow_pickle=False))
            if len(kept) == len(self.documents):
                return kept
        made = self._embedder.embed([one.passage for one in self.documents])
        content = BytesIO()
        np.save(content, made, allow_pickle=False)
        write_whole(file, content.getvalue())
        return made


def corpus_folder(home: Path, mall: Mall) -> Path:
    """Where the corpus of a mall is kept: under a hash over what the mall holds."""
    text = f"{FORMAT}:{mall.content_hash}"
    return home / "corpora" / hashlib.sha256(text.encode()).hexdigest()[:_HASH_DIGITS]


def build_corpus(mall: Mall, home: Path, progress: Progress | None = None) -> Path:
    """Crawls a mall, unless that was done before; returns the folder of its corpus.

    Args:
        mall: whose shops.
        home: where corpora are kept.
        progress: is told of each page.
    """
    folder = corpus_folder(home, mall)
    if (folder / DOCUMENTS).is_file():
        return folder
    with folder_beside(folder) as beside:
        write_documents(beside, list(crawl(mall, progress)))
        put_in_place(beside, folder)
    return folder


def write_documents(folder: Path, documents: Sequence[Document]) -> None:
    """Writes documents and their index into a folder."""
    KeywordIndex.build(folder / INDEX, documents)
    lines = b"".join(one.model_dump_json().encode() + b"\n" for one in documents)
    write_whole(folder / DOCUMENTS, lines)


def _read_documents(file: Path) -> Iterator[Document]:
    try:
        for number, line in enumerate(file.read_bytes().splitlines(), start=1):
            try:
                yield Document.model_validate_json(line)
            except ValueError as error:
                raise InputError(f"no document of a corpus: {error}", file=file, line=number) from error
    except FileNotFoundError as error:
        raise InputError("no such file; is this a corpus?", file=file) from error


def fuse(rankings: Sequence[Sequence[int]]) -> list[tuple[int, float]]:
    """Reciprocal rank fusion: each ranking gives 1 / (60 + rank), ranks from 1.

    Args:
        rankings: ordinals, the best first.

    Returns:
        Each ordinal with its sum, the best first; ties in the order of the ordinals.
    """
    sums: dict[int, float] = {}
    for ranking in rankings:
        for rank, ordinal in enumerate(ranking, start=1):
            sums[ordinal] = sums.get(ordinal, 0.0) + 1 / (RANK_OFFSET + rank)
    return sorted(sums.items(), key=lambda one: (-one[1], one[0]))
