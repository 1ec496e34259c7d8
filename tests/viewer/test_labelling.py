"""People judge trials: what they see, what is kept, and how far they agree."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import lxml.html
import pytest
from hostile_words import HOSTILE
from starlette.testclient import TestClient
from typer.testing import CliRunner

from shopworld.cli.main import app
from shopworld.errors import InputError, RunError
from shopworld.evaluation import RunFolder
from shopworld.evaluation.judges import (
    LABELS,
    WHOLE,
    PersonLabel,
    agreement_of_people,
    keep_labels,
    read_labels,
    read_person_labels,
)
from shopworld.mall import Home
from shopworld.viewer import LabelServer, RunCollection, SampleKind, sample


@pytest.fixture
def runs(run: Path, tmp_path: Path) -> list[Path]:
    """Copies of both runs, to be labelled."""
    return [Path(shutil.copytree(run.parent / name, tmp_path / name)) for name in ("first", "second")]


@pytest.fixture
def shown(runs: list[Path], home: Path) -> RunCollection:
    return RunCollection(runs, home=Home(home))


def client(collection: RunCollection, labeller: str = "ada") -> TestClient:
    trials = sample(collection, SampleKind.ALL, labeller=labeller)
    return TestClient(LabelServer(collection, trials, labeller).app, base_url="http://127.0.0.1")


def test_everybody_judges_the_same_trials_in_an_order_of_their_own(shown: RunCollection) -> None:
    def keys(labeller: str, count: int, seed: int = 0) -> list[tuple[str, str]]:
        drawn = sample(shown, SampleKind.TRAJECTORIES, labeller=labeller, count=count, seed=seed)
        return [(one.result.agent, one.result.task) for one in drawn]

    assert len(keys("ada", 50)) == 4
    assert sorted(keys("ada", 2)) == sorted(keys("bob", 2))
    assert keys("ada", 3) == keys("ada", 3)
    assert {agent for agent, _ in keys("ada", 2)} == {"oracle+tools", "hostile@open/gpt"}, "as many of each agent"
    assert len({tuple(keys(name, 4)) for name in "abcdefgh"}) > 1
    with pytest.raises(RunError, match="no trial was accepted"):
        sample(shown, SampleKind.ACCEPTED, labeller="ada")


def test_agent_score_and_verdicts_are_hidden(shown: RunCollection) -> None:
    asking = client(shown)
    for number in range(4):
        page = asking.get(f"/{number}")
        assert page.status_code == 200
        told = " ".join(str(one) for one in lxml.html.fromstring(page.text).itertext())
        for word in ("oracle", "hostile@open", "reward", "passed", "failed", "all checks"):
            assert word not in told.replace(HOSTILE, "")
        assert "<script" not in page.text.lower()
        assert "script-src" not in page.headers["content-security-policy"]
        assert page.headers["content-security-policy"].startswith("default-src 'none'")
    assert asking.get("/4").status_code == 404
    assert asking.get("/0/score.json").status_code == 404
    assert asking.get("/0", headers={"host": "evil.example"}).status_code == 400


def test_a_name_is_taken_without_what_stands_around_it(shown: RunCollection) -> None:
    drawn = [[one.result.key for one in sample(shown, SampleKind.ALL, labeller=name)] for name in ("ada", " ada\u2028")]
    assert drawn[0] == drawn[1]
    asking = client(shown, " ada ")
    token = lxml.html.fromstring(asking.get("/0").text).xpath("string(//input[@name='token']/@value)")
    asking.post("/0", data={"token": token, "q0": "yes"}, follow_redirects=False)
    assert lxml.html.fromstring(client(shown).get("/0").text).xpath("//input[@checked]/@value") == ["yes"]
    for name in (" ", "a\nb"):
        with pytest.raises(InputError, match="labeller"):
            client(shown, name)


def test_what_is_said_is_kept_and_can_be_changed(shown: RunCollection, runs: list[Path]) -> None:
    asking = client(shown)
    at = asking.get("/", follow_redirects=False).headers["location"]
    assert at == "/0"
    page = lxml.html.fromstring(asking.get(at).text)
    token = page.xpath("string(//input[@name='token']/@value)")
    assert asking.post(at, data={"token": "guessed", "q0": "yes"}).status_code == 403
    assert not any((one / LABELS).exists() for one in runs)

    for said in ("yes", "no"):
        there = asking.post(at, data={"token": token, "q0": said, "q9": "yes"}, follow_redirects=False)
        assert there.headers["location"] == "/1"
        kept = [label for one in runs if (one / LABELS).exists() for label in read_person_labels(one / LABELS)]
        assert [(one.labeller, one.criterion, one.label) for one in kept] == [("ada", WHOLE, said == "yes")]
    assert asking.get("/", follow_redirects=False).headers["location"] == "/1"
    again = lxml.html.fromstring(asking.get(at).text)
    assert again.xpath("//input[@checked]/@value") == ["no"]
    assert not lxml.html.fromstring(client(shown, "bob").get("/0").text).xpath("//input[@checked]")


def test_people_code_and_each_other_are_compared(runs: list[Path]) -> None:
    tasks = sorted(one.task for one in RunFolder(runs[0]).results())
    said = [("ada", True, True, False), ("bob", True, False, False), ("cy", True, True, True)]
    for labeller, *labels in said:
        given = [
            PersonLabel(labeller, "oracle+tools", task, 0, WHOLE, label)
            for task, label in zip(tasks, labels, strict=True)
        ]
        keep_labels(runs[0], given)
    rows = {(row.first, row.second): row.agreement for row in agreement_of_people(runs)}
    assert rows["ada", "bob"].agreement.value == pytest.approx(2 / 3)
    assert rows["ada", "bob"].kappa.value == pytest.approx(0.4)  # by hand: (2/3 - 4/9) / (1 - 4/9)
    assert rows["ada", "cy"].agreement.value == pytest.approx(2 / 3)
    assert rows["code", "people"].agreement.value == pytest.approx(2 / 3), "all passed; most say no to one"
    assert read_labels(runs[0] / LABELS) == {
        ("oracle+tools", task, 0, WHOLE): label for task, label in zip(tasks, (True, True, False), strict=True)
    }
    told = CliRunner().invoke(app, ["judge", "people", *map(str, runs), "--json"])
    assert {(one["first"], one["second"]) for one in json.loads(told.stdout)} == rows.keys()
    assert "ada and bob" in CliRunner().invoke(app, ["judge", "people", str(runs[0])]).stdout


def test_nobody_and_nonsense_are_told(runs: list[Path]) -> None:
    with pytest.raises(RunError, match="nobody has labelled"):
        agreement_of_people(runs)
    (runs[0] / LABELS).write_text('{"labeller": "ada", "agent": "a", "task": "t", "trial": 0, "label": "perhaps"}\n')
    with pytest.raises(InputError, match="perhaps"):
        agreement_of_people(runs)
    with pytest.raises(InputError, match="perhaps"):
        keep_labels(runs[0], [])
