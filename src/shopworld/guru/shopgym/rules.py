"""The rules of ShopGuru's validator, on tasks for a shop of ours (ShopGym, Table 2 and the code of its release).

The release looks at the shop's data. These look at the interface as well: `filter-not-shown` and `page-not-linked` are
ours.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from shopworld.catalog.model import Offer
from shopworld.catalog.query import Category
from shopworld.guru.findings import TaskFinding
from shopworld.guru.shopgym.reading import (
    WantedFilter,
    quoted_collections,
    speaks_of_filter,
    wanted_filters,
    wanted_options,
)
from shopworld.guru.shopgym.records import ShopGymTask
from shopworld.guru.skills.sight import ShopSight

_COLLECTION = re.compile(r"/collections/(?P<handle>[^/?#]+)")
_PRODUCT = re.compile(r"/products/(?P<handle>[^/?#]+)")
_PAGE = re.compile(r"/(?:pages|policies)/(?P<handle>[^/?#]+)")
_EVERYWHERE = frozenset({"all", "frontpage"})
_SAME_NAME = {"colour": "color", "vendor": "brand", "product type": "type"}

Complaint = tuple[str, str]
"""Field of the task, and what is wrong there."""
Rule = Callable[["TaskInShop"], Iterator[Complaint]]


@dataclass(frozen=True)
class TaskInShop:
    """A task, and the shop that it is for."""

    task: ShopGymTask
    sight: ShopSight

    @property
    def targets(self) -> list[Category]:
        """The collections that it names, by address or by name."""
        known = self.sight.shop.navigation.all_categories
        handles = {match["handle"] for _, text in self.task.addresses for match in _COLLECTION.finditer(text)}
        named = {one.casefold() for one in quoted_collections(self.task.intent)}
        intent = self.task.intent
        return [
            one
            for one in known
            if one.slug_path[-1] in handles
            or one.name.casefold() in named
            or re.search(rf"\b{re.escape(one.name)}\b[\"”]? collection\b", intent)
        ]

    @property
    def products(self) -> list[Offer]:
        """The products that it names, by address or by their whole title."""
        handles = {match["handle"] for _, text in self.task.addresses for match in _PRODUCT.finditer(text)}
        intent = self.task.intent.casefold()
        named = [one for one in self.sight.offers if one.slug in handles or one.title.casefold() in intent]
        longest = [one.title.casefold() for one in named]
        return [
            one
            for one in named
            if one.slug in handles
            or not any(one.title.casefold() != other and one.title.casefold() in other for other in longest)
        ]


def unknown_collection(one: TaskInShop) -> Iterator[Complaint]:
    """An address or the intent names a collection that the shop does not have."""
    known = {category.slug_path[-1] for category in one.sight.shop.navigation.all_categories} | _EVERYWHERE
    for place, text in one.task.addresses:
        for match in _COLLECTION.finditer(text):
            if match["handle"] not in known:
                yield place, f"the shop has no collection {match['handle']!r}"
    names = {category.name.casefold() for category in one.sight.shop.navigation.all_categories}
    for name in quoted_collections(one.task.intent):
        if name.casefold() not in names:
            yield "intent", f"the shop has no collection called {name!r}"


def unknown_product(one: TaskInShop) -> Iterator[Complaint]:
    """An address names a product that the shop does not sell."""
    known = {offer.slug for offer in one.sight.offers}
    for place, text in one.task.addresses:
        for match in _PRODUCT.finditer(text):
            if match["handle"] not in known:
                yield place, f"the shop sells no product {match['handle']!r}"


def unknown_page(one: TaskInShop) -> Iterator[Complaint]:
    """No address of a page that the task names leads to one."""
    named = [(place, match["handle"]) for place, text in one.task.addresses for match in _PAGE.finditer(text)]
    if named and not any(_has_page(one, handle) for _, handle in named):
        yield named[0][0], f"the shop has no page {' or '.join(repr(handle) for _, handle in named)}"


def page_not_linked(one: TaskInShop) -> Iterator[Complaint]:
    """The page is there, and neither header nor menu nor footer leads to it."""
    there = one.sight.shop.addresses
    named = [(place, match["handle"]) for place, text in one.task.addresses for match in _PAGE.finditer(text)]
    held = [(place, handle) for place, handle in named if _has_page(one, handle)]
    if held and not any(there.policy(handle) in one.sight.links for _, handle in held):
        yield held[0][0], f"nothing links to the page {held[0][1]!r}"


def _has_page(one: TaskInShop, handle: str) -> bool:
    return handle == "contact" or one.sight.shop.policies.text(handle) is not None


def infeasible_filter(one: TaskInShop) -> Iterator[Complaint]:
    """No product of the collection has the value that is to be filtered for."""
    for wanted in _filters(one):
        for category in one.targets:
            values = _values(one.sight.held(category), wanted.dimension)
            if wanted.value and values and wanted.value.casefold() not in values:
                yield "intent", f"nothing in {category.name!r} has {wanted.dimension} {wanted.value!r}"
            elif not values and _values(one.sight.offers, wanted.dimension):
                yield "intent", f"no product in {category.name!r} has a {wanted.dimension}"


def filter_dim_unknown(one: TaskInShop) -> Iterator[Complaint]:
    """No product of the shop has what is to be filtered by."""
    for wanted in _filters(one):
        if not _values(one.sight.offers, wanted.dimension):
            yield "intent", f"no product of the shop has a {wanted.dimension}"


def filter_not_shown(one: TaskInShop) -> Iterator[Complaint]:
    """The page of the collection has no such filter."""
    for wanted in _filters(one):
        for category in one.targets:
            labels = {_plain(facet.label) for facet in one.sight.facets(category)}
            if _plain(wanted.dimension) not in labels and _plain(wanted.dimension) != "price":
                shown = ", ".join(facet.label for facet in one.sight.facets(category)) or "none"
                yield "intent", f"the page of {category.name!r} has no filter {wanted.dimension!r} (it has: {shown})"


def filter_intent_malformed(one: TaskInShop) -> Iterator[Complaint]:
    """A task about a filter does not say which."""
    is_filter = "-filter-" in one.task.id or "filter" in one.task.success_criteria.type
    if is_filter and not wanted_filters(one.task.intent):
        said = "does not say which filter is meant" if speaks_of_filter(one.task.intent) else "speaks of no filter"
        yield "intent", f"the intent {said}"


def intent_answer_leak(one: TaskInShop) -> Iterator[Complaint]:
    """The intent holds the text that the answer is checked for."""
    for text in one.task.success_criteria.response_contains:
        if text and text.casefold() in one.task.intent.casefold():
            yield "success_criteria.response_contains", f"the intent says the answer {text!r}"


def option_mismatch(one: TaskInShop) -> Iterator[Complaint]:
    """A choice is asked for that the product does not offer."""
    for offer in one.products if len(one.products) == 1 else ():
        has = {_plain(option.name) for variant in offer.variants for option in variant.options}
        for name in wanted_options(one.task.intent):
            if _plain(name) not in has:
                yield "intent", f"{offer.title!r} has no option {name!r}"


def single_sku_value_selection(one: TaskInShop) -> Iterator[Complaint]:
    """A choice is asked for where there is one value only."""
    for offer in one.products if len(one.products) == 1 else ():
        for name in wanted_options(one.task.intent):
            values = {
                option.value
                for variant in offer.variants
                for option in variant.options
                if _plain(option.name) == _plain(name)
            }
            if len(values) == 1:
                yield "intent", f"{offer.title!r} has one {name} only, {min(values)!r}"


def product_not_in_collection(one: TaskInShop) -> Iterator[Complaint]:
    """None of the collections that are named holds the product."""
    targets = one.targets
    for offer in one.products if targets else ():
        if not any(path[: len(category.path)] == category.path for category in targets for path in offer.categories):
            names = " or ".join(repr(category.name) for category in targets)
            yield "intent", f"{offer.title!r} is not in {names}"


def _filters(one: TaskInShop) -> list[WantedFilter]:
    return [wanted for wanted in wanted_filters(one.task.intent) if not wanted.optional]


def _plain(name: str) -> str:
    folded = name.casefold()
    return _SAME_NAME.get(folded, folded)


def _values(offers: Iterable[Offer], dimension: str) -> set[str]:
    """What offers say in a dimension, in lower case: options, attributes, brand or type."""
    name = _plain(dimension)
    found: set[str] = set()
    for offer in offers:
        if name == "brand" and offer.brand:
            found.add(offer.brand.casefold())
        if name == "type" and offer.kind:
            found.add(offer.kind.replace("_", " "))
        if name in {"price", "availability"}:
            found.add("")
        found |= {
            option.value.casefold() for one in offer.variants for option in one.options if _plain(option.name) == name
        }
        for attribute in offer.attributes:
            if _plain(attribute.name.replace("_", " ")) == name:
                held = attribute.value if isinstance(attribute.value, tuple) else (attribute.value,)
                found |= {str(value).casefold() for value in held}
    return found


RULES: dict[str, tuple[Literal["error", "warning"], Rule, str]] = {
    "unknown-collection": ("error", unknown_collection, "Name a collection that the shop has."),
    "unknown-product": ("error", unknown_product, "Name a product that the shop sells."),
    "infeasible-filter": ("error", infeasible_filter, "Take a value that a product of the collection has."),
    "filter-dim-unknown": ("error", filter_dim_unknown, "Filter by something that products state."),
    "filter-not-shown": ("error", filter_not_shown, "Take a filter that the collection's page shows."),
    "filter-intent-malformed": ("error", filter_intent_malformed, "Say which filter, and which value."),
    "intent-answer-leak": ("error", intent_answer_leak, "Ask for the fact without saying it."),
    "option-mismatch": ("warning", option_mismatch, "Ask for an option that the product has, or for any variant."),
    "single-sku-value-selection": ("warning", single_sku_value_selection, "Do not ask for a choice."),
    "product-not-in-collection": ("warning", product_not_in_collection, "Pair the product with its own collection."),
    "unknown-page": ("warning", unknown_page, "Name a page that the shop has."),
    "page-not-linked": ("warning", page_not_linked, "Link to the page in the footer, or ask for another one."),
}
"""Name to severity, rule, and cure."""


def audit_tasks(tasks: Iterable[ShopGymTask], sight: ShopSight) -> tuple[TaskFinding, ...]:
    """Everything that the rules find, by task.

    Args:
        tasks: in ShopGym's form.
        sight: the shop that they are for.
    """
    found: list[TaskFinding] = []
    for task in tasks:
        placed = TaskInShop(task, sight)
        for name, (severity, rule, cure) in RULES.items():
            found += [
                TaskFinding(task.id, severity, text, name, place, cure) for place, text in dict.fromkeys(rule(placed))
            ]
    return tuple(found)
