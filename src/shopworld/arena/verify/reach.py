"""All that the shop sells can be found by following menus and listings, without knowing an address."""

from __future__ import annotations

from collections.abc import Iterator

from shopworld.arena.verify.crawl import CrawledShop
from shopworld.arena.verify.finding import Finding
from shopworld.arena.verify.subject import VerifiedShop
from shopworld.arena.verify.verifier import Verifier
from shopworld.shop.data.content import ALL


def _reach(subject: VerifiedShop) -> Iterator[Finding]:
    crawl, there, data = subject.crawl, subject.addresses, subject.folder.data
    for collection in data.collections:
        path = there.category((collection.handle,))
        if collection.handle != ALL and path not in crawl.by_listing:
            yield _lost(path, "the collection", "Put it into a menu of data/navigation.json.")
    for product in data.products:
        path = there.product(product.handle)
        if product.status == "active" and path not in crawl.by_listing:
            yield _lost(
                path,
                "the product",
                "Check that listings show it on one of their pages, and that the link to the next page is there.",
            )
    for path in _texts(subject):
        if path not in crawl.reached:
            yield _lost(path, "the page", "Put it into the footer's menu in data/navigation.json.", area_info=True)
    yield from _members(subject, crawl)


def _lost(path: str, noun: str, cure: str, *, area_info: bool = False) -> Finding:
    return Finding(
        verifier="reach",
        area="info" if area_info else "collections",
        place=path,
        what=f"nothing leads to {noun}: no menu and no page of a listing",
        cure=cure,
    )


def _texts(subject: VerifiedShop) -> Iterator[str]:
    content = subject.folder.specification.content
    if content is not None:
        for one in (*content.policies, *content.pages):
            yield subject.addresses.policy(one.handle)
        for article in content.articles:
            yield subject.addresses.article(article.blog, article.handle)


def _members(subject: VerifiedShop, crawl: CrawledShop) -> Iterator[Finding]:
    """Every collection shows all its products on its pages together."""
    there, data = subject.addresses, subject.folder.data
    sold = {one.handle for one in data.products if one.status == "active"}
    shown: dict[str, set[str]] = {}
    for page in crawl.of_kind("listing"):
        targets = {link.target for link in page.links if link.region == "main"}
        shown.setdefault(page.path.partition("?")[0], set()).update(targets)
    for collection in data.collections:
        base = there.category((collection.handle,))
        if collection.handle == ALL or base not in shown:
            continue
        wanted = {there.product(handle) for handle in collection.product_handles if handle in sold}
        missing = sorted(wanted - shown[base])
        if missing:
            yield Finding(
                verifier="reach",
                area="collections",
                place=base,
                what=f"its pages show {len(wanted) - len(missing)} of {len(wanted)} products; {missing[0]} is missing",
                cure="Check the list of products and the links between its pages in the listing's template.",
            )


REACH = Verifier("reach", "Can all collections, products and texts be found?", _reach, areas=("collections", "info"))
