"""Patterns of the rule files."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files

import pytest

from shopworld.catalog.attributes.patterns import Pattern, required_literal
from shopworld.catalog.attributes.units import convert, parse_number
from shopworld.catalog.kinds import KINDS
from shopworld.catalog.model import Offer

FOLDER = files("shopworld.catalog.attributes")


def sources() -> Iterator[str]:
    for rule in tomllib.loads((FOLDER / "kinds.toml").read_text(encoding="utf-8")).values():
        for patterns in rule.values():
            yield from patterns


@pytest.mark.parametrize(
    ("source", "literal"),
    [
        ("(?:usb )?(?:flash|thumb) ?drives?", "drive"),
        ("a|b", ""),
        ("so-?dimm", "dimm"),
        (r"rtx ?\d{3}", "rtx"),
        (r"m\.2 2280", "m.2 2280"),
        ("[rg]tx", "tx"),
        ("gold{2}", "gol"),
    ],
)
def test_known_literals(source: str, literal: str) -> None:
    assert required_literal(source) == literal


@pytest.mark.data
def test_no_real_match_lacks_its_literal(webmall_offers: tuple[Offer, ...]) -> None:
    titles = " | ".join(offer.title.lower() for offer in webmall_offers[::40])
    for source in sources():
        pattern = Pattern.parse(source)
        for match in pattern.expression.finditer(titles):
            assert pattern.literal in match.group(), source


def test_every_rule_is_for_a_known_kind() -> None:
    kinds = tomllib.loads((FOLDER / "kinds.toml").read_text(encoding="utf-8"))
    assert set(kinds) <= set(KINDS)
    rules = tomllib.loads((FOLDER / "rules.toml").read_text(encoding="utf-8"))
    named = {kind for entries in rules.values() for entry in entries for kind in entry["kinds"]}
    assert named - {"all"} <= set(KINDS)
    assert all(re.fullmatch(r"[a-z][a-z0-9_]*", name) for name in rules)


@pytest.mark.parametrize(
    ("text", "value"),
    [("16", 16), ("2.5", 2.5), ("2,5", 2.5), ("10,000", 10000), ("25.600", 25600), ("1,000,000", 1e6)],
)
def test_numbers(text: str, value: float) -> None:
    assert parse_number(text) == value


@pytest.mark.parametrize(
    ("value", "written", "canonical", "expected"),
    [
        (2, "tb", "GB", 2000),
        (512, "mb", "GB", 0.5),
        (3.2, "ghz", "MHz", 3200),
        (12, "cm", "mm", 120),
        (6, "ft", "m", 1.83),
        (61, "cm", "in", 24.02),
        (5, "kg", "GB", None),
    ],
)
def test_units(value: float, written: str, canonical: str, expected: float | None) -> None:
    assert convert(value, written, canonical) == expected
