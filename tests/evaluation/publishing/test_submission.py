"""Submissions: made from runs that were really played, and refused for whatever does not hold together."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

import shopworld as sw
from shopworld.cli.main import app
from shopworld.errors import InputError, RunError
from shopworld.evaluation import RunFolder, differences_from_run
from shopworld.evaluation.publishing.submission import SubmittedTrial, digest_of
from shopworld.evaluation.records import Isolation, Status
from shopworld.evaluation.sightings import Sighting

SUBMITTER = {"title": "Mine", "organisation": "Us", "contact": "us@example.org", "date": "2027-03-01"}


@pytest.fixture(scope="module")
def home(finished_run: tuple[Path, Path]) -> Path:
    return finished_run[0]


@pytest.fixture(scope="module")
def run(finished_run: tuple[Path, Path]) -> Path:
    """Two trials of each of three tasks by `mine`, one of them passed; and one trial of `other`."""
    return finished_run[1]


@pytest.fixture(scope="module")
def made(run: Path) -> sw.Submission:
    return sw.make_submission(run, agent="mine", **SUBMITTER)


@pytest.fixture
def write(made: sw.Submission, tmp_path: Path) -> Callable[..., Path]:
    """The file after a change of its JSON, with the digest that fits, so that the change alone is judged."""

    def written(change: Callable[[dict[str, Any]], object] = lambda _: None, *, digest: bool = True) -> Path:
        content = json.loads(made.to_json())
        change(content)
        if digest:
            with suppress(ValueError):  # its very form is wrong
                content["digest"] = digest_of(sw.Submission.model_validate(content))
        path = tmp_path / "submission.json"
        path.write_text(json.dumps(content))
        return path

    return written


def test_it_says_what_the_run_came_to_and_is_read_back_as_it_was(
    made: sw.Submission, write: Callable[..., Path], run: Path
) -> None:
    assert sw.check_submission(write()) == made
    assert (made.figures.tasks, made.figures.trials, made.figures.completion) == (3, 2, round(1 / 6, 6))
    assert made.figures.pass_powers == (round(1 / 6, 6), 0.0)
    assert (made.isolation, made.is_whole, made.figures.usd) == ("trusted", True, None)
    ours = sorted((one for one in RunFolder(run).results() if one.agent == "mine"), key=lambda one: one.key)
    kept = {"checks", "error", "attempt", "refused", "tools"}
    bare = [
        one.model_copy(update={name: () if name in ("checks", "refused") else None for name in kept}) for one in ours
    ]
    for mine, theirs in zip(made.results, bare, strict=True):
        for name in set(type(mine).model_fields) - kept:
            assert getattr(mine, name) == getattr(theirs, name), name
    assert "reason" not in made.to_json().decode()


def test_it_is_held_against_its_suite_and_graded_again_from_its_trajectories(
    write: Callable[..., Path], home: Path, run: Path
) -> None:
    assert sw.check_submission(write(), suite="small", run=run, home=home)


def test_who_submits_may_be_edited_and_nothing_else(write: Callable[..., Path]) -> None:
    edited = write(lambda one: one["submitter"].update(notes="Prompts were ours."), digest=False)
    assert sw.check_submission(edited).submitter.notes == "Prompts were ours."
    with pytest.raises(InputError, match="digest: the file was changed"):
        sw.check_submission(write(lambda one: one["settings"].update(seed=7), digest=False))


def first(content: dict[str, Any], **fields: Any) -> None:
    content["trials"][0].update(fields)


def drop(content: dict[str, Any], name: str) -> None:
    del content[name]


WRONG: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "a better figure": (lambda one: one["figures"].update(completion=0.9), "figures.completion: 0.9 is stated"),
    "a failure made a pass": (
        lambda one: one["trials"][1].update(status="passed"),
        "status passed with a reward of 0",
    ),
    "a pass that the checks refuse": (
        lambda one: one["trials"][1].update(status="passed", reward=1.0),
        "the checks say no",
    ),
    "half a reward": (lambda one: first(one, reward=0.5), "with a reward of 0.5"),
    "a trial left out": (lambda one: one["trials"].pop(), "trials 0; expected each of 0 to 1 once"),
    "a trial twice": (lambda one: one["trials"].append(one["trials"][0]), "trials 0, 0, 1; expected"),
    "a task left out": (lambda one: one["tasks"].pop("cart_1"), "that are not in `tasks`: cart_1"),
    "a log that is gone": (lambda one: first(one, log=""), "passed without an event log"),
    "stronger isolation": (lambda one: one.update(isolation="isolated"), "isolated is stated, the trials have trusted"),
    "no isolation": (
        lambda one: (one.update(isolation=""), [each.update(isolation="") for each in one["trials"]]),
        "do not say what kept the agent",
    ),
    "the reference solver": (lambda one: one.update(agent="oracle+tools"), "knows the answers"),
    "a hidden model": (lambda one: one.update(agent="mine@openai/gpt-5"), "openai/gpt-5 is not named"),
    "models asked, none named": (
        lambda one: first(one, usage={"model_calls": 3, "input_tokens": 10, "output_tokens": 1}),
        "names none",
    ),
    "tokens below zero": (lambda one: first(one, usage={"input_tokens": -5.0}), "usage below zero: input_tokens"),
    "too many steps": (lambda one: one["settings"].update(max_steps=1), "steps where 1 were allowed"),
    "an unknown field": (lambda one: one.update(extra=1), "extra: Extra inputs are not permitted"),
    "a field left out": (lambda one: drop(one, "suite"), "suite: Field required"),
    "another format": (lambda one: one.update(format="tau"), "format: Input should be"),
    "a price that is no number": (lambda one: first(one, usage={"usd": "NaN"}), "usage.usd: Input should be less"),
    "a price beyond all bounds": (lambda one: first(one, usage={"usd": 1e300}), "usage.usd: Input should be less"),
    "endless trials": (lambda one: one["settings"].update(trials=10**30), "settings.trials: Input should be less"),
    "an address of something else": (
        lambda one: one["submitter"].update(trajectories="javascript:alert(1)"),
        "submitter.trajectories",
    ),
}


@pytest.mark.parametrize("slip", WRONG)
def test_what_does_not_hold_together_is_refused_and_named(slip: str, write: Callable[..., Path]) -> None:
    change, told = WRONG[slip]
    with pytest.raises(InputError) as caught:
        sw.check_submission(write(change))
    assert told in str(caught.value)
    assert "digest" not in str(caught.value)


@pytest.mark.parametrize("content", [b"", b"[]", b"null", b"{", b"\xff\xfe", b'{"format": 1e999}'])
def test_what_is_no_submission_at_all_is_told_so(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "no.json").write_bytes(content)
    with pytest.raises(InputError, match="no valid submission"):
        sw.check_submission(tmp_path / "no.json")
    with pytest.raises(InputError, match="no such file"):
        sw.check_submission(tmp_path / "nowhere.json")


NUMBERS = ("reward", "state_reward", "steps", "trial", "status", "log", "isolation", "fault_phase", "task")
VALUES = st.one_of(st.integers(0, 9), st.sampled_from(["", "passed", "failed", "limit", "0" * 64]))


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=st.sampled_from(NUMBERS), number=st.integers(0, 5), value=VALUES)
def test_one_changed_value_of_a_trial_never_passes_unnoticed(
    name: str, number: int, value: object, made: sw.Submission, write: Callable[..., Path]
) -> None:
    """Without the suite and the log, what keeps the file is the digest."""
    path = write(lambda content: content["trials"][number].update({name: value}), digest=False)
    try:
        checked = sw.check_submission(path)
    except InputError:
        return
    assert checked == made, "it was changed, and says the same"


def test_another_suite_is_told(write: Callable[..., Path], home: Path) -> None:
    suite = sw.load_suite("small", home=home)
    other = suite.model_copy(
        update={"tasks": (*suite.tasks[:2], suite.tasks[2].model_copy(update={"intent": "Else."}))}
    )
    with pytest.raises(InputError, match=r"(?s)suite\.hash.*tasks\.order_1: another content"):
        sw.check_submission(write(), suite=other)
    smaller = suite.model_copy(update={"tasks": suite.tasks[:2]})
    with pytest.raises(InputError, match="not in the suite: order_1"):
        sw.check_submission(write(), suite=smaller)


def test_tasks_that_were_left_out_are_told(write: Callable[..., Path], home: Path) -> None:
    def leave_out(content: dict[str, Any]) -> None:
        del content["tasks"]["cart_1"]
        content["trials"] = [one for one in content["trials"] if one["task"] != "cart_1"]
        content["figures"].update(tasks=2, completion=0.25, completion_with_faults=0.25, pass_powers=[0.25, 0.0])

    assert sw.check_submission(write(leave_out))
    with pytest.raises(InputError, match="1 that the filters choose are left out: cart_1"):
        sw.check_submission(write(leave_out), suite="small", home=home)


def test_trajectories_of_something_else_are_told(write: Callable[..., Path], home: Path, run: Path) -> None:
    changed = write(lambda one: first(one, log="0" * 64))
    with pytest.raises(InputError, match="answer_1, trial 0: the run has another event log"):
        sw.check_submission(changed, suite="small", run=run, home=home)


ANOTHER: dict[str, Any] = {
    "status": Status.FAILED,
    "ending": "limit",
    "interface": "browser",
    "isolation": Isolation.ISOLATED,
    "sighting": Sighting.UNKNOWN,
    "fault_phase": "acting",
    "usage": {"usd": 0.25},
    "log": "0" * 64,
}
"""What a trial might be said to be and is not; numbers are made others below."""


@pytest.mark.parametrize("name", sorted(set(SubmittedTrial.model_fields) - {"task", "trial"}))
def test_whatever_else_a_trial_is_said_to_be_the_run_tells(name: str, made: sw.Submission, run: Path) -> None:
    graded = RunFolder(run).results()
    assert differences_from_run(made, run, graded) == []
    was = getattr(made.trials[0], name)
    other = ANOTHER[name] if name in ANOTHER else (was + 1 if isinstance(was, int) else abs(was - 0.5))
    assert other != was
    trials = (made.trials[0].model_copy(update={name: other}), *made.trials[1:])
    (told,) = differences_from_run(made.model_copy(update={"trials": trials}), run, graded)
    assert told.startswith("answer_1, trial 0: ")
    assert ("event log" if name == "log" else name) in told


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"suite": {"mall_hash": "x"}}, "suite.mall_hash"),
        ({"suite": {"answers": "sealed"}}, "suite.answers"),
        ({"settings": {"seed": 7}}, "settings.seed"),
        ({"settings": {"filters": ("set=basic",)}}, "settings.filters"),
        ({"settings": {"max_seconds": 1.0}}, "settings.max_seconds"),
        ({"package": "99.0"}, "package"),
        ({"tasks": {"template": "another"}}, "tasks.cart_1.template"),
        ({"tasks": {"checks": "easier"}}, "tasks.cart_1.checks"),
    ],
)
def test_what_was_asked_and_played_the_run_tells_too(
    change: dict[str, Any], told: str, made: sw.Submission, run: Path
) -> None:
    ((part, new),) = change.items()
    stated: Any = getattr(made, part)
    if part == "tasks":
        new = stated | {"cart_1": stated["cart_1"].model_copy(update=new)}
    elif isinstance(new, dict):
        new = stated.model_copy(update=new)
    (found,) = differences_from_run(made.model_copy(update={part: new}), run, RunFolder(run).results())
    assert found.startswith(f"{told}: ")


def test_trials_that_were_left_out_of_a_submission_are_told(made: sw.Submission, run: Path) -> None:
    graded = RunFolder(run).results()
    fewer = made.model_copy(update={"trials": tuple(one for one in made.trials if one.trial == 0)})
    assert differences_from_run(fewer, run, graded) == [
        f"trials: 3 of the run are left out: {', '.join(f'{task}, trial 1' for task in made.tasks)}"
    ]
    tasks = {name: one for name, one in made.tasks.items() if name != "cart_1"}
    without = made.model_copy(
        update={"tasks": tasks, "trials": tuple(one for one in made.trials if one.task != "cart_1")}
    )
    assert differences_from_run(without, run, graded) == [
        "trials: 2 of the run are left out: cart_1, trial 0, cart_1, trial 1"
    ]


def test_a_run_that_is_not_finished_or_has_several_agents_makes_none(run: Path) -> None:
    with pytest.raises(RunError, match="there are 2 agents"):
        sw.make_submission(run, **SUBMITTER)
    with pytest.raises(RunError, match="5 of 6 trials have no result"):
        sw.make_submission(run, agent="other", **SUBMITTER)
    with pytest.raises(RunError, match="no agent 'nobody'"):
        sw.make_submission(run, agent="nobody", **SUBMITTER)
    with pytest.raises(InputError, match="'title'"):
        sw.make_submission(run, agent="mine", **{**SUBMITTER, "title": ""})


def test_the_command_makes_checks_and_tells(
    run: Path, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHOPWORLD_HOME", str(home))
    out = tmp_path / "in" / "mine.json"
    said = ("--title", "Mine", "--organisation", "Us", "--contact", "us@example.org")
    made = CliRunner().invoke(app, ["submit", "make", str(run), "-a", "mine", "--out", str(out), *said])
    assert made.exit_code == 0, made.output
    assert "16.7 % of 3 tasks, 2 trials each; trusted." in made.output
    today = sw.check_submission(out).submitter.date
    assert today <= datetime.date.today() + datetime.timedelta(days=1)  # noqa: DTZ011  # either side of midnight
    held = CliRunner().invoke(app, ["submit", "check", str(out), "--suite", "small", "--run", str(run), "--json"])
    told = json.loads(held.stdout)[str(out)]
    assert told["figures"]["tasks"] == 3
    assert any("nothing kept it from the answers" in one for one in told["remarks"])


def test_the_published_schema_is_that_of_the_command() -> None:
    printed = CliRunner().invoke(app, ["submit", "schema"]).stdout
    published = Path(__file__).parents[3] / "docs" / "schemas" / "submission.schema.json"
    assert json.loads(printed) == json.loads(published.read_text(encoding="utf-8"))
