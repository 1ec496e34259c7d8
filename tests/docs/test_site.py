"""The documentation as a site: complete, without broken links, and without anything that is loaded from elsewhere."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser
from written_pages import ROOT, pages

WIDTH = 120


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, as `make docs` builds it; that is strict about links, anchors and pages that no menu names."""
    pytest.importorskip("mkdocs", reason="needs the extra `docs`")
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert built.returncode == 0, built.stdout + built.stderr
    return folder


def test_every_page_is_in_the_site(site: Path) -> None:
    written = {path.relative_to(ROOT / "docs").with_suffix("") for path in (ROOT / "docs").rglob("*.md")}
    assert written == {path.relative_to(site).with_suffix("") for path in site.rglob("*.html")} - {Path("404")}
    assert not list(site.rglob("*.py"))


def test_a_browser_loads_nothing_from_elsewhere(site: Path) -> None:
    loading = "script[src], img[src], iframe[src], source[src], link[href]:not([rel=canonical])"
    for page in site.rglob("*.html"):
        nodes = LexborHTMLParser(page.read_bytes()).css(loading)
        told = [node.attributes.get("src") or node.attributes["href"] or "" for node in nodes]
        assert len(told) > 2
        foreign = [one for one in told if re.match(r"(?:[a-z]+:)?//", one)]
        assert not foreign, (page, foreign)
    for style in site.rglob("*.css"):
        assert not re.search(r"(?:url\(|@import)\s*[\"']?(?:https?:)?//", style.read_text(encoding="utf-8")), style


def test_links_of_pages_beside_the_site_lead_to_files() -> None:
    for page in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"):
        text = (ROOT / page).read_text(encoding="utf-8")
        for link in re.findall(r"\]\((?!https?:)([^)#]+)", text):
            assert (ROOT / link).exists(), f"{page}: {link}"


def long_lines(text: str) -> list[int]:
    """The lines of prose that are too long; tables, blocks of code and what cannot be broken are no prose."""
    found, fenced = [], False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced and len(line) > WIDTH and not line.lstrip().startswith("|") and _can_break(line):
            found.append(number)
    return found


def _can_break(line: str) -> bool:
    """Whether there is a space at which the line could end; those inside of links and code do not count."""
    whole = re.sub(r"`[^`]*`|!?\[[^\]]*\]\([^)]*\)", lambda one: "x" * len(one[0]), line)
    return " " in whole.lstrip(" -*1234567890.>#")[:WIDTH]


@pytest.mark.parametrize("page", [*pages(), "CHANGELOG.md"])
def test_prose_fits_120_columns(page: str) -> None:
    assert not long_lines((ROOT / page).read_text(encoding="utf-8"))


def test_what_cannot_be_broken_may_be_long() -> None:
    link = f"[a page](https://example.org/{'x' * 120})"
    assert long_lines(f"{'word ' * 30}\n\n| {'cell ' * 30}|\n\n```\n{'code ' * 30}\n```\n- {link}\n") == [1]
    assert long_lines(f"see {link}") == [1]
