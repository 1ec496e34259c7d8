"""Reads the records of a catalog from its SQLite file. The file never changes once the catalog is in place."""

from __future__ import annotations

import sqlite3
import threading
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from urllib.parse import quote

import orjson
from pydantic import TypeAdapter

from shopworld.catalog.model import Offer, Product, Review
from shopworld.catalog.payload import PayloadCodec
from shopworld.catalog.query import ReviewSort
from shopworld.catalog.stored_offer import offer_from_json
from shopworld.errors import CatalogError

_REVIEW_ORDER: dict[ReviewSort, Callable[[Review], tuple[int, str]]] = {
    ReviewSort.MOST_HELPFUL: lambda one: (-one.helpful_votes, one.id),
    ReviewSort.NEWEST: lambda one: (-one.written_on.toordinal(), one.id),
    ReviewSort.OLDEST: lambda one: (one.written_on.toordinal(), one.id),
    ReviewSort.HIGHEST: lambda one: (-one.rating, one.id),
    ReviewSort.LOWEST: lambda one: (one.rating, one.id),
}
_REVIEW_SET = TypeAdapter(tuple[Review, ...])
_CACHED_OFFERS = 2048
_CACHED_REVIEW_SETS = 256
_BATCH = 500
_MAPPED = 1 << 40
"""Bytes of the file that are read through memory which all readers share; SQLite stops at its own limit, 2 GB."""


class Store:
    """The records of one catalog, read-only. May be used from several threads.

    Args:
        file: the SQLite file.

    Raises:
        CatalogError: it cannot be read.
    """

    def __init__(self, file: Path) -> None:
        # `immutable` spares locks and side files: a catalog is never changed in place, only replaced as a whole.
        address = f"file:{quote(str(file.resolve()))}?mode=ro&immutable=1"
        try:
            self._connection = sqlite3.connect(address, uri=True, check_same_thread=False, isolation_level=None)
            self._connection.execute(f"PRAGMA mmap_size = {_MAPPED}")
            rows = self._connection.execute("SELECT of, bytes FROM dictionary").fetchall()
        except sqlite3.Error as error:
            raise CatalogError(f"{file}: cannot be read: {error}", hint="Build the catalog again.") from error
        dictionaries = dict(rows)
        self._codecs = {name: PayloadCodec(dictionaries.get(name, b"")) for name in ("product", "offer", "review")}
        self._lock = threading.RLock()
        self._cache: OrderedDict[int, Offer] = OrderedDict()
        self._review_sets: OrderedDict[str, tuple[Review, ...]] = OrderedDict()

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._cache.clear()
            self._review_sets.clear()
            self._connection.close()

    def offers_at(self, ordinals: Sequence[int]) -> list[Offer]:
        """The offers with these ordinals, in their order."""
        with self._lock:
            cache = self._cache
            missing = [ordinal for ordinal in ordinals if ordinal not in cache]
            # Taken out before the cache is filled up and may drop them.
            known = {ordinal: cache[ordinal] for ordinal in ordinals if ordinal in cache}
            for ordinal in known:
                cache.move_to_end(ordinal)
            for start in range(0, len(missing), _BATCH):
                known.update(self._load(missing[start : start + _BATCH]))
            return [known[ordinal] for ordinal in ordinals]

    def _load(self, ordinals: Sequence[int]) -> Iterator[tuple[int, Offer]]:
        marks = ",".join("?" * len(ordinals))
        rows = self._connection.execute(
            f"SELECT ordinal, payload FROM offer WHERE ordinal IN ({marks})",  # noqa: S608 - only question marks
            ordinals,
        )
        decompress = self._codecs["offer"].decompress
        for ordinal, payload in rows:
            offer = offer_from_json(decompress(payload))
            self._cache[ordinal] = offer
            if len(self._cache) > _CACHED_OFFERS:
                self._cache.popitem(last=False)
            yield ordinal, offer

    def offer_ordinal(self, column: str, *key: object) -> int | None:
        """The ordinal of the offer with that `id`, or with that `slug` or `number` in a shop (shop first)."""
        condition = "id = ?" if column == "id" else f"shop_id = ? AND {column} = ?"
        with self._lock:
            row = self._connection.execute(
                f"SELECT ordinal FROM offer WHERE {condition}",  # noqa: S608 - names of our own columns
                key,
            ).fetchone()
        return int(row[0]) if row else None

    def ordinals_of_product(self, product_id: str) -> list[int]:
        """Ordinals of all offers of a product."""
        with self._lock:
            rows = self._connection.execute(
                "SELECT ordinal FROM offer WHERE product_id = ? ORDER BY ordinal", (product_id,)
            ).fetchall()
        return [int(row[0]) for row in rows]

    def product(self, product_id: str) -> Product | None:
        """The product with that id."""
        with self._lock:
            row = self._connection.execute("SELECT payload FROM product WHERE id = ?", (product_id,)).fetchone()
        return Product.model_validate_json(self._codecs["product"].decompress(row[0])) if row else None

    def iterate_offers(self, shop_id: str | None) -> Iterator[Offer]:
        """All offers in the order of shop and number; they do not enter the cache."""
        condition = "" if shop_id is None else " AND shop_id = ?"
        decompress = self._codecs["offer"].decompress
        for payload in self._payloads("offer", "ordinal", condition, () if shop_id is None else (shop_id,)):
            yield offer_from_json(decompress(payload))

    def iterate_products(self) -> Iterator[Product]:
        """All products by id."""
        decompress = self._codecs["product"].decompress
        for payload in self._payloads("product", "id", "", ()):
            yield Product.model_validate_json(decompress(payload))

    def _payloads(self, table: str, key: str, condition: str, values: tuple[object, ...]) -> Iterator[bytes]:
        """The payloads of a table by rising key, in batches, so that no cursor stays open between two records."""
        statement = f"SELECT {key}, payload FROM {table} WHERE {key} > ?{condition} ORDER BY {key} LIMIT {_BATCH}"  # noqa: S608
        last: object = "" if key == "id" else 0
        while True:
            with self._lock:
                rows = self._connection.execute(statement, (last, *values)).fetchall()
            if not rows:
                return
            for _, payload in rows:
                yield payload
            last = rows[-1][0]

    def reviews(self, product_id: str, offset: int, limit: int, sort: ReviewSort) -> list[Review]:
        """One page of a product's reviews."""
        return sorted(self.review_set(product_id), key=_REVIEW_ORDER[sort])[offset : offset + limit]

    def review_set(self, product_id: str) -> tuple[Review, ...]:
        """All reviews of a product, in no order that means anything, but always the same one."""
        with self._lock:
            known = self._review_sets.get(product_id)
            if known is not None:
                self._review_sets.move_to_end(product_id)
                return known
            row = self._connection.execute("SELECT payload FROM review WHERE product_id = ?", (product_id,)).fetchone()
            found = _REVIEW_SET.validate_json(self._codecs["review"].decompress(row[0])) if row else ()
            self._review_sets[product_id] = found
            if len(self._review_sets) > _CACHED_REVIEW_SETS:
                self._review_sets.popitem(last=False)
            return found

    def rating_counts(self, product_id: str) -> dict[int, int]:
        """How many reviews of a product gave each number of stars."""
        return Counter(review.rating for review in self.review_set(product_id))

    def category_counts(self, shop_id: str) -> list[tuple[tuple[str, ...], int]]:
        """Every category path of a shop and the number of offers in it and below, by path."""
        with self._lock:
            rows = self._connection.execute(
                "SELECT path, count FROM category WHERE shop_id = ? ORDER BY rowid", (shop_id,)
            ).fetchall()
        return [(tuple(orjson.loads(path)), count) for path, count in rows]

    def brand_counts(self, shop_id: str) -> list[tuple[str, int]]:
        """Every brand of a shop and the number of its offers, by name."""
        with self._lock:
            return self._connection.execute(
                "SELECT name, count FROM brand WHERE shop_id = ? ORDER BY rowid", (shop_id,)
            ).fetchall()

    def shop_ids(self) -> list[str]:
        """The shops that have offers, by id."""
        # One look into the index for each shop: DISTINCT would read an entry for each offer.
        statement = (
            "WITH RECURSIVE shop(id) AS (SELECT min(shop_id) FROM offer UNION ALL "
            "SELECT (SELECT min(shop_id) FROM offer WHERE shop_id > shop.id) FROM shop WHERE shop.id IS NOT NULL) "
            "SELECT id FROM shop WHERE id IS NOT NULL"
        )
        with self._lock:
            return [row[0] for row in self._connection.execute(statement)]
