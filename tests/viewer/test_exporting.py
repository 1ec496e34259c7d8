"""The viewer as files, opened in a real browser."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import pytest
from hostile_words import HOSTILE
from PIL import Image
from selectolax.lexbor import LexborHTMLParser

from shopworld.evaluation import RunFolder, read_steps
from shopworld.mall import Home
from shopworld.viewer import RunCollection, write_view
from shopworld.viewer.page import STATIC

ROWS = "div[role=row][aria-rowindex]"
SOURCES = Path(__file__).parents[2] / "viewer"


def text_of(page: LexborHTMLParser) -> str:
    """All text of a page."""
    return page.body.text() if page.body is not None else ""


@pytest.fixture
def page(collection: RunCollection, tmp_path: Path) -> Path:
    """The page with the details of trials beside it."""
    return write_view(collection, tmp_path / "view.html").page


def test_the_table_shows_every_trial_and_filters_by_what_was_said(page: Path, opened: Callable[[str], str]) -> None:
    tree = LexborHTMLParser(opened(f"{page.as_uri()}#/trials?sort=task"))
    rows = tree.css(ROWS)
    assert [row.css("div.cell")[0].text() for row in rows] == ["answer_1", "answer_1", "cart_1", "order_1"]
    said = LexborHTMLParser(opened(f'{page.as_uri()}#/trials?filter="<b>bold" -agent=oracle*'))
    assert len(said.css(ROWS)) == 1
    assert "1 of 4 trials, 0 passed" in text_of(said)
    wrong = LexborHTMLParser(opened(f"{page.as_uri()}#/trials?filter=colour=red"))
    assert "there is no colour" in text_of(wrong)


@pytest.mark.parametrize("inside", [False, True])
def test_a_trial_is_shown_from_a_file_and_what_it_says_does_not_run(
    collection: RunCollection, tmp_path: Path, opened: Callable[[str], str], inside: bool
) -> None:
    size = write_view(collection, tmp_path / "view.html", single_file=inside)
    assert (size.details_bytes == 0, (tmp_path / "view.trials").exists()) == (inside, not inside)
    dom = opened(f"{size.page.as_uri()}#/trial/second/hostile%40open%2Fgpt/answer_1/0?tab=events&step=2")
    tree = LexborHTMLParser(dom)
    assert not tree.css("#evil")
    assert "taken" not in text_of(LexborHTMLParser(dom.partition("</title>")[0]))
    assert HOSTILE in text_of(tree)
    checks = opened(f"{size.page.as_uri()}#/trial/first/oracle%2Btools/order_1/0?tab=checks")
    assert "held from step" in text_of(LexborHTMLParser(checks))


def test_nothing_is_fetched_from_elsewhere_and_scripts_of_others_are_refused(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    meta = LexborHTMLParser(text).css_first("meta[http-equiv=Content-Security-Policy]")
    policy = str(meta.attributes["content"]) if meta is not None else ""
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy


def test_a_second_export_takes_the_place_of_the_first(collection: RunCollection, page: Path) -> None:
    before = page.read_bytes()
    (page.with_suffix(".trials") / "99.js").write_text("left over")
    write_view(collection, page)
    assert page.read_bytes() == before
    assert sorted(one.name for one in page.with_suffix(".trials").iterdir()) == [f"{number}.js" for number in range(4)]
    assert not list(page.parent.glob("*.part"))


def test_the_built_script_is_what_its_sources_give(tmp_path: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("needs Node")
    shutil.copytree(SOURCES, tmp_path / "viewer", ignore=shutil.ignore_patterns("node_modules"))
    fetch = [npm, "ci", "--fetch-retries=0", "--fetch-timeout=20000"]
    fetched = subprocess.run(fetch, cwd=tmp_path / "viewer", capture_output=True, text=True)
    if fetched.returncode:  # no network: CI has one
        pytest.skip(f"packages cannot be had: {fetched.stderr[-200:]}")
    out = tmp_path / "out"
    out.mkdir()
    for command in (["node", "build.mjs", str(out)], ["npx", "tsc", "--noEmit"]):
        done = subprocess.run(command, cwd=tmp_path / "viewer", capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stdout + done.stderr
    for built in out.iterdir():
        assert built.read_bytes() == (STATIC / built.name).read_bytes(), built.name
    assert sorted(one.name for one in out.iterdir()) == sorted(one.name for one in STATIC.iterdir())


def test_the_acted_element_is_boxed_on_the_page_before(
    run: Path, home: Path, tmp_path: Path, opened: Callable[[str], str]
) -> None:
    own = tmp_path / "boxed"
    shutil.copytree(run, own)
    result = next(one for one in RunFolder(own).results() if one.task == "cart_1")
    folder = RunFolder(own).attempt(result.key, 0)
    box = (0.25, 0.5, 0.1, 0.05)
    steps = [
        one.model_copy(update={"screenshot": f"step-{one.number:03}.jpg", "box": box if one.number == 1 else None})
        for one in read_steps(folder / "steps.jsonl")
    ]
    (folder / "steps.jsonl.gz").unlink(missing_ok=True)
    (folder / "steps.jsonl").write_bytes(b"".join(one.to_json() + b"\n" for one in steps))
    for one in steps:
        Image.new("RGB", (128, 72)).save(folder / one.screenshot)
    page = write_view(RunCollection([own], home=Home(home)), tmp_path / "view.html").page
    tree = LexborHTMLParser(opened(f"{page.as_uri()}#/trial/boxed/{quote(result.agent)}/cart_1/0?step=1"))
    (target,) = tree.css(".target")
    assert target.attributes["style"] == "left: 25%; top: 50%; width: 10%; height: 5%;"
    assert len(tree.css(".pointer")) == 1
    assert [str(one.attributes["src"]).rpartition("/")[2] for one in tree.css(".page img")] == ["step-000.jpg"]
