from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import shopworld
from shopworld.cluster import differences, installed


def test_python_the_package_what_it_needs_and_fonts_are_told() -> None:
    found = installed(["import-linter", "no-such-package"])
    assert {"python", "shopworld", "tantivy", "babel", "font-manrope", "import-linter"} <= found.keys()
    assert found["no-such-package"] == "none"
    assert found == installed(["no-such-package", "import-linter"])


def test_two_checkouts_of_one_version_are_told_apart(tmp_path: Path) -> None:
    copy = tmp_path / "shopworld"
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(Path(str(shopworld.__file__)).parent, copy, ignore=ignored)
    asked = [sys.executable, "-c", "from shopworld.cluster import installed; print(installed()['shopworld'])"]

    def there() -> str:
        return subprocess.run(asked, cwd=tmp_path, capture_output=True, text=True, check=True).stdout.strip()

    assert there() == installed()["shopworld"]
    with (copy / "money" / "__init__.py").open("a") as file:
        file.write("# another\n")
    assert there() != installed()["shopworld"]


def test_each_difference_is_named_with_both_versions() -> None:
    here, there = {"python": "3.11.7", "tantivy": "0.27.1", "browser": "1"}, {"python": "3.11.7", "tantivy": "0.27.0"}
    assert differences(here, there) == ["tantivy: 0.27.0 there, 0.27.1 here", "browser: none there, 1 here"]
    assert differences(there, here) == ["tantivy: 0.27.1 there, 0.27.0 here", "browser: 1 there, none here"]
    assert differences(here, here) == []
