"""Leaderboards of submissions: only what holds together is on them, and places are no surer than the trials."""

from __future__ import annotations

import datetime
import json
import re
from pathlib import Path

import lxml.html
import pytest
from typer.testing import CliRunner

from shopworld.cli.main import app
from shopworld.errors import RunError
from shopworld.evaluation import write_leaderboard
from shopworld.evaluation.publishing.submission import (
    Submission,
    SubmissionLink,
    SubmittedSettings,
    SubmittedSuite,
    SubmittedTask,
    SubmittedTrial,
    Submitter,
    figures_of,
)
from shopworld.evaluation.records import Isolation, Status

HOSTILE = "<img src=x onerror=alert(1)>"
TASKS = 30


def submission(title: str, solved: int, *, suite: str = "default", filters: tuple[str, ...] = ()) -> Submission:
    trials = tuple(
        SubmittedTrial(
            task=f"t{number:02}",
            trial=trial,
            status=Status.PASSED if number < solved else Status.FAILED,
            reward=float(number < solved),
            state_reward=float(number < solved),
            steps=5,
            isolation=Isolation.ISOLATED,
            log="0" * 64,
        )
        for number in range(TASKS)
        for trial in range(4)
    )
    made = Submission(
        agent="mine:Agent",
        submitter=Submitter(
            title=title,
            organisation="Us",
            contact="us@example.org",
            date=datetime.date(2027, 3, 1),
            notes=HOSTILE,
            links=(SubmissionLink(title="paper", url="https://example.org/paper"),),
        ),
        suite=SubmittedSuite(name=suite, version="1", hash="h", catalog_hash="c"),
        settings=SubmittedSettings(trials=4, seed=0, max_seconds=600, filters=filters),
        package="1",
        isolation=Isolation.ISOLATED,
        tasks={f"t{number:02}": SubmittedTask(hash="a", checks="b", template=f"t{number}") for number in range(TASKS)},
        trials=trials,
        figures=figures_of((), 4),
        digest="0" * 64,
    )
    return made.model_copy(update={"figures": figures_of(made.results, 4)}).sealed()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "submissions" / "2027"
    place.mkdir(parents=True)
    for name, solved in (("weak", 2), ("strong", 25), (HOSTILE, 24)):
        (place / f"{solved}.json").write_bytes(submission(name, solved).to_json())
    (place / "part.json").write_bytes(submission("some", 20, filters=("set=basic",)).to_json())
    (place / "other.json").write_bytes(submission("else", 9, suite="another").to_json())
    forged = json.loads(submission("forged", 1).to_json())
    forged["figures"]["completion"] = 1.0
    (place / "forged.json").write_text(json.dumps(forged))
    (place / "copy.json").write_bytes(submission("strong again", 25).to_json())
    (place / "notes.json").write_text("[]")
    return place.parent


def test_valid_submissions_are_ranked_and_others_named(folder: Path, tmp_path: Path) -> None:
    made = write_leaderboard([folder], tmp_path / "new" / "board.html")
    titles = {board.title: [line.submission.submitter.title for line in board.lines] for board in made.boards}
    assert titles == {
        "another 1": ["else"],
        "default 1": ["strong", HOSTILE, "weak"],
        "default 1, set=basic": ["some"],
    }
    ranges = [(line.ranked.best, line.ranked.worst) for line in made.boards[1].lines]
    assert ranges == [(1, 2), (1, 2), (3, 3)]
    assert {file.name for file in made.refused} == {"forged.json", "copy.json", "notes.json"}
    assert "figures.completion" in made.refused[folder / "2027" / "forged.json"]


def parted(made: Submission, tasks: dict[str, SubmittedTask], trials: tuple[SubmittedTrial, ...]) -> Submission:
    """The same submission with other tasks or trials, and the figures and digest that they come to."""
    other = made.model_copy(update={"tasks": tasks, "trials": trials})
    return other.model_copy(update={"figures": figures_of(other.results, 4)}).sealed()


def test_who_played_other_tasks_of_the_suite_takes_nobodys_place(tmp_path: Path) -> None:
    strong, weak, sly = submission("strong", 25), submission("weak", 5), submission("sly", 25)
    one_task = parted(sly, {"t00": sly.tasks["t00"]}, tuple(one for one in sly.trials if one.task == "t00"))
    strangers = parted(
        sly,
        {f"z{name}": one for name, one in sly.tasks.items()},
        tuple(one.model_copy(update={"task": f"z{one.task}"}) for one in sly.trials),
    )
    changed = sly.tasks | {"t03": sly.tasks["t03"].model_copy(update={"checks": "easier"})}
    for name, one in {
        "strong": strong,
        "weak": weak,
        "one": one_task,
        "strangers": strangers,
        "easier": parted(sly, changed, sly.trials),
    }.items():
        (tmp_path / f"{name}.json").write_bytes(one.to_json())
    boards = write_leaderboard([tmp_path], tmp_path / "board.html").boards
    found = {tuple(line.submission.submitter.title for line in board.lines): board for board in boards}
    assert sorted(found) == [("sly",), ("strong", "weak")]
    assert len(boards) == 4
    assert len(boards[-1].lines[0].submission.tasks) == 1, "the board of the fewest tasks is the last of its suite"
    ranges = [(one.ranked.place, one.ranked.best, one.ranked.worst) for one in found["strong", "weak"].lines]
    assert ranges == [(1, 1, 1), (2, 2, 2)]


def test_where_no_trial_counts_for_everybody_every_place_is_open(tmp_path: Path) -> None:
    fault = {"status": Status.INFRA_ERROR, "reward": 0.0, "state_reward": 0.0}
    for name, solved, faulty in (("a", 25, range(15)), ("b", 5, range(15, TASKS)), ("all", 0, range(TASKS))):
        made = submission(name, solved)
        met = tuple(
            one.model_copy(update=fault) if int(one.task[1:]) in faulty else one.model_copy() for one in made.trials
        )
        (tmp_path / f"{name}.json").write_bytes(parted(made, made.tasks, met).to_json())
    for names, most in ((("a", "b"), 2), (("a", "b", "all"), 3)):
        page = write_leaderboard([tmp_path / f"{name}.json" for name in names], tmp_path / "board.html")
        assert not page.refused
        (board,) = page.boards
        assert {(one.ranked.best, one.ranked.worst) for one in board.lines} == {(1, most)}
    assert [one.submission.submitter.title for one in board.lines] == ["a", "b", "all"]


def test_the_page_is_text_alone_and_fetches_nothing(folder: Path, tmp_path: Path) -> None:
    page = write_leaderboard([folder], tmp_path / "board.html").file
    text = page.read_text()
    assert HOSTILE not in text
    assert "<script" not in text
    tree = lxml.html.parse(str(page))
    assert HOSTILE in "".join(tree.getroot().text_content())
    assert {one.get("href") for one in tree.xpath("//a")} == {"https://example.org/paper"}
    assert all("nofollow" in one.get("rel") for one in tree.xpath("//a"))
    assert not re.search(r"""src=["']""", text)
    assert [one.text for one in tree.xpath("//section[@id='board-2']//th")][4:8] == [f"pass^{k}" for k in range(1, 5)]
    assert write_leaderboard([folder], page).file.read_text() == text


def test_the_command_says_what_was_left_out(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "board.html"
    told = CliRunner().invoke(app, ["leaderboard", str(folder), "--out", str(out)])
    assert told.exit_code == 0, told.output
    assert "1–2   83.3 %  strong" in told.stdout
    assert "forged.json" in told.stderr
    machine = CliRunner().invoke(app, ["leaderboard", str(folder), "--out", str(out), "--json"])
    assert [len(one["lines"]) for one in json.loads(machine.stdout)["boards"]] == [1, 3, 1]
    (tmp_path / "empty").mkdir()
    with pytest.raises(RunError, match="no valid submission"):
        CliRunner().invoke(app, ["leaderboard", str(tmp_path / "empty")], catch_exceptions=False)


def test_a_submission_full_of_faults_does_not_narrow_the_comparison_of_others(tmp_path: Path) -> None:
    made = submission("faulty", 30)
    broken = tuple(
        one.model_copy(update={"status": Status.INFRA_ERROR, "reward": 0.0, "state_reward": 0.0, "error": "outage"})
        if int(one.task[1:]) >= 5
        else one
        for one in made.trials
    )
    faulty = parted(made, dict(made.tasks), broken)
    places = tmp_path / "submissions"
    places.mkdir()
    for name, one in (("a", submission("weak", 2)), ("b", submission("strong", 25)), ("c", faulty)):
        (places / f"{name}.json").write_bytes(one.to_json())
    found = write_leaderboard([places], tmp_path / "page.html")
    assert found.refused == {}
    (board,) = found.boards
    assert [line.submission.submitter.title for line in board.lines] == ["strong", "weak"]
    assert [(line.ranked.best, line.ranked.worst) for line in board.lines] == [(1, 1), (2, 2)]
    assert [line.submission.submitter.title for line in board.unranked] == ["faulty"]
    page = lxml.html.document_fromstring((tmp_path / "page.html").read_text(encoding="utf-8"))
    assert [one.text for one in page.iter("h3")] == ["Not ranked"]
