"""Shops that can be compared: a shop's folder, a shop of a mall, or a storefront that runs on this machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from shopworld.arena.explore.prefetch import SiteAddress
from shopworld.errors import InputError
from shopworld.mall import Home, Mall, MallServer, open_single_shop
from shopworld.shop.folder import is_shop_folder

DEFAULT_MALL = "default"


@dataclass(frozen=True, slots=True)
class ComparedShop:
    """A shop that can be visited.

    Attributes:
        name: for people.
        source: what it was opened from, as it was written.
        arrive: gives the address of its home page for somebody who was never there: empty cart, nothing dismissed.
    """

    name: str
    source: str
    arrive: Callable[[], str]


@contextmanager
def open_subject(source: str, *, home: Home | None = None) -> Iterator[ComparedShop]:
    """Opens a shop for visitors; served on a free port of this machine as long as the context lasts.

    Args:
        source: a shop's folder; `MALL/SHOP`, or `SHOP` of the default mall; or the address of a storefront on loopback.
        home: where malls are kept; as the environment says by default.

    Raises:
        InputError: there is no such shop, or the address does not lie on this machine.
        ShopError: the folder's shop does not hold together.
        MallError: the mall cannot be opened.
    """
    if "://" in source:
        address = SiteAddress(source)
        if not address.is_loopback:
            raise InputError(
                f"{source}: only storefronts on this machine are compared",
                hint="Explore it, generate a shop from it, and compare that: shopworld arena explore",
            )
        yield ComparedShop(address.root.split("://")[1].strip("/"), source, lambda: address.start)
        return
    mall, shop = _opened(source, home or Home.from_environment())
    try:
        with MallServer(mall, slots=0) as server:
            title = mall.specification(shop).identity.name
            yield ComparedShop(title, source, lambda: server.door_address(shop, server.welcome()))
    finally:
        mall.close()


def _opened(source: str, home: Home) -> tuple[Mall, str]:
    """The mall that holds the shop, and its id there."""
    folder = Path(source)
    if is_shop_folder(folder):
        mall = open_single_shop(folder)
        return mall, mall.shops[0].identity.id
    mall_name, _, shop = source.rpartition("/")
    mall_folder = None if folder.exists() or "/" in mall_name else home.mall(mall_name or DEFAULT_MALL)
    if mall_folder is None or not mall_folder.is_dir():
        raise InputError(
            f"{source}: no shop there; expected a shop's folder, SHOP of the default mall, MALL/SHOP, "
            "or an address on this machine",
            hint="Make one: shopworld arena generate SPEC --out SHOP",
        )
    mall = Mall.open(mall_folder)
    names = [one.identity.id for one in mall.shops]
    if shop not in names:
        mall.close()
        raise InputError(f"{source}: the mall {mall.name!r} has no shop {shop!r}; it has {', '.join(names)}")
    return mall, shop
