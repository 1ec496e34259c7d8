"""A purchase works by the forms that pages hold: add, change, remove, promotion code, check out to the confirmation."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product

from selectolax.lexbor import LexborHTMLParser

from shopworld.arena.verify.finding import Area, Finding
from shopworld.arena.verify.form import Form, forms_of
from shopworld.arena.verify.page import VisitedPage
from shopworld.arena.verify.person import InventedBuyer
from shopworld.arena.verify.shopper import ShopResponse, VerifyingShopper
from shopworld.arena.verify.subject import VerifiedShop
from shopworld.arena.verify.verifier import Verifier
from shopworld.shop.addressing import product_slug
from shopworld.shop.events import CartRefused
from shopworld.shop.promotions import is_public
from shopworld.shop.specification import Promotion

_MOST_STEPS = 6
_MOST_CHOICES = 40
_TRIED = 60
"""Product pages that are looked at for one that can be ordered."""
_CURE = "Compare the form in theme/templates with the shipped template of the same name: action, method, field names."


class _Stuck(Exception):
    """The purchase cannot go on."""

    def __init__(self, area: Area, place: str, what: str) -> None:
        super().__init__(what)
        self.finding = Finding(verifier="purchase", area=area, place=place, what=what, cure=_CURE)


def _purchase(subject: VerifiedShop) -> Iterator[Finding]:
    products = _orderable(subject)
    if not products:
        yield Finding(
            verifier="purchase",
            area="product",
            place=subject.addresses.all_products,
            what="no product page holds a form that adds its product to the cart",
            cure=_CURE,
        )
        return
    for place, page in enumerate(products):
        shopper = subject.shopper(f"purchase {place}")
        try:
            yield from _Purchase(subject, shopper).run(page, whole=page is products[0])
        except _Stuck as stuck:
            yield stuck.finding


def _orderable(subject: VerifiedShop) -> list[VisitedPage]:
    """A product without choices and one with them, where the shop has both."""
    simple = chosen = None
    for page in subject.crawl.of_kind("product")[:_TRIED]:
        form = _own_form(page.answer, page.path, subject)
        if form is None or next(_choices(form), None) is None:
            continue
        has_choices = any(one.type in ("radio", "select") for one in form.fields)
        simple = simple or (None if has_choices else page)
        chosen = chosen or (page if has_choices else None)
        if simple and chosen:
            break
    return [page for page in (chosen, simple) if page is not None]


def _own_form(answer: ShopResponse, path: str, subject: VerifiedShop) -> Form | None:
    """The form of a product's page that adds this product, and no other that the page shows."""
    offer = subject.catalog.offer_by_slug(subject.identity.id, product_slug(path.partition("?")[0]) or "")
    number = str(offer.number) if offer is not None else ""
    for form in forms_of(answer):
        named = form.field("offer")
        if form.action == subject.addresses.cart_add and named is not None and named.value == number:
            return form
    return None


def _choices(form: Form) -> Iterator[dict[str, str]]:
    """Everything that can be chosen together, first things first; nothing where one of the choices is sold out."""
    values: dict[str, list[str]] = {}
    for one in form.fields:
        if one.type in ("radio", "select"):
            values.setdefault(one.name, []).extend(value for value in one.values if value and one.enabled)
    for chosen in product(*values.values()):
        yield dict(zip(values, chosen, strict=True))


def _form(answer: ShopResponse, action: str) -> Form | None:
    """The first form in the main part of a page that is sent there."""
    return next((one for one in forms_of(answer) if one.action == action and one.in_main), None)


def _read(answer: ShopResponse) -> str:
    """The text of the main part of a page."""
    main = LexborHTMLParser(answer.text).css_first("main")
    return " ".join(main.text(deep=True, separator=" ").split()) if main is not None else ""


class _Purchase:
    def __init__(self, subject: VerifiedShop, shopper: VerifyingShopper) -> None:
        self._shopper = shopper
        self._subject = subject
        self._there = subject.addresses
        self._can = subject.storefront.shop.capabilities.cart
        self._identity = subject.identity
        self._money = subject.storefront.shop.presentation.money

    def run(self, page: VisitedPage, *, whole: bool) -> Iterator[Finding]:
        self._add(page)
        yield from self._change()
        if whole:
            yield from self._promotion()
            yield from self._estimate()
            self._remove()
            self._add(page)
        yield from self._check_out()

    def _add(self, page: VisitedPage) -> None:
        answer = self._shopper.get(page.path)
        form = _own_form(answer, page.path, self._subject)
        if form is None:
            raise _Stuck("product", page.path, "the form that adds to the cart is gone at a second visit")
        if form.method != "POST":
            raise _Stuck("product", page.path, "the form that adds to the cart is sent by GET, expected POST")
        if not form.buttons:
            raise _Stuck("product", page.path, "the form that adds to the cart has no button")
        person = InventedBuyer(self._identity.country)
        own = {one.name: "Robin" for one in form.fields if one.name == "personalization" and one.required}
        typed = person.fills(form, **own) if own else {}
        for choice in islice(_choices(form), _MOST_CHOICES):
            after = form.send(self._shopper, form.filled({**typed, **choice}))
            self._fine(after, "product", f"adding to the cart from {page.path}")
            if self._shopper.state.lines:
                return
        told = [
            event.payload.message for event in self._shopper.episode.events if isinstance(event.payload, CartRefused)
        ]
        reason = f": {told[-1]}" if told else ""
        raise _Stuck("product", page.path, f"sending the form that adds to the cart leaves the cart empty{reason}")

    def _change(self) -> Iterator[Finding]:
        answer = self._cart()
        line = next(iter(self._shopper.state.lines.values()))
        if self._money(line.total) not in _read(answer):
            yield self._finding(
                self._there.cart, f"the cart does not show what it holds costs: {self._money(line.total)}"
            )
        form = self._needed(answer, self._there.cart_update, "cart", "a form that changes a quantity")
        if form.field("quantity") is None:
            raise _Stuck("cart", self._there.cart, "the form that changes a quantity has no field 'quantity'")
        after = form.send(self._shopper, form.filled({"quantity": "2"}))
        self._fine(after, "cart", "changing a quantity")
        held = next(iter(self._shopper.state.lines.values()), None)
        if held is None or held.quantity != 2:
            if self._shopper.events("cart_refused"):
                return  # only one piece is left: the shop said so
            found = held.quantity if held else 0
            yield self._finding(self._there.cart, f"after the quantity was set to 2 the cart holds {found}")
        elif self._money(held.total) not in _read(self._cart()):
            yield self._finding(self._there.cart, f"the cart does not show the new total {self._money(held.total)}")

    def _remove(self) -> None:
        form = self._needed(self._cart(), self._there.cart_remove, "cart", "a form that removes a line")
        self._fine(form.send(self._shopper, form.filled()), "cart", "removing a line")
        if self._shopper.state.lines:
            raise _Stuck("cart", self._there.cart, "after the only line was removed the cart still holds it")

    def _promotion(self) -> Iterator[Finding]:
        if not self._can.has_promo_input:
            return
        form = self._needed(self._cart(), self._there.promotion, "cart", "a form for promotion codes")
        refused = form.send(self._shopper, form.filled({"code": "NO-SUCH-CODE"}))
        self._fine(refused, "cart", "sending a promotion code that does not exist")
        if self._shopper.state.promotion_code is not None:
            yield self._finding(self._there.cart, "a promotion code that does not exist is taken")
        known = self._applicable()
        if known is None:
            return
        after = form.send(self._shopper, form.filled({"code": known.code}))
        self._fine(after, "cart", f"sending the promotion code {known.code}")
        if self._shopper.state.promotion_code != known.code:
            yield self._finding(self._there.cart, f"the promotion code {known.code} is not taken")
        elif known.code not in _read(self._cart()):
            yield self._finding(self._there.cart, f"the cart does not show the promotion code {known.code}")

    def _estimate(self) -> Iterator[Finding]:
        form = _form(self._cart(), self._there.cart_estimate)
        if form is None:
            return
        after = form.send(self._shopper, form.filled(InventedBuyer(self._identity.country).fills(form)))
        self._fine(after, "cart", "asking what delivery costs")
        asked = self._shopper.state.estimate
        if asked is None or asked.message:
            reason = f": {asked.message}" if asked else ""
            yield self._finding(self._there.cart, f"asking what delivery costs gives no answer{reason}")

    def _applicable(self) -> Promotion | None:
        """A code that everybody is told of and that this cart is worth enough for."""
        goods = self._shopper.state.goods_total
        return next((one for one in self._identity.promotions if is_public(one) and one.minimum <= goods), None)

    def _check_out(self) -> Iterator[Finding]:
        cart = self._cart()
        if self._there.checkout not in cart.text:
            yield self._finding(self._there.cart, "no link leads to the checkout", "Link to the checkout in the cart.")
        answer = self._shopper.get(self._there.checkout)
        for _ in range(_MOST_STEPS):
            self._fine(answer, "cart", "the checkout")
            form = self._needed(answer, self._there.checkout, "cart", "the form of the checkout")
            answer = form.send(self._shopper, form.filled(self._entries(form)))
            if self._shopper.state.orders:
                break
        else:
            raise _Stuck("cart", self._there.checkout, f"no order is placed after {_MOST_STEPS} times filling it in")
        self._fine(answer, "cart", "the confirmation of the order")
        number = str(self._shopper.state.orders[-1].number)
        if number not in _read(answer):
            yield self._finding(answer.path, f"the confirmation does not tell the number of the order, {number}")

    def _entries(self, form: Form) -> dict[str, str]:
        entries = InventedBuyer(self._identity.country).fills(form)
        for name in ("delivery", "payment"):
            choices = [one.value for one in form.fields if one.name == name and one.type == "radio" and one.enabled]
            if choices and not any(one.name == name and one.chosen for one in form.fields if one.type == "radio"):
                entries[name] = choices[0]
        return entries

    def _cart(self) -> ShopResponse:
        answer = self._shopper.get(self._there.cart)
        self._fine(answer, "cart", "the cart")
        return answer

    def _needed(self, answer: ShopResponse, action: str, area: Area, noun: str) -> Form:
        form = _form(answer, action)
        if form is None:
            raise _Stuck(area, answer.path, f"there is not {noun} (none is sent to {action})")
        if form.method != "POST":
            raise _Stuck(area, answer.path, f"{noun} is sent by GET, expected POST")
        return form

    def _fine(self, answer: ShopResponse, area: Area, what: str) -> None:
        if not answer.is_fine:
            reason = f": {answer.error}" if answer.error else ""
            raise _Stuck(area, answer.path, f"{what} ends with {answer.status}{reason}")

    def _finding(self, place: str, what: str, cure: str = _CURE) -> Finding:
        return Finding(verifier="purchase", area="cart", place=place, what=what, cure=cure)


PURCHASE = Verifier(
    "purchase",
    "Can a product be added, changed, removed, paid less for by a code, and ordered?",
    _purchase,
    areas=("product", "cart"),
)
