"""End states for what happened on the way: pages, listings, the checkout, things left behind."""

from __future__ import annotations

from collections.abc import Iterator

from shopworld.catalog.query import Sort
from shopworld.episode import Payload
from shopworld.shop.events import (
    ArticleViewed,
    CheckoutStep,
    ContactSent,
    CookiesChosen,
    NewsletterSubscribed,
    PageViewed,
    PolicyViewed,
    ProductViewed,
    SearchPerformed,
)
from shopworld.tasks.checks import ListingUsed, NoCheckout, NoSideEffects, PageRead, PageVisited
from shopworld.tasks.mutations.ground import Ground, carted, viewed
from shopworld.tasks.mutations.orders import order_of
from shopworld.tasks.mutations.state import Act, Acts, State, before_answer, right, without, wrong

_HANDLES = (
    "shipping-policy",
    "refund-policy",
    "privacy-policy",
    "terms-of-service",
    "contact",
    "faq",
    "about-us",
    "size-guide",
    "careers",
    "warranty",
)
_STEPS = ("contact", "address", "delivery", "payment", "one_page")


def page_visited_states(ground: Ground, check: PageVisited) -> Iterator[State]:
    """Pages that were not shown, or others instead."""
    acts, pages = ground.acts, [group[0] for group in check.groups]
    rest = without(acts, lambda act: isinstance(act[1], ProductViewed))
    yield wrong("no page", rest)
    for at, page in enumerate(pages):
        others = [viewed(one) for one in pages if one != page]
        yield wrong(f"page {at + 1} not visited", (*others, *rest))
        yield wrong(f"a near duplicate of page {at + 1}", (*others, viewed(ground.like(page)), *rest))
        yield wrong(f"page {at + 1} in a cart alone", before_answer((*others, *rest), carted(page), carted(page, 0)))
        listed = SearchPerformed(sort="featured", total=1, results=(f"{page.shop}/1",))
        yield wrong(f"page {at + 1} in a listing alone", (*others, (page.shop, listed), *rest))
        for there in list(ground.elsewhere(page))[:3]:
            yield wrong(f"page {at + 1} at {there.shop}", (*others, viewed(there), *rest))
    for near in ground.near[:5]:
        yield wrong(f"{near.slug} alone", (viewed(near), *rest))
    yield right("in another order", (*map(viewed, reversed(pages)), *rest))
    yield right("twice", (*map(viewed, pages), *map(viewed, pages), *rest))
    yield right("others too", (*map(viewed, ground.near), *acts))
    for group in check.groups:
        for other in group[1:]:
            yield right(f"{other.slug} instead", (*(viewed(other if one == group[0] else one) for one in pages), *rest))


def page_read_states(ground: Ground, check: PageRead) -> Iterator[State]:
    """Other information pages, those of other shops, or the right one too late."""
    acts = ground.acts
    rest = without(acts, lambda act: isinstance(act[1], PolicyViewed) and act[1].handle in check.handles)
    yield wrong("not opened", rest)
    others = [one for one in _HANDLES if one not in check.handles]
    for handle in others:
        yield wrong(f"{handle} instead", (_page(check.shop, handle), *rest))
    yield wrong("all others instead", (*(_page(check.shop, one) for one in others), *rest))
    for shop in [*(one for one in ground.shops if one != check.shop), "another-shop"][:3]:
        yield wrong(f"that of {shop}", (_page(shop, check.handles[0]), *rest))
    yield wrong("not found", ((check.shop, PageViewed(path="/policies/x", page="not_found", status=404)), *rest))
    yield wrong("an article instead", ((check.shop, ArticleViewed(blog="news", article=check.handles[0])), *rest))
    if check.before_cart and any(_fills(act) for act in rest):
        yield wrong("too late", before_answer(rest, _page(check.shop, check.handles[0])))
        yield right("again afterwards", before_answer(acts, _page(check.shop, check.handles[0])))
    for handle in check.handles:
        yield right(f"{handle}", (_page(check.shop, handle), *rest))
    yield right("twice", (_page(check.shop, check.handles[0]), *acts))
    yield right("all others too", (*(_page(check.shop, one) for one in others), *acts))


def listing_used_states(ground: Ground, check: ListingUsed) -> Iterator[State]:
    """Listings of something else, without the filter, with another value, sort or words; or too late."""
    acts = ground.acts
    wanted = _listing(check)
    rest = without(acts, lambda act: act == (check.shop, wanted))
    yield wrong("not shown", rest)
    for name, other in _other_listings(check, wanted):
        yield wrong(name, ((check.shop, other), *rest))
    if check.category is not None:
        for path in [one for one in ground.collections(check.shop) if one != check.category][:6]:
            other = wanted.model_copy(update={"category": path})
            yield wrong(f"collection {' / '.join(path)}", ((check.shop, other), *rest))
        named = wanted.model_copy(update={"category": (), "query": check.category[-1]})
        yield wrong("its name searched for", ((check.shop, named), *rest))
    for shop in [*(one for one in ground.shops if one != check.shop), "another-shop"][:2]:
        yield wrong(f"at {shop}", ((shop, wanted), *rest))
    yield wrong("its parts in turn", (*((check.shop, one) for one in _parts(check, wanted)), *rest))
    yield wrong("products looked at", (*(viewed(one) for one in (*ground.right, *ground.near)), *rest))
    if check.before_cart and any(_fills(act) for act in rest):
        yield wrong("too late", before_answer(rest, (check.shop, wanted)))
        yield right("again afterwards", before_answer(acts, (check.shop, wanted)))
    for name, same in _same_listings(check, wanted):
        yield right(name, ((check.shop, same), *rest))
    yield right("twice", ((check.shop, wanted), *acts))
    yield right("others before", (*((check.shop, one) for _, one in _other_listings(check, wanted)), *acts))


def _listing(check: ListingUsed) -> SearchPerformed:
    return SearchPerformed(
        query=check.query,
        category=check.category or (),
        filters={one.field: one.values[:1] for one in check.filters},
        sort=check.sort.value if check.sort else Sort.FEATURED.value,
        total=1,
        results=(),
    )


def _other_listings(check: ListingUsed, wanted: SearchPerformed) -> Iterator[tuple[str, SearchPerformed]]:
    if check.category is not None:
        for name, path in {
            "all products": (),
            "another collection": ("Something else",),
            "one below it": (*check.category, "More"),
            "one like it": (f"{check.category[-1]} sale",),
            "the one above": check.category[:-1] or ("Home",),
            "its name in lower case twice": (check.category[-1].lower() * 2,),
        }.items():
            yield name, wanted.model_copy(update={"category": path})
    for one in check.filters:
        others = {name: values for name, values in wanted.filters.items() if name != one.field}
        yield f"without {one.field}", wanted.model_copy(update={"filters": others})
        for name, values in {
            "another value of": ("something else",),
            "another value besides of": (*one.values[:1], "something else"),
            "a longer value of": (f"{one.values[0]} plus",),
            "no value of": (),
        }.items():
            yield f"{name} {one.field}", wanted.model_copy(update={"filters": {**others, one.field: values}})
        yield f"{one.field} by another name", wanted.model_copy(update={"filters": {**others, "x": one.values[:1]}})
    if check.sort is not None:
        for sort in Sort:
            if sort is not check.sort:
                yield f"sorted by {sort.value}", wanted.model_copy(update={"sort": sort.value})
    if check.query:
        words = check.query.split()
        for name, query in {
            "no words": "",
            "a word less": " ".join(words[:-1]) or "?",
            "a word more": f"{check.query} cheap",
            "other words": "something else",
            "the last letter less": check.query[:-1] or "?",
            "a letter more": f"{check.query}s",
            "a slip": f"{check.query[:1]}{check.query}",
            "run together with another": f"new{check.query}",
            "an exclusion": f"-{check.query}",
            "its first half": check.query[: max(1, len(check.query) // 2)],
            "the words backwards": " ".join(reversed(words)) if words[::-1] != words else f"{words[0]}s",
        }.items():
            yield name, wanted.model_copy(update={"query": query})


def _parts(check: ListingUsed, wanted: SearchPerformed) -> list[SearchPerformed]:
    """Each thing that is asked for in a listing of its own; nothing where there is one thing only."""
    plain = SearchPerformed(sort=Sort.RELEVANCE.value, total=1, results=())
    parts = [plain.model_copy(update={"category": wanted.category})] if check.category else []
    parts += [plain.model_copy(update={"filters": {name: values}}) for name, values in wanted.filters.items()]
    parts += [plain.model_copy(update={"sort": wanted.sort})] if check.sort is not None else []
    parts += [plain.model_copy(update={"query": wanted.query})] if check.query else []
    return parts if len(parts) > 1 else []


def _same_listings(check: ListingUsed, wanted: SearchPerformed) -> Iterator[tuple[str, SearchPerformed]]:
    yield "its second page", wanted.model_copy(update={"page": 2})
    yield "with results", wanted.model_copy(update={"total": 40, "results": ("a", "b")})
    yield "narrowed further", wanted.model_copy(update={"filters": {**wanted.filters, "rating": ("4",)}})
    if check.sort is None:
        yield "sorted", wanted.model_copy(update={"sort": Sort.PRICE_ASCENDING.value})
    for one in check.filters:
        for value in one.values:
            chosen = {**wanted.filters, one.field: (value,)}
            yield f"{one.field} {value}", wanted.model_copy(update={"filters": chosen})
        if len(one.values) > 1:
            chosen = {**wanted.filters, one.field: one.values}
            yield f"all that will do of {one.field}", wanted.model_copy(update={"filters": chosen})
    if check.query:
        yield "words in upper case", wanted.model_copy(update={"query": f"  {check.query.upper()} "})
    if check.category is None:
        yield "in a collection", wanted.model_copy(update={"category": ("Some", "Collection")})


def no_checkout_states(ground: Ground, _: NoCheckout) -> Iterator[State]:
    """The checkout entered, in each shop, at any step, before or after everything else."""
    acts = ground.acts
    for shop in ground.shops:
        entered: list[Payload] = [PageViewed(path="/checkout/", page="checkout")]
        entered += [CheckoutStep(step=step) for step in _STEPS]
        entered.append(CheckoutStep(step="payment", errors={"card_number": "missing"}))
        for payload in entered:
            name = payload.step if isinstance(payload, CheckoutStep) else "page"
            yield wrong(f"{shop}: {name} at first", ((shop, payload), *acts))
            yield wrong(f"{shop}: {name} in the end", before_answer(acts, (shop, payload)))
    yield from _harmless(ground, acts)


def no_side_effects_states(ground: Ground, check: NoSideEffects) -> Iterator[State]:
    """Things left in carts and orders that nobody asked for; and much that does no harm."""
    acts = ground.acts
    offers = [*ground.near[:9], *ground.right[:2]]
    if not check.allow_cart:
        for one in offers:
            yield wrong(f"{one.slug} left in the cart", before_answer(acts, carted(one)))
        yield wrong("one of three left", before_answer(acts, *[carted(one, n) for one in offers[:1] for n in (3, 1)]))
        yield wrong("everything left", before_answer(acts, *map(carted, offers)))
        # An order takes along what is in the shop's cart.
        for one in [one for one in offers if one.shop not in {shop for shop, _ in acts}][:2]:
            yield wrong(f"{one.slug} put in at first", (carted(one), *acts))
    if not check.allow_orders:
        for one in offers:
            yield wrong(f"{one.slug} ordered", before_answer(acts, order_of(one)))
        yield wrong("ordered at first", (order_of(offers[0]), *acts))
    yield from _harmless(ground, acts)


def _harmless(ground: Ground, acts: Acts) -> Iterator[State]:
    shop = ground.shops[0] if ground.shops else ""
    yield right("after looking around", (*ground.wandering, *acts))
    yield right("looking around last", before_answer(acts, *ground.wandering))
    yield right("newsletter", ((shop, NewsletterSubscribed(email="a@b.example")), *acts))
    yield right("cookies", ((shop, CookiesChosen(accepted=True)), *acts))
    yield right("contact form", ((shop, ContactSent(name="A", email="a@b.example", message="Hello")), *acts))
    if ground.near:
        spare = ground.near[0]
        yield right("put in and taken out", before_answer(acts, carted(spare, 3), carted(spare, 1), carted(spare, 0)))


def _page(shop: str, handle: str) -> Act:
    return shop, PolicyViewed(handle=handle)


def _fills(act: Act) -> bool:
    return getattr(act[1], "kind", "") == "cart_changed"
