"""Labels of people, from files."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.errors import InputError
from shopworld.evaluation.judges import LABELS, WHOLE, PersonLabel, keep_labels, read_labels, read_person_labels


def test_both_forms_of_file_are_read(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("agent,task,trial,criterion,label\nweb,t1,0,,pass\nweb,t1,0,filter,No\n")
    (tmp_path / "b.jsonl").write_text(
        '{"agent": "web", "task": "t1", "trial": 0, "label": true}\n\n'
        '{"agent": "web", "task": "t1", "trial": 0, "criterion": "filter", "label": 0}\n'
    )
    expected = {("web", "t1", 0, "task"): True, ("web", "t1", 0, "filter"): False}
    assert read_labels(tmp_path / "a.csv") == read_labels(tmp_path / "b.jsonl") == expected


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("agent,task,label\n", "line 1|:1: the head lacks trial"),
        ("agent,task,trial,label\nweb,t1,0,perhaps\n", r":2, field 'label': found 'perhaps', expected one of 1, true"),
        ("agent,task,trial,label\nweb,t1,first,1\n", r":2, field 'trial': found 'first'"),
        ("agent,task,trial,label\nweb,,0,1\n", r":2, field 'task': is missing"),
        ("agent,task,trial,label\nweb,t1,0,1\nweb,t1,0,0\n", r":3: this was labelled in line 2 already"),
        ('{"agent": \n', r":1: not JSON"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(content: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "labels").write_text(content)
    with pytest.raises(InputError, match=message):
        read_labels(tmp_path / "labels")


LABELS_MANY = """
import sys
from pathlib import Path
from shopworld.evaluation.judges import WHOLE, PersonLabel, keep_labels
for trial in range(40):
    keep_labels(Path(sys.argv[1]), [PersonLabel(sys.argv[2], "web", "t1", trial, WHOLE, True)])
"""


def test_what_is_labelled_at_the_same_time_is_all_kept(tmp_path: Path) -> None:
    names = ("ada", "bob", "cy")
    people = [subprocess.Popen([sys.executable, "-c", LABELS_MANY, str(tmp_path), name]) for name in names]
    assert [one.wait(timeout=120) for one in people] == [0, 0, 0]
    kept = {(one.labeller, one.trial) for one in read_person_labels(tmp_path / LABELS)}
    assert kept == {(name, trial) for name in names for trial in range(40)}


def test_a_name_with_spaces_around_it_is_the_same_person(tmp_path: Path) -> None:
    for name, said in (("ada", True), (" ada ", False), ("ada\u2028", True), ("\tada\n", False)):
        keep_labels(tmp_path, [PersonLabel(name, "web", "t1", 0, WHOLE, said)])
        assert read_person_labels(tmp_path / LABELS) == [PersonLabel("ada", "web", "t1", 0, WHOLE, said)]


@pytest.mark.parametrize("name", ["a\u2028da", "a\x85da", "a\nda", "a\x00", "\u202eada", "ada\ud800"])
def test_a_name_that_cannot_be_shown_is_refused_and_nothing_lost(name: str, tmp_path: Path) -> None:
    keep_labels(tmp_path, [PersonLabel("bob", "web", "t1", 0, WHOLE, True)])
    before = (tmp_path / LABELS).read_bytes()
    with pytest.raises(InputError, match="labeller"):
        keep_labels(tmp_path, [PersonLabel(name, "web", "t1", 0, WHOLE, True)])
    assert (tmp_path / LABELS).read_bytes() == before


_WORDS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8).filter(str.strip)


@given(said=st.lists(st.tuples(_WORDS, _WORDS, st.integers(0, 3), _WORDS, st.booleans()), min_size=1, max_size=5))
def test_whatever_is_judged_is_read_back_as_it_was_kept(
    said: list[tuple[str, str, int, str, bool]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.getbasetemp() / "kept"
    folder.mkdir(exist_ok=True)
    (folder / LABELS).unlink(missing_ok=True)
    given_labels = [PersonLabel("ada", agent, task, trial, about, label) for agent, task, trial, about, label in said]
    for one in given_labels:
        keep_labels(folder, [one])
    assert {one.about: one for one in read_person_labels(folder / LABELS)} == {one.about: one for one in given_labels}
