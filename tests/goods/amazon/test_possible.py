"""Products are possible before sellers have filled in their tables; a checker with rules of its own says so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from shopworld.goods.amazon import categories, products, untidy
from shopworld.goods.amazon.kinds import read_toml
from shopworld.goods.amazon.possible import conflicts

KINDS = {kind.name: kind for category in categories() for kind in category.kinds}
IMPOSSIBLE = (
    ("wired", "bluetooth 5"),
    ("not water resistant", "waterproof"),
    ("not water resistant", "beach"),
    ("corded electric", "playtime"),
    ("handlebar mount", "kitchen"),
    ("vent mount", "bicycle"),
    ("solar powered", "button cell"),
    ("vegan", "snail mucin"),
    ("goat hair", "cruelty free"),
    ("tenkeyless", "number pad"),
    ("intel core", "amd radeon"),
    ("amd ryzen", "intel uhd"),
    ("anti-aging", "'kid'"),
    ("lavender", "fragrance free"),
    ("retractable", "'cap'"),
    ("tempered glass", "'film'"),
    ("magenta", "laser printers"),
    ("spiral notebook", "hardcover"),
    ("30 pin", "100 watts"),
    ("costume wig", "human hair"),
)
"""Words that no product has both of; quotes stand around whole values."""


def told(record: dict[str, Any]) -> str:
    """Title and values of a product, each value in quotes."""
    values = [one for text in record["details"].values() if isinstance(text, str) for one in text.split(", ")]
    return " ".join((record["title"], *(f"'{one}'" for one in values))).lower()


def impossible(record: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Pairs of words that cannot be told of one product."""
    text = told(record)
    excused = {"laser printers": "toner cartridge" in text, "bluetooth 5": "'wireless'" in text}
    for one, other in IMPOSSIBLE:
        if one in text and other in text and not excused.get(other):
            yield one, other


@pytest.fixture
def tidy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(untidy, "share", lambda what: 0.0)
    monkeypatch.setattr(products, "share", lambda what: 0.0)


@pytest.mark.usefixtures("tidy")
def test_no_product_of_eight_thousand_is_impossible() -> None:
    for category in categories():
        for made in islice(products.make_products(category, 11), 2000):
            assert list(impossible(made.record)) == [], told(made.record)


def test_the_checker_finds_what_is_planted() -> None:
    record = {"title": "Keyboard", "details": {"Connection": "Wired", "Wireless Type": "Bluetooth 5.0"}}
    assert list(impossible(record)) == [("wired", "bluetooth 5")]


def test_rules_speak_of_values_that_there_are() -> None:
    for name, rules in read_toml("possible.toml").items():
        if name == "all":
            continue
        there = {one.name: {value.raw for value in one.values} for one in KINDS[name].fields}
        there["noun"] = set(KINDS[name].nouns)
        for rule in rules:
            assert len(rule) == 2
            for field, values in rule.items():
                assert values == ["*"] or set(values) <= there[field.split()[0]], (name, rule)


def test_what_excludes_is_excluded() -> None:
    for kind in KINDS.values():
        against = conflicts(kind)
        assert all(stated in against[other] for stated, others in against.items() for other in others)


def test_tables_are_as_untidy_as_is_said() -> None:
    records = [made.record for category in categories() for made in islice(products.make_products(category, 3), 1500)]
    shares = read_toml("untidy.toml")["shares"]
    wrong = set(read_toml("untidy.toml")["wrong"]["colour"])
    colours = [text for one in records for label, text in one["details"].items() if label in ("Color", "Color Name")]
    found = {
        "no_price": sum(one["price"] is None for one in records) / len(records),
        "no_category": sum(one["main_category"] is None for one in records) / len(records),
        "no_description": sum(not one["description"] for one in records) / len(records),
        "colour": sum(text in wrong for text in colours) / len(colours),
    }
    for what, measured in found.items():
        assert measured == pytest.approx(shares[what], abs=0.04), what
    rows = Counter(len(one["details"]) for one in records)
    assert min(rows) < 8 < max(rows)
