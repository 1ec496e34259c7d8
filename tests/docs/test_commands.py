"""The commands that the documentation shows exist, with the options that it gives them."""

from __future__ import annotations

import re
import shlex

import pytest
from written_pages import ROOT, pages

CALL = re.compile(r"^(?:\$ )?(?:\.venv/bin/)?(shopworld(?: .*)?)$")


def helps() -> dict[tuple[str, ...], str]:
    """What each command says of itself, from the generated reference."""
    text = (ROOT / "docs" / "reference" / "cli.md").read_text(encoding="utf-8")
    found = re.finditer(r"^#+ (shopworld[^\n]*)\n\n```text\n(.*?)^```$", text, re.M | re.S)
    return {tuple(one[1].split()): one[2] for one in found}


HELPS = helps()


def calls(page: str) -> list[str]:
    """The calls of `shopworld` in a page's blocks of code."""
    text = (ROOT / page).read_text(encoding="utf-8").replace("\\\n", " ")
    found, fence = [], None
    for line in text.splitlines():
        if line.startswith("```"):
            fence = line[3:].strip() if fence is None else None
        elif fence in ("", "console", "sh", "bash") and (call := CALL.match(line)):
            found.append(call[1])
    return found


def command_of(call: list[str]) -> tuple[str, ...]:
    """The longest beginning of a call that is a command."""
    return max((one for one in HELPS if tuple(call[: len(one)]) == one), key=len)


@pytest.mark.parametrize("page", [page for page in pages() if calls(page)])
def test_commands_and_options_exist(page: str) -> None:
    for call in calls(page):
        words = shlex.split(re.sub(r"  .*|\[|\]", "", call), comments=True)
        command = command_of(words)
        told = HELPS[command]
        assert "COMMAND [ARGS]" not in told or len(words) == len(command) or words[len(command)].startswith("-"), call
        options = {word.partition("=")[0] for word in words[len(command) :] if re.match(r"--?[a-z]", word)}
        known = set(re.findall(r"(?<![\w-])--?[a-z][\w-]*", told))
        assert options <= known, f"{page}: {call}: there is no {', '.join(sorted(options - known))}"


def test_the_documentation_shows_most_commands() -> None:
    shown = {
        command_of(shlex.split(call.partition("  ")[0], comments=True)) for page in pages() for call in calls(page)
    }
    leaves = {one for one, text in HELPS.items() if "COMMAND [ARGS]" not in text}
    assert len(shown & leaves) > len(leaves) * 0.7, sorted(leaves - shown)
