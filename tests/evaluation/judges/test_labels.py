"""Labels of people, from files."""

from __future__ import annotations

from pathlib import Path

import pytest

from shopworld.errors import InputError
from shopworld.evaluation.judges import read_labels


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
