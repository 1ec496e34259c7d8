"""`shopworld tools` in malls: one episode by shop tools, over a corpus, or by asking."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from shopworld.cli.corpus_progress import corpus_progress

if TYPE_CHECKING:
    from shopworld.environments.shop_tools import ShopToolEnvironment
    from shopworld.environments.tools.served_episode import PlayedFromOutside
    from shopworld.mall import Home, Mall
    from shopworld.tasks import Suite, Task


@contextmanager
def mall_episode(
    home: Home, name: str | None, interface: str, suite: Suite | None, task: Task | None, out: Path | None
) -> Iterator[PlayedFromOutside]:
    """An episode in a mall; written and closed at the end.

    Args:
        home: where malls and corpora are.
        name: of the mall, or its folder; None: the suite's.
        interface: `tools`, `corpus` or `nlweb`.
        suite: of the task, if there is one.
        task: what is wanted; None: nothing.
        out: folder for what is left of it; None: nothing is written.

    Raises:
        InputError: there is no such interface, or the suite was made for another mall.
        MallError: there is no such mall.
    """
    from shopworld.environments.shop_tools.served import ServedShopping
    from shopworld.errors import InputError
    from shopworld.mall import Mall

    given = name or (suite.mall if suite else "")
    mall = Mall.open(Path(given) if "/" in given or Path(given).is_dir() else home.mall(given))
    try:
        if suite is not None and suite.mall_hash != mall.content_hash:
            raise InputError(
                f"suite {suite.name} was made for a mall of hash {suite.mall_hash[:16]}, this one has "
                f"{mall.content_hash[:16]}",
                field="--mall",
            )
        with _environment(home, mall, interface) as environment:
            played = ServedShopping(mall, environment, interface, task, out)
            try:
                yield played
            finally:
                played.close()
    finally:
        mall.close()


def _environment(home: Home, mall: Mall, interface: str) -> ShopToolEnvironment:
    from shopworld.environments.corpus import Corpus, CorpusEnvironment, build_corpus
    from shopworld.environments.nlweb import NlwebEnvironment
    from shopworld.environments.shop_tools import ShopToolEnvironment
    from shopworld.errors import InputError

    if interface == "tools":
        return ShopToolEnvironment(mall)
    if interface not in ("corpus", "nlweb"):
        raise InputError(f"no interface {interface!r} of tools, expected tools, corpus or nlweb", field="--interface")
    with corpus_progress(Console(stderr=True)) as progress:
        corpus = Corpus(build_corpus(mall, home.folder, progress))
    return CorpusEnvironment(mall, corpus) if interface == "corpus" else NlwebEnvironment(mall, corpus)
