"""One import at a time, and nothing left of killed ones."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from shopworld.catalog.importers.amazon.claim import claimed
from shopworld.errors import CatalogError

HOLD = """
import sys, time
from pathlib import Path
from shopworld.catalog.importers.amazon.claim import claimed
with claimed(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(600)
"""


def test_two_processes_cannot_import_into_one_folder(tmp_path: Path) -> None:
    folder = tmp_path / "amazon"
    with subprocess.Popen([sys.executable, "-c", HOLD, str(folder)], stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(CatalogError, match="another process"), claimed(folder):
            pass
        with claimed(tmp_path / "other"):
            pass
        holder.kill()
    with claimed(folder):
        pass
    assert list(tmp_path.iterdir()) == []


def test_what_killed_imports_left_is_removed_and_nothing_else(tmp_path: Path) -> None:
    folder = tmp_path / "amazon"
    for name in (".amazon.0a1b2c3d.part", ".amazon.0a1b2c3d.old", ".amazon-2.0a1b2c3d.part", "amazon", "other"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file").write_text(name, encoding="utf-8")
    (tmp_path / ".amazon.rejects.jsonl.0a1b2c3d.part").write_text("", encoding="utf-8")
    with claimed(folder):
        names = sorted(path.name for path in tmp_path.iterdir())
        assert names == [".amazon-2.0a1b2c3d.part", ".amazon.lock", "amazon", "other"]


def test_a_catalog_that_was_being_replaced_is_put_back(tmp_path: Path) -> None:
    (tmp_path / ".amazon.0a1b2c3d.old").mkdir()
    (tmp_path / ".amazon.0a1b2c3d.old" / "manifest.json").write_text("{}", encoding="utf-8")
    with claimed(tmp_path / "amazon"):
        assert [path.name for path in (tmp_path / "amazon").iterdir()] == ["manifest.json"]
