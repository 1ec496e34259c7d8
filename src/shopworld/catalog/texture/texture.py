"""The texture of a catalog in figures, so that two catalogs can be laid side by side."""

from __future__ import annotations

import lzma
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence

from pydantic import BaseModel, ConfigDict

from shopworld.catalog.model import Offer
from shopworld.catalog.texture.prose import WrittenOffer, misspelt, recurring_share, words_of
from shopworld.catalog.texture.same_products import ProductAgreement
from shopworld.catalog.texture.trigrams import TrigramModel

_SEPARATORS = {
    "comma": (", ",),
    "dash": (" - ", " – ", " — "),
    "pipe": ("|",),
    "slash": (" / ",),
    "brackets": ("(", "["),
}
_AT_WORDS = 640_000
_COMPRESSED_BYTES = 8_000_000


class ShopTexture(BaseModel):
    """How one shop writes."""

    model_config = ConfigDict(frozen=True)

    offers: int
    separators: dict[str, float]
    """Share of its titles that hold commas, dashes, pipes, slashes or brackets, and of those that hold none."""
    recurring_sentence_share: float
    description_vocabulary: int
    non_ascii_share: float
    ampersand_share: float
    brands: int


class CatalogTexture(BaseModel):
    """How a catalog is written. Shares are from 0 to 1; None: there is nothing to take the figure of."""

    model_config = ConfigDict(frozen=True)

    offers: int
    description_words: int
    recurring_sentence_share: float
    """Of the sentences of descriptions (three words or more), those that stand there five times or more."""
    recurring_blanked_sentence_share: float
    """The same with tokens that hold digits, brands and the words of the offer's own title as blanks."""
    description_vocabulary: int
    """Different words of all descriptions."""
    alphabetic_vocabulary: int
    """Those that hold letters only."""
    description_vocabulary_at_640000_words: int
    alphabetic_vocabulary_at_640000_words: int
    shared_vocabulary: int
    """Words without digits that two or more offers use; what looks like a slip of a frequent word is left out."""
    trigram_perplexity: float | None
    """Of the last shop's sentences to a model of three words that has read the other shops."""
    compression_ratio: float
    """Bytes of all descriptions after LZMA over bytes before."""
    non_ascii_share: float
    """Share of offers whose title or description holds a character that is not ASCII."""
    ampersand_share: float
    brands: int
    branded_title_share: float
    """Share of the offers with a brand whose title names it."""
    price_spread_median: float | None
    """Of the products that are sold more than once, dearest over cheapest price less one; as new."""
    price_spread_nine_tenths: float | None
    price_spread_maximum: float | None
    shops_per_product: float | None
    """Mean number of shops, of the products that are sold more than once."""
    title_similarity: float | None
    """Mean share of words that two titles of one product have in common."""
    conflict_share: float | None
    """Of the facts that two offers of one product state, as titles and texts are read, those with different values."""
    shops: dict[str, ShopTexture]
    counts: dict[str, int]
    """How many things stand behind figures: offers, words, sentences, products, prices, facts."""


class TextureReading:
    """Reads offers for their texture.

    Args:
        offers: of all shops.
        groups: offers that are one product, group by group; None where nobody knows.
    """

    def __init__(self, offers: Iterable[Offer], groups: Iterable[Sequence[Offer]] | None = None) -> None:
        self._by_shop: dict[str, list[WrittenOffer]] = defaultdict(list)
        for offer in offers:
            self._by_shop[offer.shop_id].append(WrittenOffer.read(offer))
        self._groups = list(groups or ())

    @property
    def written(self) -> list[WrittenOffer]:
        """All offers, shop by shop."""
        return [one for shop in sorted(self._by_shop) for one in self._by_shop[shop]]

    def sentences(self, shops: Sequence[str]) -> Iterable[str]:
        """The sentences of some shops."""
        return (sentence for shop in shops for one in self._by_shop[shop] for sentence in one.sentences)

    def learnt(self) -> TrigramModel | None:
        """A model that has read all shops but the last; None where there is one shop only."""
        shops = sorted(self._by_shop)
        return TrigramModel(self.sentences(shops[:-1])) if len(shops) > 1 else None

    def texture(self, model: TrigramModel | None = None) -> CatalogTexture:
        """The figures.

        Args:
            model: of `learnt`, where it is there already.
        """
        written = self.written
        counted: Counter[str] = Counter()
        used_by: Counter[str] = Counter()
        plain: Counter[str] = Counter()
        blanked: Counter[str] = Counter()
        for one in written:
            counted.update(one.words)
            used_by.update(set(one.words))
            plain.update(" ".join(words_of(sentence)) for sentence in one.sentences)
            blanked.update(one.blanked())
        early = self._early_words(written)
        slips = misspelt(counted)
        agreement = ProductAgreement.of(self._groups)
        text = "\n".join(one.text for one in written).encode()[:_COMPRESSED_BYTES]
        model = model or self.learnt()
        last = list(self.sentences(sorted(self._by_shop)[-1:]))
        branded = [one.offer for one in written if one.offer.brand]
        return CatalogTexture(
            offers=len(written),
            description_words=counted.total(),
            recurring_sentence_share=_rounded(recurring_share(plain)),
            recurring_blanked_sentence_share=_rounded(recurring_share(blanked)),
            description_vocabulary=len(counted),
            alphabetic_vocabulary=sum(map(str.isalpha, counted)),
            description_vocabulary_at_640000_words=len(early),
            alphabetic_vocabulary_at_640000_words=sum(map(str.isalpha, early)),
            shared_vocabulary=sum(
                count > 1 and one not in slips and not any(map(str.isdigit, one)) for one, count in used_by.items()
            ),
            trigram_perplexity=_rounded(model.perplexity(last)) if model and last else None,
            compression_ratio=_rounded(len(lzma.compress(text, preset=2)) / max(1, len(text))),
            non_ascii_share=_rounded(_share_of(written, _is_beyond_ascii)),
            ampersand_share=_rounded(_share_of(written, _has_ampersand)),
            brands=len({(one.brand or "").casefold() for one in branded}),
            branded_title_share=_rounded(
                sum((one.brand or "").casefold() in one.title.casefold() for one in branded) / max(1, len(branded))
            ),
            price_spread_median=_maybe(agreement.spread_at(0.5)),
            price_spread_nine_tenths=_maybe(agreement.spread_at(0.9)),
            price_spread_maximum=_maybe(agreement.spread_at(1)),
            shops_per_product=_maybe(sum(agreement.shops) / len(agreement.shops) if agreement.shops else None),
            title_similarity=_maybe(agreement.similarity),
            conflict_share=_maybe(agreement.conflicts / agreement.facts if agreement.facts else None),
            shops={shop: _shop(self._by_shop[shop]) for shop in sorted(self._by_shop)},
            counts={
                "offers": len(written),
                "described_offers": sum(bool(one.words) for one in written),
                "words": counted.total(),
                "sentences": plain.total(),
                "slips": len(slips),
                "products_sold_more_than_once": agreement.products,
                "products_with_prices": len(agreement.spreads),
                "facts_stated_twice": agreement.facts,
            },
        )

    @staticmethod
    def _early_words(written: Sequence[WrittenOffer]) -> set[str]:
        """The words of 640,000 words of text, taken evenly from all offers."""
        total = sum(len(one.words) for one in written)
        share = min(1.0, _AT_WORDS / max(1, total))
        found: set[str] = set()
        taken, due = 0, 0.0
        for one in written:
            due += len(one.words) * share
            if taken < due and taken < _AT_WORDS:
                found.update(one.words)
                taken += len(one.words)
        return found


def _shop(written: Sequence[WrittenOffer]) -> ShopTexture:
    words = {word for one in written for word in one.words}
    sentences = Counter(" ".join(words_of(sentence)) for one in written for sentence in one.sentences)
    marks: Counter[str] = Counter()
    for one in written:
        found = [name for name, marked in _SEPARATORS.items() if any(mark in one.offer.title for mark in marked)]
        marks.update(found or ["none"])
    return ShopTexture(
        offers=len(written),
        separators={name: _rounded(marks[name] / len(written)) for name in (*_SEPARATORS, "none")},
        recurring_sentence_share=_rounded(recurring_share(sentences)),
        description_vocabulary=len(words),
        non_ascii_share=_rounded(_share_of(written, _is_beyond_ascii)),
        ampersand_share=_rounded(_share_of(written, _has_ampersand)),
        brands=len({(one.offer.brand or "").casefold() for one in written} - {""}),
    )


def _is_beyond_ascii(one: WrittenOffer) -> bool:
    return not (one.offer.title.isascii() and one.text.isascii())


def _has_ampersand(one: WrittenOffer) -> bool:
    return "&" in one.offer.title or "&" in one.text


def _share_of(written: Sequence[WrittenOffer], holds: Callable[[WrittenOffer], bool]) -> float:
    return sum(map(holds, written)) / max(1, len(written))


def _rounded(value: float) -> float:
    return round(value, 4)


def _maybe(value: float | None) -> float | None:
    return None if value is None else _rounded(value)
