"""Opens the interfaces whose parts an opened world is made of: they know nothing of worlds, so arrows run one way."""

from __future__ import annotations

from shopworld.environments.corpus.environment import CorpusEnvironment
from shopworld.environments.shop_tools.environment import ShopToolEnvironment
from shopworld.environments.tools.environment import ToolEnvironment
from shopworld.environments.world import OpenWorld


def open_sandbox(world: OpenWorld) -> ToolEnvironment:
    """The environment `tools`."""
    return ToolEnvironment(world.catalog, world.folders.profile)


def open_shop_tools(world: OpenWorld) -> ShopToolEnvironment:
    """The environment `shop_tools`."""
    return ShopToolEnvironment(world.mall)


def open_corpus(world: OpenWorld) -> CorpusEnvironment:
    """The environment `corpus`."""
    return CorpusEnvironment(world.mall, world.corpus)
