"""`chosen_product`: the product that an answer chooses, graded by aspect: attribute, filter and sort.

Source: DeepShop, section 3.6 and Appendix A.2 (where several products are returned, the first one is graded).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, Literal

from pydantic import Field

from shopworld.catalog import Catalog, Offer, Sort
from shopworld.errors import TaskError
from shopworld.tasks.answers import read_offers
from shopworld.tasks.checks.check import AnswerForm, Check
from shopworld.tasks.checks.common_states import home_of, no_answer, rewritten
from shopworld.tasks.checks.end_states import EndState, answering, right, wrong
from shopworld.tasks.checks.ground import Ground
from shopworld.tasks.checks.plan import NameOffers, PlanStep
from shopworld.tasks.checks.result import CheckResult
from shopworld.tasks.conditions import Condition, condition_in_words, meets, plain_value, sort_in_words, value_of
from shopworld.tasks.evidence import EpisodeEvidence
from shopworld.tasks.offers import Group, OfferAddress, address_of, name_of

ASPECTS = ("attribute", "filter", "sort")
"""Parts of a query, in the paper's order."""
_ACCEPTED = 12
"""Acceptable products that the audit tries of a query."""


def _is_empty(value: object) -> bool:
    """Fields that say nothing are not written, so that suites without them keep their content."""
    return not value


class ChosenProduct(Check):
    """The product that the answer chooses satisfies an evolved query in each of its aspects (DeepShop, section 3.6).

    Chosen is the first product that the answer links to. An answer that links to more than `most_named` products
    chooses none. An aspect that the query does not have counts as satisfied.
    """

    meaning: ClassVar[str] = (
        "The product that the answer names first meets attribute, filter and sort. Prices are in cents."
    )
    answer: ClassVar[AnswerForm] = AnswerForm.ONE_OFFER
    counts: ClassVar[bool] = True
    needs_catalog: ClassVar[bool] = True

    type: Literal["chosen_product"] = "chosen_product"
    attribute: tuple[Condition, ...] = ()
    """The thing itself and its attributes."""
    filter: tuple[Condition, ...] = ()
    sort: Sort | None = None
    """The chosen product must be first under it among those that satisfy both other parts; equals share the place."""
    further: tuple[Sort, ...] = Field(default=(), exclude_if=_is_empty)
    """Other orders under which it must come first as well."""
    either: bool = Field(default=False, exclude_if=_is_empty)
    """Whether coming first under one of the orders is enough."""
    accepted: Group = Field(min_length=1)
    """All offers of the catalog that satisfy everything; counted when the task was made."""
    most_named: int = Field(default=10, ge=1)

    @property
    def returns(self) -> tuple[Group, ...]:
        """One group: all that is accepted."""
        return (self.accepted,)

    @property
    def controls(self) -> frozenset[str]:
        """Filter and sort, as far as the query has them."""
        return frozenset(name for name, asked in (("filter", self.filter), ("sort", self.sort)) if asked)

    @property
    def aspects(self) -> tuple[str, ...]:
        """The aspects that the query has."""
        has = {"attribute": bool(self.attribute), "filter": bool(self.filter), "sort": self.sort is not None}
        return tuple(name for name in ASPECTS if has[name])

    def grade(self, evidence: EpisodeEvidence, hosts: Mapping[str, str], catalog: Catalog | None = None) -> CheckResult:
        """Grades the chosen product by aspect.

        Raises:
            TaskError: something was chosen and there is no catalog to look it up in.
        """
        address = self._chosen(evidence, hosts, catalog)
        if isinstance(address, str):
            return self._result(evidence, address)
        if catalog is None:
            raise TaskError("a chosen product is graded against the catalog it was made for, and there is none")
        offer = catalog.offer_by_slug(address.shop, address.slug)
        if offer is None:
            return self._result(evidence, f"{name_of(address)} is no product of the catalog", chosen=True)
        aspects, failed = self.grade_offer(offer)
        reason = f"{name_of(address)} was chosen; " + ("; ".join(failed) or "everything is met")
        return self._result(evidence, reason, chosen=True, aspects=aspects)

    def unplayed(self) -> CheckResult:
        """No aspect is satisfied."""
        return self.grade(EpisodeEvidence(), {})

    def _result(
        self, evidence: EpisodeEvidence, reason: str, *, chosen: bool = False, aspects: Mapping[str, bool] | None = None
    ) -> CheckResult:
        said = dict.fromkeys(self.aspects, False) if aspects is None else dict(aspects)
        used = {"filter": bool(evidence.filters), "sort": self.sort is not None and self.sort.value in evidence.sorts}
        passed = all(said.values())
        return CheckResult(
            type=self.type,
            passed=passed,
            reason=reason,
            expected=1,
            found=int(passed),
            returned=int(chosen),
            right=int(passed),
            aspects=said,
            controls={name: used[name] for name in self.aspects if name in used},
        )

    def _chosen(
        self, evidence: EpisodeEvidence, hosts: Mapping[str, str], catalog: Catalog | None
    ) -> OfferAddress | str:
        """The offer that the answer chooses, or why it chooses none.

        Addresses that are no product pages of these shops are passed over: the first product link counts. In the tool
        sandbox it is the recommended product.
        """
        if evidence.answer is None and evidence.recommended is not None and catalog is not None:
            offers = catalog.offers_of_product(evidence.recommended.strip())
            return address_of(offers[0]) if offers else "no such product"
        if evidence.answer is None:
            return "no answer was submitted"
        submitted = read_offers(evidence.answer, hosts)
        if not submitted.offers:
            return "the answer links to no product of these shops"
        if len(submitted.offers) > self.most_named:
            return f"the answer links to {len(submitted.offers)} products; more than {self.most_named} are no choice"
        return submitted.offers[0]

    def grade_offer(self, offer: Offer) -> tuple[dict[str, bool], list[str]]:
        """Grades one offer.

        Returns:
            Whether each aspect is satisfied, and what is not met, for people.
        """
        unmet = {
            name: [_unmet(offer, one) for one in conditions if not meets(offer, one)]
            for name, conditions in (("attribute", self.attribute), ("filter", self.filter))
        }
        first = address_of(offer) in self.accepted
        says = {name: not unmet[name] for name in unmet} | {"sort": first}
        failed = [f"{name}: {', '.join(texts)}" for name, texts in unmet.items() if texts]
        if self.sort is not None and not first and not failed:
            failed.append(f"sort: not the {self._order_in_words()} among those that satisfy the rest")
        return {name: says[name] for name in self.aspects}, failed

    def _order_in_words(self) -> str:
        orders = (self.sort, *self.further) if self.sort is not None else ()
        return (" or the " if self.either else " and the ").join(map(sort_in_words, orders))

    def came_to(self, evidence: EpisodeEvidence, hosts: Mapping[str, str]) -> Iterable[OfferAddress]:
        """The first product that the answer names."""
        return read_offers(evidence.answer or "", hosts).offers[:1]

    def words(self) -> tuple[str, Iterable[str]]:
        """The query, part by part, and what answers it."""
        return "The first product that the answer links to meets every part of the query.", self._parts_in_words()

    def _parts_in_words(self) -> Iterator[str]:
        for name, conditions in (("attribute", self.attribute), ("filter", self.filter)):
            yield from (f"{name}: {one.field.replace('_', ' ')} {condition_in_words(one)}" for one in conditions)
        if self.sort is not None:
            yield f"sort: {self._order_in_words()}"
        yield from (f"right: {name_of(one)}" for one in self.accepted)

    def shown(self) -> Iterator[str]:
        """The query, part by part, with the fields' own names."""
        for name, conditions in (("attribute", self.attribute), ("filter", self.filter)):
            yield from (f"{name}: {one.field} {condition_in_words(one)}" for one in conditions)
        if self.sort is not None:
            yield f"sort: {self._order_in_words()}"
        yield from (f"accepted: {name_of(one)}" for one in self.accepted)

    def problems(self, ground: Ground) -> Iterator[str]:
        """Accepted offers that are not there, or that do not meet what is asked for."""
        if not (self.attribute or self.filter or self.sort):
            yield "nothing is asked of the product"
        for address in self.accepted:
            offer = ground.catalog.offer_by_slug(address.shop, address.slug)
            if offer is None:
                yield f"{name_of(address)}: the mall has no such offer"
            elif failed := self.grade_offer(offer)[1]:
                yield f"{name_of(address)} is accepted, and fails: {'; '.join(failed)}"

    def plan(self, offers: Sequence[OfferAddress], ground: Ground) -> Iterator[PlanStep]:
        """An accepted offer is named."""
        yield NameOffers(self.returns)

    def is_answered_by(self, offers: Sequence[OfferAddress]) -> bool:
        """Whether the first of them is accepted."""
        return offers[0] in self.accepted

    def states(self, ground: Ground) -> Iterator[EndState]:
        """Choices of other products, of none and of too many; every acceptable product, however it is written."""
        acts, accepted = ground.acts, self.accepted
        url = ground.url(accepted[0])
        yield from no_answer(ground)
        for near in ground.near:
            yield wrong(f"{near.slug} chosen", answering(acts, ground.url(near)))
        yield wrong("a near duplicate first", answering(acts, f"{ground.url(ground.like(accepted[0]))} {url}"))
        for there in list(ground.elsewhere(accepted[0]))[:3]:
            yield wrong(f"the same page at {there.shop}", answering(acts, ground.url(there)))
        yield wrong("cut short", answering(acts, url.rstrip("/")[:-2]))
        yield wrong("a home page", answering(acts, home_of(url)))
        many = [
            url,
            *map(ground.url, ground.near),
            *(f"{home_of(url)}product/number-{n}/" for n in range(self.most_named)),
        ]
        yield wrong("too many products", answering(acts, "\n".join(many)))
        for one in accepted[:_ACCEPTED]:
            yield right(f"{one.slug} chosen", answering(acts, ground.url(one)))
        yield right("others behind it", answering(acts, " ".join([url, *map(ground.url, ground.near[:3])])))
        yield from rewritten(ground, [url])


def _unmet(offer: Offer, condition: Condition) -> str:
    found = plain_value(value_of(offer, condition.field))
    return f"{condition.field} is {found}, not {condition_in_words(condition)}"
