"""The reference solver by shop tools: knows the checks, and fulfils them by calls, finding every product anew."""

from __future__ import annotations

from typing import Any

from shopworld.agents.briefing import BriefedOffer, BriefedPage, Briefing
from shopworld.agents.oracle import by_shop, purchaser_of_briefing
from shopworld.agents.protocol import Move
from shopworld.agents.script import Script, ScriptedAgent
from shopworld.agents.shop_checkout import order_by_tools
from shopworld.agents.tool_calls import call, result_of
from shopworld.environments import Observation

_PAGES_TO_SEARCH = 5
_MOST_RESULTS = 50


class ShopToolOracleAgent(ScriptedAgent):
    """Searches each offer of the solution by its title, reads its page, adds, checks out and submits.

    It takes no address that no result has told: that the way there exists is what it proves.

    Args:
        briefing: the solution.
    """

    def __init__(self, briefing: Briefing) -> None:
        super().__init__()
        self._briefing = briefing

    def script(self, first: Observation) -> Script[None]:
        """The whole solution."""
        briefing = self._briefing
        for page in (*briefing.compared, *briefing.pages):
            yield from self._look_at(page)
        for offer in by_shop((*briefing.visit, *briefing.answers)):
            yield from self._open(offer)
        for offer in by_shop(briefing.cart):
            yield from self._add(offer)
        for shop in dict.fromkeys(offer.shop for offer in briefing.order):
            for offer in briefing.order:
                if offer.shop == shop:
                    yield from self._add(offer)
            settled = briefing.settlement(shop)
            if settled is not None and settled.code:
                yield call("apply_promotion", "It makes it cheaper.", shop=shop, code=settled.code)
            delivery = settled.delivery if settled is not None else ""
            yield from order_by_tools(shop, purchaser_of_briefing(briefing), delivery=delivery)
        for message in briefing.messages:
            said = {"name": message.name, "email": message.email, "message": message.text}
            yield call("send_message", "Write to the shop.", shop=message.page.shop, **said)
        answer = briefing.text or "###".join(offer.address for offer in briefing.answers) or "Done"
        yield call("submit_answer", "All is done.", answer=answer)

    def _open(self, offer: BriefedOffer) -> Script[dict[str, Any]]:
        """Finds the offer and reads its page; an empty result where no list shows it."""
        url = yield from self._find(offer)
        if not url:
            return {}
        seen = yield self._read(url, f"Read {offer.title!r}.")
        return dict(result_of(seen))

    def _read(self, url: str, thought: str) -> Move:
        return call("get_product", thought, url=url)

    def _look_at(self, page: BriefedPage) -> Script[None]:
        return _look_at(page)

    def _find(self, offer: BriefedOffer) -> Script[str]:
        for number in range(1, _PAGES_TO_SEARCH + 1):
            thought = f"Look for {offer.title!r}."
            seen = yield call("search_products", thought, shop=offer.shop, query=offer.title, page=number)
            found = result_of(seen)
            for product in found.get("products", ()):
                if offer.is_at(product["url"]):
                    return str(product["url"])
            if number >= found.get("pages", 1):
                break
        return ""

    def _add(self, offer: BriefedOffer) -> Script[None]:
        product = yield from self._open(offer)
        if product:
            labels = list(product.get("options", {}))
            options = dict(zip(labels, offer.options, strict=False))
            quantity = self._briefing.quantity
            yield call("add_to_cart", "This is it.", url=product["url"], quantity=quantity, options=options)


class CorpusOracleAgent(ShopToolOracleAgent):
    """The same over a corpus: one search by the title in the offer's shop. Lists of products cannot be opened there."""

    def _find(self, offer: BriefedOffer) -> Script[str]:
        seen = yield call("search", f"Look for {offer.title!r}.", query=offer.title, k=_MOST_RESULTS, shop=offer.shop)
        urls = [one["url"] for one in result_of(seen).get("results", ())]
        return next((str(url) for url in urls if offer.is_at(url)), "")

    def _read(self, url: str, thought: str) -> Move:
        return call("open_page", thought, url=url)

    def _look_at(self, page: BriefedPage) -> Script[None]:
        thought = f"Look for {page.label!r}."
        seen = yield call("search", thought, query=page.label, k=_MOST_RESULTS, shop=page.shop)
        if any(one["url"] == page.address for one in result_of(seen).get("results", ())):
            yield self._read(page.address, f"Read {page.label!r}.")


class NlwebOracleAgent(CorpusOracleAgent):
    """The same by asking the offer's shop for its title. Lists cannot be opened there, and no answer leads to
    information pages."""

    def _find(self, offer: BriefedOffer) -> Script[str]:
        seen = yield call("ask", f"Ask for {offer.title!r}.", shop=offer.shop, query=offer.title)
        urls = [one["url"] for one in result_of(seen).get("results", ())]
        return next((str(url) for url in urls if offer.is_at(url)), "")

    def _look_at(self, page: BriefedPage) -> Script[None]:
        yield call("ask", f"Ask for {page.label!r}.", shop=page.shop, query=page.label)


def _look_at(page: BriefedPage) -> Script[None]:
    """Opens a page that a result names, then asks for it anew with its filters and its sort."""
    if page.query:
        seen = yield call("search_products", "Look for it.", shop=page.shop, query=page.query)
        yield from _narrow(page, "search_products", {"shop": page.shop, "query": page.query}, seen)
        return
    seen = yield call("open_shop", "Where is it?", shop=page.shop)
    links = _links(result_of(seen))
    if page.address in links.get("pages", ()):
        yield call("read_page", f"Read {page.label!r}.", url=page.address)
        return
    for _, above in page.above:
        seen = yield call("list_products", "Go down.", url=above)
    seen = yield call("list_products", f"Open {page.label!r}.", url=page.address)
    yield from _narrow(page, "list_products", {"url": page.address}, seen)


def _links(shop: dict[str, Any]) -> dict[str, list[str]]:
    return {"pages": [one["url"] for one in shop.get("pages", ())]}


def _narrow(page: BriefedPage, tool: str, asked: dict[str, str], seen: Observation) -> Script[None]:
    """Asks for a list anew, with each filter and the sort as the list before named them."""
    filters: dict[str, str] = {}
    sort = ""
    for label, value in page.filters:
        listed = result_of(seen)
        known = next((one for one in listed.get("filters", ()) if one["label"] == label), None)
        if known is None:
            break
        named = next((one["value"] for one in known.get("values", ()) if one["label"] == value), value)
        filters[known["name"]] = named
        seen = yield call(tool, f"{label}: {value}.", **asked, filters=filters)
    if page.sort:
        words = {label: word for word, label in result_of(seen).get("sorts", {}).items()}
        sort = words.get(page.sort, "")
        if sort:
            yield call(tool, page.sort, **asked, filters=filters, sort=sort)
