"""The peer of the catalog benchmark: titles in SQLite with FTS5, as EComAgentBench keeps them.

Only titles are indexed, as there; products stand beside as JSON text for look-ups.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import orjson

_PAGE = 20
_WARM_UP = 20


def main() -> None:
    """Builds the database, or asks it and prints the seconds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("database", type=Path)
    parser.add_argument("--build", nargs="*", type=Path, help="product files to build it from")
    parser.add_argument("--ask", type=Path, help="file of questions: JSON, [product id, words] each")
    parser.add_argument("--missing-word", default="")
    options = parser.parse_args()
    if options.build:
        build(options.database, options.build)
    if options.ask:
        questions = json.loads(options.ask.read_text(encoding="utf-8"))
        print(json.dumps(ask(options.database, questions, options.missing_word)))


def build(database: Path, files: list[Path]) -> None:
    """Writes titles and products."""
    database.unlink(missing_ok=True)
    connection = sqlite3.connect(database)
    connection.executescript(
        "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"
        "CREATE TABLE product (parent_asin TEXT PRIMARY KEY, payload TEXT NOT NULL);"
        "CREATE VIRTUAL TABLE title_index USING fts5(parent_asin UNINDEXED, title, tokenize = 'unicode61');"
    )
    for batch in _batches(files):
        connection.executemany("INSERT OR IGNORE INTO product VALUES (?, ?)", ((key, text) for key, _, text in batch))
        connection.executemany("INSERT INTO title_index VALUES (?, ?)", ((key, title) for key, title, _ in batch))
    connection.commit()
    connection.execute("INSERT INTO title_index(title_index) VALUES ('optimize')")
    connection.commit()
    connection.close()


def _batches(files: list[Path]) -> Iterator[list[tuple[str, str, str]]]:
    for name in files:
        with gzip.open(name, "rb") as file:
            batch = []
            for line in file:
                try:
                    record = orjson.loads(line)
                except orjson.JSONDecodeError:
                    continue
                if record.get("title"):
                    batch.append((record["parent_asin"], record["title"], line.decode().rstrip("\n")))
                if len(batch) >= 5000:
                    yield batch
                    batch = []
            yield batch


def ask(database: Path, questions: list[tuple[str, str]], missing_word: str) -> dict[str, list[float]]:
    """Seconds of every question of every kind."""
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    statement = "SELECT parent_asin, title FROM title_index WHERE title_index MATCH ? ORDER BY rank LIMIT ?"

    def all_words(words: str) -> object:
        return connection.execute(statement, (" AND ".join(words.split()), _PAGE)).fetchall()

    def any_word(words: str) -> object:
        return connection.execute(statement, (" OR ".join([*words.split(), missing_word]), _PAGE)).fetchall()

    def product(key: str) -> object:
        row = connection.execute("SELECT payload FROM product WHERE parent_asin = ?", (key,)).fetchone()
        return orjson.loads(row[0]) if row else None

    found: dict[str, list[float]] = {"plain": [], "any word": [], "product look-up": []}
    for number, (key, words) in enumerate(questions):
        for kind, work, argument in (
            ("plain", all_words, words),
            ("any word", any_word, words),
            ("product look-up", product, key),
        ):
            began = time.perf_counter()
            work(argument)
            if number >= _WARM_UP:
                found[kind].append(time.perf_counter() - began)
    return found


if __name__ == "__main__":
    main()
