"""What an agent misses in its jail, and the flag that would give it."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from shopworld.jail.policy import Policy

INSIDE = "SHOPWORLD_WORKER_JAILED"
"""Variable of a process that is in a jail itself, so that it cannot say what is there outside."""
_TOLD = re.compile(r"(/.*) is not there(; allow it by --mount |, and nothing allows it)")
_PATH = re.compile(r"(?<![\w/.:-])/[^\s'\"`:;,()<>|]+")
_VARIABLE = re.compile(r"\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b")


@dataclass(frozen=True, slots=True)
class Denial:
    """Something that an agent tried to have.

    Attributes:
        what: for people.
        flag: of `shopworld run`, that would allow it; empty where nothing does.
    """

    what: str
    flag: str = ""

    def __str__(self) -> str:
        return f"{self.what}; allow it by {self.flag}" if self.flag else self.what


def missed(text: str, policy: Policy, variables: Collection[str]) -> Iterator[Denial]:
    """What a complaint names that is there outside, and not in the jail.

    Args:
        text: an error message, a traceback, the end of a log.
        policy: of the jail.
        variables: names of the environment variables in the jail.
    """
    rules = dict(policy.rules)
    for name in dict.fromkeys(_VARIABLE.findall(text)):
        if name in os.environ and name not in variables:
            yield Denial(f"the environment variable {name} is not there", f"--pass-env {name}")
    for told in dict.fromkeys(_PATH.findall(text)):
        path = Path(told.rstrip("."))
        unseen = not os.path.exists(path) and INSIDE not in os.environ  # noqa: PTH110  (no permission is no file)
        if unseen or _is_shown(path, rules):
            continue
        if any(one in policy.hidden for one in (path, *path.parents)):
            yield Denial(f"{path} is not there, and nothing allows it: answers are kept from agents")
        else:
            yield Denial(f"{path} is not there", f"--mount {path}")


def known_outside(told: Iterable[str]) -> Iterator[str]:
    """Of what a process in a jail says was missed, all but files that are nowhere.

    Args:
        told: denials as text.
    """
    for one in told:
        named = _TOLD.match(one)
        if named is None or os.path.exists(named[1]):  # noqa: PTH110
            yield one


def _is_shown(path: Path, rules: dict[str, str]) -> bool:
    if path.parts[:2] in (("/", "tmp"), ("/", "proc"), ("/", "dev")) and str(path) not in rules:
        return len(path.parts) < 3
    return any(rules.get(str(one)) == "show" for one in (path, *path.parents)) or len(path.parts) < 3
