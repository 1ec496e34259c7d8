"""What the environments of one process share: a mall or a catalog, opened, with its server and its corpus."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal

from shopworld.catalog import Catalog
from shopworld.closing import Closing
from shopworld.environments.corpus.corpus import Corpus
from shopworld.environments.corpus.retrieval import Retrieval
from shopworld.environments.protocol import Environment
from shopworld.environments.registry import interface
from shopworld.environments.tools.profile import ToolProfile
from shopworld.episode import Episode
from shopworld.errors import EnvironmentFault
from shopworld.extensions import load
from shopworld.mall import Admission, EpisodeSlot, Mall, MallServer


@dataclass(frozen=True, slots=True)
class WorldFolders:
    """Where a world lies, and how its interfaces are set up. Can be sent to another process.

    Attributes:
        mall: folder of the mall; None in the tool sandbox.
        catalog: folder of the catalog, in the tool sandbox.
        corpus: folder of the mall's corpus, where somebody searches it.
        retrieval: how it is searched.
        profile: how the tools of the sandbox behave.
        screenshots: whether every observation of pages carries a picture.
        images: whether browsers load the pictures of pages, as somebody looks at them.
    """

    mall: Path | None = None
    catalog: Path | None = None
    corpus: Path | None = None
    retrieval: Retrieval = Retrieval.BM25
    profile: ToolProfile = ToolProfile.DEFAULT
    screenshots: bool = False
    images: bool = False

    def open(self, *, slots: int = 1, door_port: int = 0) -> OpenWorld:
        """Opens mall or catalog; see `OpenWorld`."""
        return OpenWorld(self, slots=slots, door_port=door_port)


@dataclass(frozen=True, slots=True)
class Entrance:
    """Where an episode is reached from outside.

    Attributes:
        start: address of the first page.
        proxy: `http://host:port` of the episode's forward proxy, through which the shops' addresses are reached.
        doors: address of each shop and of the solution page, to the one that is reached without a proxy.
    """

    start: str
    proxy: str
    doors: Mapping[str, str]


class OpenWorld(Closing):
    """A mall or a catalog, opened in this process. A context manager; usable from any thread.

    Args:
        folders: where it lies.
        slots: number of episodes that may be met in browsers of ours at the same time.
        door_port: of the mall's door; 0 takes a free one.

    Raises:
        ShopworldError: mall or catalog are missing or wrong.
    """

    def __init__(self, folders: WorldFolders, *, slots: int = 1, door_port: int = 0) -> None:
        self.folders = folders
        self._mall = Mall.open(folders.mall) if folders.mall is not None else None
        self.catalog = self._mall.catalog if self._mall is not None else Catalog.open(_given(folders.catalog))
        """What recommended and chosen products are graded against."""
        self._slots, self._door_port = slots, door_port
        self._server: MallServer | None = None
        self._entered: dict[Episode, EpisodeSlot | None] = {}
        self._lock = threading.Lock()

    @property
    def mall(self) -> Mall:
        """The mall.

        Raises:
            EnvironmentFault: this is the tool sandbox, which has none.
        """
        if self._mall is None:
            raise EnvironmentFault(f"the catalog {self.catalog.name!r} belongs to no mall: it is met by tools alone")
        return self._mall

    @property
    def kind(self) -> Literal["mall", "catalog"]:
        """`mall`, or `catalog` for the tool sandbox."""
        return "mall" if self._mall is not None else "catalog"

    @property
    def hosts(self) -> Mapping[str, str]:
        """Host of each shop to its id; none in the tool sandbox."""
        return self._mall.hosts if self._mall is not None else {}

    @property
    def server(self) -> MallServer:
        """The mall's server, which starts when it is needed first.

        Raises:
            MallError: it does not start, or the door's port is taken.
        """
        with self._lock:
            if self._server is None:
                self._server = MallServer(self.mall, slots=self._slots, door_port=self._door_port).start()
            return self._server

    @cached_property
    def corpus(self) -> Corpus:
        """The mall's corpus; it is made before a world is opened for somebody who searches it."""
        return Corpus(_given(self.folders.corpus), self.folders.retrieval)

    def environment(self, name: str) -> Environment:
        """Makes an environment in this world, for one episode after the other.

        Args:
            name: see `registry.interfaces`.

        Raises:
            EnvironmentFault: there is none of that name, or not in this world.
        """
        declared = interface(name)
        if declared.world != self.kind:
            raise EnvironmentFault(f"{declared.place} leads into a {declared.world}, and this world is a {self.kind}")
        made: Environment = load(declared.opens)(self)
        return made

    def admit(self, episode: Episode) -> Admission:
        """Lets an episode in without a slot; returns where clients of other people reach it. Any number may be in."""
        admission = self.server.admit(episode)
        with self._lock:
            self._entered.setdefault(episode, None)
        return admission

    def enter(self, episode: Episode) -> str:
        """Lets an episode into a free slot; returns `host:port` of a forward proxy that asks nobody who they are.

        Raises:
            EnvironmentFault: all slots are taken.
        """
        server = self.server
        with self._lock:
            slot = next((one for one in server.slots if one.episode is None), None)
            if slot is None:
                raise EnvironmentFault(
                    f"all {len(server.slots)} slots of the mall are taken", hint="Open the world with more slots."
                )
            server.open(slot, episode)
            self._entered[episode] = slot
            return slot.proxy_address

    def next_entrance(self) -> str:
        """`host:port` of the proxy that the next episode will enter by; empty where that is not known yet."""
        slots = self._server.slots if self._server is not None else ()
        return slots[0].next_proxy_address if len(slots) == 1 else ""

    def entrance(self, episode: Episode, start: str) -> Entrance:
        """How an episode that is in a slot is reached from outside.

        Args:
            episode: in a slot.
            start: address of its first page.
        """
        slot = self._entered[episode]
        assert slot is not None, "it has entered a slot"
        doors = {site.address: self.server.door_address(site.name, episode) for site in self.mall.sites}
        return Entrance(start, f"http://{slot.proxy_address}", doors)

    def leave(self, episode: Episode) -> None:
        """Takes an episode out of its slot, and out of reach. Who is out stays out.

        Raises:
            EnvironmentFault: something went wrong inside the mall while it ran.
        """
        with self._lock:
            if episode not in self._entered or self._server is None:
                return
            del self._entered[episode]
        faults = self._server.dismiss(episode)
        if faults:
            first = faults[0]
            raise EnvironmentFault(f"the mall failed at {first.address}: {first.summary}\n{first.traceback}")

    def renew(self) -> None:
        """Replaces the server, between two episodes; nobody may be in."""
        if self._server is not None:
            with contextlib.suppress(EnvironmentFault):  # a request of an old episode may hang for good
                self._server.stop()
            self._server = None

    def close(self) -> None:
        """Ends the server, and closes mall or catalog."""
        self.renew()
        if self._mall is not None:
            self._mall.close()
        else:
            self.catalog.close()


def _given(folder: Path | None) -> Path:
    assert folder is not None, "the folders of a world name what it is asked for"
    return folder
