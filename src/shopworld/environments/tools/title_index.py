"""Search as the original does it: SQLite FTS5 over titles alone, all words required, no stemming."""

from __future__ import annotations

import re
import sqlite3
import threading
from collections.abc import Iterable

from shopworld.catalog.model import Offer

_TOKEN = re.compile(r"[^\W_]+")


class TitleIndex:
    """Titles of products in full-text search, in a temporary database of its own. May be used from several threads.

    Args:
        offers: whose titles are indexed; of a product with several the first counts.
    """

    def __init__(self, offers: Iterable[Offer]) -> None:
        self._lock = threading.Lock()
        self._connection = sqlite3.connect("", check_same_thread=False)
        self._connection.execute(
            "CREATE VIRTUAL TABLE named USING fts5(title, product_id UNINDEXED, tokenize = 'unicode61')"
        )
        self._connection.execute("CREATE TABLE store (name TEXT, product_id TEXT, title TEXT)")
        seen: set[str] = set()
        for offer in offers:
            if offer.product_id in seen:
                continue
            seen.add(offer.product_id)
            self._connection.execute("INSERT INTO named VALUES (?, ?)", (offer.title, offer.product_id))
            if offer.brand:
                row = (offer.brand, offer.product_id, offer.title)
                self._connection.execute("INSERT INTO store VALUES (?, ?, ?)", row)
        self._connection.execute("CREATE INDEX store_by_name ON store (name)")

    def search(self, query: str, offset: int, limit: int) -> tuple[tuple[str, str], ...]:
        """Id and title of the products whose titles hold all words, by BM25, then in order of arrival.

        Args:
            query: words; without any nothing is found.
            offset: products left out before.
            limit: most products returned.
        """
        words = _TOKEN.findall(query)
        if not words:
            return ()
        asked = " AND ".join(f'"{word}"' for word in words)
        return self._rows(
            "SELECT product_id, title FROM named WHERE title MATCH ? ORDER BY rank, rowid LIMIT ? OFFSET ?",
            (asked, limit, offset),
        )

    def of_store(self, name: str, offset: int, limit: int) -> tuple[tuple[tuple[str, str], ...], int]:
        """Id and title of a store's products in order of arrival, and how many there are; the name must be exact."""
        page = self._rows(
            "SELECT product_id, title FROM store WHERE name = ? ORDER BY rowid LIMIT ? OFFSET ?", (name, limit, offset)
        )
        with self._lock:
            (count,) = self._connection.execute("SELECT count(*) FROM store WHERE name = ?", (name,)).fetchone()
        return page, count

    def close(self) -> None:
        """Frees its memory and disk."""
        self._connection.close()

    def _rows(self, statement: str, values: tuple[object, ...]) -> tuple[tuple[str, str], ...]:
        with self._lock:
            return tuple(self._connection.execute(statement, values).fetchall())
