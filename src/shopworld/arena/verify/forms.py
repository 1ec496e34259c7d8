"""All other forms work: search, filters and sorts, newsletter, contact, and what answers what lies over a page."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

from shopworld.arena.verify.finding import Area, Finding
from shopworld.arena.verify.form import Form, FormControl, forms_of, is_typed
from shopworld.arena.verify.page import VisitedPage
from shopworld.arena.verify.person import InventedBuyer
from shopworld.arena.verify.shopper import ShopResponse
from shopworld.arena.verify.subject import VerifiedShop
from shopworld.arena.verify.verifier import Verifier

_CURE = "Compare the form in theme/templates with the shipped template of the same name: action, method, field names."
_LISTINGS = 3
_EACH_KIND = 30
_VALUES = 2
"""Values that are tried of each filter."""


def _forms(subject: VerifiedShop) -> Iterator[Finding]:
    yield from _sent(subject)
    yield from _search(subject)
    for page in subject.crawl.of_kind("listing")[:_LISTINGS]:
        yield from _listing(subject, page)


def _expected(subject: VerifiedShop) -> dict[str, tuple[Area, tuple[str, ...]]]:
    """What each form that changes something belongs to, and what is recorded when it was sent well."""
    there = subject.addresses
    return {
        there.newsletter: ("shell", ("newsletter_subscribed",)),
        there.cookies: ("shell", ("cookies_chosen",)),
        there.dismiss: ("shell", ("overlay_dismissed",)),
        there.age: ("shell", ("age_answered",)),
        there.currency: ("shell", ("currency_chosen",)),
        there.locale: ("shell", ("locale_chosen",)),
        there.chat: ("shell", ("chat_asked",)),
        there.contact: ("info", ("contact_sent",)),
    }


def _sent(subject: VerifiedShop) -> Iterator[Finding]:
    expected = _expected(subject)
    bought = {subject.addresses.cart_add, subject.addresses.checkout}
    tried: set[tuple[str, ...]] = set()
    for page in subject.crawl.sample(most=_EACH_KIND):
        for form in forms_of(page.answer):
            key = (form.action, *sorted({one.name for one in form.fields}), *(one.value for one in form.fields[:1]))
            if form.method != "POST" or form.action.startswith(tuple(bought)) or key in tried:
                continue
            tried.add(key)
            area, kinds = expected.get(form.action, (page.area, ()))
            if form.action.startswith((subject.addresses.cart, subject.addresses.quick_order)):
                continue  # `purchase` sends these; article numbers are nothing that a stranger makes up
            what = _try(form, subject, kinds, len(tried))
            if what:
                yield Finding(verifier="forms", area=area, place=page.path, what=what, cure=_CURE)


def _try(form: Form, subject: VerifiedShop, kinds: tuple[str, ...], number: int) -> str:
    """Sends a form as a visitor of its own; says what is wrong, or nothing."""
    if not form.buttons:
        return f"the form to {form.action} has no button"
    shopper = subject.shopper(f"form {number}")
    person = InventedBuyer(subject.identity.country)
    answer = form.send(shopper, form.filled(person.fills(form)))
    if not answer.is_fine:
        reason = f": {answer.error}" if answer.error else ""
        return f"sending the form to {form.action} ends with {answer.status}{reason}"
    if kinds and not shopper.events(*kinds):
        return f"sending the form to {form.action} has no effect"
    return ""


def _search(subject: VerifiedShop) -> Iterator[Finding]:
    """A product is found by its own title."""
    shopper, there = subject.shopper("search"), subject.addresses
    home = shopper.get(there.home)
    form = next((one for one in forms_of(home) if one.action == there.search and one.method == "GET"), None)
    if form is None or form.field(there.search_field) is None:
        yield _finding(
            "search", there.home, f"there is no search form (none sends {there.search_field!r} to {there.search})"
        )
        return
    product = next((one for one in subject.folder.data.products if one.status == "active"), None)
    if product is None:
        return
    answer = form.send(shopper, form.filled({there.search_field: product.title}))
    if not answer.is_fine:
        yield _finding("search", answer.path, f"searching for {product.title!r} ends with {answer.status}")
    elif f'"{there.product(product.handle)}"' not in answer.text:
        yield _finding("search", answer.path, f"searching for {product.title!r} does not show that product")


def _listing(subject: VerifiedShop, page: VisitedPage) -> Iterator[Finding]:
    """Every filter and every sort of a listing gives a page that still says what was chosen."""
    shopper = subject.shopper(f"listing {page.path}")
    form = next((one for one in forms_of(page.answer) if one.method == "GET" and _is_listing(one, page)), None)
    can = subject.storefront.shop.capabilities.collection
    if form is None:
        if can.filters or len(can.sort) > 1:
            yield _finding("search", page.path, "there is no form for filters and sorts")
        return
    names = list(dict.fromkeys(one.name for one in form.fields if one.name))
    for name in names:
        for value in _values_of(form, name)[:_VALUES]:
            answer = form.send(shopper, _only(form, name, value))
            what = _fault(answer, name, value)
            if what:
                yield _finding("search", page.path, what)


def _is_listing(form: Form, page: VisitedPage) -> bool:
    return urlsplit(form.action).path == page.path.partition("?")[0]


def _values_of(form: Form, name: str) -> list[str]:
    """Values of a field that are not chosen yet."""
    found: list[str] = []
    for one in form.fields:
        if one.name != name or not one.enabled or one.type == "hidden" or is_typed(one):
            continue
        if one.type == "select":
            found += [value for value in one.values if value and value != one.value]
        elif one.value and not one.chosen:
            found.append(one.value)
    return found


def _only(form: Form, name: str, value: str) -> list[tuple[str, str]]:
    sent = [pair for pair in form.filled(required=False) if pair[0] != name and pair[1]]
    return [*sent, (name, value)]


def _fault(answer: ShopResponse, name: str, value: str) -> str:
    if not answer.is_fine:
        reason = f": {answer.error}" if answer.error else ""
        return f"choosing {name} = {value!r} ends with {answer.status}{reason}"
    stands = [one for form in forms_of(answer) for one in form.fields if one.name == name and _says(one, value)]
    if not stands:
        return f"after choosing {name} = {value!r} the page does not show it as chosen"
    return ""


def _says(field: FormControl, value: str) -> bool:
    return field.value == value and (field.chosen or field.type == "select")


def _finding(area: Area, place: str, what: str) -> Finding:
    return Finding(verifier="forms", area=area, place=place, what=what, cure=_CURE)


FORMS = Verifier(
    "forms",
    "Do search, filters, sorts and all other forms work?",
    _forms,
    areas=("shell", "search", "info", "collections", "integration"),
)
