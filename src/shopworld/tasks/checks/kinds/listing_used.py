"""`listing_used`: a listing that was shown, narrowed, sorted or searched as asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from shopworld.catalog import Catalog
from shopworld.catalog.query import Sort
from shopworld.shop.events import SearchPerformed
from shopworld.tasks.checks.by_hand import shown
from shopworld.tasks.checks.check import Check
from shopworld.tasks.checks.end_states import Acts, EndState, before_answer, fills_cart, right, viewed, without, wrong
from shopworld.tasks.checks.ground import Ground
from shopworld.tasks.checks.plan import OpenListing, PlanStep
from shopworld.tasks.checks.porting import NotPortable, Twin
from shopworld.tasks.checks.result import CheckResult, before_in_words, fault_in_time
from shopworld.tasks.conditions import sort_in_words
from shopworld.tasks.evidence import EpisodeEvidence, Listing
from shopworld.tasks.offers import OfferAddress

if TYPE_CHECKING:  # loads templates
    from shopworld.shop.shop import Shop


class FilterChoice(BaseModel):
    """A filter of a listing, and the values that may be chosen: at least one of them, and no other."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    field: str
    """As events name it: `brand`, `on_sale`, `attribute.colour`, …"""
    values: tuple[str, ...] = Field(min_length=1)


class ListingUsed(Check):
    """A listing of the shop was shown in which all of this holds at the same time."""

    meaning: ClassVar[str] = (
        "One listing of the shop was shown with this collection, filters, sort and search words at once."
    )

    type: Literal["listing_used"] = "listing_used"
    shop: str
    category: tuple[str, ...] | None = None
    """Path of the category or collection; None: any listing."""
    filters: tuple[FilterChoice, ...] = ()
    sort: Sort | None = None
    query: str = ""
    """Words that were searched for; case and surplus space do not count. Empty: whether searched for or not."""
    before_cart: bool = False
    """Whether it must be shown before anything is put into a cart."""

    @property
    def controls(self) -> frozenset[str]:
        """Filter and sort, as far as it has them."""
        return frozenset(name for name, asked in (("filter", self.filters), ("sort", self.sort)) if asked)

    def grade(self, evidence: EpisodeEvidence, hosts: Mapping[str, str], catalog: Catalog | None = None) -> CheckResult:
        """Looks for such a listing."""
        found = [first for one, first in evidence.listings.items() if self._is_asked_for(one)]
        fault = fault_in_time(found, f"no listing {self._described()} was shown", in_time=self.before_cart)
        return CheckResult(type=self.type, passed=not fault, reason=fault or "as asked for")

    def _is_asked_for(self, listing: Listing) -> bool:
        if listing.shop != self.shop or (self.category is not None and listing.category != self.category):
            return False
        if self.sort is not None and listing.sort != self.sort.value:
            return False
        if self.query and _split(listing.query) != _split(self.query):
            return False
        chosen = dict(listing.filters)
        return all((used := chosen.get(one.field)) and set(used) <= set(one.values) for one in self.filters)

    def _described(self) -> str:
        parts = [] if self.category is None else [f"of {' / '.join(self.category)}"]
        parts += [f"for {self.query!r}"] if self.query else []
        parts += [f"with {one.field} = {' or '.join(one.values)}" for one in self.filters]
        if self.sort is not None:
            parts.append(f"sorted by {self.sort.value}")
        return " ".join(parts)

    def words(self) -> tuple[str, Iterable[str]]:
        """In which shop, how, and when."""
        before = before_in_words(self.before_cart)
        return f"A listing of {self.shop} was shown like this{before}.", self._conditions_in_words()

    def _conditions_in_words(self) -> Iterator[str]:
        if self.category is not None:
            yield f"collection: {' › '.join(self.category) or 'all products'}"
        if self.query:
            yield f"search words: {self.query}"
        for one in self.filters:
            yield f"filter {one.field.replace('_', ' ')}: {' or '.join(one.values)}"
        if self.sort is not None:
            yield f"sort: {sort_in_words(self.sort)}"

    def problems(self, ground: Ground) -> Iterator[str]:
        """Collections, sorts, filters and values that the shop's listings do not have."""
        storefront = ground.shops_at_hand.storefronts.get(self.shop)
        if storefront is None:
            yield f"{self.type}: the mall has no shop {self.shop!r}"
        else:
            yield from self._problems_in(storefront.shop, ground.catalog)

    def _problems_in(self, shop: Shop, catalog: Catalog) -> Iterator[str]:
        from shopworld.shop.browsing.filters import filter_views  # loads templates

        if self.category is not None and shop.navigation.named(self.category) is None:
            yield f"listing_used: the shop has no collection {' / '.join(self.category)}"
            return
        rules = shop.listing_rules
        if self.sort is not None and self.sort not in rules.sorts:
            yield f"listing_used: listings cannot be sorted by {self.sort.value}"
        request = rules.read(())
        result = catalog.search(request.query(shop.id, self.category or (), rules.page_size, rules.facets))
        offered = {view.name: {value.value for value in view.values} for view in filter_views(shop, request, result)}
        for one in self.filters:
            if one.field not in offered:
                yield f"listing_used: the listing shows no filter {one.field}"
            elif offered[one.field].isdisjoint(one.values):
                yield f"listing_used: the filter {one.field} does not offer {' or '.join(one.values)}"

    def plan(self, offers: Sequence[OfferAddress], ground: Ground) -> Iterator[PlanStep]:
        """Such a listing is opened."""
        yield self._step

    @property
    def _step(self) -> OpenListing:
        filters = tuple((one.field, one.values) for one in self.filters)
        return OpenListing(self.shop, self.category, filters, self.sort, self.query)

    def ways_off(self, number: int, whole: Acts, left_out: Acts, ground: Ground) -> Iterator[tuple[str, Acts]]:
        """The same end without the listing, or with it too late."""
        yield f"without {self.type} {number}", left_out
        if self.before_cart:
            yield f"late {self.type} {number}", (*left_out, (self.shop, shown(self._step)))

    def port(self, twin: Twin) -> ListingUsed:
        """The same listing, as the twin's page can show it."""
        if self.query and self.category is None:
            here, there = twin.found(self.query)
            if bool(here) != bool(there):
                raise NotPortable(f"a search for {self.query!r} finds {here} here and {there} there")
        path = twin.collection(self.category) if self.category is not None else None
        if path is None and self.filters:
            raise NotPortable("a filter without a collection")
        values = twin.filter_values(path) if path is not None and self.filters else {}
        for one in self.filters:
            if path is not None and not set(one.values) <= values.get(one.field, frozenset()):
                raise NotPortable(f"“{path[-1]}” has no filter {one.field} with {', '.join(one.values)}")
        if self.sort is not None and self.sort not in twin.sorts:
            raise NotPortable(f"the twin cannot sort by {self.sort}")
        return self.model_copy(update={"shop": twin.shop, "category": path})

    def states(self, ground: Ground) -> Iterator[EndState]:
        """Listings of something else, without the filter, with another value, sort or words; or too late."""
        acts = ground.acts
        wanted = self._shown
        rest = without(acts, lambda act: act == (self.shop, wanted))
        yield wrong("not shown", rest)
        for name, other in self._others(wanted):
            yield wrong(name, ((self.shop, other), *rest))
        if self.category is not None:
            for path in [one for one in ground.collections(self.shop) if one != self.category][:6]:
                other = wanted.model_copy(update={"category": path})
                yield wrong(f"collection {' / '.join(path)}", ((self.shop, other), *rest))
            named = wanted.model_copy(update={"category": (), "query": self.category[-1]})
            yield wrong("its name searched for", ((self.shop, named), *rest))
        for shop in [*(one for one in ground.shops if one != self.shop), "another-shop"][:2]:
            yield wrong(f"at {shop}", ((shop, wanted), *rest))
        yield wrong("its parts in turn", (*((self.shop, one) for one in self._parts(wanted)), *rest))
        yield wrong("products looked at", (*(viewed(one) for one in (*ground.right, *ground.near)), *rest))
        if self.before_cart and any(fills_cart(act) for act in rest):
            yield wrong("too late", before_answer(rest, (self.shop, wanted)))
            yield right("again afterwards", before_answer(acts, (self.shop, wanted)))
        for name, same in self._same(wanted):
            yield right(name, ((self.shop, same), *rest))
        yield right("twice", ((self.shop, wanted), *acts))
        yield right("others before", (*((self.shop, one) for _, one in self._others(wanted)), *acts))

    @property
    def _shown(self) -> SearchPerformed:
        event = shown(self._step)
        assert isinstance(event, SearchPerformed)
        return event

    def _others(self, wanted: SearchPerformed) -> Iterator[tuple[str, SearchPerformed]]:
        if self.category is not None:
            for name, path in {
                "all products": (),
                "another collection": ("Something else",),
                "one below it": (*self.category, "More"),
                "one like it": (f"{self.category[-1]} sale",),
                "the one above": self.category[:-1] or ("Home",),
                "its name in lower case twice": (self.category[-1].lower() * 2,),
            }.items():
                yield name, wanted.model_copy(update={"category": path})
        for one in self.filters:
            others = {name: values for name, values in wanted.filters.items() if name != one.field}
            yield f"without {one.field}", wanted.model_copy(update={"filters": others})
            for name, values in {
                "another value of": ("something else",),
                "another value besides of": (*one.values[:1], "something else"),
                "a longer value of": (f"{one.values[0]} plus",),
                "no value of": (),
            }.items():
                yield f"{name} {one.field}", wanted.model_copy(update={"filters": {**others, one.field: values}})
            yield f"{one.field} by another name", wanted.model_copy(update={"filters": {**others, "x": one.values[:1]}})
        if self.sort is not None:
            for sort in Sort:
                if sort is not self.sort:
                    yield f"sorted by {sort.value}", wanted.model_copy(update={"sort": sort.value})
        if self.query:
            words = self.query.split()
            for name, query in {
                "no words": "",
                "a word less": " ".join(words[:-1]) or "?",
                "a word more": f"{self.query} cheap",
                "other words": "something else",
                "the last letter less": self.query[:-1] or "?",
                "a letter more": f"{self.query}s",
                "a slip": f"{self.query[:1]}{self.query}",
                "run together with another": f"new{self.query}",
                "an exclusion": f"-{self.query}",
                "its first half": self.query[: max(1, len(self.query) // 2)],
                "the words backwards": " ".join(reversed(words)) if words[::-1] != words else f"{words[0]}s",
            }.items():
                yield name, wanted.model_copy(update={"query": query})

    def _parts(self, wanted: SearchPerformed) -> list[SearchPerformed]:
        """Each thing that is asked for in a listing of its own; nothing where there is one thing only."""
        plain = SearchPerformed(sort=Sort.RELEVANCE.value, total=1, results=())
        parts = [plain.model_copy(update={"category": wanted.category})] if self.category else []
        parts += [plain.model_copy(update={"filters": {name: values}}) for name, values in wanted.filters.items()]
        parts += [plain.model_copy(update={"sort": wanted.sort})] if self.sort is not None else []
        parts += [plain.model_copy(update={"query": wanted.query})] if self.query else []
        return parts if len(parts) > 1 else []

    def _same(self, wanted: SearchPerformed) -> Iterator[tuple[str, SearchPerformed]]:
        yield "its second page", wanted.model_copy(update={"page": 2})
        yield "with results", wanted.model_copy(update={"total": 40, "results": ("a", "b")})
        yield "narrowed further", wanted.model_copy(update={"filters": {**wanted.filters, "rating": ("4",)}})
        if self.sort is None:
            yield "sorted", wanted.model_copy(update={"sort": Sort.PRICE_ASCENDING.value})
        for one in self.filters:
            for value in one.values:
                chosen = {**wanted.filters, one.field: (value,)}
                yield f"{one.field} {value}", wanted.model_copy(update={"filters": chosen})
            if len(one.values) > 1:
                chosen = {**wanted.filters, one.field: one.values}
                yield f"all that will do of {one.field}", wanted.model_copy(update={"filters": chosen})
        if self.query:
            yield "words in upper case", wanted.model_copy(update={"query": f"  {self.query.upper()} "})
        if self.category is None:
            yield "in a collection", wanted.model_copy(update={"category": ("Some", "Collection")})


def _split(text: str) -> list[str]:
    return text.casefold().split()
