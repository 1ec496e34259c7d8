"""Evidence of what probes saw: pictures, accessibility trees, requests. The source's names are taken out of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import orjson

from shopworld.arena.explore.sight import Sight, SightElement
from shopworld.files import write_whole

_LONGEST_NAME = 60
_MOST_LINES = 1500
_STATES = ("expanded", "checked", "selected", "pressed", "modal", "haspopup", "level", "disabled")


class EvidenceFolder:
    """Writes evidence into a folder.

    Args:
        folder: of the specification that is being made: `evidence/` lies in it.
        anonymous: takes names, addresses and contacts out of a text.
        pictures: whether pictures of pages are kept. They show the source as it is.
    """

    def __init__(self, folder: Path, anonymous: Callable[[str], str], *, pictures: bool = True) -> None:
        self._folder = folder
        self._anonymous = anonymous
        self.keeps_pictures = pictures
        self.files: list[str] = []

    def tree(self, name: str, sight: Sight) -> None:
        """The page's accessibility tree as text."""
        lines: list[str] = [f"{self._anonymous(sight.title)}"]
        _describe(sight.root, 0, lines)
        text = "\n".join(self._anonymous(line) for line in lines[:_MOST_LINES])
        self._write(f"{name}.txt", f"{text}\n".encode())

    def picture(self, name: str, content: bytes) -> None:
        """A picture of the page, as JPEG."""
        if self.keeps_pictures:
            self._write(f"{name}.jpg", content)

    def requests(self, name: str, lines: list[dict[str, str | int]]) -> None:
        """What the page asked for, one line each."""
        kept = [
            {key: self._anonymous(value) if isinstance(value, str) else value for key, value in line.items()}
            for line in lines
        ]
        self._write(f"{name}.requests.jsonl", b"".join(orjson.dumps(line) + b"\n" for line in kept))

    def _write(self, name: str, content: bytes) -> None:
        path = self._folder / "evidence" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, content)
        self.files.append(f"evidence/{name}")


def _describe(element: SightElement, depth: int, lines: list[str]) -> None:
    for child in element.children:
        inner = depth
        if child.role == "text" or (child.role and child.visible):
            name = child.own_text if child.role == "text" else child.name
            words = " ".join(name.split())
            repeats = child.role == "text" and any(words in above.name for above in child.above())
            if words or child.role != "text":
                shown = words if len(words) <= _LONGEST_NAME else f"({len(words.split())} words)"
                states = "".join(f", {key}={child.states[key]}" for key in _STATES if key in child.states)
                if not repeats:
                    lines.append(f"{'  ' * depth}{child.role} {shown!r}{states}")
                    inner = depth + 1
        _describe(child, inner, lines)
