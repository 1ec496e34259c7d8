"""The pages of the documentation, and the Python blocks in them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
GENERATED = ("reference/api.md", "reference/cli.md")
_BLOCK = re.compile(
    r"^(?P<mark><!-- compiled only: (?P<why>[^\n]+) -->\n)?"
    r"(?P<indent> *)```(?:python|py)\b[^\n]*\n(?P<code>.*?)^ *```$",
    re.M | re.S,
)


@dataclass(frozen=True)
class Block:
    """A Python block.

    Attributes:
        line: of its first statement, from 1.
        code: as it stands, at the margin.
        why: why it is compiled, but not executed; empty: it is executed.
    """

    line: int
    code: str
    why: str


def pages() -> list[str]:
    """All pages that people write, by their paths in the project."""
    docs = (path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md"))
    return ["README.md", "CONTRIBUTING.md", "SECURITY.md", *sorted(p for p in docs if not p.endswith(GENERATED))]


def blocks(page: str) -> list[Block]:
    """The Python blocks of a page."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return [
        Block(
            line=text.count("\n", 0, found.start("code")) + 1,
            code=re.sub(rf"^{found['indent']}", "", found["code"], flags=re.M),
            why=found["why"] or "",
        )
        for found in _BLOCK.finditer(text)
    ]
