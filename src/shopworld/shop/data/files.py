"""Reading and writing a shop's data: one JSON file a noun, errors that name the file, the entry and the field."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import orjson
from pydantic import TypeAdapter, ValidationError

from shopworld.errors import InputError
from shopworld.files import write_whole
from shopworld.shop.data.model import (
    ArticleData,
    CollectionData,
    DataRecord,
    MenuItemData,
    PageData,
    PolicyData,
    ProductData,
    ReviewData,
    ShopData,
    StoreData,
)

STORE_FILE = "store.json"
PRODUCTS_FILE = "products.json"
COLLECTIONS_FILE = "collections.json"
NAVIGATION_FILE = "navigation.json"
PAGES_FILE = "pages.json"
POLICIES_FILE = "policies.json"
ARTICLES_FILE = "articles.json"
REVIEWS_FILE = "reviews.json"
DATA_FILES = (
    STORE_FILE,
    PRODUCTS_FILE,
    COLLECTIONS_FILE,
    NAVIGATION_FILE,
    PAGES_FILE,
    POLICIES_FILE,
    ARTICLES_FILE,
    REVIEWS_FILE,
)
"""All files of a shop's `data/`; only the first two must be there."""

_LARGEST_FILE = 512 * 1024 * 1024
_SHOWN = 60
"""Characters of a wrong value in a message."""
_NAVIGATION = TypeAdapter(dict[str, tuple[MenuItemData, ...]])
_REVIEWS = TypeAdapter(dict[str, tuple[ReviewData, ...]])

Entry = TypeVar("Entry", bound=DataRecord)


def read_shop_data(folder: Path) -> ShopData:
    """The data of a shop.

    Args:
        folder: with `store.json` and `products.json`; the other files may be missing.

    Raises:
        InputError: a file is missing or not as it must be; names file, entry and field, what was found and expected.
    """
    store = _parsed(folder / STORE_FILE, lambda content: StoreData.model_validate(content))
    return ShopData(
        store=store,
        products=read_products(folder / PRODUCTS_FILE),
        collections=read_collections(folder / COLLECTIONS_FILE),
        navigation=_read_navigation(folder / NAVIGATION_FILE),
        pages=_entries(folder / PAGES_FILE, "pages", PageData, ("handle",)),
        policies=_entries(folder / POLICIES_FILE, "policies", PolicyData, ("handle",)),
        articles=_entries(folder / ARTICLES_FILE, "articles", ArticleData, ("blog", "handle")),
        reviews=_read_reviews(folder / REVIEWS_FILE),
    )


def read_products(file: Path) -> tuple[ProductData, ...]:
    """The products of a `products.json`: a list, or Shopify's `{"products": […]}`.

    Raises:
        InputError: as for `read_shop_data`.
    """
    if not file.is_file():
        raise InputError("is missing", file=file, hint="A shop's data holds at least store.json and products.json.")
    return _entries(file, "products", ProductData, ("handle",))


def read_collections(file: Path) -> tuple[CollectionData, ...]:
    """The collections of a `collections.json`, in the same two forms; none where there is no such file.

    Raises:
        InputError: as for `read_shop_data`.
    """
    return _entries(file, "collections", CollectionData, ("handle",))


def write_shop_data(data: ShopData, folder: Path) -> None:
    """Writes all files of a shop's data into `folder`, which is made; each file is there whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    _write(folder / STORE_FILE, data.store)
    lists: Mapping[str, Sequence[DataRecord]] = {
        PRODUCTS_FILE: data.products,
        COLLECTIONS_FILE: data.collections,
        PAGES_FILE: data.pages,
        POLICIES_FILE: data.policies,
        ARTICLES_FILE: data.articles,
    }
    for name, entries in lists.items():
        _write(folder / name, [_plain(one) for one in entries])
    _write(folder / NAVIGATION_FILE, {menu: [_plain(one) for one in items] for menu, items in data.navigation.items()})
    _write(folder / REVIEWS_FILE, {name: [_plain(one) for one in rows] for name, rows in data.reviews.items()})


def _plain(entry: DataRecord) -> dict[str, Any]:
    return entry.model_dump(mode="json", exclude_none=True)


def _write(file: Path, content: object) -> None:
    plain = _plain(content) if isinstance(content, DataRecord) else content
    write_whole(file, orjson.dumps(plain, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))


def _read_navigation(file: Path) -> dict[str, tuple[MenuItemData, ...]]:
    if not file.is_file():
        return {}

    def parse(content: Any) -> dict[str, tuple[MenuItemData, ...]]:
        if isinstance(content, dict):
            content = {
                menu: items["items"] if isinstance(items, dict) and "items" in items else items
                for menu, items in content.items()
            }
        return _NAVIGATION.validate_python(content)

    return _parsed(file, parse)


def _read_reviews(file: Path) -> dict[str, tuple[ReviewData, ...]]:
    return _parsed(file, _REVIEWS.validate_python) if file.is_file() else {}


def _entries(file: Path, name: str, model: type[Entry], key: tuple[str, ...]) -> tuple[Entry, ...]:
    """The entries of a file: a list, or an object that holds the list under its own name."""
    if not file.is_file():
        return ()

    def parse(content: Any) -> tuple[Entry, ...]:
        listed = content.get(name) if isinstance(content, dict) and name in content else content
        return TypeAdapter(tuple[model, ...]).validate_python(listed)  # type: ignore[valid-type]

    entries = _parsed(file, parse)
    _refuse_doubles(file, entries, key)
    return entries


def _refuse_doubles(file: Path, entries: Iterable[DataRecord], key: tuple[str, ...]) -> None:
    seen: dict[tuple[str, ...], int] = {}
    for place, one in enumerate(entries):
        named = tuple(str(getattr(one, part)) for part in key)
        if named in seen:
            found = "/".join(named)
            raise InputError(
                f"found {found!r}, which entry {seen[named]} has already; each needs one of its own",
                file=file,
                field=f"[{place}].handle",
            )
        seen[named] = place


Parsed = TypeVar("Parsed")


def _parsed(file: Path, parse: Callable[[Any], Parsed]) -> Parsed:
    try:
        if file.stat().st_size > _LARGEST_FILE:
            raise InputError(f"is larger than {_LARGEST_FILE // 1024 // 1024} MB", file=file)
        return parse(orjson.loads(file.read_bytes()))
    except json.JSONDecodeError as error:
        raise InputError(f"not JSON: {error.msg}, column {error.colno}", file=file, line=error.lineno) from error
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise InputError(_told(first), file=file, field=_place(first["loc"]) or None) from error
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file=file) from error


def _told(problem: Any) -> str:
    """What was found and what was expected."""
    expected = str(problem["msg"]).removeprefix("Value error, ")
    if problem["type"] == "missing":
        return "is missing"
    expected = expected[:1].lower() + expected[1:]
    expected = expected.replace("input should be ", "expected ").replace("a valid tuple", "a list")
    expected = expected.replace("string should", "expected text that should")
    shown = json.dumps(problem["input"], ensure_ascii=False, default=str)
    shown = shown if len(shown) <= _SHOWN else shown[: _SHOWN - 1] + "…"
    return f"found {shown}, {expected}"


def _place(location: Sequence[int | str]) -> str:
    """`[3].variants[0].price`."""
    text = ""
    for part in location:
        text += f"[{part}]" if isinstance(part, int) else f".{part}"
    return text.removeprefix(".")
