"""The card of a data set."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import pytest
import yaml

from shopworld.evaluation.proofs import TaskProofs
from shopworld.evaluation.publishing import card_text, write_card
from shopworld.tasks import NESTED, Suite, suite_hash
from shopworld.tasks.canary import CANARY_GUID
from shopworld.tasks.proofs import Proof
from shopworld.tasks.records import read_json_lines

SECTIONS = (
    "What it is for",
    "How it was made",
    "What it holds",
    "Splits",
    "What is proven",
    "What it cannot tell",
    "Files",
    "Canary",
)


def test_a_card_says_what_people_must_know(suite: Suite) -> None:
    proven = (
        TaskProofs("find", "", (), (Proof("right answer", True, ""), Proof("nothing", True, ""))),
        TaskProofs("put", "", (), (Proof("right answer", False, "no"), Proof("nothing", True, ""))),
    )
    text = card_text(suite, licence="CC-BY-4.0", proven=proven)
    assert tuple(re.findall(r"^## (.+)$", text, re.MULTILINE)) == SECTIONS
    assert "license: cc-by-4.0" in text
    assert "| licence | CC-BY-4.0 |" in text
    assert f"content hash `{suite_hash(suite)}`" in text
    assert "| find_specific_product | basic | 1 | 1 | hard 1 |" in text
    assert "1 task was generated" in text
    assert "1 task was imported" in text
    assert "All proofs hold for 1 of 2 tasks." in text
    assert "| right | the right answer scores 1 | 1 of 2 |" in text
    assert "Not proven: `put`." in text
    assert "1 task has known defects" in text
    assert CANARY_GUID in text
    assert max(map(len, text.split("```")[0].splitlines())) < 400


def test_without_licence_and_proofs_it_says_so(suite: Suite) -> None:
    text = card_text(suite)
    assert "license:" not in text
    assert "| licence | not stated" in text
    assert "Nothing was proven for this card." in text


def test_the_folder_is_a_data_set(suite: Suite, tmp_path: Path) -> None:
    files = write_card(
        suite, tmp_path / "set", licence="MIT", address="https://example.org/set", published="2027-03-01"
    )
    whole, splits = files[:5], files[5:]
    names = ["README.md", "tasks.jsonl", "task-record.schema.json", "croissant.json", "eval.yaml"]
    assert [file.name for file in whole] == names
    assert {file.parent.name for file in splits} == {"public", "graded"}
    assert read_json_lines(files[1]) == suite
    described = json.loads(files[3].read_text(encoding="utf-8"))
    (distribution,) = described["distribution"]
    assert distribution["sha256"] == hashlib.sha256(files[1].read_bytes()).hexdigest()
    first = [file.read_bytes() for file in files]
    write_card(suite, tmp_path / "set", licence="MIT", address="https://example.org/set", published="2027-03-01")
    assert [file.read_bytes() for file in files] == first


def test_what_hubs_load_by_default_tells_no_answers(suite: Suite, tmp_path: Path) -> None:
    """A file for each split; together they hold every task once, the graded ones as the whole file has them."""
    write_card(suite, tmp_path)
    whole = {one["id"]: one for one in map(json.loads, (tmp_path / "tasks.jsonl").read_text().splitlines())}
    for name in ("public", "graded"):
        found = {
            file.stem: [json.loads(line) for line in file.read_text().splitlines()]
            for file in (tmp_path / name).iterdir()
        }
        assert sorted(one["id"] for rows in found.values() for one in rows) == sorted(whole)
        for split, rows in found.items():
            for row in rows:
                assert row["split"] == split
                assert row["canary"]
                if name == "graded":
                    read = {key: json.loads(value) if key in NESTED else value for key, value in row.items()}
                    assert read == whole[row["id"]]
                else:
                    assert row == {key: value for key, value in whole[row["id"]].items() if key in row}
                    hidden = {"checks", "near_misses", "constraints", "shopper", "evolution", "note", "defects"}
                    assert not hidden & set(row)
    front = (tmp_path / "README.md").read_text().split("---")[1]
    assert front.index("config_name: public\n  default: true") < front.index("config_name: graded")
    for path in re.findall(r"path: (\S+)", front):
        assert (tmp_path / path).is_file()


def test_hugging_face_loads_both_configurations_by_their_splits(suite: Suite, tmp_path: Path) -> None:
    """Where its package is installed; `make test-adapters` has it."""
    datasets = pytest.importorskip("datasets")
    write_card(suite, tmp_path / "set")
    for name in ("public", "graded"):
        loaded = datasets.load_dataset(str(tmp_path / "set"), name, cache_dir=str(tmp_path / "cache"))
        assert set(loaded) == {file.stem for file in (tmp_path / "set" / name).iterdir()}
        rows = [row for split in loaded.values() for row in split]
        assert sorted(row["id"] for row in rows) == sorted(task.id for task in suite.tasks)
        assert ("checks" in rows[0]) is (name == "graded")
    plain = datasets.load_dataset(str(tmp_path / "set"), cache_dir=str(tmp_path / "cache"))
    assert all("checks" not in row for split in plain.values() for row in split)


def test_it_declares_a_board_for_each_split_that_there_is(suite: Suite, tmp_path: Path) -> None:
    """Whatever stands in name and description."""
    odd = suite.model_copy(update={"name": "odd: #1", "description": 'It says "yes": no\n- more', "hash": ""})
    for told in (suite, odd):
        write_card(told, tmp_path / "set")
        declared = yaml.safe_load((tmp_path / "set" / "eval.yaml").read_text(encoding="utf-8"))
        assert (declared["name"], declared["evaluation_framework"]) == (told.name, "shopworld")
        assert declared["description"] == (told.description or declared["description"])
        front = yaml.safe_load((tmp_path / "set" / "README.md").read_text(encoding="utf-8").split("---")[1])
        (public,) = [one for one in front["configs"] if one.get("default")]
        there = [one["split"] for one in public["data_files"]]
        assert [(one["config"], one["split"]) for one in declared["tasks"]] == [("public", one) for one in there[::-1]]
        assert len({one["id"] for one in declared["tasks"]}) == len(there)


def test_hugging_face_loads_what_is_declared(suite: Suite, tmp_path: Path) -> None:
    """Where its package is installed."""
    datasets = pytest.importorskip("datasets")
    write_card(suite, tmp_path / "set")
    declared = yaml.safe_load((tmp_path / "set" / "eval.yaml").read_text(encoding="utf-8"))
    for one in declared["tasks"]:
        rows = datasets.load_dataset(
            str(tmp_path / "set"), one["config"], split=one["split"], cache_dir=str(tmp_path / "cache")
        )
        assert {row["split"] for row in rows} == {one["split"]}


def test_the_croissant_description_has_what_the_specification_asks_for(suite: Suite, tmp_path: Path) -> None:
    """Required properties of Croissant 1.0; mlcroissant itself, which is no dependency, has its say below."""
    write_card(suite, tmp_path, licence="CC-BY-4.0")
    described = json.loads((tmp_path / "croissant.json").read_text(encoding="utf-8"))
    assert described["@type"] == "sc:Dataset"
    assert described["conformsTo"] == "http://mlcommons.org/croissant/1.0"
    assert {"@context", "name", "description", "license", "distribution", "recordSet"} <= set(described)
    assert described["license"] == "https://spdx.org/licenses/CC-BY-4.0.html"
    assert re.fullmatch(r"\d+\.\d+\.\d+", described["version"])
    (file,) = described["distribution"]
    assert {"@id", "name", "contentUrl", "encodingFormat", "sha256"} <= set(file)
    splits, tasks = described["recordSet"]
    assert {row["splits/name"]: row["splits/url"] for row in splits["data"]} == {
        "train": "cr:TrainingSplit",
        "validation": "cr:ValidationSplit",
        "test": "cr:TestSplit",
    }
    record = json.loads((tmp_path / "tasks.jsonl").read_bytes().splitlines()[0])
    for field in tasks["field"]:
        column = field["source"]["extract"]["column"]
        assert field["@id"] == f"tasks/{column}"
        assert field["source"]["fileObject"]["@id"] == file["@id"]
        kind = {"sc:Integer": int, "sc:Text": list if field.get("repeated") else str}[field["dataType"]]
        assert isinstance(record[column], kind)
        assert field["description"]
    names = [field["name"] for field in tasks["field"]]
    assert {"id", "prompt", "split", "canary", "suite_seed"} <= set(names)
    assert "checks" not in names


def test_mlcroissant_accepts_the_description(suite: Suite, tmp_path: Path) -> None:
    """Where it is installed."""
    mlcroissant = pytest.importorskip("mlcroissant")
    write_card(suite, tmp_path, licence="CC-BY-4.0", published="2027-03-01", address="https://example.org/set")
    dataset = mlcroissant.Dataset(jsonld=tmp_path / "croissant.json")
    assert not dataset.metadata.ctx.issues.errors
    assert not dataset.metadata.ctx.issues.warnings
    assert [row["tasks/id"] for row in dataset.records("tasks")] == [b"find", b"put"]


def test_without_a_licence_the_description_says_that_none_is_stated(suite: Suite, tmp_path: Path) -> None:
    write_card(suite, tmp_path)
    assert json.loads((tmp_path / "croissant.json").read_text(encoding="utf-8"))["license"] == "NOASSERTION"
    mlcroissant = pytest.importorskip("mlcroissant")
    write_card(suite, tmp_path, published="2027-03-01")
    dataset = mlcroissant.Dataset(jsonld=tmp_path / "croissant.json")
    assert not dataset.metadata.ctx.issues.errors
    assert not dataset.metadata.ctx.issues.warnings
