"""The corpus of a small mall, made once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from shopworld.environments.corpus import Corpus, Document, build_corpus
from shopworld.environments.corpus.corpus import write_documents
from shopworld.mall import Mall

THINGS = {
    "red-kettle": ("Red kettle", "price: €20\nBoils water. Holds 1.5 l."),
    "blue-kettle": ("Blue kettle", "price: €30\nBoils water quickly. Holds 2 l."),
    "kettle-lid": ("Lid", "price: €4\nA lid for many a kettle, made of steel, with a knob."),
    "lamp": ("Desk lamp", "price: €15\nGives light; red."),
}


@pytest.fixture(scope="session")
def corpus_folder(made_once: Callable[[str, Callable[[Path], Any]], Any], small_mall: Mall) -> Path:
    found: Path = made_once("small-corpus", lambda folder: build_corpus(small_mall, folder))
    return found


@pytest.fixture(scope="session")
def corpus(corpus_folder: Path) -> Corpus:
    return Corpus(corpus_folder)


@pytest.fixture
def few(tmp_path: Path) -> Path:
    """Four documents in two shops."""
    folder = tmp_path / "few"
    folder.mkdir()
    documents = [
        Document(
            url=f"http://shop-{number % 2}.example/product/{slug}/",
            shop=f"shop-{number % 2}.example",
            kind="product",
            title=title,
            text=text,
        )
        for number, (slug, (title, text)) in enumerate(THINGS.items())
    ]
    write_documents(folder, documents)
    return folder
