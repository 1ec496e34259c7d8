"""HTML of texts: headings, paragraphs, lists and tables; all that is passed in is escaped."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape


def heading(text: str) -> str:
    """A heading of the second level."""
    return f"<h2>{escape(text)}</h2>"


def paragraph(text: str) -> str:
    """A paragraph."""
    return f"<p>{escape(text)}</p>"


def items(texts: Iterable[str], *, ordered: bool = False) -> str:
    """A list."""
    tag = "ol" if ordered else "ul"
    return f"<{tag}>" + "".join(f"<li>{escape(text)}</li>" for text in texts) + f"</{tag}>"


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """A table with a row of headings."""
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def join(*parts: str) -> str:
    """The parts one after the other; empty ones are left out."""
    return "\n".join(part for part in parts if part)
