"""How commands go on: bars on a terminal, nothing where the output is piped."""

from __future__ import annotations

import pytest

import shopworld as sw
from shopworld.cli.progress import progress


def show() -> None:
    """Tells of three pieces of work."""
    with progress() as told:
        told(sw.Progress("Reading [pages]", 1, 4, "of a [shop]"))
        told(sw.Progress("Indexing"))
        told(sw.Progress("Importing", 30_000_000, 60_000_000, "5,000 rows"))


def test_each_piece_of_work_has_a_bar_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "120")
    show()
    out, err = capsys.readouterr()
    assert out == ""
    for part in ("Reading [pages]", "1/4", "of a [shop]", "Indexing", "50%", "5,000 rows"):
        assert part in err


def test_what_is_piped_stays_clean(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    show()
    assert capsys.readouterr() == ("", "")


def test_progress_reads_as_a_line() -> None:
    assert str(sw.Progress("Making tasks", 3, 91)) == "Making tasks 3 of 91"
    assert str(sw.Progress("Importing", detail="shop.csv")) == "Importing: shop.csv"
