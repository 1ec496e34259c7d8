"""Which language an offer is written in: two detectors over its title and description."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from shopworld.errors import InputError
from shopworld.offers.parts import needed
from shopworld.offers.record import CrawledOffer
from shopworld.offers.tally import StageTally

STAGE = "language"
_READ = 600
"""Characters of a description that are read."""
_TITLE_LETTERS = 24
"""Letters that a title needs to be judged on its own; shorter ones are names."""
_SURE, _HALF_SURE = 0.9, 0.4
_UNSURE = 0.3
"""Of langid, below which a text is names and numbers rather than a language: such offers stay."""


@dataclass(frozen=True, slots=True)
class LanguageVerdict:
    """What both detectors say of a text.

    Attributes:
        languages: the likeliest, of langid and of lingua, as ISO 639-1.
        scores: of the wanted language, of both, 0 to 1.
        surest: scores of the likeliest ones.
    """

    languages: tuple[str, str]
    scores: tuple[float, float]
    surest: tuple[float, float]


class LanguageFilter:
    """Keeps offers of one language.

    An offer is kept if langid takes title and description together for that language, or for none in particular, or if
    lingua does and langid is not sure of another; and if not both are sure that its title alone is of another. Lingua
    is sure of something even where there are only names and numbers, so that it never decides alone.

    Args:
        wanted: ISO 639-1 code.

    Raises:
        InputError: a detector does not know the language, or is not installed.
    """

    def __init__(self, wanted: str) -> None:
        self.wanted = wanted
        if wanted not in _lingua_codes() or wanted not in _langid().nb_classes:
            known = ", ".join(sorted(_lingua_codes() & set(_langid().nb_classes)))
            raise InputError(f"no detector knows the language {wanted!r}", field="language", hint=f"Known: {known}.")

    def keep(self, offer: CrawledOffer, tally: StageTally) -> CrawledOffer | None:
        """The offer with language and scores, or None; counted."""
        tally.take(STAGE)
        verdict = self.judge(f"{offer.title}. {offer.text[:_READ]}")
        place = f"{offer.file}, record {offer.record}"
        if self._is_other(verdict):
            tally.drop(STAGE, f"another language: {_other(verdict, self.wanted)}", place)
            return None
        if other := self._other_in_title(offer.title):
            tally.drop(STAGE, f"the title alone in another language: {other}", place)
            return None
        tally.give(STAGE)
        scores = tuple(round(one, 4) for one in verdict.scores)
        return replace(offer, language=self.wanted, language_scores=scores)

    def _other_in_title(self, title: str) -> str:
        """Another language that both detectors are sure of; the dear one is asked only where the other one is."""
        if sum(map(str.isalpha, title)) < _TITLE_LETTERS:
            return ""
        first, score = _langid().classify(title)
        if first == self.wanted or score < _HALF_SURE:
            return ""
        said = self.judge(title)
        return first if said.languages[1] == first and said.surest[1] >= _SURE else ""

    def _is_other(self, verdict: LanguageVerdict) -> bool:
        if verdict.languages[0] == self.wanted:
            return verdict.languages[1] != self.wanted and verdict.scores[0] < _UNSURE
        return verdict.surest[0] >= (_SURE if verdict.languages[1] == self.wanted else _UNSURE)

    def judge(self, text: str) -> LanguageVerdict:
        """What both detectors say of a text."""
        identifier = _langid()
        rank = dict(identifier.rank(text))
        first = next(iter(rank))
        values = _lingua().compute_language_confidence_values(text)
        found = {one.language.iso_code_639_1.name.lower(): one.value for one in values}
        second = values[0].language.iso_code_639_1.name.lower() if values else ""
        return LanguageVerdict(
            (first, second),
            (float(rank.get(self.wanted, 0.0)), float(found.get(self.wanted, 0.0))),
            (float(rank[first]), float(found.get(second, 0.0))),
        )


def _other(verdict: LanguageVerdict, wanted: str) -> str:
    return next((one for one in reversed(verdict.languages) if one != wanted), "unknown")


@cache
def _langid() -> Any:
    module = needed("py3langid.langid")
    return module.LanguageIdentifier.from_model_file(module.MODEL_FILE, norm_probs=True)


@cache
def _lingua() -> Any:
    module = needed("lingua")
    languages = [one for one in module.Language.all() if _code(one) in _SHOPPED]
    return module.LanguageDetectorBuilder.from_languages(*languages).with_low_accuracy_mode().build()


_SHOPPED = frozenset(
    (
        "en", "de", "fr", "es", "it", "nl", "pt", "pl", "sv", "da", "nb", "fi", "cs", "sk", "hu", "ro", "bg", "el",
        "tr", "ru", "uk", "ja", "zh", "ko", "ar", "he", "vi", "th", "id", "hr", "sl", "et", "lv", "lt", "ca",
    )
)  # fmt: skip
"""Languages that shops write in; each more costs memory and time."""


def _lingua_codes() -> frozenset[str]:
    return _SHOPPED & {_code(one) for one in needed("lingua").Language.all()}


def _code(language: Any) -> str:
    return str(language.iso_code_639_1.name.lower())
