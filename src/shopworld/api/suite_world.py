"""A suite, and the mall or catalog that it was made for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager

from shopworld.api.places import Place, catalog_place, mall_folder
from shopworld.api.progress import OnProgress, in_words
from shopworld.catalog import Catalog
from shopworld.errors import TaskError
from shopworld.evaluation.running.opening import catalog_folder, refuse_other_world
from shopworld.mall import Home, Mall
from shopworld.tasks import Suite, find_suite


def suite_of(suite: Place | Suite, home: Home, told: OnProgress | None = None) -> Suite:
    """A suite; `default` is made with its mall where it is not there.

    Raises:
        TaskError: there is no such suite.
        InputError: the file is wrong.
    """
    if isinstance(suite, Suite):
        return suite
    if str(suite) == "default":
        from shopworld.guru.default import ensure_default  # loads what makes tasks

        ensure_default(home, in_words(told, "Opening the mall default"))
    return find_suite(str(suite), home.folder)


@contextmanager
def mall_of(suite: Suite, mall: Place | None, home: Home) -> Iterator[Mall]:
    """The mall of a suite, or another that is given for it; closed at the end.

    Raises:
        TaskError: the suite names none, and none is given.
        ShopworldError: it is missing or wrong.
    """
    if not suite.mall and mall is None:
        raise TaskError(
            f"suite {suite.name!r} names neither a mall nor a catalog", hint="Name the mall's folder with --mall."
        )
    with closing(Mall.open(mall_folder(mall if mall is not None else suite.mall, home))) as opened:
        yield opened


@contextmanager
def catalog_of(suite: Suite, catalog: Place | None, home: Home, *, same: bool = True) -> Iterator[Catalog]:
    """The catalog of a suite of the tool sandbox, or another that is given for it; closed at the end.

    Args:
        suite: the suite.
        catalog: name or folder of the catalog.
        home: where catalogs are.
        same: whether it has to be the one that the suite was made for.

    Raises:
        RunError: it is not the one that the suite was made for.
        CatalogError: it cannot be opened.
    """
    folder = catalog_folder(suite, home) if catalog is None else catalog_place(catalog, home)
    with Catalog.open(folder) as opened:
        if same:
            refuse_other_world(suite, opened)
        yield opened
