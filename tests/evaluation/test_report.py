from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import lxml.html
import pytest

from shopworld.errors import InputError, RunError
from shopworld.evaluation import RunFolder, RunSettings, write_report
from shopworld.evaluation.report.plots import completion_by_category, steps_histogram
from shopworld.evaluation.report.rows import Run, category_rows, entries_of
from shopworld.evaluation.settings import Screenshots

Make = Callable[..., Any]


def played(make: Make, name: str = "run", *agents: str, **fields: Any) -> Path:
    run = make(name, tasks=4)
    run.play(
        RunSettings(
            suite="scripted",
            agents=agents or ("right", "wrong", "raises"),
            max_steps=3,
            screenshots=Screenshots.ALL,
            **fields,
        )
    )
    path: Path = run.folder.path
    return path


def test_every_link_and_picture_of_every_page_leads_to_a_file(scripted: Make) -> None:
    out = played(scripted)
    report = write_report([out])
    pages = [report, *out.glob("episodes/*/*/*/*/index.html")]
    assert len(pages) == 1 + 12
    for page in pages:
        tree = lxml.html.parse(str(page))
        targets = tree.xpath("//a/@href | //img/@src | //link/@href")
        assert targets
        for target in targets:
            assert (page.parent / unquote(target)).is_file(), (page, target)


def test_the_report_fetches_nothing(scripted: Make) -> None:
    text = write_report([played(scripted)]).read_text()
    assert not re.search(r"""(?:src|href)=["'](?:https?:)?//""", text)
    assert not re.search(r"url\((?!data:|#)", text)


def test_same_results_give_the_same_bytes(scripted: Make) -> None:
    out = played(scripted)
    first = write_report([out]).read_bytes()
    page = next(out.glob("episodes/*/*/*/*/index.html"))
    episode = page.read_bytes()
    assert write_report([out]).read_bytes() == first
    assert page.read_bytes() == episode


def test_plots_take_the_pages_colours(scripted: Make) -> None:
    entries = entries_of([Run.read(played(scripted))])
    for plot in (completion_by_category(entries, category_rows(entries)), steps_histogram(entries)):
        assert plot.startswith("<svg viewBox=")
        assert "var(--entry-0)" in plot
        assert not re.search(r"#0\d0\d0\d|#1\d0000", plot)


def test_text_of_agents_is_escaped(scripted: Make) -> None:
    run = scripted("evil", tasks=1, intent="<script>alert(1)</script>")
    run.play(RunSettings(suite="scripted", agents=("right",)))
    write_report([run.folder.path])
    page = next(run.folder.path.glob("episodes/*/*/*/*/index.html")).read_text()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page


def test_several_runs_stand_in_one_report(scripted: Make, tmp_path: Path) -> None:
    first, second = played(scripted, "first", "right"), played(scripted, "second", "right", "wrong")
    text = write_report([first, second], tmp_path / "both.html").read_text()
    for name in ("right (first)", "right (second)", "wrong"):
        assert name in text
    assert "not distinguishable" in text


def test_an_unfinished_run_says_so_and_published_rows_are_named(scripted: Make) -> None:
    out = played(scripted)
    lines = (out / "results.jsonl").read_bytes().splitlines(keepends=True)
    (out / "results.jsonl").write_bytes(b"".join(lines[:5]))
    text = write_report([out]).read_text()
    assert "has 5 of 12 results" in text
    assert "WebMall paper, Table 3" in text
    assert "None of these rows was measured here" in text
    assert "read them for orientation only" in text


def test_pass_powers_are_shown_from_four_trials(scripted: Make) -> None:
    four = played(scripted, "four", "right", trials=4)
    two = played(scripted, "two", "right", trials=2)
    assert "pass^4" in write_report([four]).read_text()
    assert "pass^2" not in write_report([two]).read_text()


def test_a_folder_that_is_no_run_and_a_run_without_results_are_refused(
    tmp_path: Path, world_maker: Callable[..., Any]
) -> None:
    with pytest.raises(InputError, match="is this a run folder"):
        write_report([tmp_path])
    RunFolder(tmp_path / "run").begin(RunSettings(suite="s", agents=("a",)), world_maker([]))
    with pytest.raises(RunError, match="no results yet"):
        write_report([tmp_path / "run"])


def test_the_page_of_an_error_shows_its_traceback(scripted: Make) -> None:
    out = played(scripted, "run", "raises")
    write_report([out])
    page = next(out.glob("episodes/raises/*/0/0/index.html")).read_text()
    assert "the agent&#x27;s own mistake" in page or "the agent's own mistake" in page or "the agent&#39;s" in page
    assert "Traceback" in page
