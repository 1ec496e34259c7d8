"""The shop's data keeps to the contract and holds together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

from shopworld.arena.verify.finding import Area, Finding
from shopworld.arena.verify.subject import VerifiedShop
from shopworld.arena.verify.verifier import Verifier
from shopworld.catalog.importers.description import plain_text
from shopworld.errors import InputError, ShopworldError
from shopworld.shop.data import ShopData
from shopworld.shop.data.checking import contradictions
from shopworld.shop.data.model import ProductData

_AREA_OF_FILE: dict[str, Area] = {
    "products.json": "product",
    "reviews.json": "product",
    "collections.json": "collections",
    "navigation.json": "shell",
    "store.json": "shell",
    "pages.json": "info",
    "policies.json": "info",
    "articles.json": "info",
}
_AREA_OF_NOUN: dict[str, Area] = {
    "collection": "collections",
    "product": "product",
    "menu": "shell",
    "article": "info",
}
_AREA_OF_TEMPLATE: dict[str, Area] = {
    "pages/home": "shell",
    "pages/listing": "collections",
    "pages/product": "product",
    "pages/cart": "cart",
    "pages/checkout": "cart",
    "pages/order": "cart",
    "pages/": "info",
    "carts/": "cart",
    "checkouts/": "cart",
    "cards/": "collections",
    "pagination/": "collections",
    "filters/": "search",
    "filter_placements/": "search",
    "search/": "search",
    "galleries/": "product",
    "descriptions/": "product",
    "selectors/": "product",
    "headers/": "shell",
    "footers/": "shell",
    "navigation/": "shell",
    "overlays/": "shell",
    "sections/": "shell",
}


def unreadable(error: ShopworldError, folder: Path) -> Finding:
    """A shop that cannot even be opened, as a finding."""
    file = str(error.file) if isinstance(error, InputError) and error.file is not None else ""
    place = file.removeprefix(f"{folder}/") or folder.name
    field = error.field if isinstance(error, InputError) else None
    if isinstance(error, InputError) and error.line is not None:
        place = f"{place}:{error.line}"
    return Finding(
        verifier="data",
        area=_area_of_place(place.partition(":")[0]),
        place=f"{place}, {field}" if field else place,
        what=_without_place(error),
        cure=error.hint or "Correct the file; until then the shop cannot be opened.",
    )


def _without_place(error: ShopworldError) -> str:
    """The message of an error; findings name the place themselves."""
    if not isinstance(error, InputError) or error.file is None:
        return error.message
    place = ":".join(str(part) for part in (error.file, error.line) if part is not None)
    where = f"{place}, field {error.field!r}" if error.field else place
    return error.message.removeprefix(f"{where}: ")


def _area_of_place(place: str) -> Area:
    name = place.partition("theme/templates/")[2]
    if name:
        return next((area for start, area in _AREA_OF_TEMPLATE.items() if name.startswith(start)), "integration")
    return _AREA_OF_FILE.get(Path(place).name, "integration")


def _data(subject: VerifiedShop) -> Iterator[Finding]:
    data = subject.folder.data
    present = subject.capabilities.info_pages_present
    for line in contradictions(data, present):
        if line.endswith(" in no collection"):
            continue  # `reach` tells whether a visitor finds it
        noun = line.partition(" ")[0]
        yield _finding(
            _AREA_OF_NOUN.get(noun, "product"), "data/", line, "Correct the entry in data/, or generate the shop again."
        )
    for place, product in enumerate(data.products):
        for what in _product_faults(product):
            yield _finding(
                "product",
                f"data/products.json, [{place}] {product.handle!r}",
                what,
                "Correct the entry, or generate the shop again.",
            )
    yield from _same_titles(data)
    yield from _navigation(data)


def _product_faults(product: ProductData) -> Iterator[str]:
    if product.status != "active":
        return
    if any(Decimal(one.price) <= 0 for one in product.variants):
        yield "costs nothing"
    if any(one.compare_at_price and Decimal(one.compare_at_price) < Decimal(one.price) for one in product.variants):
        yield "has a compare-at price that is lower than its price"
    if not plain_text(product.description_html):
        yield "has no description"


def _same_titles(data: ShopData) -> Iterator[Finding]:
    titles = Counter(" ".join(one.title.casefold().split()) for one in data.products if one.status == "active")
    for title, count in titles.items():
        if count > 1:
            yield _finding(
                "product",
                "data/products.json",
                f"{count} products are called {title!r}; a visitor cannot tell them apart",
                "Give each a title of its own.",
                warning=True,
            )


def _navigation(data: ShopData) -> Iterator[Finding]:
    if not data.navigation.get("main-menu"):
        yield _finding("shell", "data/navigation.json", "there is no menu 'main-menu'", "Add it, with entries.")
    if not data.collections:
        yield _finding("collections", "data/collections.json", "there is no collection", "Add some.")


def _finding(area: Area, place: str, what: str, cure: str, *, warning: bool = False) -> Finding:
    return Finding(
        verifier="data", area=area, severity="warning" if warning else "error", place=place, what=what, cure=cure
    )


DATA = Verifier(
    "data",
    "Does the data keep to the contract and hold together?",
    _data,
    areas=("shell", "collections", "product", "info", "integration"),
)
