"""Explores a site end to end: prefetch, plan, probes, specification."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from shopworld.arena.bundle import SpecificationBundle, write_bundle
from shopworld.arena.bundle.origin import mark_origin
from shopworld.arena.explore.anonymity import Anonymity, check_folder
from shopworld.arena.explore.authoring import ManualAuthor, ManualReport
from shopworld.arena.explore.browser_session import Rules
from shopworld.arena.explore.corroboration import corroborate
from shopworld.arena.explore.coverage import LEAST_COVERAGE, check_coverage
from shopworld.arena.explore.evidence import EvidenceFolder
from shopworld.arena.explore.findings import Findings
from shopworld.arena.explore.goods_reading import read_goods
from shopworld.arena.explore.plan import ExplorationPlan, Outcome, PlannedProbe, make_plan
from shopworld.arena.explore.prefetch import Fetcher, Pace, PrefetchedSite, SiteAddress, prefetch
from shopworld.arena.explore.prefetch.cache import Cache
from shopworld.arena.explore.prefetch.limits import LARGEST_PAGE, POLITE_SECONDS, RequestBudgetSpent
from shopworld.arena.explore.promises_reading import read_promises
from shopworld.arena.explore.rendering import renderer
from shopworld.arena.explore.scene import Scene
from shopworld.arena.explore.statistics_reading import read_statistics
from shopworld.arena.explore.subject import describe_subject
from shopworld.arena.explore.synthesis import bundle_of
from shopworld.environments import BrowserProcess
from shopworld.errors import ActionError, ArenaError, BrowserMissing, EnvironmentFault
from shopworld.files import folder_beside, put_in_place, write_whole

PLAN_FILE = "plan.md"
_PATIENCE = 4.0


@dataclass(frozen=True, slots=True)
class ExploreSettings:
    """How a site is explored.

    Attributes:
        delay: least seconds between two requests; sites elsewhere are never asked faster than every half second.
        requests: most requests of prefetch and browser together.
        seconds: longest time.
        page_bytes: largest page that is read.
        details: most product pages that are read; a twin has the details of those only.
        pictures: whether evidence holds pictures.
        cache: folder that keeps what was read, so that a second try goes on; None for the usual place.
        coverage: least share of the known products that must have been read; 0 for whatever there is.
    """

    delay: float = POLITE_SECONDS
    requests: int = 900
    seconds: float = 1800.0
    page_bytes: int = LARGEST_PAGE
    details: int = 240
    pictures: bool = True
    cache: Path | None = None
    coverage: float = LEAST_COVERAGE

    def pace(self, site: SiteAddress) -> Pace:
        """The pace for a site."""
        delay = self.delay if site.is_loopback else max(self.delay, POLITE_SECONDS)
        return Pace(delay=delay, requests=self.requests, seconds=self.seconds)


@dataclass(frozen=True, slots=True)
class Explored:
    """What an exploration brought.

    Attributes:
        bundle: the specification.
        findings: its values with confidence and notes.
        plan: what was done and left out.
        site: what the prefetch found; names in it must not be told.
        source_folder: where the prefetch is kept.
        authored: what a language model wrote; None where none was asked.
    """

    bundle: SpecificationBundle
    findings: Findings
    plan: ExplorationPlan
    site: PrefetchedSite
    source_folder: Path
    authored: ManualReport | None = None


@dataclass(slots=True)
class ExplorationProgress:
    """Hears how an exploration goes on.

    Attributes:
        planned: hears the number of tasks, once it is known.
        doing: hears what is being done, in words without names.
        done: hears that one task is done.
    """

    planned: Callable[[int], None] = field(default=lambda _: None)
    doing: Callable[[str], None] = field(default=lambda _: None)
    done: Callable[[], None] = field(default=lambda: None)


def explore(
    address: str,
    out: Path,
    settings: ExploreSettings | None = None,
    *,
    author: ManualAuthor | None = None,
    progress: ExplorationProgress | None = None,
) -> Explored:
    """Explores one site and writes its specification.

    Args:
        address: of the storefront.
        out: the folder of the specification; it is replaced as a whole when all is done, and not touched before.
        settings: pace, budgets, what is kept.
        author: writes the manual with a language model; None for the explorer's own sentences.
        progress: hears how it goes on.

    Returns:
        the specification and how it came about.

    Raises:
        ArenaError: the site cannot be explored, or its specification would tell who it is.
        BrowserMissing: there is no Chromium.
        OSError: the folder cannot be written.
    """
    settings, progress = settings or ExploreSettings(), progress or ExplorationProgress()
    site_address = SiteAddress(address)
    pace = settings.pace(site_address)
    folder = source_folder(site_address, settings)
    progress.doing("reading pages")
    with BrowserProcess() as browser:
        site = prefetch(
            site_address,
            folder,
            pace,
            largest=settings.page_bytes,
            details=settings.details,
            renderer=renderer(browser),
            progress=lambda _: progress.doing("reading pages"),
        )
    check_coverage(site, settings.coverage)
    anonymity = Anonymity(site)
    findings = Findings()
    read_statistics(site, findings)
    describe_subject(site, findings)
    plan = make_plan(site, findings.value("descriptor"))
    progress.planned(len(plan.tasks))
    with folder_beside(out) as beside:
        evidence = EvidenceFolder(beside, anonymity.clean, pictures=settings.pictures)
        at = SiteAddress(site.start)
        with Fetcher(at, Cache(folder / "pages"), pace) as fetcher, BrowserProcess() as browser:
            rules = Rules(at.owns, fetcher.allows, pace.wait)
            patience = 0.0 if at.is_loopback else _PATIENCE
            scene = Scene(browser, rules, site, findings, evidence, patience)
            for task in plan.tasks:
                progress.doing(task.probe.name.replace("_", " "))
                run_task(task, scene)
                progress.done()
        read_promises(site, [], findings)
        corroborate(findings, site)
        authored = None
        if author is not None:
            progress.doing("having the manual written")
            authored = author.write(findings, beside, anonymity)
        bundle = replace(bundle_of(findings, anonymity, platform=site.platform), goods=read_goods(site))
        write_bundle(bundle, beside)
        write_whole(beside / PLAN_FILE, anonymity.clean(plan.text()).encode())
        check_folder(beside, anonymity)
        mark_origin(beside, folder)
        put_in_place(beside, out)
    return Explored(bundle, findings, plan, site, folder, authored)


def source_folder(site: SiteAddress, settings: ExploreSettings) -> Path:
    """Where what was read of a site is kept: a name that tells nothing."""
    root = settings.cache or Path(os.environ.get("SHOPWORLD_HOME") or ".shopworld") / "explored"
    return root / hashlib.sha256(site.start.encode()).hexdigest()[:16]


def run_task(task: PlannedProbe, scene: Scene) -> None:
    """Runs one probe; where it fails, its area stays unknown and the rest goes on."""
    try:
        task.probe.run(scene)
        task.outcome = Outcome.DONE
        return
    except BrowserMissing:
        raise
    except RequestBudgetSpent as error:
        reason = error.message
    except (ArenaError, ActionError, EnvironmentFault) as error:
        reason = error.message
        if isinstance(error, EnvironmentFault):
            scene.browser.discard()
    except LookupError as error:
        reason = str(error.args[0]) if error.args else type(error).__name__
    task.outcome, task.reason = Outcome.FAILED, reason
    for name in task.probe.answers:
        scene.findings.missing(name.rstrip("."), reason)
