"""Writes a catalog: records come in as a stream, the catalog appears at the end or not at all."""

from __future__ import annotations

import hashlib
import shutil
import sqlite3
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

import orjson

from shopworld.catalog.manifest import FORMAT_VERSION, INDEX_FOLDER, STORE_FILE, CatalogManifest
from shopworld.catalog.model import Offer, Product, Review
from shopworld.catalog.payload import TRAINING_RECORDS, PayloadCodec, record_json, train_dictionary
from shopworld.catalog.prepared import PreparedOffer, prepare_offer
from shopworld.catalog.review_spool import ReviewSpool, SpooledReviews
from shopworld.catalog.search.draft_spool import DraftSpool, read_drafts
from shopworld.catalog.search.index import write_index
from shopworld.catalog.search.index_process import IndexProcess
from shopworld.catalog.stored_offer import offer_from_json
from shopworld.errors import CatalogError, InputError
from shopworld.files import place_beside, put_in_place

_TABLES = """
CREATE TABLE product (ordinal INTEGER PRIMARY KEY, id TEXT NOT NULL, payload BLOB NOT NULL);
CREATE TABLE offer (
    ordinal INTEGER PRIMARY KEY, id TEXT NOT NULL, shop_id TEXT NOT NULL, number INTEGER NOT NULL,
    slug TEXT NOT NULL, product_id TEXT NOT NULL, price INTEGER, payload BLOB NOT NULL
);
CREATE TABLE review (ordinal INTEGER PRIMARY KEY, product_id TEXT NOT NULL, payload BLOB NOT NULL);
CREATE TABLE dictionary (of TEXT PRIMARY KEY, bytes BLOB NOT NULL);
CREATE TABLE category (shop_id TEXT NOT NULL, path TEXT NOT NULL, count INTEGER NOT NULL);
CREATE TABLE brand (shop_id TEXT NOT NULL, name TEXT NOT NULL, count INTEGER NOT NULL);
CREATE TEMP TABLE title (ordinal INTEGER PRIMARY KEY, folded TEXT NOT NULL);
"""

_INDEXES = (
    ("product", "CREATE UNIQUE INDEX product_by_id ON product (id)", "id"),
    ("offer", "CREATE UNIQUE INDEX offer_by_id ON offer (id)", "id"),
    ("offer", "CREATE UNIQUE INDEX offer_by_number ON offer (shop_id, number)", "shop_id, number"),
    ("offer", "CREATE UNIQUE INDEX offer_by_slug ON offer (shop_id, slug)", "shop_id, slug"),
    ("offer", "CREATE INDEX offer_by_product ON offer (product_id)", ""),
)
"""Table, statement, and the columns that must be unique."""

_SETTINGS = ("page_size = 8192", "journal_mode = OFF", "synchronous = OFF", "cache_size = -131072")
"""What breaks off is given up as a whole, so that nothing need be kept for going back."""

_BATCH = 2000
_SPOOL_FOLDER = "reviews.spool"
_DRAFTS_FILE = "drafts.spool"
_FEW_OFFERS = 20_000
"""So many are indexed faster than a process for it starts."""


class _Table:
    """Rows on their way into one table: compressed, hashed and inserted in batches."""

    def __init__(self, name: str, insert: str, connection: sqlite3.Connection) -> None:
        self._name, self._insert, self._connection = name, insert, connection
        self._waiting: list[tuple[tuple[object, ...], bytes]] = []
        self._codec: PayloadCodec | None = None
        self._tag = name.encode() + b"\0"
        self.count = 0
        self.hash = 0

    def add(self, columns: tuple[object, ...], payload: bytes) -> None:
        """Add a record's JSON as a row of its own."""
        self._note(payload)
        self._wait(columns, payload)

    def add_set(self, columns: tuple[object, ...], payloads: Iterable[bytes]) -> None:
        """Add several records as one row: their JSON as a list."""
        listed = list(payloads)
        for payload in listed:
            self._note(payload)
        self._wait(columns, b"[" + b",".join(listed) + b"]")

    def _note(self, payload: bytes) -> None:
        self.hash += int.from_bytes(hashlib.sha256(self._tag + payload).digest(), "big")
        self.count += 1

    def _wait(self, columns: tuple[object, ...], payload: bytes) -> None:
        self._waiting.append((columns, payload))
        if len(self._waiting) >= (_BATCH if self._codec else TRAINING_RECORDS):
            self.flush()

    def flush(self) -> None:
        if not self._waiting:
            return
        if self._codec is None:
            dictionary = train_dictionary([payload for _, payload in self._waiting])
            self._connection.execute("INSERT INTO dictionary VALUES (?, ?)", (self._name, dictionary))
            self._codec = PayloadCodec(dictionary)
        compress = self._codec.compress
        rows = ((*columns, compress(payload)) for columns, payload in self._waiting)
        self._connection.executemany(self._insert, rows)
        self._waiting.clear()

    def decompress(self, payload: bytes) -> bytes:
        if self._codec is None:
            raise CatalogError(f"no {self._name} was written")
        return self._codec.decompress(payload)


class CatalogBuilder:
    """Builds a catalog in a folder; a context manager.

    Records may come in any order and are streamed to disk. The catalog is built beside its place and renamed at the
    end; if the block raises, nothing is left and an existing catalog stays as it was.

    Args:
        path: the catalog's folder; an existing catalog there is replaced at the end.
        name: what the catalog is called.
        seed: the seed it was made from, for the manifest and the choice of reviews.
        most_reviews: reviews kept of a product, chosen by the seed and not by their order; all where None.
        known_only: leave out reviews of products that have neither a product nor an offer; `reviews_left_out` counts
            them.

    Raises:
        CatalogError: `path` exists and is not a catalog.
        InputError: (at the end) two products or offers share an id, or two offers of a shop a number or a slug.
    """

    def __init__(
        self,
        path: Path,
        *,
        name: str,
        seed: int | None = None,
        most_reviews: int | None = None,
        known_only: bool = False,
    ) -> None:
        self._path, self._name, self._seed = Path(path), name, seed
        self._most_reviews, self._known_only = most_reviews, known_only
        self._folder = place_beside(self._path)
        self._categories: Counter[tuple[str, tuple[str, ...]]] = Counter()
        self._brands: Counter[tuple[str, str]] = Counter()
        self._titles: list[tuple[int, str]] = []
        self._indexing: IndexProcess | None = None
        self._ended = False
        self._last = ("", -1)
        self._sorted = True

    def __enter__(self) -> Self:
        if self._path.exists() and (not self._path.is_dir() or self._is_foreign()):
            raise CatalogError(
                f"{self._path}: exists and is not a catalog; it will not be replaced", hint="Name another folder."
            )
        self._folder.mkdir(parents=True)
        (self._folder / INDEX_FOLDER).mkdir()
        self._connection = sqlite3.connect(self._folder / STORE_FILE, isolation_level=None)
        for setting in _SETTINGS:
            self._connection.execute(f"PRAGMA {setting}")
        self._connection.executescript(_TABLES)
        self._connection.execute("BEGIN")
        self._products = _Table("product", "INSERT INTO product VALUES (NULL, ?, ?)", self._connection)
        self._offers = _Table("offer", "INSERT INTO offer VALUES (?, ?, ?, ?, ?, ?, ?, ?)", self._connection)
        self._reviews = _Table("review", "INSERT INTO review VALUES (NULL, ?, ?)", self._connection)
        self._draft_spool = DraftSpool(self._folder / _DRAFTS_FILE)
        self._spool = ReviewSpool(self._folder / _SPOOL_FOLDER, most=self._most_reviews, seed=self._seed)
        return self

    def _is_foreign(self) -> bool:
        return any(self._path.iterdir()) and not (self._path / STORE_FILE).is_file()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                self._finish()
        finally:
            if self._indexing is not None:
                self._indexing.stop()
            self._draft_spool.close()
            self._connection.close()
            shutil.rmtree(self._folder, ignore_errors=True)

    def add_product(self, product: Product) -> None:
        """Add a product."""
        self._products.add((product.id,), record_json(product))

    def add_offer(self, offer: Offer) -> None:
        """Add an offer."""
        self.add_prepared(prepare_offer(offer), offer.id, offer.number)

    def add_prepared(self, offer: PreparedOffer, offer_id: str, number: int) -> None:
        """Add an offer that was made ready elsewhere.

        Args:
            offer: of `prepare_offer`.
            offer_id: `{shop_id}/{number}`.
            number: the shop's own.
        """
        if self._ended:
            raise ValueError("offers cannot be added after `index_offers`")
        place = (offer.shop_id, number)
        if place < self._last:
            self._sorted = False
        self._last = place
        ordinal = self._offers.count + 1
        self._titles.append((ordinal, offer.folded_title))
        if len(self._titles) >= _BATCH:
            self._flush_titles()
        if self._sorted:
            self._draft_spool.add(offer.draft)
        self._offers.add(
            (ordinal, offer_id, offer.shop_id, number, offer.slug, offer.product_id, offer.price),
            offer.numbered_payload(offer_id, number),
        )
        if offer.brand:
            self._brands[offer.shop_id, offer.brand] += 1
        above = {path[:depth] for path in offer.categories for depth in range(1, len(path) + 1)}
        for path in above:
            self._categories[offer.shop_id, path] += 1

    def _flush_titles(self) -> None:
        self._connection.executemany("INSERT INTO title VALUES (?, ?)", self._titles)
        self._titles.clear()

    def index_offers(self) -> None:
        """Say that no more offers come: the index of many is then built beside the taking of reviews.

        Offers that came in another order than that of shop and number are indexed at the end all the same.

        Raises:
            ValueError: (of `add_offer`) an offer comes afterwards.
        """
        self._ended = True
        if self._sorted and self._indexing is None and self._offers.count > _FEW_OFFERS:
            self._draft_spool.close()
            self._indexing = IndexProcess(self._folder / INDEX_FOLDER, self._draft_spool.file, self._title_ranks())

    def add_review(self, review: Review) -> None:
        """Add a review of a product. One that is added twice is kept once."""
        self._spool.add(review)

    def add_spooled(self, reviews: SpooledReviews) -> None:
        """Add reviews that were made ready elsewhere (`review_spool.spooled`)."""
        self._spool.add_spooled(reviews)

    @property
    def reviews_left_out(self) -> int:
        """Reviews of unknown products; known at the end."""
        return self._spool.dropped

    def _finish(self) -> None:
        self._products.flush()
        self._offers.flush()
        self._write_names()
        if not self._sorted:
            self._sort_offers()
        for table_name, statement, unique in _INDEXES:
            self._create_index(table_name, statement, unique)
        self._write_reviews()
        self._connection.execute("COMMIT")
        if self._indexing is None:
            write_index(self._folder / INDEX_FOLDER, self._drafts(), self._title_ranks())
        else:
            self._indexing.result()
        self._draft_spool.discard()
        self._connection.execute("PRAGMA optimize")
        self._connection.close()
        self._manifest().write(self._folder)
        put_in_place(self._folder, self._path)

    def _write_reviews(self) -> None:
        for one in self._spool.sets(self._is_known if self._known_only else None):
            self._reviews.add_set((one.product_id,), one.payloads)
        self._reviews.flush()
        self._create_index("review", "CREATE UNIQUE INDEX review_by_product ON review (product_id)", "product_id")

    def _is_known(self, product_id: str) -> bool:
        row = self._connection.execute(
            "SELECT EXISTS (SELECT 1 FROM offer WHERE product_id = ?1) OR EXISTS (SELECT 1 FROM product WHERE id = ?1)",
            (product_id,),
        ).fetchone()
        return bool(row[0])

    def _write_names(self) -> None:
        categories = sorted((shop, path, count) for (shop, path), count in self._categories.items())
        self._connection.executemany(
            "INSERT INTO category VALUES (?, ?, ?)",
            ((shop, orjson.dumps(path).decode(), count) for shop, path, count in categories),
        )
        brands = sorted((shop, brand, count) for (shop, brand), count in self._brands.items())
        self._connection.executemany("INSERT INTO brand VALUES (?, ?, ?)", brands)

    def _sort_offers(self) -> None:
        """Number the offers anew, in the order of shop and number."""
        self._flush_titles()
        run = self._connection.execute
        run(
            "CREATE TEMP TABLE place AS SELECT ordinal AS before, "
            "row_number() OVER (ORDER BY shop_id, number) AS ordinal FROM offer"
        )
        run("CREATE TEMP TABLE unsorted_title AS SELECT * FROM title")
        run("DELETE FROM title")
        run(
            "INSERT INTO title SELECT p.ordinal, t.folded FROM place p "
            "JOIN unsorted_title t ON t.ordinal = p.before ORDER BY p.ordinal"
        )
        run("ALTER TABLE offer RENAME TO unsorted_offer")
        run(
            "CREATE TABLE offer (ordinal INTEGER PRIMARY KEY, id TEXT NOT NULL, shop_id TEXT NOT NULL, "
            "number INTEGER NOT NULL, slug TEXT NOT NULL, product_id TEXT NOT NULL, price INTEGER, "
            "payload BLOB NOT NULL)"
        )
        run(
            "INSERT INTO offer SELECT p.ordinal, o.id, o.shop_id, o.number, o.slug, o.product_id, o.price, o.payload "
            "FROM place p JOIN unsorted_offer o ON o.ordinal = p.before ORDER BY p.ordinal"
        )
        run("DROP TABLE unsorted_offer")

    def _create_index(self, table: str, statement: str, unique: str) -> None:
        try:
            self._connection.execute(statement)
        except sqlite3.IntegrityError as error:
            row = self._connection.execute(
                f"SELECT {unique}, count(*) FROM {table} GROUP BY {unique} HAVING count(*) > 1 LIMIT 1"  # noqa: S608
            ).fetchone()
            values = " ".join(repr(value) for value in row[:-1])
            raise InputError(f"{row[-1]} {table}s share {unique} {values}; it must be unique", field=unique) from error

    def _title_ranks(self) -> array[int]:
        """The rank of every title among all titles, by ordinal."""
        self._flush_titles()
        rows = self._connection.execute(
            "SELECT rank FROM (SELECT ordinal, dense_rank() OVER (ORDER BY folded) AS rank FROM title) ORDER BY ordinal"
        )
        return array("I", (rank for (rank,) in rows))

    def _drafts(self) -> Iterator[bytes]:
        """The drafts of all offers by ordinal; read from the store where they came in another order."""
        if self._sorted:
            self._draft_spool.close()
            yield from read_drafts(self._draft_spool.file)
            return
        for (payload,) in self._connection.execute("SELECT payload FROM offer ORDER BY ordinal"):
            yield prepare_offer(offer_from_json(self._offers.decompress(payload))).draft

    def _manifest(self) -> CatalogManifest:
        total = (self._products.hash + self._offers.hash + self._reviews.hash) % (1 << 256)
        return CatalogManifest(
            format_version=FORMAT_VERSION,
            name=self._name,
            seed=self._seed,
            products=self._products.count,
            offers=self._offers.count,
            reviews=self._reviews.count,
            content_hash=hashlib.sha256(total.to_bytes(32, "big")).hexdigest(),
        )
