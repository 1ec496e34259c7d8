"""Malls of shop folders: one shop that is browsed by hand, or several on which agents run."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from shopworld.catalog import CatalogBuilder
from shopworld.mall.folder import SOLUTION_HOST, MallManifest, write_mall
from shopworld.mall.mall import Mall
from shopworld.shop import add_to_catalog, read_shop_folder


def open_single_shop(shop: Path) -> Mall:
    """A mall that is one shop folder as it stands; its catalog is built again where its data was edited.

    Raises:
        InputError: a file of the shop is not as it must be.
        ShopError: there is no shop in the folder, or it does not hold together.
        CatalogError: its catalog cannot be opened.
    """
    folder = read_shop_folder(shop)
    catalog = folder.open_catalog()
    try:
        identity = folder.specification.identity
        return Mall(identity.id, catalog, (folder.specification,), solution_host=SOLUTION_HOST)
    except BaseException:
        catalog.close()
        raise


def make_mall_of_shops(folder: Path, shops: Sequence[Path], *, name: str) -> MallManifest:
    """Makes a mall of shop folders. It holds copies: what is edited in a shop folder later does not change it.

    Args:
        folder: where the mall will stand; a mall that stands there is replaced.
        shops: folders of the shops, in the order in which people and tasks number them.
        name: of the mall.

    Raises:
        MallError: there is no shop, two share an id or a host, or `folder` holds something that is no mall.
        InputError: a file of a shop is not as it must be.
        ShopError: there is no shop in a folder.
    """
    read = [read_shop_folder(one) for one in shops]

    def build_catalog(target: Path) -> None:
        with CatalogBuilder(target, name=name, known_only=True) as builder:
            for one in sorted(read, key=lambda shop: shop.specification.identity.id):
                add_to_catalog(builder, one.data, one.specification)

    return write_mall(folder, name=name, shops=[one.specification for one in read], build_catalog=build_catalog)
