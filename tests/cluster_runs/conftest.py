"""One Ray cluster of two nodes with homes of their own for all tests here. Only in `make test-cluster`: needs `ray`."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from ray_driver import RayDriver
from ray_nodes import HEAD, OTHER, RayNodes

if "SHOPWORLD_CLUSTER" not in os.environ:
    collect_ignore_glob = ["test_*.py"]


@pytest.fixture(scope="session")
def folder() -> Iterator[Path]:
    """Of a short name: sockets lie in it."""
    with tempfile.TemporaryDirectory(prefix="swc-", dir="/tmp", ignore_cleanup_errors=True) as made:
        yield Path(made)


@pytest.fixture(scope="session")
def nodes(folder: Path) -> Iterator[RayNodes]:
    """Two of them."""
    started = RayNodes(folder)
    try:
        started.start(HEAD)
        started.start(OTHER)
        yield started
    finally:
        started.close()


@pytest.fixture(scope="session")
def driver(folder: Path, nodes: RayNodes) -> RayDriver:
    """Starts commands."""
    return RayDriver(folder / "driver", nodes)
