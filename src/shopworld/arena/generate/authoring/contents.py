"""Identity and data of a shop whose texts a language model has written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from shopworld.arena.bundle import SpecificationBundle
from shopworld.arena.generate.authoring.collection_texts import CollectionTexts
from shopworld.arena.generate.authoring.page_texts import PageTexts
from shopworld.arena.generate.authoring.product_texts import ProductTexts
from shopworld.arena.generate.authoring.review_texts import WrittenReviews
from shopworld.arena.generate.authoring.store import TextStore
from shopworld.arena.generate.authoring.writing import write_texts
from shopworld.arena.generate.pipeline import Contents, invented
from shopworld.arena.generate.record import AuthoringRecord
from shopworld.arena.model_use import ends_asking
from shopworld.errors import ArenaError, ModelError, ModelFault
from shopworld.models import EpisodeModel, Usage
from shopworld.shop.data import ShopData
from shopworld.shop.specification import Identity

_OF_SOURCES = ("product", "brand", "name")
"""Kinds of withheld names that a twin tells on purpose."""

_WRITERS: Mapping[str, Callable[..., ProductTexts | CollectionTexts | WrittenReviews | PageTexts]] = {
    "products": ProductTexts,
    "collections": CollectionTexts,
    "reviews": WrittenReviews,
    "pages": PageTexts,
}
KINDS_OF_TEXT = tuple(_WRITERS)
"""What a model can write, in the order in which it does."""
OF_TWINS = ("reviews", "pages")
"""What it writes for a twin, whose products and collections are the source's."""


@dataclass(slots=True)
class AuthoringReport:
    """What a model wrote, and what that cost.

    Attributes:
        record: as it goes into the shop's folder.
        known: texts that had been written before, and were not asked for again.
        usage: of all calls.
    """

    record: AuthoringRecord
    known: int = 0
    usage: Usage = field(default_factory=Usage)


class AuthoredContents:
    """Makes identity and data, and has a model write their texts.

    What is sold, facts, prices and promises stay as they were decided. A text that loses or invents something is asked
    for once more; where that is no better, the built-in one stays, and the report says so.

    Args:
        model: that writes.
        kinds: of texts, some of `KINDS_OF_TEXT`.
        store: of texts written before.
        inner: makes identity and data.
        twin: whether these are a source's, so that names of its products may be told.
        doing: hears what is being done.
    """

    def __init__(
        self,
        model: EpisodeModel,
        kinds: Sequence[str] = KINDS_OF_TEXT,
        *,
        store: TextStore | None = None,
        inner: Contents = invented,
        twin: bool = False,
        doing: Callable[[str], object] = lambda _: None,
    ) -> None:
        self._model, self._kinds, self._inner, self._doing = model, tuple(kinds), inner, doing
        self._left_out = _OF_SOURCES if twin else ()
        self._store = store or TextStore(None, model.name)
        self.report = AuthoringReport(AuthoringRecord(model=model.name))

    def __call__(self, bundle: SpecificationBundle, seed: int, products: int | None) -> tuple[Identity, ShopData]:
        """Identity and data.

        Raises:
            ArenaError: the provider fails or the budget is spent; what was written so far is in the store.
            ModelError: the model cannot be used as asked.
        """
        identity, data = self._inner(bundle, seed, products)
        shop = _about(bundle)
        withheld = {name: them for name, them in bundle.manifest.withheld.items() if name not in self._left_out}
        written: dict[str, int] = {}
        refused: dict[str, str] = {}
        for kind in (one for one in KINDS_OF_TEXT if one in self._kinds):
            self._doing(f"having {kind} written")
            texts = _WRITERS[kind](data, withheld)
            try:
                done = write_texts(kind, texts.wanted(), shop, self._model, self._store)
            except (ModelFault, ModelError) as error:
                raise _stopped(error, sum(written.values()), kind) from error
            finally:
                self.report.usage = self.report.usage + self._model.take_usage()
            data = texts.put(done.texts)
            written[kind] = len(done.texts)
            refused |= {f"{kind}: {key}": reason for key, reason in done.refused.items()}
            self.report.known += done.known
        self.report.record = AuthoringRecord(model=self._model.name, written=written, built_in=refused)
        return identity, data


def _about(bundle: SpecificationBundle) -> str:
    able = bundle.capabilities
    tone = f" Its voice: {', '.join(able.tone)}." if able.tone else ""
    return f"{able.descriptor or able.category or 'a shop'}; sells {able.category or 'various goods'}.{tone}"


def _stopped(error: ModelFault | ModelError, before: int, kind: str) -> Exception:
    reason = ends_asking(error)
    return ArenaError(
        f"the texts of {kind} could not all be written (and {before} others are): {reason}",
        hint="No shop was written. What the model wrote so far is kept, and the same command goes on.",
    )
