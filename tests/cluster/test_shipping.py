"""Folders on their way to nodes that die meanwhile; Ray need not be installed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from shopworld.cluster import Cluster, ClusterNode, Parcel, send
from shopworld.errors import ClusterError


class RayError(Exception):
    """As Ray's own."""


class DyingRay:
    """Two nodes, of which the second one dies when it is asked this often."""

    exceptions = SimpleNamespace(RayError=RayError)

    def __init__(self, lives: int) -> None:
        self.lives = lives

    def remote(self, **options: Any) -> Callable[..., Any]:
        task = SimpleNamespace(remote=lambda given: (Parcel("malls", "0123abcd"),))
        return lambda call: SimpleNamespace(options=lambda **where: task)

    def get(self, answer: Any) -> Any:
        self.lives -= 1
        if self.lives < 0:
            raise RayError("the node died")
        return answer

    def put(self, piece: bytes) -> bytes:
        return piece

    def get_runtime_context(self) -> Any:
        return SimpleNamespace(get_node_id=lambda: "driver")


@pytest.mark.parametrize("lives", [0, 1])
def test_a_node_that_dies_while_folders_are_sent_is_named(tmp_path: Path, lives: int) -> None:
    nodes = tuple(ClusterNode(name, f"10.0.0.{number}", 1) for number, name in enumerate(("driver", "other")))
    cluster = SimpleNamespace(ray=DyingRay(lives), nodes=nodes, on=lambda node: None)
    (tmp_path / "mall.toml").write_text("name = 'one'")
    with pytest.raises(ClusterError, match=r"node 10\.0\.0\.1 .*cannot take the folders of the run: the node died"):
        send(cast(Cluster, cluster), {Parcel("malls", "0123abcd"): tmp_path})
