"""Every view of the viewer, and every page around a played task, in a real browser: given to axe-core, or photographed.

`python tests/viewer/tour.py axe` exits 1 where axe-core finds a violation: in light and dark, 1280 and 390 pixels wide.
`python tests/viewer/tour.py pictures FOLDER` writes the pictures of the documentation.
"""

from __future__ import annotations

import base64
import io
import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

sys.path.insert(0, str(Path(__file__).parents[1] / "worlds"))

from axe_tour import axe_source
from PIL import Image
from small_world import make_small_world

import shopworld as sw
from shopworld.environments.browser import BrowserContext, BrowserPage, BrowserProcess
from shopworld.mall import AppServer, Home
from shopworld.study import CONSENT, Study, StudyServer, open_play
from shopworld.viewer import LabelServer, RunCollection, SampleKind, sample
from shopworld.viewer.serving import ViewerServer

WIDTHS = ((1280, 860), (390, 844))
LOOKS = ("light", "dark")
PATIENCE = 120.0
RULES = """axe.run(document, {resultTypes: ["violations"], iframes: false}).then((found) => JSON.stringify(
  found.violations.map((one) => [one.id, one.impact, one.nodes.slice(0, 3).map((node) => node.html.slice(0, 200))])))"""
QUIET = "document.querySelector('#app') ? !document.querySelector('main')?.textContent.includes('Reading') : true"


@dataclass(frozen=True)
class Stop:
    """A page of the tour: its name, its address, and what is done there first."""

    name: str
    address: str
    act: str = ""


class Camera:
    """A browser window of one size and look."""

    def __init__(self, browser: BrowserProcess, size: tuple[int, int], look: str) -> None:
        self._context = BrowserContext(browser.connection(), None, size)
        self.tab: BrowserPage = self._context.open_tab()
        features = [{"name": "prefers-color-scheme", "value": look}]
        self.tab.call("Emulation.setEmulatedMedia", features=features)

    def run(self, script: str) -> Any:
        """The value of a script in the page."""
        number = self.tab.send("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        return self.tab.answer(number, timeout=PATIENCE)["result"].get("value")

    def go(self, stop: Stop) -> None:
        """Opens a page and waits until it shows what it has."""
        self.tab.call("Page.navigate", url="about:blank")
        self.tab.call("Page.navigate", url=stop.address)
        self.rest()
        if stop.act:
            self.run(stop.act)
            self.rest()

    def rest(self) -> None:
        """Until nothing is being read, and all pictures in sight are there."""
        end = time.monotonic() + PATIENCE
        self.tab.settle(pictures=True)
        while time.monotonic() < end:
            loaded = f"document.readyState === 'complete' && ({QUIET}) && !!document.querySelector('h1')"
            if self.run(f"{loaded} && [...document.images].every((one) => one.complete || one.loading === 'lazy')"):
                break
            time.sleep(0.1)
        time.sleep(0.3)
        self.tab.settle(pictures=True)

    def violations(self) -> list[Any]:
        """What axe-core finds here."""
        self.run(axe_source() + "; null")
        return list(json.loads(self.run(RULES)))

    def picture(self) -> Image.Image:
        """What is to be seen."""
        data = self.tab.call("Page.captureScreenshot", format="png")["data"]
        return Image.open(io.BytesIO(base64.b64decode(data))).convert("RGB")

    def close(self) -> None:
        """Closes the window."""
        self._context.close()


@contextmanager
def played(folder: Path, *, small: bool) -> Iterator[tuple[Path, Home, list[str], str]]:
    """Two runs with pictures: folders, home, tasks that were played, and the suite."""
    home = Home(folder / "home")
    if small:
        make_small_world(home)
        suite, tasks = "small", ["answer_1", "cart_1", "order_1"]
    else:
        from shopworld.guru import ensure_default

        ensure_default(home, lambda _: None)
        suite = "default"
        known = [task.id for task in sw.load_suite(suite, home=home.folder).tasks]
        tasks = [one for one in known if one.startswith(("find_cheapest_offer", "add_to_cart", "checkout"))][:8]
    runs = folder / "runs"
    pictures: dict[str, Any] = {"screenshots": "all", "home": home.folder, "tasks": tasks, "workers": 2}
    sw.evaluate(suite, ["oracle", "keyword"], out=runs / "first", **pictures)
    yield runs, home, tasks, suite


def viewer_stops(address: str, tasks: list[str], suite: str, failed: str) -> Iterator[Stop]:
    """All views; `failed` is the link of a trial that failed."""
    trial = f"{address}#/trial/first/oracle/{tasks[-1]}/0"
    yield Stop("runs", f"{address}#/runs")
    yield Stop("trials", f"{address}#/trials?filter=not%20status%3Derror")
    yield Stop("matrix", f"{address}#/trials?group=matrix")
    yield Stop(
        "failures",
        f"{address}#/trials?group=reason",
        "document.querySelector('details.cause')?.setAttribute('open','')",
    )
    yield Stop("trace", f"{trial}?step=3")
    yield Stop("trace-after", f"{trial}?step=3&before=0&tab=checks")
    yield Stop("trace-tree", f"{trial}?step=3&tab=tree&difference=1")
    yield Stop("trace-events", f"{trial}?step=3&tab=events")
    yield Stop("trace-model", f"{trial}?tab=model")
    yield Stop("failed", f"{address}{failed}?tab=checks")
    yield Stop("compare", f"{address}#/compare/first/oracle/{tasks[0]}/0/first/keyword/{tasks[0]}/0")
    yield Stop("tasks", f"{address}#/tasks")
    yield Stop("task", f"{address}#/tasks/{quote(suite)}/{tasks[0]}")
    yield Stop("figures", f"{address}#/figures", "document.querySelector('figure details')?.setAttribute('open','')")


def failed_link(collection: RunCollection) -> str:
    """Of the first trial that failed; of the first, where none did."""
    results = [one for run in collection.runs() for one in run.results]
    found = next((one for one in results if one.status != "passed"), results[0])
    return f"#/trial/first/{quote(found.agent, safe='')}/{found.task}/{found.trial}"


def tour(folder: Path, *, small: bool, show: Callable[[Stop], None]) -> None:
    """Leads through everything, calling `show` at each stop."""
    with ExitStack() as opened:
        runs, home, tasks, suite = opened.enter_context(played(folder, small=small))
        collection = RunCollection([runs], home=home)
        viewer = opened.enter_context(AppServer(ViewerServer(collection).app, "127.0.0.1", 0))
        for stop in viewer_stops(viewer.address, tasks, suite, failed_link(collection)):
            show(stop)
        labels = LabelServer(collection, sample(collection, SampleKind.ALL, labeller="ada"), "ada")
        labelling = opened.enter_context(AppServer(labels.app, "127.0.0.1", 0))
        show(Stop("label", f"{labelling.address}0"))
        play = opened.enter_context(open_play(suite, home=home, filters=(tasks[0],), seconds=900.0))
        study = Study(play, None, participants=99, text=CONSENT)
        with StudyServer(study) as server:
            show(Stop("study", server.address))
            full = Study(play, None, participants=1, text=CONSENT)
            full.join()
            with StudyServer(full) as closed:
                show(Stop("study-full", closed.address))
            key, one = study.join()
            show(Stop("study-between", server.address_of(key)))
            study.begin(one)
            show(Stop("play", f"{server.address_of(key)}"))
            study.give_up(one)
            show(Stop("study-end", server.address_of(key)))
        alone = Study(play, None)
        with StudyServer(alone) as server:
            key, one = alone.join()
            alone.begin(one)
            alone.give_up(one)
            show(Stop("play-end", server.address_of(key)))


def find_violations() -> int:
    """Prints what axe-core finds; returns how many."""
    count = pages = 0
    with tempfile.TemporaryDirectory() as folder, BrowserProcess() as browser:
        cameras = {(size, look): Camera(browser, size, look) for size in WIDTHS for look in LOOKS}

        def show(stop: Stop) -> None:
            nonlocal count, pages
            for (size, look), camera in cameras.items():
                camera.go(stop)
                pages += 1
                for rule, impact, nodes in camera.violations():
                    count += 1
                    print(f"{stop.name}, {size[0]} px, {look}: {rule} ({impact})", *nodes, sep="\n  ")

        tour(Path(folder), small=True, show=show)
    print(f"{pages} pages, {count} violations")
    return count


def take_pictures(out: Path) -> None:
    """Writes the pictures of the documentation: 1,000 pixels wide, WebP."""
    with tempfile.TemporaryDirectory() as folder, BrowserProcess() as browser:
        camera, narrow = (Camera(browser, size, "light") for size in WIDTHS)

        def show(stop: Stop) -> None:
            camera.go(stop)
            save(camera.picture(), out / f"viewer-{stop.name}.webp")
            if stop.name in ("trace", "play"):
                narrow.go(stop)
                save(narrow.picture(), out / f"viewer-{stop.name}-narrow.webp")

        tour(Path(folder), small=False, show=show)


def save(picture: Image.Image, path: Path) -> None:
    """As WebP, as small as text stays legible."""
    if picture.width > 1000:
        picture = picture.resize((1000, picture.height * 1000 // picture.width), Image.Resampling.LANCZOS)
    picture.save(path, "WEBP", quality=58, method=6)
    print(path, path.stat().st_size)


if __name__ == "__main__":
    if sys.argv[1:2] == ["pictures"]:
        place = Path(sys.argv[2])
        place.mkdir(parents=True, exist_ok=True)
        take_pictures(place)
    else:
        raise SystemExit(1 if find_violations() else 0)
