"""Folders on their way from the driver to the nodes: packed once, kept in the object store, unpacked once a node."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from shopworld.cluster.cache import NodeCache, Parcel, node_home
from shopworld.cluster.connection import Cluster, ClusterNode, first_line
from shopworld.cluster.packing import pack
from shopworld.errors import ClusterError

LARGE = 1_000_000_000
"""Bytes above which a folder is only packed where a node lacks it."""


@dataclass(frozen=True, slots=True)
class Shipment:
    """What is sent; can be sent to another process itself.

    Attributes:
        driver: id of the node that the folders come from.
        folders: where they lie there.
        pieces: references to what they are packed into; none where all nodes have them.
    """

    driver: str
    folders: Mapping[Parcel, Path]
    pieces: Mapping[Parcel, tuple[Any, ...]] = field(default_factory=dict)


def send(cluster: Cluster, folders: Mapping[Parcel, Path]) -> Shipment:
    """Brings folders to all nodes that lack them. Nodes that join later fetch them when they need them.

    Args:
        cluster: whose nodes.
        folders: of this machine, by the hash of what they hold.

    Raises:
        ClusterError: a node cannot take one.
    """
    ray = cluster.ray
    here = ray.get_runtime_context().get_node_id()
    others = [node for node in cluster.nodes if node.id != here]
    has = ray.remote(num_cpus=0)(_lacking)
    parcels = tuple(folders)
    lacking = _answers(
        cluster, {one: has.options(scheduling_strategy=cluster.on(one)).remote(parcels) for one in others}
    )
    wanted = {parcel for each in lacking for parcel in each}
    pieces = {
        parcel: tuple(ray.put(piece) for piece in pack(folder))
        for parcel, folder in folders.items()
        if parcel in wanted or (others and _size(folder) < LARGE)
    }
    shipment = Shipment(here, dict(folders), pieces)
    take = ray.remote(num_cpus=0)(_take)
    taking = {
        node: take.options(scheduling_strategy=cluster.on(node)).remote(shipment)
        for node, missing in zip(others, lacking, strict=True)
        if missing
    }
    _answers(cluster, taking)
    return shipment


def _answers(cluster: Cluster, asked: Mapping[ClusterNode, Any]) -> list[Any]:
    """What nodes answer, in their order.

    Raises:
        ClusterError: one does not.
    """
    ray, answers = cluster.ray, []
    for node, one in asked.items():
        try:
            answers.append(ray.get(one))
        except ray.exceptions.RayError as error:
            raise ClusterError(f"{node} cannot take the folders of the run: {first_line(error)}") from error
    return answers


def receive(shipment: Shipment, check: Callable[[Parcel, Path], None] = lambda *_: None) -> dict[Parcel, Path]:
    """The folders of a shipment on the node that this process runs on; what it lacks is fetched.

    Args:
        shipment: what was sent.
        check: of a folder that came; raises where it is not what was to come.

    Raises:
        ClusterError: one is not there and was not packed.
        InputError: what came is no packed folder.
        OSError: there is no room for it.
    """
    import ray

    if ray.get_runtime_context().get_node_id() == shipment.driver:
        return dict(shipment.folders)
    cache = NodeCache(node_home())

    def fetch(parcel: Parcel) -> Iterator[bytes]:
        if parcel not in shipment.pieces:
            raise ClusterError(
                f"{parcel.kind}/{parcel.hash} is not on this node, which joined when the run had begun",
                hint="Stop the run; the same command goes on with all nodes.",
            )
        for reference in shipment.pieces[parcel]:
            yield ray.get(reference)

    return {
        parcel: cache.install(parcel, lambda one=parcel: fetch(one), lambda place, one=parcel: check(one, place))  # type: ignore[misc]
        for parcel in shipment.folders
    }


def _lacking(parcels: tuple[Parcel, ...]) -> tuple[Parcel, ...]:
    cache = NodeCache(node_home())
    return tuple(one for one in parcels if not cache.has(one))


def _take(shipment: Shipment) -> None:
    receive(shipment)


def _size(folder: Path) -> int:
    return sum(one.stat().st_size for one in folder.rglob("*") if one.is_file())
