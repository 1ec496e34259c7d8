"""A plan carried out without any shop: the events that a shopper who follows it brings about, made by hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import assert_never

from shopworld.catalog.query import Sort
from shopworld.episode import Payload
from shopworld.mall.events import AnswerSubmitted
from shopworld.shop.events import Address, ContactSent, OrderPlaced, PolicyViewed, SearchPerformed
from shopworld.tasks.buyer import Buyer
from shopworld.tasks.checks.end_states import Act, Acts, carted, order_line, viewed
from shopworld.tasks.checks.plan import (
    FillCart,
    GiveText,
    NameOffers,
    OpenListing,
    PlaceOrders,
    PlanStep,
    ReadPage,
    RecommendProduct,
    SettleOrder,
    TakeVariant,
    ViewProducts,
    WriteMessage,
)
from shopworld.tasks.offers import OfferAddress
from shopworld.tasks.recommendation import ProductRecommended


@dataclass
class _Doing:
    """What is done so far.

    Attributes:
        seen: pages and listings; they come first.
        done: everything else, in order.
        answer: what is submitted in the end.
        recommended: what ends the episode instead.
    """

    seen: list[Act] = field(default_factory=list)
    done: list[Act] = field(default_factory=list)
    answer: str = "Done"
    recommended: str | None = None


def acts_of_plan(steps: Sequence[PlanStep], offers: Sequence[OfferAddress], hosts: Mapping[str, str]) -> Acts:
    """What happens where those offers are returned in the way that a plan says.

    Args:
        steps: of the plan; which offer of a group is returned, they leave open.
        offers: what is named, left in carts, ordered; where a plan returns nothing, the pages that are viewed.
        hosts: host of each shop to its id.
    """
    host_of = {shop: host for host, shop in hosts.items()}
    variants = {one.offer: one.variants[0] for one in steps if isinstance(one, TakeVariant)}
    settled = {one.shop: one for one in steps if isinstance(one, SettleOrder)}
    returns = any(isinstance(one, NameOffers | FillCart | PlaceOrders) for one in steps)
    doing = _Doing()
    for step in steps:
        match step:
            case NameOffers():
                urls = (f"http://{host_of[one.shop]}/product/{one.slug}/" for one in offers)
                doing.answer = "###".join(urls) or doing.answer
            case GiveText():
                doing.answer = step.text
            case FillCart():
                doing.done += [carted(one, step.quantity, variants.get(one)) for one in offers]
            case PlaceOrders():
                doing.done += _ordered(step, offers, settled, variants)
            case ViewProducts():
                pages = [group[0] for group in step.groups] if returns else offers
                doing.done += map(viewed, pages)
            case ReadPage() | OpenListing():
                doing.seen.append((step.shop, shown(step)))
            case WriteMessage():
                sent = ContactSent(name=step.name, email=step.email, message=step.text)
                doing.done.append((step.shop, sent))
            case RecommendProduct():
                doing.recommended = step.product_id
            case TakeVariant() | SettleOrder():
                pass
            case _:
                assert_never(step)
    if doing.recommended is not None:
        return ((None, ProductRecommended(product_id=doing.recommended)),)
    return (*doing.seen, *doing.done, (None, AnswerSubmitted(text=doing.answer)))


def shown(step: ReadPage | OpenListing) -> Payload:
    """What happens when a shopper opens what a step asks for."""
    if isinstance(step, ReadPage):
        return PolicyViewed(handle=step.handles[0])
    return SearchPerformed(
        query=step.query,
        category=step.category or (),
        filters={name: values[:1] for name, values in step.filters},
        sort=step.sort.value if step.sort else Sort.FEATURED.value,
        total=1,
        results=(),
    )


def _ordered(
    step: PlaceOrders,
    offers: Iterable[OfferAddress],
    settled: Mapping[str, SettleOrder],
    variants: Mapping[OfferAddress, str],
) -> Iterator[tuple[str, Payload]]:
    by_shop: dict[str, list[OfferAddress]] = {}
    for offer in offers:
        by_shop.setdefault(offer.shop, []).append(offer)
    for shop in sorted(by_shop):
        for offer in by_shop[shop]:
            yield shop, carted(offer, step.quantity, variants.get(offer))[1]
        yield shop, _order(step, by_shop[shop], settled.get(shop), variants)


def _order(
    step: PlaceOrders,
    offers: Sequence[OfferAddress],
    settled: SettleOrder | None,
    variants: Mapping[OfferAddress, str],
) -> OrderPlaced:
    buyer, address = step.buyer, _address(step.buyer)
    lines = tuple(order_line(one, step.quantity, variants.get(one)) for one in offers)
    order = OrderPlaced(
        number=1,
        lines=lines,
        email=buyer.email,
        billing=address,
        shipping=address,
        delivery_method="",
        payment_method=step.payment_method,
        card_digits=buyer.card,
        card_expiry=buyer.expiry_date,
        card_cvv=buyer.cvv,
        goods_total=0,
        shipping_price=0,
        total=0,
    )
    return order if settled is None else paid_as(order, settled)


def paid_as(order: OrderPlaced, settled: SettleOrder) -> OrderPlaced:
    """The order, delivered and paid in that way."""
    return order.model_copy(
        update={
            "delivery_method": settled.delivery,
            "promotion_code": settled.code or None,
            "goods_total": settled.goods,
            "discount": settled.discount,
            "shipping_price": settled.shipping,
            "total": settled.total,
            "currency": settled.currency,
        }
    )


def _address(buyer: Buyer) -> Address:
    first_name, _, last_name = buyer.name.partition(" ")
    return Address(
        first_name=first_name,
        last_name=last_name,
        street=buyer.street,
        house_number=buyer.house_number,
        zip=buyer.zip,
        city=buyer.city,
        state=buyer.state,
        country=buyer.country,
    )
