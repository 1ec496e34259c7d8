"""`shopworld offers` and `mall make --from-offers`, from a crawl to a mall."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from shopworld.cli.mall import app as mall_app
from shopworld.cli.offers import app
from shopworld.errors import InputError


def offers(*arguments: object) -> Result:
    """Runs `shopworld offers`; an error of ours comes through."""
    return CliRunner().invoke(app, [str(one) for one in arguments], catch_exceptions=False)


def test_from_a_made_crawl_to_a_mall(tmp_path: Path) -> None:
    crawl, folder = tmp_path / "crawl", tmp_path / "offers"
    assert "80 pages in 1 files" in offers("crawl", crawl, "--pages", 80, "--seed", 4).stdout
    table = offers("read", crawl / "pages", "--out", folder).stdout
    for stage in ("read", "extract", "keep", "language", "clusters", "departments"):
        assert f"\n{stage}" in f"\n{table}"
    told = json.loads(offers("show", folder, "--json").stdout)
    assert told["offers"] > 20
    assert offers("show", folder).stdout == table
    scores = json.loads(offers("score", folder, "--crawl", crawl, "--json").stdout)
    assert scores["titles"] == 1.0
    assert "precision" in offers("score", folder, "--crawl", crawl).stdout
    command = ["make", "crawled", "--from-offers", str(folder), "--offers", "40", "--shops", "2"]
    assert "offers of the core" in CliRunner().invoke(mall_app, command, catch_exceptions=False).stdout
    made = json.loads(CliRunner().invoke(mall_app, [*command, "--json"], catch_exceptions=False).stdout)
    assert made["core"] + made["fillers"] <= 40
    assert len(made["shops"]) == 2


def test_what_cannot_be_read_is_said(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file or folder"):
        offers("read", tmp_path / "missing", "--out", tmp_path / "out")
    with pytest.raises(InputError, match="no offers here"):
        offers("show", tmp_path)
    (tmp_path / "a.html").write_text("<p>")
    with pytest.raises(InputError, match="no detector knows"):
        offers("read", tmp_path / "a.html", "--out", tmp_path / "out", "--language", "tlh")
    command = ["make", "x", "--from-offers", str(tmp_path), "--marketplace"]
    with pytest.raises(InputError, match="not several"):
        CliRunner().invoke(mall_app, command, catch_exceptions=False)
