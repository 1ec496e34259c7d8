"""Policies and information pages, composed from what the shop's specification says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from shopworld.shop.buying.countries import countries
from shopworld.shop.buying.payment import PAYMENT_LABELS
from shopworld.shop.information.html import heading, items, join, paragraph, table
from shopworld.shop.information.size_guide import size_guide
from shopworld.shop.presentation import Presentation
from shopworld.shop.promotions import is_public
from shopworld.shop.specification import Promotion, ShippingMethod, ShopSpecification
from shopworld.shop.voice import Voice

POLICY_TITLES: dict[str, str] = {
    "shipping-policy": "Shipping and delivery",
    "refund-policy": "Returns and refunds",
    "privacy-policy": "Privacy",
    "terms-of-service": "Terms of service",
    "faq": "Frequently asked questions",
    "about-us": "About us",
    "contact": "Contact",
    "gift-cards": "Gift cards",
    "size-guide": "Size guide",
    "warranty": "Warranty",
}
"""Title of each page by its handle (ShopGym's `info_pages_present`)."""

_ALIASES = {
    "shipping": "shipping-policy",
    "delivery": "shipping-policy",
    "refund": "refund-policy",
    "returns": "refund-policy",
    "return-policy": "refund-policy",
    "privacy": "privacy-policy",
    "terms": "terms-of-service",
    "about": "about-us",
    "gift-card": "gift-cards",
    "size-chart": "size-guide",
    "sizing": "size-guide",
}


def policy_handle(text: str) -> str:
    """The handle that an address means: `shipping` is `shipping-policy`."""
    return _ALIASES.get(text, text)


@dataclass(frozen=True, slots=True)
class Text:
    """An information page: its title, and its body as sanitised HTML."""

    title: str
    html: str


class Policies:
    """The texts of one shop: those of its own content, and those composed from its specification.

    Args:
        specification: of the shop.
        presentation: writes its prices.
        voice: how it speaks.
    """

    def __init__(self, specification: ShopSpecification, presentation: Presentation, voice: Voice) -> None:
        self._identity = specification.identity
        self._capabilities = specification.capabilities
        self._money = presentation.money
        self._free_or_money = presentation.price_or_free
        self._voice = voice
        writers: dict[str, Callable[[], str]] = {
            "shipping-policy": self._shipping,
            "refund-policy": self._refund,
            "privacy-policy": self._privacy,
            "terms-of-service": self._terms,
            "faq": self._faq,
            "about-us": self._about,
            "gift-cards": self._gift_cards,
            "size-guide": size_guide,
            "warranty": self._warranty,
        }
        present = self._capabilities.info_pages_present
        self._texts = {
            handle: Text(POLICY_TITLES[handle], write()) for handle, write in writers.items() if handle in present
        }
        content = specification.content
        for page in (*content.policies, *content.pages) if content else ():
            if page.handle != "contact":
                self._texts[page.handle] = Text(page.title, page.body_html)

    def text(self, handle: str) -> Text | None:
        """The page of that handle; None where the shop has no such page."""
        return self._texts.get(handle)

    @property
    def handles(self) -> tuple[str, ...]:
        """Pages that the shop has."""
        return tuple(self._texts)

    @property
    def closing(self) -> str:
        """Where to turn with questions."""
        return self._voice.closing.format(email=self._identity.support_email, phone=self._identity.support_phone)

    def _shipping(self) -> str:
        rows = [
            (one.name, self._free_or_money(one.price), self._free_from(one), one.days)
            for one in self._identity.shipping
        ]
        return join(
            paragraph(self._voice.promise),
            heading("Delivery methods and prices"),
            table(("Method", "Price", "Free from", "Delivery time"), rows),
            self._where_to(),
            heading("When we ship"),
            paragraph(
                f"Orders placed before {self._identity.order_cutoff or '14:00'} on a working day leave our warehouse "
                "the same day, later ones on the next."
            ),
            paragraph("As soon as your parcel is with the carrier we send you a tracking number by e-mail."),
            heading("Delivery address"),
            paragraph("We also send to an address of your choice: “Ship to a different address” in the checkout."),
            self._without_parcel(),
            paragraph(self.closing),
        )

    def _where_to(self) -> str:
        """Which way of delivery goes where, if they differ."""
        methods = [one for one in self._identity.shipping if one.countries is not None]
        if not methods:
            return ""
        rows = (
            f"{one.name}: {', '.join(countries().get(code, code) for code in one.countries or ())}." for one in methods
        )
        return join(heading("Where we deliver"), items(rows))

    def _without_parcel(self) -> str:
        if "gift-cards" not in self._capabilities.info_pages_present:
            return ""
        return join(
            heading("Gift cards"), paragraph("Gift cards are sent by e-mail within a few minutes, free of charge.")
        )

    def _refund(self) -> str:
        days = self._identity.returns_days
        return join(
            paragraph(self._voice.promise),
            heading(f"{days} days to change your mind"),
            paragraph(
                f"You can send back any product within {days} days after you received it, without giving a reason."
            ),
            heading("How to return a product"),
            items(
                (
                    f"Write to {self._identity.support_email} and name your order number.",
                    "Pack the product with everything that came with it, in its original box if you still have it.",
                    "Put the return label that we send you on the parcel and hand it to the carrier.",
                ),
                ordered=True,
            ),
            self._return_costs(),
            heading("Your refund"),
            paragraph("Within 14 days after your return has arrived we refund the price, by the way you paid."),
            paragraph("Opened software and products made to your order cannot be returned, unless they are faulty."),
            *self._not_returned(),
            paragraph(self.closing),
        )

    def _return_costs(self) -> str:
        fee = self._identity.return_fee
        if fee is None:
            return ""
        costs = (
            f"A return costs {self._money(fee)}, however many products are in the parcel. We take it off your refund."
            if fee
            else "Returns are free: we pay for the label."
        )
        days = self._identity.returns_days
        swap = f"Another size, colour or model instead is sent free of charge, within the same {days} days."
        return join(heading("What a return costs"), paragraph(costs), heading("Exchanges"), paragraph(swap))

    def _not_returned(self) -> list[str]:
        texts = []
        if self._capabilities.product.has_personalization:
            texts.append("Products with a text of your own on them are made to your order.")
        if "gift-cards" in self._capabilities.info_pages_present:
            texts.append("Gift cards cannot be returned or paid out.")
        return [paragraph(text) for text in texts]

    def _privacy(self) -> str:
        name = self._identity.name
        return join(
            paragraph(f"This page says what {name} knows about you, why, and for how long."),
            heading("What we store"),
            items(
                (
                    "Your name, addresses and e-mail address, to deliver your order and to write to you about it.",
                    "What you ordered and how you paid. Card numbers stay with the payment service.",
                    "Your e-mail address for the newsletter, if you asked for it.",
                )
            ),
            heading("How long"),
            paragraph(
                "We keep invoices for ten years, as the law demands, and the rest for two years after your last order."
            ),
            heading("Cookies"),
            paragraph("The shop works without cookies. With your consent we count visits, without your name."),
            heading("Your rights"),
            paragraph(f"Ask at any time what we know about you, or have it deleted: {self._identity.support_email}."),
        )

    def _terms(self) -> str:
        identity = self._identity
        paying = [PAYMENT_LABELS[one][0] for one in identity.payment]
        return join(
            heading("Who you buy from"),
            paragraph(", ".join(part for part in (identity.name, identity.address) if part) + "."),
            heading("Your order"),
            paragraph("A contract is made when you press the button that places the order and see the order number."),
            heading("Prices"),
            paragraph(
                f"All prices are in {identity.currency} and include value added tax. Delivery is added in the checkout."
            ),
            heading("Payment"),
            items(paying),
            heading("Warranty"),
            paragraph("The statutory warranty holds: two years for new products, one for used and refurbished ones."),
            self._own_warranty(),
            paragraph(self.closing),
        )

    def _own_warranty(self) -> str:
        period = self._identity.warranty
        if period is None:
            return ""
        if period.casefold() == "lifetime":
            return paragraph("Beside it we give a lifetime warranty of our own: for as long as you own the product.")
        return paragraph(f"Beside it we give a warranty of our own for {period} from the day of delivery.")

    def _warranty(self) -> str:
        return join(
            paragraph("The statutory warranty holds: two years for new products, one for used and refurbished ones."),
            self._own_warranty(),
            heading("What is covered"),
            items(
                (
                    "Faults of material and workmanship.",
                    "Parts that wear out sooner than they should in normal use at home.",
                )
            ),
            heading("What is not covered"),
            items(("Damage by falls, wrong use or repairs by others.", "Use in a business, unless we agreed to it.")),
            heading("How to claim"),
            items(
                (
                    f"Write to {self._identity.support_email} with your order number and a picture of the fault.",
                    "We answer within two working days and send a label if we need to see the product.",
                    "We repair it, replace it, or refund the price if neither can be done.",
                ),
                ordered=True,
            ),
            paragraph(self.closing),
        )

    def _gift_cards(self) -> str:
        months = self._identity.gift_card_months
        good_for = f"A gift card is good for {months} months from the day it is bought." if months else ""
        return join(
            paragraph(f"A gift card of {self._identity.name} comes by e-mail within a few minutes. Delivery is free."),
            heading("How it works"),
            items(
                (
                    "Choose an amount and put the gift card into your cart.",
                    "You receive a code by e-mail. Print it, or send it on.",
                    "The code is entered as a promotion code. What is not used up stays on the card.",
                ),
                ordered=True,
            ),
            heading("Good to know"),
            paragraph(good_for or "Our gift cards do not expire."),
            items(
                (
                    "Gift cards cannot be returned or paid out.",
                    "Several gift cards may be used for one order.",
                )
            ),
            paragraph(self.closing),
        )

    def _faq(self) -> str:
        identity = self._identity
        questions = [
            ("What does delivery cost?", " ".join(self._delivery(method) for method in identity.shipping)),
            ("How long can I return a product?", f"{identity.returns_days} days after you received it."),
            ("How can I pay?", "; ".join(PAYMENT_LABELS[one][0] for one in identity.payment) + "."),
            ("Where do I enter a promotion code?", "In the cart. The discount shows at once; one code per order."),
            ("Can I change my order?", f"As long as it has not left us: write to {identity.support_email}."),
            ("Do you deliver to other countries?", "Yes, to every country that you can choose in the checkout."),
        ]
        if identity.return_fee is not None:
            fee = f"{self._money(identity.return_fee)} a parcel." if identity.return_fee else "Nothing."
            questions.append(("What does a return cost?", fee))
        if identity.warranty is not None:
            own = (
                "For as long as you own it." if identity.warranty.casefold() == "lifetime" else f"{identity.warranty}."
            )
            questions.append(("How long is your own warranty?", own))
        public = [promotion_text(one) for one in identity.promotions if is_public(one)]
        if public:
            questions.append(("Are there promotions at the moment?", " ".join(public)))
        return join(*(heading(question) + paragraph(answer) for question, answer in questions), paragraph(self.closing))

    def _delivery(self, method: ShippingMethod) -> str:
        price = self._money(method.price) if method.price else "free"
        free = "" if method.free_from is None else f", free from {self._money(method.free_from)}"
        return f"{method.name} ({method.days}): {price}{free}."

    def _about(self) -> str:
        identity = self._identity
        paragraphs = [one for one in (identity.tagline, identity.description) if one]
        return join(
            *(paragraph(one) for one in paragraphs),
            heading("What you can count on"),
            items(
                (
                    f"{identity.returns_days} days to return what you do not like.",
                    f"{len(identity.shipping)} delivery methods, with tracking."
                    if len(identity.shipping) > 1
                    else "Tracked delivery.",
                    "Reviews by people who bought the product from us.",
                )
            ),
            paragraph(self.closing),
        )

    def _free_from(self, method: ShippingMethod) -> str:
        return "–" if method.free_from is None else self._money(method.free_from)


def promotion_text(promotion: Promotion) -> str:
    """A public promotion in a sentence: what its description promises, and the code."""
    return f"{promotion.description.rstrip('.')}: use code {promotion.code}."
