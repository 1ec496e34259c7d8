"""The page that shows a suite."""

from __future__ import annotations

import html
from pathlib import Path

import pytest

from shopworld.errors import InputError
from shopworld.evaluation.publishing import write_suite_page
from shopworld.tasks import Suite


def test_the_page_shows_tasks_checks_and_the_oracles_path(suite: Suite, oracle_run: Path, tmp_path: Path) -> None:
    page = write_suite_page(suite, tmp_path / "page", run=oracle_run)
    source = page.read_text(encoding="utf-8")
    text = html.unescape(source)
    assert "For people, not for agents." in text
    assert suite.canary in text
    assert "Find <b>the one</b>." in text
    assert "<b>the one</b>" not in source
    assert "The answer names this product, and nothing else." in text
    assert "At the end the carts hold 2 pieces of each of these, and nothing else." in text
    assert "link 'The one'" in text
    assert 'src="pictures/find/step-001.jpg"' in text
    assert (tmp_path / "page" / "pictures" / "find" / "step-001.jpg").read_bytes() == b"\xff\xd8\xff\xd9"
    assert "1 of 2" in text
    assert "not solved" in text
    assert "cart: the cart is empty" in text
    assert 'data-category="add_to_cart"' in text
    assert 'data-difficulty="easy"' in text
    assert (tmp_path / "page" / "style.css").stat().st_size > 1000
    assert "http" not in source.replace("http:&#x2f;&#x2f;shop-a.example", "")


def test_without_a_run_there_is_no_path_and_old_pictures_go(suite: Suite, oracle_run: Path, tmp_path: Path) -> None:
    out = tmp_path / "page"
    write_suite_page(suite, out, run=oracle_run)
    page = write_suite_page(suite, out, tasks=suite.tasks[:1])
    text = page.read_text(encoding="utf-8")
    assert "oracle's path" not in text
    assert not (out / "pictures").exists()
    assert 'id="put"' not in text
    assert page.read_bytes() == write_suite_page(suite, out, tasks=suite.tasks[:1]).read_bytes()


def test_what_is_no_run_is_refused(suite: Suite, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="run folder"):
        write_suite_page(suite, tmp_path / "page", run=tmp_path)
