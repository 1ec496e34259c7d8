"""What a page says, for tests."""

from __future__ import annotations

from selectolax.lexbor import LexborHTMLParser, LexborNode


def texts(page: LexborHTMLParser | LexborNode, selector: str) -> list[str]:
    """The texts of all elements of a kind, in order."""
    return [" ".join(node.text(separator=" ").split()) for node in page.css(selector)]
