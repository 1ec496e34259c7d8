"""Which products work together: each rule with a pair that fits and one that does not."""

from __future__ import annotations

import pytest

from shopworld.catalog.compatibility import RULES, compatible, differences, rules_between
from shopworld.catalog.kinds import KINDS
from shopworld.catalog.model import Attribute, Product

Value = str | float | tuple[str, ...]


def product(kind: str, unit: str | None = None, **attributes: Value) -> Product:
    return Product(
        id=f"{kind}-{sorted(attributes.items())}",
        title=kind,
        department="x",
        kind=kind,
        series="S",
        attributes=tuple(
            Attribute(name=name, value=value, unit=unit if isinstance(value, float) else None)
            for name, value in attributes.items()
        ),
    )


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: f"{rule.first}-{rule.second}-{rule.first_attribute}")
def test_every_rule_tells_fitting_from_unfitting(rule) -> None:  # type: ignore[no-untyped-def]
    assert {rule.first, rule.second} <= KINDS.keys()
    if rule.second_attribute == "memory_slot":
        assert compatible(product("memory", form_factor="dimm"), product("motherboard"))
        assert not compatible(product("memory", form_factor="so-dimm"), product("motherboard"))
        return
    good: tuple[Value, Value] = (300.0, 300.0) if rule.relation == "at_most" else ("vm5", ("vm5", "kl1700"))
    bad: tuple[Value, Value] = (301.0, 300.0) if rule.relation == "at_most" else ("vm4", ("vm5", "kl1700"))
    for (one, other), expected in ((good, True), (bad, False)):
        first = product(rule.first, "mm", **{rule.first_attribute: one})
        second = product(rule.second, "mm", **{rule.second_attribute: other})
        assert compatible(first, second) is expected
        assert compatible(second, first) is expected


def test_a_number_matches_the_sizes_that_a_case_lists() -> None:
    case = product("case", radiator_size=("240 mm", "360 mm"))
    assert compatible(product("cpu_cooler", "mm", radiator_size=240.0), case)
    assert not compatible(product("cpu_cooler", "mm", radiator_size=280.0), case)


def test_kinds_without_rules_and_unknown_attributes_do_not_fit() -> None:
    assert rules_between("mouse", "printer") == ()
    assert not compatible(product("mouse"), product("printer"))
    assert not compatible(product("lens", mount="o-mount"), product("camera"))
    assert not compatible(product("processor"), product("motherboard"))


def test_near_duplicates_differ_in_named_attributes() -> None:
    small, large = product("ssd", capacity=500.0), product("ssd", capacity=1000.0)
    assert differences(small, large) == ("capacity",)
    assert differences(small, small) == ()
