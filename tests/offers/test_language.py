"""Languages: offers of the wanted one stay, names and numbers among them; others go."""

from __future__ import annotations

import pytest
from crawled_offers import blank_offer

from shopworld.errors import InputError
from shopworld.offers.language import LanguageFilter
from shopworld.offers.record import CrawledOffer
from shopworld.offers.tally import StageTally

ENGLISH = (
    "This drive is fast and comes with five years of warranty. You can put it into any computer of the last years."
)
GERMAN = (
    "Dieses Laufwerk ist schnell und hat fünf Jahre Garantie. Sie können es in jeden Rechner der letzten Jahre bauen."
)
NAMES = "Samsung 870 EVO 2.5 4000 GB SATA III V-NAND MZ-77E4T0B"


def offer(title: str, text: str) -> CrawledOffer:
    """An offer with title and description."""
    return blank_offer(title=title, description=text, text=text)


def kept(language: str, title: str, text: str) -> bool:
    return LanguageFilter(language).keep(offer(title, text), StageTally()) is not None


@pytest.mark.parametrize(
    ("title", "text", "english", "german"),
    [
        ("Brisk 990 drive", ENGLISH, True, False),
        ("Brisk 990 Laufwerk", GERMAN, False, True),
        (NAMES, NAMES, True, True),
        (NAMES, ENGLISH, True, False),
        ("Brisk Laufwerk in Schwarz mit Kabel und Zubehör, günstig online kaufen", ENGLISH, False, False),
    ],
)
def test_title_and_description_decide(title: str, text: str, english: bool, german: bool) -> None:
    assert kept("en", title, text) is english
    assert kept("de", title, text) is german


def test_both_scores_are_kept() -> None:
    found = LanguageFilter("en").keep(offer("Brisk 990 drive", ENGLISH), StageTally())
    assert found is not None
    assert found.language == "en"
    assert len(found.language_scores) == 2
    assert min(found.language_scores) > 0.9


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(InputError, match="no detector knows the language 'tlh'"):
        LanguageFilter("tlh")
