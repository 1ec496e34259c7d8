"""All offers of a mall as facts, twice: as they truly are, and as they say they are. Answers hold where both agree."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from shopworld.catalog import Attribute, Catalog, Offer, OfferCondition, Product, classify_kind, display_values
from shopworld.guru.comparison.printing import Printing, without_garbled
from shopworld.guru.comparison.shelf import KindOffers, Listed, OfferReading
from shopworld.guru.facts import SUPERLATIVES, Facts, Value, cheapest, stated_facts, title_words, true_facts
from shopworld.pictures import SHOWN_ATTRIBUTES
from shopworld.tasks import Constraint


@dataclass(frozen=True, slots=True)
class Settlement:
    """The answers to some constraints, beyond doubt.

    Attributes:
        answers: the offers, group by group in the catalog's order.
        fitting: all offers that meet the constraints, of which the answers are those that the objective leaves.
    """

    answers: tuple[Offer, ...]
    fitting: tuple[Offer, ...]


class Market:
    """What can be bought in a mall, indexed for making tasks.

    Args:
        catalog: of the mall.
    """

    def __init__(self, catalog: Catalog) -> None:
        self.products: Mapping[str, Product] = {product.id: product for product in catalog.iterate_products()}
        self._listed: dict[str, Listed] = {}
        by_kind: dict[str, list[Listed]] = {}
        inside: dict[str, list[Listed]] = {}
        for offer in catalog.iterate_offers():
            one = _listed(offer, self.products[offer.product_id])
            by_kind.setdefault(offer.kind, []).append(one)
            self._listed[offer.id] = one
            for part in offer.bundle_of:
                if part != offer.product_id and part in self.products:
                    inside.setdefault(self.products[part].kind, []).append(_part(offer, self.products[part]))
        self._shelves = {kind: KindOffers(listed, inside.get(kind, ())) for kind, listed in by_kind.items()}
        self._empty = KindOffers(())
        self._telling: dict[str, bool] = {}
        self._units: dict[tuple[str, str], str | None] = {}
        self._kinds_beside: dict[tuple[str, tuple[str, ...]], set[str]] = {}
        self._neighbours = self._unclear_neighbours()
        self._printing = Printing(one.offer for one in self._listed.values())

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """Kinds on sale, in alphabetical order."""
        return tuple(sorted(kind for kind in self._shelves if kind))

    @cached_property
    def brands(self) -> tuple[str, ...]:
        """Brands on sale, in alphabetical order."""
        return tuple(sorted({one.offer.brand for one in self._listed.values() if one.offer.brand}))

    @cached_property
    def offers_by_product(self) -> Mapping[str, tuple[Offer, ...]]:
        """Offers of each product, in the catalog's order, products by id."""
        found: dict[str, list[Offer]] = {}
        for one in self._listed.values():
            found.setdefault(one.offer.product_id, []).append(one.offer)
        return {product: tuple(found[product]) for product in sorted(found)}

    @cached_property
    def products_by_kind(self) -> Mapping[str, tuple[Product, ...]]:
        """Products of each kind on sale, in the catalog's order."""
        found: dict[str, list[Product]] = {kind: [] for kind in self.kinds}
        for product in self.products.values():
            if product.kind in found:
                found[product.kind].append(product)
        return {kind: tuple(products) for kind, products in found.items()}

    @cached_property
    def knows_identity(self) -> bool:
        """Whether the catalog tells which offers of several shops are one product; imported ones often do not."""
        shops = {one.offer.shop_id for one in self._listed.values()}
        return len(shops) < 2 or any(
            len({offer.shop_id for offer in offers}) > 1 for offers in self.offers_by_product.values()
        )

    def lookalikes(self, offer: Offer) -> Iterator[Offer]:
        """Offers of other products that people may take for the same product, where the catalog does not tell.

        They are of the same kind, nothing that both state differs, and their titles share two fifths of their words or
        a word that looks like a model number.
        """
        if self.knows_identity:
            return
        words, mine = set(title_words(offer.title)), self.stated(offer)
        for other in self.offers(offer.kind):
            if other.product_id == offer.product_id:
                continue
            shared = words & set(title_words(other.title))
            alike = 5 * len(shared) >= 2 * len(words | set(title_words(other.title))) or any(map(_is_code, shared))
            if alike and not _contradict(mine, self.stated(other)):
                yield other

    def offers(self, kind: str) -> tuple[Offer, ...]:
        """Offers of a kind, in the catalog's order."""
        return self._shelf(kind).offers

    def stated(self, offer: Offer) -> Facts:
        """What an offer says."""
        return self._listed[offer.id].stated

    def unit(self, kind: str, attribute: str) -> str | None:
        """The unit in which offers of a kind state an attribute."""
        if (kind, attribute) not in self._units:
            stated = (one.attributes.get(attribute) for one in map(self.stated, self.offers(kind)))
            self._units[kind, attribute] = next((one.unit for one in stated if one is not None), None)
        return self._units[kind, attribute]

    def possible(self, constraints: Sequence[Constraint]) -> tuple[Offer, ...]:
        """Offers that may meet the constraints as far as their pages tell.

        Args:
            constraints: among them `kind equals …`.
        """
        shelf = self._shelf(_kind(constraints))
        return tuple(shelf.listed[number].offer for number in shelf.select(OfferReading.POSSIBLE, constraints))

    def meeting(self, constraints: Sequence[Constraint]) -> tuple[Offer, ...]:
        """Offers that truly meet the constraints, bundles with a thing of the kind among them.

        Args:
            constraints: among them `kind equals …`.
        """
        shelf = self._shelf(_kind(constraints))
        return tuple(shelf.listed[number].offer for number in shelf.select(OfferReading.TRUE, constraints))

    def settle(
        self, constraints: Sequence[Constraint], objective: str = "all", group_by: str = "", *, stated: bool = False
    ) -> Settlement | None:
        """The answers, if truth and pages leave no doubt about them.

        The offers that truly meet the constraints must be just those that may meet them as far as their pages tell,
        and they must say so. No other value on sale may contain a wanted one (`grey`, `space grey`). None of the
        offers may be a bundle, a used thing, sold out, or a choice of variants; titles and categories must tell the
        kind (or tables and neighbours, where a name is given), and nothing of another kind that stands in the same
        category without telling its kind may meet the other constraints. Where the cheapest is asked for, that holds
        for all that cost no more than it: what is dearer cannot be an answer, whatever it is.

        Args:
            constraints: among them `kind equals …`.
            objective: `all`, `cheapest` or `cheapest_each`.
            group_by: attribute of the groups of `cheapest_each`.
            stated: whether the task says that only what pages tell counts; then pages may be silent, though not wrong,
                and none that may meet the constraints may print a row about them that the catalog does not know as
                its statement; nor may one be silent about what pictures show.
        """
        shelf = self._shelf(_kind(constraints))
        if objective == "cheapest" and not any(one.relation in SUPERLATIVES for one in constraints):
            return self._settle_cheapest(shelf, constraints)
        return self._settle(shelf, constraints, objective, group_by, stated=stated)

    def _settle_cheapest(self, shelf: KindOffers, constraints: Sequence[Constraint]) -> Settlement | None:
        """The cheapest: what costs more than an offer that surely fits cannot change it, whatever it is."""
        sure = [shelf.listed[number].offer for number in shelf.select(OfferReading.CERTAIN, constraints)]
        fitting = tuple(offer for offer in sure if not is_doubtful(offer))
        if not fitting or any(offer.price is None for offer in sure):
            return None
        least = min(offer.price or 0 for offer in fitting)
        bound = Constraint(attribute="price", relation="at_most", value=least / 100, unit="EUR")
        settlement = self._settle(shelf, (*constraints, bound), "cheapest", "")
        return settlement and Settlement(settlement.answers, fitting)

    def _settle(
        self,
        shelf: KindOffers,
        constraints: Sequence[Constraint],
        objective: str,
        group_by: str,
        *,
        stated: bool = False,
    ) -> Settlement | None:
        true = shelf.select(OfferReading.TRUE, constraints)
        if stated:
            said = shelf.select(OfferReading.CERTAIN, constraints)
            silent = [shelf.listed[number] for number in true if number not in set(said)]
            if not set(said) <= set(true) or any(_hints_at(one, constraints) for one in silent):
                return None
            possible = (shelf.listed[number] for number in shelf.select(OfferReading.POSSIBLE, constraints))
            if any(_is_shown(one, constraints) or self._printing.misleads(one.offer, constraints) for one in possible):
                return None
            true = said
        elif any(true != shelf.select(reading, constraints) for reading in _AS_STATED):
            return None
        if not true:
            return None
        if any(shelf.is_ambiguous(constraint) for constraint in constraints):
            return None
        fitting = [shelf.listed[number] for number in true]
        if any(is_doubtful(one.offer) for one in fitting):
            return None
        by_name = any(one.attribute in ("title", "address") for one in constraints)
        if not all(self._tells_its_kind(one.offer) or (by_name and self._shows_its_kind(one.offer)) for one in fitting):
            return None
        if not by_name and self._is_met_by_a_neighbour(constraints):
            return None
        if group_by and any(group_by not in one.stated.attributes for one in fitting):
            return None
        offers = {one.truth.address: one.offer for one in fitting}
        left = cheapest([one.truth for one in fitting], objective, group_by)
        return Settlement(tuple(offers[one.address] for one in left), tuple(offers.values()))

    def near_misses(
        self, constraints: Sequence[Constraint], settlement: Settlement, most: int = 3
    ) -> tuple[Offer, ...]:
        """Offers that look right: they fit but are not cheapest, or meet all constraints but one; cheapest first."""
        answers = {offer.id for offer in settlement.answers}
        dearer = [offer for offer in settlement.fitting if offer.id not in answers]
        known = answers | {offer.id for offer in dearer}
        others = [offer for offer in self._shelf(_kind(constraints)).failing_one(constraints) if offer.id not in known]
        others.sort(key=lambda offer: (offer.price if offer.price is not None else 0, offer.id))
        dearer.sort(key=lambda offer: (offer.price or 0, offer.id))
        return (*dearer[:2], *others)[:most]

    def _tells_its_kind(self, offer: Offer) -> bool:
        found = self._telling.get(offer.id)
        if found is None:
            found = self._telling[offer.id] = classify_kind(offer.title, offer.categories) == offer.kind
        return found

    def _shows_its_kind(self, offer: Offer) -> bool:
        """Whether a table or neighbours in its categories tell what an offer is where its title says nothing."""
        if classify_kind(offer.title, offer.categories):
            return False
        beside = {kind for path in offer.categories for kind in self._kinds_beside[offer.shop_id, path]}
        return len(offer.specifications) >= _TELLING_ROWS or beside <= {offer.kind}

    def _unclear_neighbours(self) -> Mapping[str, KindOffers]:
        """For each kind, offers of other kinds that do not tell theirs and stand in a category with that kind."""
        kinds = self._kinds_beside
        for one in self._listed.values():
            for path in one.offer.categories:
                kinds.setdefault((one.offer.shop_id, path), set()).add(one.offer.kind)
        found: dict[str, dict[str, Listed]] = {}
        for one in self._listed.values():
            beside = {kind for path in one.offer.categories for kind in kinds[one.offer.shop_id, path]}
            others = beside - {one.offer.kind}
            if not others or self._tells_its_kind(one.offer):
                continue
            for kind in others:
                found.setdefault(kind, {})[one.offer.id] = one
        return {kind: KindOffers(list(listed.values())) for kind, listed in found.items()}

    def _is_met_by_a_neighbour(self, constraints: Sequence[Constraint]) -> bool:
        others = [one for one in constraints if one.attribute != "kind" and one.relation not in SUPERLATIVES]
        return bool(self._neighbours.get(_kind(constraints), self._empty).select(OfferReading.POSSIBLE, others))

    def _shelf(self, kind: str) -> KindOffers:
        return self._shelves.get(kind, self._empty)


def _listed(offer: Offer, product: Product) -> Listed:
    stated = stated_facts(offer)
    stated = replace(stated, attributes=without_garbled(offer, stated.attributes))
    if not offer.variants:
        return Listed(offer, true_facts(offer, product), stated, stated)
    choices = {option.value.casefold() for variant in offer.variants for option in variant.options}
    same = {name: one for name, one in stated.attributes.items() if not _values(one) <= choices}
    return Listed(offer, true_facts(offer, product), stated, replace(stated, attributes=same))


def _values(attribute: Attribute) -> set[str]:
    return {one.casefold() for one in display_values(attribute)}


def _part(offer: Offer, product: Product) -> Listed:
    """A bundle as one of the things in it."""
    facts = true_facts(offer, product)
    return Listed(offer, facts, facts, facts)


def _is_shown(one: Listed, constraints: Sequence[Constraint]) -> bool:
    """Whether the picture of an offer shows something, true or not, of which its page is silent."""
    silent = (each.attribute for each in constraints if each.attribute not in one.settled.attributes)
    return not SHOWN_ATTRIBUTES.isdisjoint(silent)


def _hints_at(one: Listed, constraints: Sequence[Constraint]) -> bool:
    """Whether somewhere on the page of an offer that fits stands what it does not state as a fact.

    That somebody reads `Yes` out of a picture or a row without a name cannot be told, so that yes and no always hint.
    """
    missing = [
        fact
        for each in constraints
        if each.attribute not in one.settled.attributes and (fact := one.truth.attributes.get(each.attribute))
    ]
    if not missing:
        return True
    rows = " ".join(row.text for row in one.offer.specifications)
    page = f"{one.offer.title} {rows} {one.offer.description_html}".casefold()
    numbers = set(_DIGITS.findall(page))
    return any(_is_written(fact.value, page, numbers) for fact in missing)


def _is_written(value: Value, page: str, numbers: set[str]) -> bool:
    if isinstance(value, bool):
        return True
    if isinstance(value, float):
        return bool({f"{value:g}", f"{value / 1000:g}"} & numbers)
    if isinstance(value, str) and any(re.search(rf"\b{way}\b", page) for way in _OTHER_WAYS.get(value, ())):
        return True
    bare = page.replace(" ", "")
    return any(part.casefold().replace(" ", "") in bare for part in ((value,) if isinstance(value, str) else value))


_OTHER_WAYS: Mapping[str, tuple[str, ...]] = {
    "3840 x 2160": ("uhd", "4k", "ultra hd", "2160p"),
    "2560 x 1440": ("qhd", "wqhd", "quad hd", "1440p"),
    "1920 x 1080": ("fhd", "full hd", "1080p"),
    "4k": ("uhd", "ultra hd", "3840 x 2160", "2160p"),
    "full hd": ("fhd", "1080p", "1920 x 1080"),
}
"""What people take for a value although it is another word, such as a part of a device's name."""
_DIGITS = re.compile(r"\d+(?:\.\d+)?")
_TELLING_ROWS = 3
_CODE = re.compile(r"(?=\w*\d)(?=\w*[a-z])\w{5,}")
_MEASURE = re.compile(r"\d+[a-z]{1,4}|ddr\d|usb\d|pcie\d|\d+x\d+\w*")


def _is_code(word: str) -> bool:
    """Whether a word of a title looks like a model number: letters with digits, and no measure."""
    return bool(_CODE.fullmatch(word)) and not _MEASURE.fullmatch(word)


def _contradict(one: Facts, other: Facts) -> bool:
    """Whether two offers state different values of something."""
    if one.brand and other.brand and one.brand != other.brand:
        return True
    shared = one.attributes.keys() & other.attributes.keys()
    return any(one.attributes[name].value != other.attributes[name].value for name in shared)


_AS_STATED = (OfferReading.CERTAIN, OfferReading.POSSIBLE)


def _kind(constraints: Sequence[Constraint]) -> str:
    return next(str(one.value) for one in constraints if one.attribute == "kind" and one.relation == "equals")


def is_doubtful(offer: Offer) -> bool:
    """Whether people could disagree that an offer counts: bundles, used things, what cannot be bought as it stands."""
    return bool(
        offer.bundle_of
        or offer.variants
        or offer.condition is not OfferCondition.NEW
        or not offer.in_stock
        or offer.price is None
    )
