"""`requirements.lock` holds everything that is installed here for the project and its tests, with hashes."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
LOCK = ROOT / "requirements.lock"
_ENTRY = re.compile(
    r"^(?P<name>[A-Za-z0-9._-]+)==(?P<version>\S+)(?: ; (?P<marker>.+?))?(?P<hashes>(?: \\\n    --hash=\S+)+)$", re.M
)


def locked() -> dict[str, dict[str, str]]:
    """Versions and markers by name."""
    found: dict[str, dict[str, str]] = {}
    for entry in _ENTRY.finditer(LOCK.read_text()):
        found.setdefault(canonicalize_name(entry["name"]), {})[entry["version"]] = entry["marker"] or ""
    return found


def needed() -> dict[str, str]:
    """Installed versions of what the project needs with its extra `test`, and what that needs, by name."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    left = [Requirement(one) for one in (*project["dependencies"], *project["optional-dependencies"]["test"])]
    left += [Requirement("setuptools")]
    found: dict[str, str] = {}
    seen: set[tuple[str, frozenset[str]]] = set()
    while left:
        one = left.pop()
        key = (canonicalize_name(one.name), frozenset(one.extras))
        if key in seen or key[0] == "shopworld":
            continue
        seen.add(key)
        try:
            installed = distribution(one.name)
        except PackageNotFoundError:
            continue
        found[key[0]] = installed.version
        for text in installed.requires or ():
            below = Requirement(text)
            extras = ("", *one.extras)
            if below.marker is None or any(below.marker.evaluate({"extra": extra}) for extra in extras):
                left.append(below)
    return found


def test_the_lock_covers_what_is_installed() -> None:
    lock = locked()
    missing = {name: version for name, version in needed().items() if version not in lock.get(name, {})}
    assert missing == {}


def test_each_entry_has_hashes_and_none_names_a_host() -> None:
    text = LOCK.read_text()
    assert "://" not in text
    assert len(_ENTRY.findall(text)) == len(re.findall(r"^[A-Za-z0-9]", text, re.M))
    assert not re.findall(r"--hash=(?!sha256:[0-9a-f]{64}( |$))", text, re.M)


def test_the_lock_and_the_constraints_agree() -> None:
    constraints = dict(line.split("==") for line in (ROOT / "constraints.txt").read_text().splitlines() if "==" in line)
    pinned = {str(canonicalize_name(name)): version.split(" ")[0] for name, version in constraints.items()}
    other = {name: set(found) for name, found in locked().items() if name in pinned and pinned[name] not in found}
    assert other == {}


def test_markers_can_be_read() -> None:
    for versions in locked().values():
        for marker in filter(None, versions.values()):
            Marker(marker)


@pytest.mark.parametrize("backend", ["setuptools"])
def test_the_build_backend_is_locked_too(backend: str) -> None:
    assert backend in locked()
