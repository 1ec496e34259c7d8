"""Single shops: imported, described, verified."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from shopworld.api.asking import model_use
from shopworld.api.places import Place
from shopworld.api.progress import OnProgress, Progress
from shopworld.arena import verify
from shopworld.arena.bundle import BUNDLE_FILES, SpecificationBundle, read_bundle
from shopworld.arena.verify import Finding, JudgeReport, VisualJudge, with_judge
from shopworld.errors import InputError
from shopworld.models import ModelSettings
from shopworld.shop import ImportedShop, ShopDescription, describe_shop_folder, read_shop_folder
from shopworld.shop import import_shop as import_into_folder

_VISUAL = "visual"


def import_shop(
    source: Place, out: Place, *, name: str = "", currency: str = "", replace: bool = False
) -> ImportedShop:
    """Makes a shop folder from data of other people. Pictures are drawn, nothing is fetched.

    Args:
        source: a folder in ShopGym's contract; or the `products.json` that a Shopify shop serves, with its
            `collections.json` beside it where there is one.
        out: folder of the shop that is made.
        name: of the shop; what the data says by default.
        currency: ISO code; what the data says by default.
        replace: whether a shop that stands there is replaced.

    Returns:
        the shop, and what in its data does not hold together.

    Raises:
        InputError: a file is missing or not as it must be; names file, entry and field.
        ShopError: something stands in the folder already.
    """
    return import_into_folder(Path(source), Path(out), name=name, currency=currency, replace=replace)


def describe_shop(shop: Place) -> ShopDescription:
    """Says what a shop holds and what it can do.

    Args:
        shop: its folder; its catalog is built again where its data was edited.

    Returns:
        its numbers and names.

    Raises:
        InputError: a file of the shop is not as it must be.
        ShopError: there is no shop in the folder.
    """
    return describe_shop_folder(read_shop_folder(Path(shop)))


@dataclass(frozen=True, slots=True)
class Verification:
    """What a verification found.

    Attributes:
        findings: what is wrong, where, and what cures it.
        seconds: that each verifier took.
        judge: what a language model did; None where none was asked.
    """

    findings: tuple[Finding, ...]
    seconds: dict[str, float] = field(default_factory=dict)
    judge: JudgeReport | None = None

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings that are errors; the others are warnings."""
        return tuple(one for one in self.findings if one.severity == "error")

    @property
    def holds(self) -> bool:
        """Whether there are no errors."""
        return not self.errors


def verify_shop(
    shop: Place,
    *,
    areas: Collection[str] = (),
    skip: Collection[str] = (),
    specification: Place | None = None,
    model: str | None = None,
    models: ModelSettings | None = None,
    record: Place | None = None,
    replay: Place | None = None,
    progress: OnProgress | None = None,
) -> Verification:
    """Verifies a shop: data, pages, links, forms, accessibility, looks, and what its specification says.

    Visits every page in this process, then the main pages in a browser, and explores the shop as a stranger would.

    Args:
        shop: its folder.
        areas: only these parts: `shell`, `collections`, `product`, `cart`, `search`, `info`, `integration`.
        skip: names of verifiers that are left out, such as `visual` or `conformance`.
        specification: folder of the one to compare with; the shop's own `spec/` by default.
        model: `provider/model` that takes pictures: it judges the main pages by their looks, too.
        models: how it is called, and what that may cost.
        record: file for what it is asked and answers.
        replay: such a file, to answer from without the model.
        progress: is told how it goes on.

    Returns:
        what is wrong, where, and what cures it.

    Raises:
        InputError: there is no shop in the folder, an area or a verifier does not exist, or the options of the model
            are wrong.
        BrowserMissing: there is no Chromium.
        ModelError: the model cannot be called as asked.
    """
    use = model_use(model, models, record=record, replay=replay)
    known = [one.name for one in verify.VERIFIERS]
    if unknown := sorted(set(skip) - set(known)):
        raise InputError(f"{unknown[0]!r} is no verifier; expected some of {', '.join(known)}")
    chosen = [one for one in verify.VERIFIERS if one.name not in skip]
    if use is not None and _VISUAL in skip:
        raise InputError("--model looks at pages with the verifier visual, and --skip visual leaves it out")
    bundle = _bundle(Path(shop), specification)
    judge: VisualJudge | None = None
    seconds: dict[str, float] = {}
    with ExitStack() as opened:
        if use is not None:
            judge = VisualJudge(opened.enter_context(use.opened()), bundle)
            chosen = list(with_judge(chosen, judge))

        def told(name: str, taken: float) -> None:
            seconds[name] = round(taken, 2)
            if progress is not None:
                progress(Progress("Verifying", len(seconds), len(chosen) + 1, f"{name} is through"))

        found = verify.verify_shop(Path(shop), bundle, areas or None, verifiers=chosen, told=told)
    return Verification(tuple(found), seconds, judge.report if judge else None)


def _bundle(shop: Path, specification: Place | None) -> SpecificationBundle | None:
    """The specification to compare with; None where the shop came without one."""
    own = shop / "spec"
    if specification is None and not all((own / name).is_file() for name in BUNDLE_FILES):
        return None
    return read_bundle(Path(specification) if specification is not None else own)
