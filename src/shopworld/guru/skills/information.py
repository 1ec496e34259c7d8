"""Looking something up on a page of the shop; the answer is a fact of that page (ShopGym, section 2.2.2)."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from shopworld.guru.skills.draft import SkillDraft
from shopworld.guru.skills.sight import InformationPage, ShopSight
from shopworld.tasks import AnswerText, NoCheckout, NoSideEffects, PageRead

_SHIPPING = re.compile(r"shipping|delivery", re.IGNORECASE)
_RETURNS = re.compile(r"return|refund|exchange", re.IGNORECASE)
_WHAT = {"shipping": "shipping", "returns": "returns"}
_ASK = (
    "Find this shop's page about {what} and read it. {question}",
    "I have a question about {what}, and the shop's own page about it should know. {question}",
)


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that a page says.

    Attributes:
        question: that it answers, with the form that the answer must have.
        accepted: all ways to write the answer.
        stated: how the page states it: every one of these texts stands there.
    """

    question: str
    accepted: tuple[str, ...]
    stated: tuple[str, ...]


def shipping(sight: ShopSight, generator: random.Random) -> Iterator[SkillDraft]:
    """Tasks about delivery."""
    yield from _drafts(sight, generator, "shipping", _SHIPPING, shipping_facts)


def returns(sight: ShopSight, generator: random.Random) -> Iterator[SkillDraft]:
    """Tasks about sending things back."""
    yield from _drafts(sight, generator, "returns", _RETURNS, return_facts)


def pages_about(sight: ShopSight, subject: str) -> list[InformationPage]:
    """The pages whose title or handle says `shipping` or `returns`."""
    pattern = _SHIPPING if subject == "shipping" else _RETURNS
    return [one for one in sight.pages if pattern.search(f"{one.title} {one.handle}")]


def _drafts(
    sight: ShopSight,
    generator: random.Random,
    subject: str,
    pattern: re.Pattern[str],
    facts: Callable[[ShopSight], Iterator[Fact]],
) -> Iterator[SkillDraft]:
    pages = [one for one in sight.pages if pattern.search(f"{one.title} {one.handle}")]
    known = list(facts(sight))
    generator.shuffle(known)
    for fact in known:
        stating = [one for one in pages if all(text in one.text for text in fact.stated)]
        if not stating:
            continue
        form = generator.randrange(len(_ASK))
        yield SkillDraft(
            _ASK[form].format(what=_WHAT[subject], question=fact.question),
            (
                PageRead(shop=sight.id, handles=tuple(one.handle for one in stating)),
                AnswerText(accepted=fact.accepted),
                NoSideEffects(),
                NoCheckout(),
            ),
            template=f"{subject}_{form + 1}",
        )


def shipping_facts(sight: ShopSight) -> Iterator[Fact]:
    """What the shop promises about delivery."""
    for method in sight.identity.shipping:
        if method.price:
            price = sight.price(method.price)
            yield Fact(
                f"What does “{method.name}” cost? Answer with the amount alone.",
                (price, f"{method.price / 100:.2f}"),
                (method.name, price),
            )
        if method.free_from is not None:
            free = sight.price(method.free_from)
            yield Fact(
                f"From what order value is “{method.name}” free? Answer with the amount alone.",
                (free, f"{method.free_from / 100:.2f}"),
                (method.name, free),
            )
        yield Fact(
            f"How long does “{method.name}” take? Answer in the words of the page, such as “3 to 5 weeks”.",
            (method.days, re.sub(r" to ", "-", method.days), re.sub(r" to ", "–", method.days)),
            (method.name, method.days),
        )


def return_facts(sight: ShopSight) -> Iterator[Fact]:
    """What the shop promises about sending things back."""
    days = sight.identity.returns_days
    yield Fact(
        "Within how many days can I send back what I do not like? Answer with the number alone.",
        (str(days), f"{days} days"),
        (f"{days} days",),
    )
    fee = sight.identity.return_fee
    if fee:
        price = sight.price(fee)
        yield Fact(
            "What does it cost to send a parcel back? Answer with the amount alone.",
            (price, f"{fee / 100:.2f}"),
            (price,),
        )
