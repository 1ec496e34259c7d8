"""From a plan to checks: each step is looked up in what the shop shows and becomes a leg; what is not there is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from shopworld.catalog import Category, Offer, OfferQuery, Variant
from shopworld.errors import ShopworldError
from shopworld.guru.authored.plan import AuthoredJourney, PlanStep
from shopworld.guru.journeys.leg import Leg
from shopworld.guru.journeys.parts import (
    cheap_variants,
    cheapest_of,
    depends_on_variants,
    misses,
    variant_check,
)
from shopworld.guru.skills.information import Fact, pages_about, return_facts, shipping_facts
from shopworld.guru.skills.sight import ShopSight
from shopworld.tasks import AnswerText, FilterChoice, ListingUsed, PageRead, PageVisited

_LEAST_RATING_APART = 0.2


class PlanFault(ShopworldError):
    """A step that the shop does not allow.

    Args:
        rule: name of the rule.
        text: what is wrong, for people.
        cure: what to do about it.
    """

    def __init__(self, rule: str, text: str, cure: str) -> None:
        super().__init__(text)
        self.rule, self.text, self.cure = rule, text, cure


def questions_of(sight: ShopSight) -> dict[str, tuple[str, Fact]]:
    """The questions that pages of the shop answer: subject and fact, by id."""
    facts = [("shipping", one) for one in shipping_facts(sight)] + [("returns", one) for one in return_facts(sight)]
    stated = [
        (subject, fact)
        for subject, fact in facts
        if any(all(text in page.text for text in fact.stated) for page in pages_about(sight, subject))
    ]
    return {f"q{number}": one for number, one in enumerate(stated, start=1)}


def legs_of(journey: AuthoredJourney, sight: ShopSight) -> list[Leg]:
    """The legs of a plan.

    Raises:
        PlanFault: a step asks for something that the shop does not show, or cannot be checked.
    """
    makers: Mapping[str, Callable[[PlanStep, ShopSight], Leg]] = {
        "read_page": _page,
        "answer_question": _question,
        "buy_product": _product,
        "buy_from_collection": _from_collection,
        "buy_cheaper": _cheaper,
        "buy_better_rated": _better_rated,
        "add_and_remove": _removed,
    }
    legs = [makers[step.do](step, sight) for step in journey.steps]
    taken = [slug for leg in legs for slug in leg.slugs]
    if sum(bool(leg.question) for leg in legs) > 1:
        raise PlanFault("plan-asks-twice", "the plan has several questions", "Keep one: there is one answer.")
    if not taken:
        raise PlanFault("plan-buys-nothing", "no step buys anything", "Add a step that buys something.")
    if len(taken) != len(set(taken)):
        raise PlanFault(
            "plan-overlap", "two steps could put the same product into the cart", "Let the steps buy different things."
        )
    return [replace(leg, quantity=journey.quantity) if leg.cart else leg for leg in legs]


def _page(step: PlanStep, sight: ShopSight) -> Leg:
    page = next((one for one in sight.pages if one.title.casefold() == step.name.casefold()), None)
    if page is None:
        titles = ", ".join(repr(one.title) for one in sight.pages)
        raise PlanFault("unknown-page", f"the shop links to no page {step.name!r}", f"Take one of {titles}.")
    return Leg(
        ("contact or about",) if "size" not in page.handle else ("size guide",),
        "",
        ways=(PageRead(shop=sight.id, handles=(page.handle,), before_cart=True),),
    )


def _question(step: PlanStep, sight: ShopSight) -> Leg:
    known = questions_of(sight)
    if step.name not in known:
        raise PlanFault("unknown-question", f"there is no question {step.name!r}", f"Take one of {', '.join(known)}.")
    subject, fact = known[step.name]
    handles = tuple(
        page.handle for page in pages_about(sight, subject) if all(text in page.text for text in fact.stated)
    )
    return Leg(
        (f"{subject} look-up and cart",),
        "",
        ways=(
            PageRead(shop=sight.id, handles=handles, before_cart=True),
            AnswerText(accepted=fact.accepted),
        ),
        question=fact.question,
    )


def _product(step: PlanStep, sight: ShopSight) -> Leg:
    offer = _offer(step.name, sight)
    variant = _variant(step, offer)
    others = [one for one in sight.goods if one is not offer]
    return Leg(
        ("search and add",),
        "",
        ((sight.address(offer),),),
        ways=variant_check(sight, offer, variant),
        near_misses=misses(sight, others),
    )


def _removed(step: PlanStep, sight: ShopSight) -> Leg:
    offer = _offer(step.name, sight)
    return Leg(("multi-product cart edit",), "", near_misses=((sight.address(offer),),))


def _from_collection(step: PlanStep, sight: ShopSight) -> Leg:
    category = _collection(step.name, sight)
    held = sight.held(category)
    ways: list[ListingUsed] = []
    behaviours = ["navigation drill-down"]
    if step.search_first:
        if sight.mall.catalog.search(OfferQuery(text=step.search_first, shop_id=sight.id)).total:
            raise PlanFault(
                "search-finds-something",
                f"a search for {step.search_first!r} finds products",
                "Take the name of a thing that the shop certainly does not sell.",
            )
        behaviours = ["zero-result recovery"]
        ways.append(ListingUsed(shop=sight.id, query=step.search_first))
    chosen = held
    choices: tuple[FilterChoice, ...] = ()
    if step.filter or step.value:
        field, value = _facet(step, category, sight)
        chosen, choices = sight.chosen(category, field, value), (FilterChoice(field=field, values=(value,)),)
        behaviours = ["filter and sort"]
        if not chosen or len(chosen) == len(held):
            raise PlanFault(
                "filter-changes-nothing",
                f"{step.filter} {step.value!r} changes nothing in {category.name!r}",
                "Take a value that some products of the collection have and others have not.",
            )
    ways.append(ListingUsed(shop=sight.id, category=category.path, filters=choices))
    wanted = cheapest_of(chosen) if step.choose == "cheapest" else chosen
    if not wanted or len(wanted) == len(sight.goods):
        raise PlanFault("collection-empty", f"{category.name!r} has nothing to choose", "Take another collection.")
    slugs = {one.slug for one in wanted}
    wrong = [one for one in (*chosen, *held, *sight.goods) if one.slug not in slugs]
    variants = cheap_variants(sight, wanted) if step.choose == "cheapest" else ()
    return Leg(
        tuple(behaviours),
        "",
        (sight.group(wanted),),
        ways=(*ways, *variants),
        near_misses=misses(sight, wrong),
    )


def _cheaper(step: PlanStep, sight: ShopSight) -> Leg:
    one, other = _two(step, sight)
    if depends_on_variants(one, other):
        raise PlanFault(
            "comparison-undecided",
            f"it depends on the variant whether {step.name!r} or {step.other!r} is cheaper",
            "Take two products of which one is cheaper in every variant.",
        )
    cheap, dear = (one, other) if (one.price or 0) < (other.price or 0) else (other, one)
    return _compared("cross-brand comparison", cheap, dear, sight)


def _better_rated(step: PlanStep, sight: ShopSight) -> Leg:
    one, other = _two(step, sight)
    ratings = (one.rating, other.rating)
    if ratings[0] is None or ratings[1] is None or abs(ratings[0] - ratings[1]) < _LEAST_RATING_APART:
        raise PlanFault(
            "comparison-undecided",
            f"ratings do not tell {step.name!r} and {step.other!r} apart",
            "Take two products whose ratings are both known and at least 0.2 stars apart.",
        )
    better, worse = (one, other) if ratings[0] > ratings[1] else (other, one)
    return _compared("review read", better, worse, sight)


def _compared(behaviour: str, right: Offer, wrong: Offer, sight: ShopSight) -> Leg:
    both = ((sight.address(right),), (sight.address(wrong),))
    return Leg((behaviour,), "", (both[0],), ways=(PageVisited(groups=both),), near_misses=((sight.address(wrong),),))


def _two(step: PlanStep, sight: ShopSight) -> tuple[Offer, Offer]:
    one, other = _offer(step.name, sight), _offer(step.other, sight)
    if one is other:
        raise PlanFault("comparison-undecided", "a product is compared with itself", "Take two products.")
    return one, other


def _offer(title: str, sight: ShopSight) -> Offer:
    titled = [one for one in sight.offers if one.title.casefold() == title.casefold()]
    found = titled[0] if len(titled) == 1 and titled[0].in_stock else None
    if found is None:
        text = f"the shop has no product in stock with the title {title!r} of its own"
        raise PlanFault("unknown-product", text, "Take a title from the list of products.")
    return found


def _variant(step: PlanStep, offer: Offer) -> Variant | None:
    if not step.variant:
        return None
    wanted = [value.casefold() for value in step.variant]
    for one in offer.variants:
        if sorted(option.value.casefold() for option in one.options) == sorted(wanted) and one.stock != 0:
            return one
    said = "; ".join(" / ".join(option.value for option in one.options) for one in offer.variants[:6]) or "none"
    text = f"{offer.title!r} is not in stock as {' / '.join(step.variant)}"
    raise PlanFault("option-mismatch", text, f"Take one value of each option, or none. Variants: {said}.")


def _collection(name: str, sight: ShopSight) -> Category:
    found = next((one for one in sight.collections if one.name.casefold() == name.casefold()), None)
    if found is None:
        text = f"no menu and no footer leads to a collection {name!r}"
        raise PlanFault("unknown-collection", text, "Take a name from the list of collections.")
    return found


def _facet(step: PlanStep, category: Category, sight: ShopSight) -> tuple[str, str]:
    facets = sight.facets(category)
    facet = next((one for one in facets if one.label.casefold() == step.filter.casefold()), None)
    if facet is None:
        shown = ", ".join(one.label for one in facets) or "none"
        text = f"the page of {category.name!r} has no filter {step.filter!r}"
        raise PlanFault("filter-not-shown", text, f"Its filters: {shown}.")
    value = next((one for one, printed in facet.values if printed.casefold() == step.value.casefold()), None)
    if value is None:
        shown = ", ".join(printed for _, printed in facet.values)
        text = f"the filter {facet.label!r} of {category.name!r} shows no {step.value!r}"
        raise PlanFault("infeasible-filter", text, f"Its values: {shown}.")
    return facet.field, value
