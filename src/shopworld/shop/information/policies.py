"""Policies and information pages, composed from what the shop's specification says."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape

from shopworld.shop.buying.payment import PAYMENT_LABELS
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
}


def policy_handle(text: str) -> str:
    """The handle that an address means: `shipping` is `shipping-policy`."""
    return _ALIASES.get(text, text)


class Policies:
    """The texts of one shop.

    Args:
        specification: of the shop.
        presentation: writes its prices.
        voice: how it speaks.
    """

    def __init__(self, specification: ShopSpecification, presentation: Presentation, voice: Voice) -> None:
        self._identity = specification.identity
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
        }
        present = specification.capabilities.info_pages_present
        self._html = {handle: write() for handle, write in writers.items() if handle in present}

    def html(self, handle: str) -> str | None:
        """The body of that page as HTML; None where the shop has no such page."""
        return self._html.get(handle)

    @property
    def handles(self) -> tuple[str, ...]:
        """Pages that the shop has."""
        return tuple(self._html)

    @property
    def closing(self) -> str:
        """Where to turn with questions."""
        return self._voice.closing.format(email=self._identity.support_email, phone=self._identity.support_phone)

    def _shipping(self) -> str:
        rows = [
            (one.name, self._free_or_money(one.price), self._free_from(one), one.days)
            for one in self._identity.shipping
        ]
        return _join(
            _paragraph(self._voice.promise),
            _heading("Delivery methods and prices"),
            _table(("Method", "Price", "Free from", "Delivery time"), rows),
            _heading("When we ship"),
            _paragraph(
                "Orders placed before 14:00 on a working day leave our warehouse the same day, later ones on the next."
            ),
            _paragraph("As soon as your parcel is with the carrier we send you a tracking number by e-mail."),
            _heading("Delivery address"),
            _paragraph("We also send to an address of your choice: “Ship to a different address” in the checkout."),
            _paragraph(self.closing),
        )

    def _refund(self) -> str:
        days = self._identity.returns_days
        return _join(
            _paragraph(self._voice.promise),
            _heading(f"{days} days to change your mind"),
            _paragraph(
                f"You can send back any product within {days} days after you received it, without giving a reason."
            ),
            _heading("How to return a product"),
            _list(
                (
                    f"Write to {self._identity.support_email} and name your order number.",
                    "Pack the product with everything that came with it, in its original box if you still have it.",
                    "Put the return label that we send you on the parcel and hand it to the carrier.",
                ),
                ordered=True,
            ),
            _heading("Your refund"),
            _paragraph("Within 14 days after your return has arrived we refund the price, by the way you paid."),
            _paragraph("Opened software and products made to your order cannot be returned, unless they are faulty."),
            _paragraph(self.closing),
        )

    def _privacy(self) -> str:
        name = self._identity.name
        return _join(
            _paragraph(f"This page says what {name} knows about you, why, and for how long."),
            _heading("What we store"),
            _list(
                (
                    "Your name, addresses and e-mail address, to deliver your order and to write to you about it.",
                    "What you ordered and how you paid. Card numbers stay with the payment service.",
                    "Your e-mail address for the newsletter, if you asked for it.",
                )
            ),
            _heading("How long"),
            _paragraph(
                "We keep invoices for ten years, as the law demands, and the rest for two years after your last order."
            ),
            _heading("Cookies"),
            _paragraph("The shop works without cookies. With your consent we count visits, without your name."),
            _heading("Your rights"),
            _paragraph(f"Ask at any time what we know about you, or have it deleted: {self._identity.support_email}."),
        )

    def _terms(self) -> str:
        identity = self._identity
        paying = [PAYMENT_LABELS[one][0] for one in identity.payment]
        return _join(
            _heading("Who you buy from"),
            _paragraph(", ".join(part for part in (identity.name, identity.address) if part) + "."),
            _heading("Your order"),
            _paragraph("A contract is made when you press the button that places the order and see the order number."),
            _heading("Prices"),
            _paragraph(
                f"All prices are in {identity.currency} and include value added tax. Delivery is added in the checkout."
            ),
            _heading("Payment"),
            _list(paying),
            _heading("Warranty"),
            _paragraph("The statutory warranty holds: two years for new products, one for used and refurbished ones."),
            _paragraph(self.closing),
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
        public = [promotion_text(one) for one in identity.promotions if is_public(one)]
        if public:
            questions.append(("Are there promotions at the moment?", " ".join(public)))
        return _join(
            *(_heading(question) + _paragraph(answer) for question, answer in questions), _paragraph(self.closing)
        )

    def _delivery(self, method: ShippingMethod) -> str:
        price = self._money(method.price) if method.price else "free"
        free = "" if method.free_from is None else f", free from {self._money(method.free_from)}"
        return f"{method.name} ({method.days}): {price}{free}."

    def _about(self) -> str:
        identity = self._identity
        paragraphs = [one for one in (identity.tagline, identity.description) if one]
        return _join(
            *(_paragraph(one) for one in paragraphs),
            _heading("What you can count on"),
            _list(
                (
                    f"{identity.returns_days} days to return what you do not like.",
                    f"{len(identity.shipping)} delivery methods, with tracking."
                    if len(identity.shipping) > 1
                    else "Tracked delivery.",
                    "Reviews by people who bought the product from us.",
                )
            ),
            _paragraph(self.closing),
        )

    def _free_from(self, method: ShippingMethod) -> str:
        return "–" if method.free_from is None else self._money(method.free_from)


def promotion_text(promotion: Promotion) -> str:
    """A public promotion in a sentence: what its description promises, and the code."""
    return f"{promotion.description.rstrip('.')}: use code {promotion.code}."


def _heading(text: str) -> str:
    return f"<h2>{escape(text)}</h2>"


def _paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>"


def _list(items: Iterable[str], *, ordered: bool = False) -> str:
    tag = "ol" if ordered else "ul"
    return f"<{tag}>" + "".join(f"<li>{escape(item)}</li>" for item in items) + f"</{tag}>"


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def _join(*parts: str) -> str:
    return "\n".join(parts)
