"""Texts of a suite: none twice, none nearly twice, once names and amounts are masked."""

from __future__ import annotations

import gzip
import json
import re
from itertools import combinations
from pathlib import Path

import pytest

from shopworld.guru.comparison import make_comparison_suite
from shopworld.guru.comparison.brands import BRAND_LED
from shopworld.guru.comparison.likeness import MOST_ALIKE, Masker, SaidTexts
from shopworld.mall import Mall

RELEASE = Path(__file__).parents[4] / "shared/data/webmall"


def four_words(text: str) -> set[tuple[str, ...]]:
    """Four-grams, counted by code of this test's own."""
    words = re.findall(r"[a-z@]+", re.sub(r"https?://\S+|\d[\d.,]*", " ", text.split(" Pay via")[0].lower()))
    return {tuple(words[at : at + 4]) for at in range(len(words) - 3)}


def test_names_and_amounts_are_masked() -> None:
    masker = Masker(["Acme", "Lumen and Oak"])
    one = masker.words("Find all Acme monitors with 27 inch for less than 300 euros, see http://a.example/x/.")
    other = masker.words("Find all Lumen and Oak SSDs with 2 TB for less than 49.99 euros, see http://b.example/y/z/.")
    assert one == other


def test_likeness_is_the_share_of_the_shorter_text() -> None:
    said = SaidTexts(Masker([]))
    said.add("one two three four five")
    assert said.likeness("one two three four five") == 1
    assert said.likeness("one two three four six seven") == 0.5
    assert said.likeness("five four three two one") == 0


def test_no_two_texts_of_a_suite_are_alike(mall: Mall) -> None:
    suite = make_comparison_suite(mall, seed=8, total=110)
    masked = Masker({offer.brand for offer in mall.catalog.iterate_offers() if offer.brand})
    texts = [" ".join(masked.words(task.intent)).replace("#", "@") for task in suite.tasks]
    assert len(set(texts)) == len(texts)
    rows = [four_words(text) for text in texts]
    worst = max(len(one & other) / max(1, min(len(one), len(other))) for one, other in combinations(rows, 2))
    assert worst <= MOST_ALIKE + 1e-9


def test_brands_lead_no_more_often_than_in_the_release(mall: Mall) -> None:
    suite = make_comparison_suite(mall, seed=8, total=110)
    asked = [task for task in suite.tasks if "requirements" in task.category]
    led = [task for task in asked if any(one.attribute == "brand" for one in task.constraints)]
    assert len(led) <= 0.52 * len(asked)
    assert max(len(task.checks[0].returns) for task in asked) > 4


@pytest.mark.skipif(not RELEASE.is_dir(), reason="needs the release's files")
def test_the_share_of_the_release_is_measured() -> None:
    brands = set()
    for file in sorted(RELEASE.glob("webmall_*.csv.gz")):
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            head = lines.readline().strip().split(",")
            assert head
    # The brands by which the 25 requirement tasks of the public part are led, read by a person.
    brands = {"Apple smart", "ASUS", "Team", "Asrock", "Fractal", "Crucial", "Samsung", "Xbox", "PNY", "nVidia"}
    tasks = json.dumps(json.loads((RELEASE / "task_sets.json").read_text()))
    found = re.findall(r'"id": "(Webmall_[A-Za-z_]*Requirements_Task\d+)".*?<task>(.*?)</task>', tasks)
    led = [text for _, text in found if any(brand in text for brand in brands)]
    assert len(found) == 25
    assert BRAND_LED < len(led) / len(found) < 0.6
