"""Requirements compared with what shops print."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.agents.keyword.demands import require
from shopworld.agents.keyword.goal import GoalRequirement
from shopworld.agents.keyword.matching import MatchGrade, coverage, judge, likeness
from shopworld.agents.keyword.vocabulary import kind_of, tokens

WORDS = st.lists(
    st.sampled_from(["fleet", "rill", "arden", "k860", "7", "pro", "9900x", "v2"]), min_size=1, unique=True
)


def _judge(
    requirement: str, title: str, text: str = "", price: int | None = 10_000, *, whole: bool = False
) -> MatchGrade:
    return judge(require(GoalRequirement(requirement)), title, text, price, whole=whole)


@given(WORDS, st.sampled_from([" ", ", ", " - ", " | "]), st.booleans())
def test_a_title_has_all_of_its_own_words(words: list[str], separator: str, shout: bool) -> None:
    title = separator.join(words)
    assert coverage(tuple(tokens(" ".join(words))), title.upper() if shout else title) == 1.0


@given(WORDS, WORDS)
def test_coverage_and_likeness_are_shares(wanted: list[str], printed: list[str]) -> None:
    assert 0.0 <= coverage(tuple(wanted), " ".join(printed)) <= 1.0
    assert 0.0 <= likeness(require(GoalRequirement(" ".join(wanted))), " ".join(printed), "") <= 1.0


@pytest.mark.parametrize(
    ("requirement", "title"),
    [
        ("Arden RTX 5090 graphics card", "ARDEN RTX5090, 24GB GDDR7"),
        ("Arden K860 motherboard", "Motherboard ARDEN K860 | DDR5 | ATX"),
        ("Calm Rill 7 2 TB SSD", "Calm Rill 7 Solid State Drive (2000 Gigabyte)"),
        ("Calm Rill 7 SSD", "Calm Rill 7 M.2 SSD, 1TB"),
        ("Lumo Mark II camera", "Lumo II Mirrorless Camera"),
        ("keyboards in blue with a TKL layout", "Arden Wave Keyboard, Tenkeyless, Blue"),
        ("PSU with more than 550 W", "Arden 650W Power Supply"),
    ],
)
def test_titles_that_fit(requirement: str, title: str) -> None:
    assert _judge(requirement, title) is MatchGrade.YES


@pytest.mark.parametrize(
    ("requirement", "title"),
    [
        ("Arden RTX 5090 graphics card", "Arden RTX5090 Ti, 24GB"),
        ("Arden B650 motherboard", "Arden B650M Motherboard"),
        ("Calm Rill 7 2 TB SSD", "Calm Rill 7 SSD 1 TB"),
        ("Calm Rill 7 SSD", "Calm Rill 7 Pro SSD, 1TB"),
        ("Calm Rill 7 SSD", "Calm Rill 8 SSD, 7 GB/s"),
        ("Lumo R5 Mark II camera", "Lumo R5 Mirrorless Camera"),
        ("Calm Rill SSD", "Calm Rill SSD Enclosure"),
        ("Calm Rill SSD", "Refurbished Calm Rill SSD 1 TB"),
        ("Calm Rill SSD", "Calm Rill SSD + Arden Mouse Set"),
        ("Vesta 5 smartphone", "Leather Case for Vesta 5"),
        ("mouse in red", "Arden Mouse, Green"),
        ("PSU with more than 550 W", "Arden 550W Power Supply"),
    ],
)
def test_titles_that_do_not_fit(requirement: str, title: str) -> None:
    assert _judge(requirement, title) is MatchGrade.NO


def test_what_is_not_said_stays_open_on_a_card_and_counts_as_missing_on_the_page() -> None:
    assert _judge("Arden microphones with USB-C", "Arden Duna Microphone") is MatchGrade.OPEN
    assert (
        _judge("Arden microphones with USB-C", "Arden Duna Microphone", "Connection: XLR", whole=True) is MatchGrade.NO
    )
    assert _judge("Arden microphones with USB-C", "Arden Duna Microphone", "Type-C plug", whole=True) is MatchGrade.YES


def test_prices_are_bounds_like_others() -> None:
    assert _judge("monitors with a price below 200 euros", "Arden Monitor", price=19_999) is MatchGrade.YES
    assert _judge("monitors with a price below 200 euros", "Arden Monitor", price=20_000) is MatchGrade.NO


def test_everyday_speech_is_understood() -> None:
    assert _judge("Arden coolers that cannot leak", "Arden Breeze Air Cooler") is MatchGrade.YES
    assert _judge("Arden CPU coolers that cannot leak", "Arden Flow Liquid Cooler, 240 mm") is MatchGrade.NO


@pytest.mark.parametrize(
    ("title", "kind"),
    [
        ("Arden M.2 NVMe SSD Enclosure", "drive enclosure"),
        ("Case for Vesta 5", None),
        ("Arden Gaming Case w/ Glass Window, 4 Fans", "PC case"),
        ("Arden Portable SSD 1 TB", "external SSD"),
        ("Ryzen 5 9600 with cooler", "processor"),
        ("Arden RTX 5090, 24 GB", "graphics card"),
        ("Arden Glide", None),
    ],
)
def test_the_kind_is_the_noun_of_what_is_sold(title: str, kind: str | None) -> None:
    found = kind_of(title)
    assert (found.name if found is not None else None) == kind
