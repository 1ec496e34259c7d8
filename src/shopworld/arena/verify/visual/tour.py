"""The visual checks at work: a tour of a shop's main pages in a browser, in a wide window and a narrow one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from shopworld.arena.verify.finding import Area, Finding
from shopworld.arena.verify.page import AREA_OF_KIND, VisitedPage, kind_of
from shopworld.arena.verify.shopper import VerifyingShopper
from shopworld.arena.verify.subject import VerifiedShop
from shopworld.arena.verify.verifier import Verifier
from shopworld.arena.verify.visual.checks import VISUAL_CHECKS, VisualCheck
from shopworld.arena.verify.visual.look import WindowView, measure
from shopworld.environments.browser import BrowserContext, go_to
from shopworld.environments.browser import BrowserPage as Tab
from shopworld.errors import ActionError

DESKTOP, PHONE = (1280, 800), (390, 844)
VIEWPORTS = (DESKTOP, PHONE)
"""Width and height of the windows in CSS pixels."""
_INFO_PAGES = 2
_PATIENCE = 4
"""Times that a page may not come to rest; on a machine with much to do it takes long."""


def visual_verifier(checks: Sequence[VisualCheck] = VISUAL_CHECKS) -> Verifier:
    """The verifier that runs these checks on each page of the tour, at each width."""

    def run(subject: VerifiedShop) -> Iterator[Finding]:
        yield from _tour(subject, checks)

    return Verifier("visual", "Does every page look right, in a wide window and a narrow one?", run)


def _tour(subject: VerifiedShop, checks: Sequence[VisualCheck]) -> Iterator[Finding]:
    newcomer, shopper = subject.shopper("first look"), subject.filled_cart
    stops = [(newcomer, subject.addresses.home)] if _wants(subject, "shell") else []
    stops += [(shopper, path) for path in _paths(subject)]
    if _wants(subject, "cart"):
        stops += [(shopper, subject.addresses.cart), (shopper, subject.addresses.checkout)]
    for viewport in VIEWPORTS:
        context = BrowserContext(subject.browser.connection(), None, viewport)
        try:
            tab = context.open_tab()
            for visitor, path in stops:
                yield from _stop(subject, tab, visitor, path, viewport, checks)
        finally:
            context.close()


def _stop(
    subject: VerifiedShop,
    tab: Tab,
    visitor: VerifyingShopper,
    path: str,
    viewport: tuple[int, int],
    checks: Sequence[VisualCheck],
) -> Iterator[Finding]:
    area = AREA_OF_KIND[kind_of(path, subject.addresses)]
    try:
        go_to(tab, subject.address(visitor).rstrip("/") + path)
    except ActionError as error:
        yield Finding(
            verifier="visual: opening",
            area=area,
            place=path,
            what=f"the page does not open: {error.message}",
            cure="Repair what `routes` names.",
        )
        return
    for _ in range(_PATIENCE):
        tab.settle(pictures=True)
        if tab.settled:
            break
    look = WindowView(path, area, viewport, measure(tab), tab, bool(subject.storefront.shop.renderer.script_url))
    for check in checks:
        yield from check(look)


def _wants(subject: VerifiedShop, area: Area) -> bool:
    return subject.areas is None or area in subject.areas or "integration" in subject.areas


def _paths(subject: VerifiedShop) -> list[str]:
    """Main pages of the areas that are verified."""
    there, crawl = subject.addresses, subject.crawl
    pages: list[VisitedPage] = []
    if _wants(subject, "shell"):
        pages += crawl.of_kind("home", most=1)
    if _wants(subject, "collections") or _wants(subject, "search"):
        listings = crawl.of_kind("listing")
        pages += [page for page in listings if page.path == there.all_products][:1]
        pages += [page for page in listings if page.path != there.all_products and "?" not in page.path][:1]
    if _wants(subject, "product"):
        pages += _products(subject)
    if _wants(subject, "info"):
        pages += _one_of_each_text(crawl.of_kind("info"))
    paths = [page.path for page in pages]
    product = next((one for one in subject.folder.data.products if one.status == "active"), None)
    if _wants(subject, "search") and product is not None:
        paths.append(there.search_for(product.title.split()[-1]))
    return list(dict.fromkeys(paths))


def _products(subject: VerifiedShop) -> list[VisitedPage]:
    """The product with the most choices, and the one with the longest title: what strains a page most."""
    pages = {page.path: page for page in subject.crawl.of_kind("product") if "?" not in page.path}
    known = [
        (one, pages[subject.addresses.product(one.handle)])
        for one in subject.folder.data.products
        if subject.addresses.product(one.handle) in pages
    ]
    if not known:
        return []
    most = max(known, key=lambda pair: len(pair[0].variants))
    longest = max(known, key=lambda pair: len(pair[0].title))
    return [most[1], longest[1]]


def _one_of_each_text(pages: Sequence[VisitedPage]) -> list[VisitedPage]:
    """The longest pages of each first segment: policies, pages, blogs."""
    by_root: dict[str, list[VisitedPage]] = {}
    for page in pages:
        by_root.setdefault(page.path.strip("/").partition("/")[0], []).append(page)
    return [
        page
        for group in by_root.values()
        for page in sorted(group, key=lambda one: -len(one.answer.body))[:_INFO_PAGES]
    ]
