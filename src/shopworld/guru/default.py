"""The embedded default: a mall and its suite, made from a seed where they are not there yet."""

from __future__ import annotations

from collections.abc import Callable

from shopworld.guru.comparison import make_comparison_suite
from shopworld.mall import DEFAULT_MALL, Home, Mall, make_default_mall
from shopworld.tasks import load_suite, save_suite


def ensure_default(home: Home, progress: Callable[[str], None]) -> None:
    """Makes the default mall and the default suite, unless both are there and belong together.

    Args:
        home: where they are kept.
        progress: is told what is being made.

    Raises:
        ShopworldError: what is there cannot be read.
    """
    folder, file = home.mall(DEFAULT_MALL), home.suite(DEFAULT_MALL)
    if DEFAULT_MALL not in home.mall_names():
        progress("Making the mall default: four shops from a seed")
        folder.parent.mkdir(parents=True, exist_ok=True)
        make_default_mall(folder)
    mall = Mall.open(folder)
    try:
        if file.exists() and load_suite(file).mall_hash == mall.content_hash:
            return
        progress("Making the suite default: 91 tasks with computed answers")
        file.parent.mkdir(parents=True, exist_ok=True)
        save_suite(make_comparison_suite(mall, name=DEFAULT_MALL), file)
    finally:
        mall.close()
