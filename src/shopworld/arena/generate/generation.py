"""Generation as a whole: the shop folder, then its steps with their verification."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from shopworld.arena.bundle import SpecificationBundle
from shopworld.arena.generate.coding_agent import CodingAgent
from shopworld.arena.generate.loop import USUAL_ITERATIONS, Loop
from shopworld.arena.generate.pipeline import MADE_FILES, Contents, generate_shop, invented
from shopworld.arena.generate.record import AuthoringRecord, GenerationRecord, read_record, write_record
from shopworld.arena.generate.renewal import Renewal
from shopworld.arena.verify import VERIFIERS, Verifier
from shopworld.shop import ShopFolder, fingerprint_of

if TYPE_CHECKING:
    from shopworld.arena.generate.authoring import AuthoringReport
    from shopworld.arena.generate.twin.fidelity import Fidelity
    from shopworld.arena.verify.visual import JudgeReport


@dataclass(frozen=True, slots=True)
class GenerateSettings:
    """How a shop is generated.

    Attributes:
        seed: of all choices.
        products: how many in place of the specification's number.
        agent: works on the theme; None for the built-in renderer alone.
        iterations: most runs of the agent for one step.
        verify: whether the shop is verified; with an agent it always is.
        twin: whether it sells the products of a source.
        judge: language model that looks at pages, for the record of the steps; empty for none.
        pictures: folder of photographs that take the place of drawings; None: all is drawn.
    """

    seed: int = 1
    products: int | None = None
    agent: CodingAgent | None = None
    iterations: int = USUAL_ITERATIONS
    verify: bool = True
    twin: bool = False
    judge: str = ""
    pictures: Path | None = None


@dataclass(frozen=True, slots=True)
class Generation:
    """A shop that was generated, and how.

    Attributes:
        shop: as it reads from its place.
        renewal: which of its files were written, kept, or displaced.
        record: its steps, and what stays unmet; None where it was not verified.
        texts: what a language model wrote; None where it was asked for nothing.
        judge: what a language model said of the looks; None where it was not asked.
        fidelity: how much of its source a twin has, field by field; None of other shops.
    """

    shop: ShopFolder
    renewal: Renewal
    record: GenerationRecord | None
    texts: AuthoringReport | None = None
    judge: JudgeReport | None = None
    fidelity: Fidelity | None = None

    @property
    def holds(self) -> bool:
        """Whether verification found no error, or there was none."""
        return self.record is None or all(one.severity != "error" for one in self.record.unmet)


def generate(
    bundle: SpecificationBundle,
    out: Path,
    settings: GenerateSettings | None = None,
    *,
    contents: Contents = invented,
    verifiers: Sequence[Verifier] = VERIFIERS,
    authored: Callable[[], AuthoringRecord | None] = lambda: None,
    doing: Callable[[str], object] = lambda _: None,
) -> Generation:
    """Generates a shop and works through its steps. Interrupted, the same call goes on where it stopped.

    Args:
        bundle: the specification.
        out: folder of the shop.
        settings: seed, size, coding agent.
        contents: makes identity and data.
        verifiers: that are asked.
        authored: what a language model has written of the contents, once they are made.
        doing: hears what is being done.

    Raises:
        InputError: the theme or an edited file of the shop that stands there cannot be read.
        ShopError: something else stands at `out`; nothing is changed there.
        BrowserMissing: there is no Chromium for the verifiers; the shop is there, and not verified.
        OSError: it cannot be written; what stood there stays.
    """
    settings = settings or GenerateSettings()
    doing("writing the shop")
    made = generate_shop(
        bundle,
        out,
        seed=settings.seed,
        products=settings.products,
        contents=contents,
        twin=settings.twin,
        authored=authored,
        pictures=settings.pictures,
    )
    if settings.agent is None and not settings.verify:
        return Generation(made.shop, made.renewal, None)
    command = (*(settings.agent.arguments if settings.agent else ()), *filter(None, (settings.judge,)))
    loop = Loop(
        made.shop,
        bundle,
        settings.agent,
        settings.iterations,
        work=fingerprint_of((*(out / name for name in MADE_FILES), *command)),
        verifiers=verifiers,
        doing=doing,
    )
    _note(out, under_way=True)
    loop.run()
    return Generation(made.shop, made.renewal, _note(out, under_way=False))


def _note(shop: Path, *, under_way: bool) -> GenerationRecord:
    """Writes down whether the shop's steps are under way, so that a generation that was cut off can be told."""
    record = (read_record(shop) or GenerationRecord()).model_copy(update={"under_way": under_way})
    write_record(shop, record)
    return record
