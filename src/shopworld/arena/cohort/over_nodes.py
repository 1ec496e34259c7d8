"""Shops of a cohort made and looked at on the nodes of a cluster, each as one packed folder on its way back."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from shopworld.arena.cohort.looking import SeenShop
from shopworld.arena.cohort.making import ShopOrder, captured, looked_at, written
from shopworld.arena.similarity.capture import Capture
from shopworld.cluster import connect, pack, share_out, unpack
from shopworld.environments import find_browser
from shopworld.files import folder_beside, put_in_place
from shopworld.shop import ShopFolder, read_shop_folder


@dataclass(frozen=True, slots=True)
class PackedShop:
    """A shop that was made elsewhere.

    Attributes:
        pieces: its folder, packed.
        seen: of it.
        graph: of it, where that was asked for.
    """

    pieces: tuple[bytes, ...]
    seen: SeenShop
    graph: Capture | None


@dataclass(frozen=True, slots=True)
class _Sent:
    order: ShopOrder
    stands: tuple[bytes, ...]
    """What stands at its place, packed: what was edited there by hand is kept."""


def made_on_nodes(
    ray: str, orders: Sequence[ShopOrder], out: Path, doing: Callable[[int, int, str], object]
) -> list[tuple[ShopFolder, SeenShop, Capture | None]]:
    """Has shops made, looked at and captured on the nodes of a cluster; puts them below a folder.

    Args:
        ray: address of the cluster; see `connect`.
        orders: of the shops.
        out: folder that they are put below.
        doing: hears how many are done, of how many, and what is done.

    Raises:
        ClusterError: the cluster cannot be reached, a node has other software, or a shop could not be made.
    """
    with connect(ray) as cluster:
        cluster.refuse_other_software(("ray",), browser_version)
        sent = [_Sent(one, tuple(pack(one.place(out))) if one.place(out).is_dir() else ()) for one in orders]
        packed = share_out(cluster, _made, sent, lambda done, total: doing(done, total, "making"))
    found = []
    for order, one in zip(orders, packed, strict=True):
        place = order.place(out)
        with folder_beside(place) as beside:
            unpack(one.pieces, beside)
            put_in_place(beside, place)
        graph = one.graph and one.graph.model_copy(update={"source": str(place)})  # not where it was made
        found.append((read_shop_folder(place), one.seen, graph))
    return found


def browser_version() -> dict[str, str]:
    """The browser of the machine that this is called on."""
    return {"browser": find_browser().version}


def _made(sent: _Sent) -> PackedShop:
    order = sent.order
    with tempfile.TemporaryDirectory(prefix="shopworld-cohort-") as folder:
        place = order.place(Path(folder))
        if sent.stands:
            place.mkdir()
            unpack(sent.stands, place)
        shop = written(order, Path(folder))
        (seen,) = looked_at([shop], partial(_unheard))
        graphs = captured([shop], order.navigations)
        return PackedShop(tuple(pack(place)), seen, graphs[0] if graphs else None)


def _unheard(done: int, total: int, what: str) -> None:
    """Nobody waits there."""
