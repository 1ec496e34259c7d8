"""Texts of pages: plain text files with a title, headings, lists, tables and fields in braces, made into HTML."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from html import escape
from itertools import groupby
from pathlib import Path

FOLDER = Path(__file__).parent / "texts"
_MARKS = {"# ": "heading", "- ": "item", "1. ": "step", "| ": "row"}


@cache
def text_names() -> tuple[str, ...]:
    """The pages that have a text."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.md")))


def written(name: str, fields: Mapping[str, str]) -> tuple[str, str]:
    """Title and HTML of a page.

    Args:
        name: of its text.
        fields: values of what stands in braces; a value may have several lines.
    """
    title, _, text = (FOLDER / f"{name}.md").read_text(encoding="utf-8").partition("\n")
    return title.strip(), html_of(text.format_map(fields))


def html_of(text: str) -> str:
    """HTML of lines: `# heading`, `- item`, `1. step`, `| cell | cell |`, else a paragraph."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return "".join(part for kind, group in groupby(lines, key=_kind) for part in _parts(kind, [*group]))


def _kind(line: str) -> str:
    return next((kind for mark, kind in _MARKS.items() if line.startswith(mark)), "paragraph")


def _parts(kind: str, lines: list[str]) -> Iterator[str]:
    match kind:
        case "heading":
            yield from (f"<h3>{_safe(line[2:])}</h3>" for line in lines)
        case "item":
            yield "<ul>" + "".join(f"<li>{_safe(line[2:])}</li>" for line in lines) + "</ul>"
        case "step":
            yield "<ol>" + "".join(f"<li>{_safe(line[3:])}</li>" for line in lines) + "</ol>"
        case "row":
            rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
            yield "<table>" + "".join(_row(row, "td" if at else "th") for at, row in enumerate(rows)) + "</table>"
        case _:
            yield from (f"<p>{_safe(line)}</p>" for line in lines)


def _row(cells: list[str], tag: str) -> str:
    return "<tr>" + "".join(f"<{tag}>{_safe(cell)}</{tag}>" for cell in cells) + "</tr>"


def _safe(text: str) -> str:
    return escape(text.strip(), quote=False)
