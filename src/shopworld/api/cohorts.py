"""Several shops from one manual, and one manual from several."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from shopworld.api.places import Place
from shopworld.api.progress import OnProgress, Progress
from shopworld.arena import Cohort, CohortSettings, shipped_specifications, write_cohort_report
from shopworld.arena import make_cohort as make_measured_cohort
from shopworld.arena.bundle import SpecificationBundle, compose, read_bundle, write_bundle
from shopworld.errors import InputError


def make_cohort(
    specification: Place,
    out: Place,
    *,
    count: int = 6,
    seed: int = 1,
    products: int | None = None,
    families: Sequence[str] = (),
    keep_style: bool = False,
    navigations: int = 0,
    ray: str = "",
    progress: OnProgress | None = None,
) -> Cohort:
    """Generates several shops from one manual and measures how far they spread.

    Args:
        specification: its folder, or the name of one that ships: `clothing`, `cookware`, `hardware`.
        out: folder of the shops (`01`, `02`, …) and of the report: `cohort.html`, `cohort.json`, `sheet.webp`.
        count: how many shops.
        seed: of all choices; the same seed makes the same shops.
        products: of each; as the manual says by default.
        families: storefront families to deal from; all there are by default.
        keep_style: whether all wear the manual's own style and family.
        navigations: most pages that are opened of each shop to measure its graph; 0 for none.
        ray: address of a Ray cluster whose nodes do it, or `local`; empty: this machine does.
        progress: is told what is being done.

    Returns:
        the shops, what was seen of them, and the distances between them.

    Raises:
        InputError: there is no such specification or family.
        BrowserMissing: there is no Chromium.
        ClusterError: the cluster cannot be used, or a node has other software.
    """

    def told(done: int, total: int, what: str) -> None:
        if progress is not None:
            progress(Progress(what, done, total))

    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    settings = CohortSettings(count, seed, products, tuple(families), keep_style, navigations)
    cohort = make_measured_cohort(_read(specification), folder, settings, doing=told, ray=ray)
    write_cohort_report(cohort, folder)
    return cohort


def compose_specifications(specifications: Sequence[Place], out: Place) -> SpecificationBundle:
    """One manual from several: what they differ on is decided by rules that its `manifest.json` names.

    Yes wins over no, lists are united, the largest, smallest, mean or median of numbers counts as fits the value, and
    where neither does, the majority; descriptor, palette and fonts are the first one's.

    Args:
        specifications: folders, or names of those that ship; the leading one first.
        out: folder of the composed one; files that stand there are replaced.

    Returns:
        the composed specification, with what its sources differ on in its manifest.

    Raises:
        InputError: there is no such specification, or fewer than two.
    """
    if len(specifications) < 2:
        raise InputError(f"found {len(specifications)}, expected at least two specifications", field="specifications")
    composed = compose([_read(one) for one in specifications])
    write_bundle(composed, Path(out))
    return composed


def _read(specification: Place) -> SpecificationBundle:
    return read_bundle(Path(shipped_specifications().get(str(specification), Path(specification))))
