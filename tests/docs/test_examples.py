"""Every Python block of the documentation compiles, and is executed unless it says why not."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from written_pages import ROOT, blocks, pages

WITH_EXAMPLES = [page for page in pages() if blocks(page)]
REASONS = ("browser", "language model", "minute", "standard input")
"""What an example may want that a test of pages does not give it."""


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str | None]:
    """What the examples of each page raised, if anything."""
    folder = tmp_path_factory.mktemp("examples")
    tests = ROOT / "tests"
    environment = {
        **os.environ,
        "SHOPWORLD_HOME": str(folder / "home"),
        "PYTHONPATH": os.pathsep.join(str(tests / one) for one in ("docs", "shop", "worlds")),
    }
    program = [sys.executable, "-W", "error", str(Path(__file__).with_name("run_examples.py")), str(folder)]
    done = subprocess.run(
        [*program, *WITH_EXAMPLES], cwd=folder, env=environment, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    return dict(json.loads(line) for line in done.stdout.splitlines())


@pytest.mark.parametrize("page", WITH_EXAMPLES)
def test_the_examples_of_a_page_run(outcome: dict[str, str | None], page: str) -> None:
    assert outcome[page] is None, outcome[page]


@pytest.mark.parametrize("page", WITH_EXAMPLES)
def test_every_example_compiles_and_says_why_where_it_is_not_run(page: str) -> None:
    for block in blocks(page):
        compile(block.code, f"{page}:{block.line}", "exec")
        assert not block.why or any(reason in block.why for reason in REASONS), (page, block.line)


def test_no_block_escapes(tmp_path: Path) -> None:
    fences = sum((ROOT / page).read_text(encoding="utf-8").count("```py") for page in pages())
    assert fences == sum(len(blocks(page)) for page in pages()) > 30
    executed = [block for page in pages() for block in blocks(page) if not block.why]
    assert len(executed) > 20
