"""Malls: made, imported, listed, served; and the pages of one as a corpus."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from urllib.parse import quote

from shopworld.api.places import Place, home_of, mall_folder
from shopworld.api.progress import OnProgress, counted, in_words
from shopworld.errors import InputError
from shopworld.mall import (
    DEFAULT_MALL,
    LOOPBACK,
    SOLUTION_SITE,
    AppServer,
    Home,
    Mall,
    MallManifest,
    MallServer,
    Served,
    Visits,
    make_default_mall,
    make_mall_of_shops,
    make_marketplace,
    open_single_shop,
    read_manifest,
)
from shopworld.shop import is_shop_folder

if TYPE_CHECKING:  # searching and asking load much
    from shopworld.environments.corpus import Corpus
    from shopworld.guru import QueryMall
    from shopworld.tasks.importers import ReleaseReport


def make_mall(
    name: str = DEFAULT_MALL,
    *,
    seed: int = 7,
    offers: int = 4400,
    merchants: Literal["many", "few"] = "many",
    shops: Sequence[Place] = (),
    marketplace: bool = False,
    per_kind: int = 100,
    home: Place | None = None,
    progress: OnProgress | None = None,
) -> MallManifest:
    """Makes a mall of four fictional shops with a synthetic catalog, of shop folders, or of one marketplace.

    The same arguments make the same mall; one of that name is replaced.

    Args:
        name: of the mall.
        seed: of the catalog.
        offers: of the fictional shops together, 40 at least.
        merchants: `many`: each fictional shop sells for hundreds, as untidy as the web; `few`: each writes in one way,
            and all it states is true.
        shops: folders of shops: the mall holds copies of them, and neither seed nor number of offers counts.
        marketplace: one shop with books, electronics, home, fashion and sports, in place of the four.
        per_kind: of a marketplace: products of each kind, 10 at least.
        home: where malls are; `SHOPWORLD_HOME` or `.shopworld` by default.
        progress: is told what is being done.

    Returns:
        name, shops and content hash of the mall.

    Raises:
        InputError: the arguments do not go together, or a file of a shop is not as it must be.
        ShopError: there is no shop in a folder.
        MallError: two shops share an id or a host, or something else stands in its place.
    """
    if (shops or marketplace) and name == DEFAULT_MALL:
        what = "marketplace" if marketplace else "mall of shops"
        raise InputError(f"a {what} needs a name of its own, not {DEFAULT_MALL!r}", field="name")
    if shops and marketplace:
        raise InputError("a mall is a marketplace or is made of shop folders, not both", field="shop")
    folder = home_of(home).mall(name)
    folder.parent.mkdir(parents=True, exist_ok=True)
    in_words(progress, "Making the mall")(name)
    if shops:
        return make_mall_of_shops(folder, [Path(one) for one in shops], name=name)
    if marketplace:
        return make_marketplace(folder, seed, per_kind, name=name)
    return make_default_mall(folder, seed, offers, name=name, merchants=merchants)


def make_mall_for_queries(
    name: str,
    file: Place,
    *,
    seed: int = 7,
    steps: int = 15,
    home: Place | None = None,
    progress: OnProgress | None = None,
) -> QueryMall:
    """Makes a marketplace for a release's queries, and the suite of that name: every phrase of them is a requirement.

    Each query that can be used finds 1 to 20 products that satisfy it, near misses for every requirement, and a proof
    by the pages; the others are listed with the reason. A mall and a suite of that name are replaced.

    Args:
        name: of mall and suite.
        file: JSON lines in DeepShop's form.
        seed: of all choices.
        steps: that an agent has for a task.
        home: where malls and suites are; `SHOPWORLD_HOME` or `.shopworld` by default.
        progress: is told how many queries are proven.

    Returns:
        the mall's manifest, the suite, and what was left out and why.

    Raises:
        InputError: the file is missing, or a line of it is no query.
        TaskError: no query can be used, or a sealed suite of that name lies there whose seed was not told yet; the mall
            and the suite of that name stay as they are.
        MallError: something else stands in the mall's place.
    """
    from shopworld.guru import make_query_mall
    from shopworld.tasks import refuse_unrevealed, save_suite
    from shopworld.tasks.importers import read_records

    if name == DEFAULT_MALL:
        raise InputError(f"a mall made for queries needs a name of its own, not {DEFAULT_MALL!r}", field="name")
    place = home_of(home)
    folder = place.mall(name)
    refuse_unrevealed(place.suite(name))
    records = read_records(Path(file))
    folder.parent.mkdir(parents=True, exist_ok=True)
    told = counted(progress, "Proving queries")
    made = make_query_mall(folder, records, name=name, seed=seed, steps=steps, progress=told)
    save_suite(made.suite, place.suite(name))
    return made


def import_webmall(directory: Place, *, home: Place | None = None, progress: OnProgress | None = None) -> ReleaseReport:
    """Imports WebMall's public release: the mall `webmall` with its catalog, and the suite `webmall`.

    A mall or suite of that name is replaced. Nothing is written before all files were found and the tasks read.

    Args:
        directory: holds `task_sets.json`, and `webmall_1.csv` to `webmall_4.csv`, packed with gzip or not.
        home: where malls and suites are; `SHOPWORLD_HOME` or `.shopworld` by default.
        progress: is told what is being done.

    Returns:
        where both are, and what was repaired, refused and found wrong.

    Raises:
        InputError: a file is missing or not in its format.
        MallError: the mall cannot be written.
    """
    from shopworld.tasks.importers import import_webmall_release

    return import_webmall_release(Path(directory), home_of(home), progress=in_words(progress, "Importing WebMall"))


def list_malls(*, home: Place | None = None) -> tuple[MallManifest, ...]:
    """The malls at home, by name: shops, seed and content hash of each.

    Args:
        home: where malls are; `SHOPWORLD_HOME` or `.shopworld` by default.

    Returns:
        all of them.

    Raises:
        InputError: the file of one is not as it must be.
    """
    place = home_of(home)
    return tuple(read_manifest(place.mall(name)) for name in place.mall_names())


@dataclass(frozen=True, slots=True)
class ServedMall:
    """A mall that is served on this machine, for who looks at it.

    Attributes:
        name: of the mall.
        address: of the page that lists the shops; a new visit begins there, with empty carts.
        shops: id of each shop to its address in the first visit.
        titles: id of each shop to its name.
        solution: address of the page where an answer is submitted.
    """

    name: str
    address: str
    shops: Mapping[str, str]
    titles: Mapping[str, str]
    solution: str


@contextmanager
def serve_mall(
    mall: Place = DEFAULT_MALL,
    *,
    port: int = 0,
    ask: bool = False,
    host: str = "127.0.0.1",
    token: str = "",
    home: Place | None = None,
    progress: OnProgress | None = None,
) -> Iterator[ServedMall]:
    """Serves a mall, or one shop, as long as the context lasts: on this machine, or to browsers at others. To play a
    task, see `open`.

    Beyond loopback, shops have addresses by path (`http://machine:8765/techtalk/…`), each browser has a visit of its
    own, and who comes first must show the token: it stands in the address.

    Args:
        mall: name of a mall, or its folder, or the folder of a shop, whose catalog is built again where its data was
            edited. The mall `default` is made where it is not there.
        port: 0 takes a free one.
        ask: whether its shops answer questions at `/ask`, as NLWeb has it; a corpus is made for that.
        host: address to listen at; another than this machine's own lets others in.
        token: that others must show; one is made where none is given.
        home: where malls and corpora are; `SHOPWORLD_HOME` or `.shopworld` by default.
        progress: is told how the making of a mall or a corpus goes on.

    Yields:
        the addresses.

    Raises:
        MallError: there is no such mall, or the port is taken.
        ShopError: the shop does not hold together.
        InputError: a file is not as it must be.
    """
    place = home_of(home)
    with closing(_opened(mall, place, progress)) as opened:
        served: Served = opened
        if ask:
            from shopworld.environments import AskingMall

            served = AskingMall(opened, _corpus_of(opened, place, "bm25", progress))
        titles = {site.name: site.title for site in opened.sites if site.name != SOLUTION_SITE}
        if host not in LOOPBACK:
            given = token or secrets.token_urlsafe(16)
            with MallServer(served, slots=0) as server, AppServer(Visits(server, given).app, host, port) as outside:
                paths = {site.name: f"{outside.address}{site.name}/" for site in opened.sites}
                front = f"{outside.address}?token={quote(given)}"
                yield ServedMall(opened.name, front, paths, titles, paths.pop(SOLUTION_SITE))
            return
        with MallServer(served, slots=0, door_port=port) as server:
            visitor = server.welcome()
            addresses = {site.name: server.door_address(site.name, visitor) for site in opened.sites}
            solution = addresses.pop(SOLUTION_SITE)
            yield ServedMall(opened.name, server.front_address, addresses, titles, solution)


def open_corpus(
    mall: Place, *, retrieval: str = "bm25", home: Place | None = None, progress: OnProgress | None = None
) -> Corpus:
    """Opens the pages of a mall as a corpus that can be searched; they are read first, unless that was done before.

    Args:
        mall: name of a mall, or its folder.
        retrieval: `bm25` by words; `embeddings` by meaning or `hybrid`, which need the extra `embeddings`.
        home: where malls and corpora are; `SHOPWORLD_HOME` or `.shopworld` by default.
        progress: is told of each page that is read.

    Returns:
        the corpus; `search` finds pages in it.

    Raises:
        InputError: there is no such retrieval.
        MallError: there is no such mall.
    """
    place = home_of(home)
    with closing(Mall.open(mall_folder(mall, place))) as opened:
        return _corpus_of(opened, place, retrieval, progress)


def _corpus_of(mall: Mall, home: Home, retrieval: str, progress: OnProgress | None) -> Corpus:
    from shopworld.environments.corpus import Corpus, Retrieval, build_corpus

    if retrieval not in list(Retrieval):
        raise InputError(f"no retrieval {retrieval!r}, expected one of {', '.join(Retrieval)}", field="retrieval")
    folder = build_corpus(mall, home.folder, counted(progress, "Reading the shops' pages"))
    return Corpus(folder, Retrieval(retrieval))


def _opened(mall: Place, home: Home, progress: OnProgress | None) -> Mall:
    if mall == DEFAULT_MALL and DEFAULT_MALL not in home.mall_names():
        make_mall(home=home.folder, progress=progress)
    folder = mall_folder(mall, home)
    if not (folder / "mall.toml").exists() and (isinstance(mall, Path) or is_shop_folder(Path(mall))):
        return open_single_shop(Path(mall))
    return Mall.open(folder)
