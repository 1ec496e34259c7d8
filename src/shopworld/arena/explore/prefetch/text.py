"""Text of elements as people read it: words apart, the pieces of a price together."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import html

_INLINE = frozenset(
    (
        *("a", "abbr", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font", "i", "ins"),
        *("kbd", "label", "mark", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "time", "tt"),
        *("u", "var", "wbr"),
    )
)
_CENTS = re.compile(r"^\d\d$")
_ENDS_IN_DIGIT = re.compile(r"\d$")
_SIGN_ALONE = re.compile(r"^\W{1,3}$|^[A-Z]{3}$")


def text_of(node: html.HtmlElement) -> str:
    """The text of an element and all in it, on one line."""
    return " ".join(" ".join(node.itertext()).split())


def own_heading(tree: html.HtmlElement) -> html.HtmlElement | None:
    """The first heading of the first level outside the page's head and foot that is no mere link to the home page."""
    for node in tree.iter("h1"):
        links = [(one.get("href") or "").strip() for one in node.iter("a")]
        home = bool(links) and all(re.fullmatch(r"(?:https?://[^/]+)?/?|/?index\.\w+", one) for one in links)
        above = [one for one in node.iterancestors() if isinstance(one.tag, str)]
        around = {one.tag for one in above} | {one.get("role") for one in above}
        if home or (around & {"header", "footer", "banner", "contentinfo"} and not around & {"main", "article"}):
            continue
        return node
    return None


def price_text(node: html.HtmlElement) -> str:
    """The text of an element with the pieces of a price together: `<b>19</b><sup>99</sup>` is `19.99`.

    What is hidden from those who listen is left out where the rest holds a number, for it says the same twice.
    """
    heard = _joined(node, hidden=False)
    return heard if any(one.isdigit() for one in heard) else _joined(node, hidden=True)


def _joined(node: html.HtmlElement, *, hidden: bool) -> str:
    written = ""
    for piece in _pieces(node, hidden):
        if _CENTS.match(piece) and _ENDS_IN_DIGIT.search(written):
            written += "."
        written += piece
    return " ".join(written.split())


def _pieces(node: html.HtmlElement, hidden: bool) -> Iterator[str]:
    if node.text:
        yield node.text
    elif len(node) == 0 and (named := node.get("aria-label") or ""):
        yield named
    for child in node:
        if isinstance(child.tag, str) and (hidden or child.get("aria-hidden") != "true"):
            inline = child.tag in _INLINE
            if not inline:
                yield " "
            yield from _pieces(child, hidden)
            if not inline:
                yield " "
        if child.tail:
            yield child.tail
