"""The shops that come with the package: those of the default mall and those of WebMall."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from shopworld.shop import Capabilities, Filter, Identity, ShopSpecification, load_design

_FOLDER = Path(__file__).parent / "shops"


class _KnownShop(BaseModel):
    """One file: who a shop is, and which finished design it wears."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    design: str
    identity: Identity
    filters: tuple[Filter, ...] = ()
    """Of its listings, in place of the design's."""


def default_shops() -> tuple[ShopSpecification, ...]:
    """The four fictional shops of the default mall, in order."""
    return _known_shops("default")


def webmall_shops() -> tuple[ShopSpecification, ...]:
    """WebMall's four shops in the release's order: `{{URL_1}}` to `{{URL_4}}`.

    Source: WebMall, section 3; names and order as in its public release. What a shop ships, takes and promises is ours.
    """
    return _known_shops("webmall")


def marketplace_shop() -> ShopSpecification:
    """The marketplace that sells everything."""
    return _known_shops("marketplace")[0]


@cache
def _known_shops(name: str) -> tuple[ShopSpecification, ...]:
    files = sorted((_FOLDER / name).glob("*.toml"))
    return tuple(_specification(_KnownShop.model_validate(tomllib.loads(file.read_text("utf-8")))) for file in files)


def _specification(shop: _KnownShop) -> ShopSpecification:
    design = load_design(shop.design)
    identity = shop.identity
    manual = (
        f"# {identity.name}\n\n{identity.description}\n\nDesign: {design.name}, {design.capabilities.descriptor}.\n"
    )
    return ShopSpecification(
        identity=identity, capabilities=_capabilities(design.capabilities, shop), style=design.style, manual=manual
    )


def _capabilities(design: Capabilities, shop: _KnownShop) -> Capabilities:
    if not shop.filters:
        return design
    collection = design.collection.model_copy(update={"filters": shop.filters})
    return design.model_copy(update={"collection": collection})
