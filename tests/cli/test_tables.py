"""Tables of the command line."""

from __future__ import annotations

import os
import pty
import subprocess
import sys

import pytest

from shopworld.cli.tables import print_table, table_of

LONG = "a-task-of-a-very-long-name-" * 4
PROGRAM = f"""
from shopworld.cli.tables import print_table, table_of
table = table_of("", ("task", "left"), ("goal", "left"))
table.add_row({LONG!r}, "word " * 60)
print_table(table)
"""


def shown(capsys: pytest.CaptureFixture[str]) -> list[str]:
    table = table_of("", ("task", "left"), ("trials", "right"), ("goal", "left"))
    table.add_row(LONG, "3", "word " * 60)
    table.add_row("short", "12", "")
    print_table(table)
    return capsys.readouterr().out.splitlines()


def test_in_a_pipe_nothing_is_cut_and_a_row_is_a_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COLUMNS")
    head, long, short = shown(capsys)
    assert head.split() == ["task", "trials", "goal"]
    assert long.split() == [LONG, "3", *["word"] * 60]
    assert short.split() == ["short", "12"]


def test_a_width_that_is_told_is_kept_to(capsys: pytest.CaptureFixture[str]) -> None:
    assert max(map(len, shown(capsys))) <= 80


def test_on_a_screen_names_stand_whole_and_the_last_column_gives_way() -> None:
    ours, theirs = pty.openpty()
    environment = {**os.environ, "COLUMNS": "80", "TERM": "dumb"}
    with subprocess.Popen([sys.executable, "-c", PROGRAM], stdout=theirs, env=environment) as process:
        os.close(theirs)
        told = b""
        while True:
            try:
                piece = os.read(ours, 4096)
            except OSError:  # Linux tells the end so
                break
            if not piece:
                break
            told += piece
    os.close(ours)
    assert process.returncode == 0
    _, row = told.decode().split("\r\n")[:2]
    assert row.split()[:2] == [LONG, "word"]
    assert row.rstrip().endswith("…")
