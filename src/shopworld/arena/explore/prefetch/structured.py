"""Products in structured data of a page: schema.org as JSON-LD or microdata, read by extruct."""

from __future__ import annotations

import html as entities
import re
from collections.abc import Iterable, Iterator
from typing import Any

from shopworld.arena.explore.prefetch.address import SiteAddress
from shopworld.arena.explore.prefetch.site import FactRecord, OptionRecord, ProductRecord, VariantRecord
from shopworld.money import DOT_DECIMAL, amounts_in

_SYNTAXES = ["json-ld", "microdata"]
_NAMED = frozenset(
    {"Organization", "OnlineStore", "Store", "LocalBusiness", "Person", "Brand", "WebSite", "Corporation"}
)
_AXES = ("color", "size", "material", "pattern")
_DEEPEST = 12


class StructuredData:
    """What a page says of itself for machines.

    Args:
        text: the page's HTML.
        url: its address.
        site: the site it belongs to.
    """

    def __init__(self, text: str, url: str, site: SiteAddress) -> None:
        self._site, self._url = site, url
        self.items: list[dict[str, Any]] = []
        self.syntaxes: list[str] = []
        if "ld+json" not in text and "itemscope" not in text:
            return
        import extruct  # slow to import, and pages without such data do not need it

        try:
            found = extruct.extract(text, base_url=url, syntaxes=_SYNTAXES, uniform=True, errors="ignore")
        except Exception:  # broken markup of a stranger; the page itself is still read
            return
        for syntax in _SYNTAXES:
            items = [item for item in found.get(syntax, []) if isinstance(item, dict)]
            if items:
                self.syntaxes.append("JSON-LD" if syntax == "json-ld" else "microdata")
                self.items += items

    def names(self) -> list[str]:
        """Names of shops, brands and people in it."""
        return [
            str(item["name"]) for item in self._all() if _kinds(item) & _NAMED and isinstance(item.get("name"), str)
        ]

    def products(self) -> list[ProductRecord]:
        """Products in it; those of a listing have an address of their own."""
        found: list[ProductRecord] = []
        for item in self._all():
            if _kinds(item) & {"Product", "ProductGroup", "IndividualProduct"}:
                product = self._product(item)
                if product is not None and all(product.url != other.url for other in found):
                    found.append(product)
        return found

    def listed(self) -> list[str]:
        """Addresses in item lists."""
        urls = []
        for item in self._all():
            if "ItemList" in _kinds(item):
                for entry in _list(item.get("itemListElement")):
                    if isinstance(entry, dict):
                        inner = entry.get("item")
                        url = entry.get("url") or (inner.get("url") if isinstance(inner, dict) else inner)
                        if isinstance(url, str):
                            urls.append(self._site.join(url, self._url))
        return urls

    def _all(self) -> Iterator[dict[str, Any]]:
        waiting: list[tuple[Any, int]] = [(item, 0) for item in self.items]
        while waiting:
            item, depth = waiting.pop(0)
            if isinstance(item, dict):
                yield item
                if depth < _DEEPEST:
                    waiting += [(value, depth + 1) for key, value in item.items() if key != "hasVariant"]
            elif isinstance(item, list):
                waiting += [(one, depth) for one in item]

    def _product(self, item: dict[str, Any]) -> ProductRecord | None:
        title = _word(item.get("name"))
        if not title:
            return None
        offers = [one for one in _list(item.get("offers")) if isinstance(one, dict)]
        inner = [one for offer in offers for one in _list(offer.get("offers")) if isinstance(one, dict)]
        variants = [self._variant(one) for one in _list(item.get("hasVariant")) if isinstance(one, dict)]
        if not variants and len(inner or offers) > 1:
            variants = [self._offer(one) for one in inner or offers]
        prices = [price for one in (*offers, *inner) if (price := _price(one)) is not None]
        prices += [one.price for one in variants if one.price is not None]
        address = _word(item.get("url")) or _word(item.get("@id"))
        url = self._site.join(address, self._url).partition("#")[0] if address else self._url
        rating = item.get("aggregateRating")
        rating = rating if isinstance(rating, dict) else {}
        return ProductRecord(
            url=url if self._site.owns(url) else self._url,
            title=entities.unescape(title),
            description=_word(item.get("description")),
            vendor=_name(item.get("brand")),
            product_type=_name(item.get("category")),
            price=min(prices) if prices else None,
            currency=next(
                (_word(one.get("priceCurrency")) for one in (*offers, *inner) if one.get("priceCurrency")), ""
            ),
            available=_available(offers + inner),
            options=self._options(item),
            variants=tuple(variants),
            facts=_facts(item),
            images=tuple(str(one) for one in _list(item.get("image")) if isinstance(one, str)),
            rating=_number(rating.get("ratingValue")) if rating else None,
            reviews=_whole(rating.get("reviewCount") or rating.get("ratingCount")) if rating else None,
            detailed=True,
        )

    def _options(self, item: dict[str, Any]) -> tuple[OptionRecord, ...]:
        values: dict[str, list[str]] = {}
        for variant in _list(item.get("hasVariant")):
            if isinstance(variant, dict):
                for axis in _AXES:
                    word = _name(variant.get(axis))
                    if word and word not in values.setdefault(axis, []):
                        values[axis].append(word)
        return tuple(OptionRecord(name=axis, values=tuple(words)) for axis, words in values.items() if words)

    def _variant(self, item: dict[str, Any]) -> VariantRecord:
        offers = [one for one in _list(item.get("offers")) if isinstance(one, dict)]
        return VariantRecord(
            title=_word(item.get("name")),
            sku=_word(item.get("sku")),
            price=next((price for one in offers if (price := _price(one)) is not None), None),
            available=_available(offers),
            options=tuple(word for axis in _AXES if (word := _name(item.get(axis)))),
        )

    def _offer(self, item: dict[str, Any]) -> VariantRecord:
        return VariantRecord(
            title=_word(item.get("name")), sku=_word(item.get("sku")), price=_price(item), available=_available([item])
        )


def _facts(item: dict[str, Any]) -> tuple[FactRecord, ...]:
    """What it states of itself: colour, size and the like, and its additional properties."""
    found = [(axis, _name(item.get(axis))) for axis in _AXES]
    for one in _list(item.get("additionalProperty")):
        if isinstance(one, dict):
            unit = _word(one.get("unitText"))
            found.append((_word(one.get("name")), f"{_name(one.get('value'))} {unit}".strip()))
    return tuple(FactRecord(name=name.capitalize(), value=value) for name, value in found if name and value)


def _kinds(item: dict[str, Any]) -> set[str]:
    return {str(one).rpartition("/")[2] for one in _list(item.get("@type"))}


def _list(value: Any) -> list[Any]:
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def _word(value: Any) -> str:
    if isinstance(value, list):
        value = value[0] if value else ""
    return " ".join(str(value).split()) if isinstance(value, str | int | float) else ""


def _name(value: Any) -> str:
    if isinstance(value, dict):
        return _word(value.get("name"))
    return _word(value)


def _price(offer: dict[str, Any]) -> float | None:
    specification = offer.get("priceSpecification")
    sources: Iterable[Any] = (
        offer.get("price"),
        offer.get("lowPrice"),
        *(one.get("price") for one in _list(specification) if isinstance(one, dict)),
    )
    for value in sources:
        if (price := _number(value)) is not None:
            return price
    return None


def _number(value: Any) -> float | None:
    """A number, or the first in a text; the vocabulary writes decimals behind a dot."""
    if isinstance(value, int | float):
        return float(value)
    found = amounts_in(_word(value), DOT_DECIMAL, bare=True)
    return float(found[0].value) if found else None


def _available(offers: list[dict[str, Any]]) -> bool | None:
    words = [_word(one.get("availability")).rpartition("/")[2] for one in offers if one.get("availability")]
    return (
        None
        if not words
        else any(word in ("InStock", "LimitedAvailability", "PreOrder", "BackOrder") for word in words)
    )


def _whole(value: Any) -> int | None:
    word = re.sub(r"[^\d]", "", _word(value))
    return int(word) if word else None
