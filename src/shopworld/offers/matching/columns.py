"""The few columns of all offers that matching reads, as arrays: some hundred bytes an offer, texts not among them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shopworld.offers.cleaning.identifiers import plain_brand
from shopworld.offers.parts import needed
from shopworld.offers.rows import BATCH
from shopworld.offers.signatures import PERMUTATIONS

_READ = (
    "id", "host", "title", "price", "currency", "brand", "gtins", "mpn", "kind", "exact_high", "exact_low", "signature"
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class MatchColumns:
    """All offers of a run, numbered in the order of files and records.

    Attributes:
        ids: arrow strings.
        hosts: arrow strings, each host once.
        titles: arrow strings.
        kinds: arrow strings, each kind once.
        brands: arrow strings, each brand once, as brands are compared.
        prices: in hundredths.
        currencies: arrow strings, each once.
        exact: two columns of 64 bits.
        signatures: a row of 64 numbers an offer.
        keys: an identifier's digest and the offer's number, a row each.
    """

    ids: Any
    hosts: Any
    titles: Any
    kinds: Any
    brands: Any
    prices: NDArray[np.int64]
    currencies: Any
    exact: NDArray[np.uint64]
    signatures: NDArray[np.uint16]
    keys: NDArray[np.uint64]

    def __len__(self) -> int:
        return len(self.prices)

    def title(self, number: int) -> str:
        """The title of an offer."""
        return str(self.titles[number].as_py())

    def kind(self, number: int) -> str:
        """The kind of an offer."""
        return str(self.kinds[number].as_py())

    def host(self, number: int) -> str:
        """The host of an offer."""
        return str(self.hosts[number].as_py())

    def page(self, number: int) -> str:
        """File and record of an offer."""
        return str(self.ids[number].as_py()).rpartition(":")[0]

    def brand(self, number: int) -> str:
        """The brand of an offer, as brands are compared."""
        return str(self.brands[number].as_py())

    def currency(self, number: int) -> str:
        """The currency of an offer."""
        return str(self.currencies[number].as_py())


def read_columns(files: Sequence[Path]) -> MatchColumns:
    """Reads the columns of files of rows, a batch of rows at a time.

    Raises:
        OSError: a file cannot be read.
    """
    arrow, parquet = needed("pyarrow"), needed("pyarrow.parquet")
    names = ("id", "host", "title", "kind", "currency")
    texts: dict[str, list[Any]] = {name: [] for name in (*names, "brand")}
    prices, exact, signatures = [np.zeros(0, np.int64)], [np.zeros((0, 2), np.uint64)], []
    keys: list[NDArray[np.uint64]] = [np.zeros((0, 2), np.uint64)]
    count = 0
    for file in files:
        with parquet.ParquetFile(file) as opened:
            for batch in opened.iter_batches(batch_size=BATCH, columns=list(_READ)):
                for name in names:
                    texts[name].append(_encoded(batch.column(name), plain=name in ("id", "title")))
                brands = [plain_brand(one) for one in batch.column("brand").to_pylist()]
                texts["brand"].append(_encoded(arrow.array(brands, arrow.string()), plain=False))
                prices.append(batch.column("price").to_numpy())
                exact.append(np.column_stack([batch.column(one).to_numpy() for one in ("exact_high", "exact_low")]))
                joined = b"".join(batch.column("signature").to_pylist())
                signatures.append(np.frombuffer(joined, dtype="<u2").reshape(-1, PERMUTATIONS))
                keys.append(_keys(batch, brands, count))
                count += batch.num_rows
    whole = {name: _joined(chunks) for name, chunks in texts.items()}
    return MatchColumns(
        ids=whole["id"],
        hosts=whole["host"],
        titles=whole["title"],
        kinds=whole["kind"],
        brands=whole["brand"],
        prices=np.concatenate(prices),
        currencies=whole["currency"],
        exact=np.concatenate(exact),
        signatures=np.concatenate(signatures) if signatures else np.zeros((0, PERMUTATIONS), np.uint16),
        keys=np.concatenate(keys),
    )


def _encoded(column: Any, *, plain: bool) -> Any:
    return column if plain else column.dictionary_encode()


def _joined(chunks: list[Any]) -> Any:
    arrow = needed("pyarrow")
    if not chunks:
        return arrow.chunked_array([], type=arrow.string())
    return arrow.chunked_array(chunks).unify_dictionaries().combine_chunks()


def _keys(batch: Any, brands: list[str], first: int) -> NDArray[np.uint64]:
    """Digest and offer of each identifier: GTINs, and part numbers with their brand."""
    import hashlib

    found = []
    rows = zip(batch.column("gtins").to_pylist(), batch.column("mpn").to_pylist(), brands, strict=True)
    for number, (gtins, mpn, brand) in enumerate(rows, first):
        names = [f"gtin:{one}" for one in gtins]
        if mpn and brand:
            names.append(f"mpn:{brand}:{mpn}")
        for name in names:
            digest = int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest(), "big")
            found.append((digest, number))
    return np.array(found, dtype=np.uint64).reshape(-1, 2)
