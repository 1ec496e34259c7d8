"""The help chat: questions that a shop expects, and answers from what its specification promises."""

from __future__ import annotations

import re
from dataclasses import dataclass

from shopworld.shop.addressing import Addresses
from shopworld.shop.buying.payment import PAYMENT_LABELS
from shopworld.shop.information.policies import POLICY_TITLES
from shopworld.shop.pages import ChatTurn, HelpChat, Link
from shopworld.shop.presentation import Presentation
from shopworld.shop.specification import Identity, ShopSpecification
from shopworld.shop.state import ShopState

_WORD = re.compile(r"[a-zäöüß]+")


@dataclass(frozen=True, slots=True)
class _Topic:
    """Something that shoppers ask about.

    Attributes:
        name: as events hold it.
        question: as its button has it.
        words: beginnings of words that tell it.
        policy: handle of the page that says more.
    """

    name: str
    question: str
    words: tuple[str, ...]
    policy: str


_TOPICS = (
    _Topic("returns", "How do I return something?", ("return", "refund", "exchang", "send", "money"), "refund-policy"),
    _Topic(
        "delivery",
        "What does delivery cost, and how long does it take?",
        ("deliver", "shipp", "ship", "parcel", "arriv", "postag", "track", "long"),
        "shipping-policy",
    ),
    _Topic("payment", "How can I pay?", ("pay", "card", "invoice", "paypal", "bank"), "terms-of-service"),
    _Topic("order", "Can I change my order?", ("order", "cancel", "chang", "wrong"), "faq"),
    _Topic("person", "Can I talk to a person?", ("person", "human", "phone", "call", "contact", "mail"), "contact"),
)


class HelpDesk:
    """What a shop's help chat knows.

    Args:
        specification: of the shop.
        presentation: writes its prices.
        addresses: of its pages.
    """

    def __init__(self, specification: ShopSpecification, presentation: Presentation, addresses: Addresses) -> None:
        self._specification = specification
        self._presentation = presentation
        self._addresses = addresses

    def topic_of(self, message: str) -> str:
        """What a message asks about; empty where nobody can tell."""
        exact = next((one.name for one in _TOPICS if one.question == message), None)
        if exact is not None:
            return exact
        words = _WORD.findall(message.casefold())
        hits = {one.name: sum(word.startswith(one.words) for word in words) for one in _TOPICS}
        best = max(_TOPICS, key=lambda one: hits[one.name])
        return best.name if hits[best.name] else ""

    def chat(self, state: ShopState, *, is_open: bool) -> HelpChat:
        """The chat as it stands.

        Args:
            state: of the shopper.
            is_open: whether its panel is open.
        """
        turns = tuple(self._turn(asked.message, asked.topic) for asked in state.asked)
        return HelpChat(questions=tuple(one.question for one in _TOPICS), turns=turns, open=is_open)

    def _turn(self, message: str, topic_name: str) -> ChatTurn:
        topic = next((one for one in _TOPICS if one.name == topic_name), None)
        identity = self._specification.identity
        if topic is None:
            text = f"I do not know that. Write to {identity.support_email}, and a person will answer."
            return ChatTurn(message, text)
        return ChatTurn(message, self._answer(topic.name, identity), self._more(topic.policy))

    def _more(self, handle: str) -> Link | None:
        if handle not in self._specification.capabilities.info_pages_present or handle not in POLICY_TITLES:
            return None
        return Link(POLICY_TITLES[handle], self._addresses.policy(handle))

    def _answer(self, topic: str, identity: Identity) -> str:
        match topic:
            case "returns":
                return (
                    f"You can return what you bought within {identity.returns_days} days after you received it. "
                    f"Write to {identity.support_email} and name your order number."
                )
            case "delivery":
                return " ".join(self._delivery(place) for place in range(len(identity.shipping)))
            case "payment":
                return "You can pay by " + ", ".join(PAYMENT_LABELS[one][0].lower() for one in identity.payment) + "."
            case "order":
                return f"Yes, as long as it has not left us. Write to {identity.support_email}."
            case _:
                return f"Of course. Call {identity.support_phone} or write to {identity.support_email}."

    def _delivery(self, place: int) -> str:
        method = self._specification.identity.shipping[place]
        money = self._presentation.money
        free = "" if method.free_from is None else f", free from {money(method.free_from)}"
        return f"{method.name}: {self._presentation.price_or_free(method.price)}{free}, {method.days}."
