from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import lxml.html
import pytest

from shopworld.errors import InputError, RunError
from shopworld.evaluation import RunFolder, RunSettings, write_report
from shopworld.evaluation.report.plots import completion_by_category, steps_histogram
from shopworld.evaluation.report.rows import ReadRun, category_rows, entries_of
from shopworld.tasks import RevealedSeal, Seal


def test_every_link_and_picture_of_every_page_leads_to_a_file(played: Path) -> None:
    report = write_report([played])
    pages = [report, *played.glob("episodes/*/*/*/*/index.html")]
    assert len(pages) == 1 + 64
    for page in pages:
        tree = lxml.html.parse(str(page))
        targets = tree.xpath("//a/@href | //img/@src | //link/@href")
        assert targets
        for target in targets:
            if target.startswith("#"):
                assert tree.xpath("//*[@id=$name]", name=target[1:]), (page, target)
            else:
                assert (page.parent / unquote(target)).is_file(), (page, target)


def test_the_report_goes_to_a_file_in_a_new_folder_or_into_a_folder(played: Path, tmp_path: Path) -> None:
    assert write_report([played], tmp_path / "new" / "page.html").is_file()
    assert write_report([played], tmp_path) == tmp_path / "report.html"
    assert write_report([played]) == played / "report.html"


def test_the_report_fetches_nothing(played: Path) -> None:
    text = write_report([played]).read_text()
    assert not re.search(r"""(?:src|href)=["'](?:https?:)?//""", text)
    assert not re.search(r"url\((?!data:|#)", text)


def test_same_results_give_the_same_bytes(played: Path) -> None:
    first = write_report([played]).read_bytes()
    page = next(played.glob("episodes/*/*/*/*/index.html"))
    episode = page.read_bytes()
    assert write_report([played]).read_bytes() == first
    assert page.read_bytes() == episode


def test_plots_take_the_pages_colours(played: Path) -> None:
    entries = entries_of([ReadRun.read(played)])
    for plot in (completion_by_category(entries, category_rows(entries)), steps_histogram(entries)):
        assert plot.startswith("<svg viewBox=")
        assert "var(--entry-0)" in plot
        assert not re.search(r"#0\d0\d0\d|#1\d0000", plot)


def test_text_of_tasks_is_escaped(played: Path) -> None:
    write_report([played])
    page = next(played.glob("episodes/*/*/*/*/index.html")).read_text()
    assert "<b>the one" not in page
    assert "&lt;b&gt;the one" in page


def test_several_runs_stand_in_one_report(played: Path, tmp_path: Path) -> None:
    second = Path(shutil.copytree(played, tmp_path / "second"))
    text = write_report([played, second], tmp_path / "both.html").read_text()
    for name in ("right (played)", "right (second)", "wrong (second)"):
        assert name in text
    assert "not distinguishable" in text


def test_an_unfinished_run_says_so_and_published_rows_are_named(played: Path) -> None:
    lines = (played / "results.jsonl").read_bytes().splitlines(keepends=True)
    (played / "results.jsonl").write_bytes(b"".join(lines[:5]))
    text = write_report([played]).read_text()
    assert "has 5 of 64 results" in text
    assert "WebMall paper, Table 3" in text
    assert "None of these rows was measured here" in text
    assert "read them for orientation only" in text


def test_pass_powers_are_shown_from_four_trials(played: Path) -> None:
    assert "pass^4" in write_report([played]).read_text()
    lines = (played / "results.jsonl").read_bytes().splitlines(keepends=True)
    (played / "results.jsonl").write_bytes(b"".join(line for line in lines if b'"trial":3' not in line))
    assert "pass^3" not in write_report([played]).read_text()


def test_a_folder_that_is_no_run_and_a_run_without_results_are_refused(
    tmp_path: Path, world_maker: Callable[..., Any]
) -> None:
    with pytest.raises(InputError, match="is this a run folder"):
        write_report([tmp_path])
    RunFolder(tmp_path / "run").begin(RunSettings(suite="s", agents=("a",)), world_maker([]))
    with pytest.raises(RunError, match="no results yet"):
        write_report([tmp_path / "run"])


def test_the_page_of_an_error_shows_its_traceback(played: Path) -> None:
    write_report([played])
    page = next(played.glob("episodes/raises/*/0/0/index.html")).read_text()
    assert "Traceback" in page
    assert "own mistake" in page


def _fact(page: Path, name: str) -> str:
    """What the head of a report says."""
    found = lxml.html.parse(str(page)).xpath("//dt[normalize-space()=$name]/following-sibling::dd[1]", name=name)
    return " ".join(found[0].text_content().split()) if found else ""


def test_the_head_says_what_held_each_agent(played: Path) -> None:
    assert _fact(write_report([played]), "Isolation") == ""
    lines = [json.loads(line) for line in (played / "results.jsonl").read_text().splitlines()]
    held = {"right": "isolated", "wrong": "isolated, with exceptions"}
    told = [json.dumps({**one, "isolation": held.get(one["agent"], "")}) for one in lines]
    (played / "results.jsonl").write_text("\n".join(told) + "\n")
    said = _fact(write_report([played]), "Isolation")
    assert "right isolated;" in said
    assert "wrong isolated, with exceptions" in said
    assert "raises built in" in said


def test_the_head_says_what_the_suite_gave_away_and_checks_a_seed_that_was_told(played: Path) -> None:
    seal = Seal.draw()
    world = json.loads((played / "world.json").read_text())
    assert _fact(write_report([played]), "Answers") == "", "runs of old do not say"
    (played / "world.json").write_text(json.dumps({**world, "answers": "sealed", "commitment": seal.commitment}))
    assert _fact(write_report([played]), "Answers") == "sealed"
    for told, said in ((seal, f"seed {seal.seed} told since, as committed"), (Seal.draw(), "is another")):
        revealed = RevealedSeal(**told.model_dump(), suite="s", suite_hash="a", remade_hash="b")
        (played / "reveal.json").write_bytes(revealed.to_json())
        assert said in _fact(write_report([played]), "Answers")
