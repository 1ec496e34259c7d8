"""Lines to a program and from it."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator

import pytest

from shopworld.evaluation.running.outside.lines import Lines, TooSlow


@pytest.fixture
def pipes() -> Iterator[tuple[int, int, int, int]]:
    """To the program: its end and ours; from the program: ours and its."""
    (theirs, to_program), (from_program, answers) = os.pipe(), os.pipe()
    yield theirs, to_program, from_program, answers
    for one in (theirs, to_program, from_program, answers):
        os.close(one)


@pytest.mark.parametrize("answered", [True, False])
def test_who_reads_too_late_reads_whole_lines_all_the_same(pipes: tuple[int, int, int, int], answered: bool) -> None:
    theirs, to_program, from_program, answers = pipes
    lines = Lines(to_program, from_program)
    with pytest.raises(TooSlow):
        lines.ask(b"x" * 500_000, 0.05)  # more than a pipe holds
    read: list[bytes] = []

    def read_two() -> None:
        with os.fdopen(os.dup(theirs), "rb") as file:
            read.extend(file.readline() for _ in range(2))
        os.write(answers, b"yes\n")

    reader = threading.Thread(target=read_two)
    reader.start()
    if answered:
        assert lines.ask(b"more", 20.0) == b"yes"
    else:
        lines.tell(b"more", 20.0)
    reader.join(20)
    assert read == [b"x" * 500_000 + b"\n", b"more\n"]
