"""Proofs, audits and cohorts on a cluster: what they tell and what they write is what one machine tells and writes."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from ray_driver import RayDriver

COHORT = """
import pickle, sys
from pathlib import Path
import shopworld as sw

made = sw.make_cohort(
    "clothing", "shops", count=3, seed=2, products=12, families=("folio", "bazaar"), navigations=8, ray=sys.argv[1]
)
Path("made.pickle").write_bytes(pickle.dumps((made.seen, made.graphs, made.spread)))
"""


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("check", ("tasks", "check", "small", "--interface", "tools")),
        ("mutate", ("tasks", "mutate", "small")),
    ],
)
def test_what_is_told_of_tasks_is_the_same(driver: RayDriver, name: str, words: tuple[str, ...]) -> None:
    here: dict[str, Any] = driver.printed(f"{name}-here", *words)
    assert here["tasks"]
    assert driver.printed(f"{name}-there", *words, *driver.on_nodes) == here


def test_shops_of_a_cohort_and_all_that_is_seen_and_measured_of_them_are_the_same(driver: RayDriver) -> None:
    made, files = [], []
    for name, ray in (("here", ""), ("there", driver.nodes.address)):
        place = driver.folder / f"cohort-{name}"
        place.mkdir()
        command = [sys.executable, "-c", COHORT, ray]
        done = subprocess.run(command, cwd=place, env=driver.environment, capture_output=True, timeout=550, check=False)
        assert done.returncode == 0, done.stderr.decode()[-3000:]
        made.append(pickle.loads((place / "made.pickle").read_bytes()))
        files.append(written(place / "shops"))
    for here, there in zip(*made, strict=True):
        assert there == here
    assert len(made[0][1]) == 3, "each has a graph"
    assert files[0] == files[1]


def written(folder: Path) -> dict[Path, bytes]:
    """Files of a cohort, but for what is made from them: the indices of searches have names of their own each time."""
    return {
        one.relative_to(folder): one.read_bytes()
        for one in sorted(folder.rglob("*"))
        if one.is_file() and one.parent.name != "index"
    }
