"""Which of the amounts beside a product is its price: not the former one, not what is saved, not what a kilo costs."""

from __future__ import annotations

import re

from lxml import html

from shopworld.arena.explore.prefetch.text import price_text, text_of
from shopworld.money import Amount, amounts_in, read_amount

BARE = re.compile(r"^\d[\d.,' ]{0,9}[.,]\d\d$")
"""A number that is a price where a page names its currency elsewhere."""
_FORMER = re.compile(
    r"(?:\b(?:was|old|before|rrp|msrp|list(?: price)?|regular(?: price)?|reg\.?|instead of|originally|statt|uvp|avant"
    r"|vorher|antes|prima)|~)\W*$",
    re.I,
)
_NOW = re.compile(r"\b(?:now|sale(?: price)?|our price|today|special(?: price)?|jetzt|nur|ahora|maintenant)\W*$", re.I)
_NO_PRICE_BEFORE = re.compile(
    r"\b(?:save[sd]?"
    r"|you save|discount|payments? of|instal\w+ of|months? of|x|over|under|above|below|up to|spend|"
    r"delivery|shipping|deposit|spare|weeks? of|(?:ex\.?|excl\.?|excluding|without|net) ?(?:vat|tax)|jmf pris"
    r"|netto|zzgl\. mwst\.?|hors taxes?|ht)\W*$|≈\s*$",
    re.I,
)
_SEVERAL = re.compile(r"\b\d{1,2} (?:for|für|pour|por|per|voor|za)\W*$", re.I)
"""What several cost together, unless it is the only price: `Set of 4 for £399`."""
_NO_PRICE_BEHIND = re.compile(
    r"^\W{0,2}(?:off\b|less\b|/ ?(?:mo|month|week|\d+ ?(?:k?g|m?l|oz|lb|m|cm|pc)|k?g|m?l|oz|lb|m)\b"
    r"|(?:per|pro|je|a) (?:\d+ ?)?(?:k?g|m?l|oz|lb|month|week|night|metre|meter|kilo\w*)\b"
    r"|ex\.? ?(?:cl\.? )?(?:vat|tax)\b(?!\s*:))",
    re.I,
)
_STRUCK = ("s", "del", "strike")


def price_of(
    element: html.HtmlElement, nodes: list[html.HtmlElement], bare: bool
) -> tuple[float | None, float | None, str, bool]:
    """Price, former price, currency, and whether there are several that may be the price."""
    former: list[Amount] = []
    now: list[Amount] = []
    able: list[Amount] = []
    passed: list[Amount] = []
    several: list[Amount] = []
    for node in nodes:
        words = price_text(node)
        amounts = [read_amount(words)] if bare else amounts_in(words)
        before_node = _before(node, element)
        struck = node.tag in _STRUCK or any(one.tag in _STRUCK for one in node.iterancestors())
        for one in amounts:
            if one is None:
                continue
            before = f"{before_node} {words[: one.span[0]]}"[-28:]
            behind = words[one.span[1] :] or _behind(node)
            if struck or _FORMER.search(before) or _struck_inside(node, one, words):
                former.append(one)
            elif _NO_PRICE_BEFORE.search(before) or _NO_PRICE_BEHIND.match(behind[:24]):
                passed.append(one)
            elif _SEVERAL.search(before):
                several.append(one)
            elif _NOW.search(before):
                now.append(one)
            else:
                able.append(one)
    chosen = next(iter([*now, *able, *several]), None)
    if chosen is None:
        return None, None, "", False
    beside = [one for one in (*now, *able, *former, *passed, *several) if one.currency]
    currency = chosen.currency or (beside[0].currency if beside else "")
    higher = [float(one.value) for one in former if one.value > chosen.value]
    others = {one.value for one in able if one.currency == chosen.currency}
    return float(chosen.value), max(higher, default=None), currency, not now and len(others) > 1


def _struck_inside(node: html.HtmlElement, amount: Amount, words: str) -> bool:
    said = words[amount.span[0] : amount.span[1]]
    return any(said in price_text(one) for one in node.iter(*_STRUCK))


def _before(node: html.HtmlElement, element: html.HtmlElement) -> str:
    """The text right before a node, within its element."""
    previous = node.getprevious()
    while previous is None and node is not element and node.getparent() is not None:
        parent = node.getparent()
        if parent is None or (parent.text or "").strip():
            return parent.text if parent is not None else ""
        node = parent
        if node is element:
            return ""
        previous = node.getprevious()
    if previous is None or node is element:
        return ""
    told = (previous.tail or "").strip()
    words = told or (price_text(previous) if isinstance(previous.tag, str) else "")
    return "" if amounts_in(words) else words


def _behind(node: html.HtmlElement) -> str:
    if (node.tail or "").strip():
        return node.tail or ""
    following = node.getnext()
    return text_of(following) if following is not None and isinstance(following.tag, str) else ""
