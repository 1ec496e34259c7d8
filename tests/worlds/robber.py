"""Stands in a worker and tries to read what it must not see."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from attacker import find_seed


@dataclass(frozen=True)
class Robber:
    """Stands where a worker makes its players: tries to read, list and write, and tells what it could."""

    read: tuple[str, ...]
    listed: tuple[str, ...]
    written: tuple[str, ...]
    seed: str = ""
    """SHA-256 of the seed of a sealed suite, which it looks for in its memory and in what it may read."""

    def __call__(self) -> Any:
        done: list[str] = []
        for path in self.read:
            _tried(done, f"read {path}", lambda path=path: Path(path).read_bytes()[0])
        for path in self.listed:
            _tried(done, f"listed {path}", lambda path=path: next(Path(path).iterdir()))
        for path in self.written:
            _tried(done, f"wrote {path}", lambda path=path: Path(path, "planted").write_text("x"))
        if self.seed and find_seed(self.seed, list(self.read)):
            done.append("found the seed")
        raise RuntimeError(json.dumps(done))


def _tried(done: list[str], what: str, act: Any) -> None:
    try:
        act()
    except (OSError, IndexError, StopIteration):
        return
    done.append(what)
