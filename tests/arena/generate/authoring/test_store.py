"""Texts that are kept for another time: by model, rules and facts, through a torn line."""

from __future__ import annotations

from pathlib import Path

from shopworld.arena.generate.authoring.store import TextStore
from shopworld.arena.generate.authoring.wanted import WantedText, WrittenText


def wanted(key: str = "pan", **facts: object) -> WantedText:
    return WantedText(key, facts, lambda _: [])


TEXT = WrittenText(key="pan", title="Pan", paragraphs=("It fries.",))


def test_a_text_is_found_again_for_the_same_question_to_the_same_model_only(tmp_path: Path) -> None:
    store = TextStore(tmp_path / "texts", "vllm/pen")
    asked = store.asked("rules", wanted(size=1))
    assert store.find(asked) is None
    store.keep(asked, TEXT)
    again = TextStore(tmp_path / "texts", "vllm/pen")
    assert again.find(again.asked("rules", wanted(size=1))) == TEXT
    assert again.find(again.asked("rules", wanted(size=2))) is None
    assert again.find(again.asked("other rules", wanted(size=1))) is None
    other = TextStore(tmp_path / "texts", "vllm/quill")
    assert other.find(other.asked("rules", wanted(size=1))) is None
    again.forget()
    assert TextStore(tmp_path / "texts", "vllm/pen").find(asked) is None


def test_a_torn_line_costs_its_text_only(tmp_path: Path) -> None:
    store = TextStore(tmp_path, "vllm/pen")
    for key in ("one", "two"):
        store.keep(store.asked("rules", wanted(key)), TEXT)
    [file] = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:-9])
    again = TextStore(tmp_path, "vllm/pen")
    assert again.find(again.asked("rules", wanted("one"))) == TEXT
    assert again.find(again.asked("rules", wanted("two"))) is None
    again.keep(again.asked("rules", wanted("two")), TEXT)
    assert TextStore(tmp_path, "vllm/pen").find(again.asked("rules", wanted("two"))) == TEXT


def test_without_a_folder_nothing_is_written(tmp_path: Path) -> None:
    store = TextStore(None, "vllm/pen")
    store.keep("asked", TEXT)
    assert store.find("asked") == TEXT
    store.forget()
    assert store.find("asked") is None
    assert not [*tmp_path.iterdir()]
