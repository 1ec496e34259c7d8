"""Suites as Parquet, there and back."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from shopworld.errors import InputError, TaskError
from shopworld.tasks import suite_hash
from shopworld.tasks.parquet import NESTED, read_parquet, write_parquet


def test_a_suite_comes_back_as_it_was(suites: Any, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    suite = suites.suite(seed=None)
    write_parquet(suite, tmp_path / "tasks.parquet")
    back = read_parquet(tmp_path / "tasks.parquet")
    assert back == suite
    assert suite_hash(back) == suite_hash(suite)
    table = parquet.read_table(tmp_path / "tasks.parquet")
    assert table.num_rows == 6
    assert table.column("suite_seed").null_count == 6
    assert table.schema.metadata[b"canary"].decode() == suite.canary


def test_what_is_no_data_set_is_refused(suites: Any, tmp_path: Path) -> None:
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    with pytest.raises(InputError, match="no such file"):
        read_parquet(tmp_path / "none.parquet")
    (tmp_path / "text.parquet").write_text("no")
    with pytest.raises(InputError, match="not Parquet"):
        read_parquet(tmp_path / "text.parquet")
    parquet.write_table(arrow.table({"id": ["a"], "checks": ["["]}), tmp_path / "wrong.parquet")
    with pytest.raises(InputError, match="not JSON") as caught:
        read_parquet(tmp_path / "wrong.parquet")
    assert (caught.value.line, caught.value.field) == (1, "checks")


def test_without_pyarrow_it_is_said_what_to_install(
    suites: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(TaskError) as caught:
        write_parquet(suites.suite(), tmp_path / "tasks.parquet")
    assert "shopworld[parquet]" in str(caught.value.hint)
    assert not (tmp_path / "tasks.parquet").exists()


def test_columns_with_many_shapes_are_known() -> None:
    assert {"checks", "limits", "shopper", "near_misses", "evolution", "defects", "constraints"} <= set(NESTED)
    assert not {"id", "split", "source", "revision", "suite_seed", "canary", "environment"} & set(NESTED)
