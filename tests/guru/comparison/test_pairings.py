"""What goes with what: the table, and tasks that agree with the rules of compatibility."""

from __future__ import annotations

import random
import re
from itertools import islice

import pytest

from shopworld.catalog.compatibility import RULES, compatible
from shopworld.catalog.kinds import KINDS
from shopworld.catalog.model import Attribute, Offer, Product
from shopworld.guru.comparison.chains import Chain, _of_chain, chains
from shopworld.guru.comparison.market import Market
from shopworld.guru.comparison.named import kind_is
from shopworld.guru.comparison.pairings import Fit, Pairing, _paired, pairings
from tests.guru.conftest import MakeMarket, offer_of

ABOUT = {
    "socket",
    "memory type",
    "form factor",
    "connector",
    "clearance",
    "wattage",
    "lens mount",
    "strap width",
    "case fit",
    "made for it",
}


def address(offer: Offer) -> str:
    return f"http://{offer.shop_id}.example/product/{offer.slug}/"


def test_the_table_speaks_of_all_that_decides() -> None:
    assert {one.about for one in pairings()} == ABOUT


@pytest.mark.parametrize("pairing", pairings(), ids=lambda one: f"{one.kind}-{one.start}-{one.about}")
def test_every_pairing_stands_on_a_rule_of_compatibility(pairing: Pairing) -> None:
    assert {pairing.kind, pairing.start} <= KINDS.keys()
    rules = [one for one in RULES if {one.first, one.second} == {pairing.kind, pairing.start}]
    named = {frozenset({(one.first, one.first_attribute), (one.second, one.second_attribute)}) for one in rules}
    for fit in pairing.fits:
        assert frozenset({(pairing.kind, fit.attribute), (pairing.start, fit.start)}) in named


def test_answers_are_just_what_fits(market: Market) -> None:
    made = 0
    for pairing in pairings():
        for draft in islice(_paired(market, random.Random(3), address, pairing), 3):
            made += 1
            (requirement,) = draft.requirements
            assert draft.start is not None
            start = market.products[draft.start.product_id]
            narrowed = [
                one for one in requirement.constraints if one.attribute not in {fit.attribute for fit in pairing.fits}
            ]
            fitting = [
                offer.id for offer in market.meeting(narrowed) if compatible(market.products[offer.product_id], start)
            ]
            if len(narrowed) + len(pairing.fits) == len(requirement.constraints):
                assert fitting == [offer.id for offer in requirement.settlement.answers]
    assert made > 5


def thing(kind: str, name: str, **facts: str | float | tuple[str, ...]) -> Product:
    attributes = tuple(Attribute(name=key, value=value) for key, value in facts.items())
    title = f"Acme {name.title()} {KINDS[kind].label}"
    return Product(id=name, title=title, brand="Acme", department="x", kind=kind, attributes=attributes)


STRAP_WIDTH = next(one for one in pairings() if one.about == "strap width")


def test_straps_go_by_their_width_where_shops_state_it(make_market: MakeMarket) -> None:
    watch = thing("smartwatch", "watch", strap_width=22.0)
    straps = [thing("watch_strap", name, strap_width=width) for name, width in (("a", 22.0), ("b", 22.0), ("c", 20.0))]
    market = make_market([watch, *straps], [offer_of(one) for one in (watch, *straps)])
    (draft,) = _paired(market, random.Random(1), address, STRAP_WIDTH)
    assert [offer.id for offer in draft.requirements[0].settlement.answers] == ["one/a", "one/b"]
    assert all("that are as wide as the lugs of" in text for text in draft.ways)


def test_there_is_no_task_where_another_rule_forbids_an_answer(make_market: MakeMarket) -> None:
    watch = thing("smartwatch", "watch", strap_width=22.0, model="acme one")
    straps = [thing("watch_strap", name, strap_width=22.0) for name in "ab"]
    other = thing("watch_strap", "c", strap_width=22.0, compatible_with=("acme two",))
    products = [watch, *straps, other]
    market = make_market(products, [offer_of(one) for one in products])
    assert list(_paired(market, random.Random(1), address, STRAP_WIDTH)) == []


def test_a_fact_of_the_start_may_be_read_as_another_word(make_market: MakeMarket) -> None:
    fit = Fit(start="size", attribute="drive_size", relation="equals", read={"large": "3.5-inch sata"})
    large, odd, silent = (
        thing("hard_drive", "a", size="large"),
        thing("hard_drive", "b", size="odd"),
        thing("hard_drive", "c"),
    )
    market = make_market([large, odd, silent], [offer_of(one) for one in (large, odd, silent)])
    found = [fit.constraint(market, offer) for offer in market.offers("hard_drive")]
    assert [one.value if one else None for one in found] == ["3.5-inch sata", None, None]
    assert market.meeting((kind_is("hard_drive"),)) == market.offers("hard_drive")


def chain(about: str) -> Chain:
    return next(one for one in chains() if one.about == about)


@pytest.mark.parametrize("one", chains(), ids=lambda one: f"{one.kind}-{one.about}")
def test_chains_are_about_known_kinds_and_told_without_values(one: Chain) -> None:
    assert {one.kind, *(part.kind for part in one.parts)} <= KINDS.keys()
    for start in one.starts:
        assert not re.search(r"\d", start)
        assert "{first_address} " in start
        assert ("{second_address}" in start) == (len(one.parts) == 2)
        assert not re.search(r"address\}[^ ]", start)


def test_what_goes_with_two_things_is_decided_by_both(make_market: MakeMarket) -> None:
    chip = thing("processor", "chip", socket="vm5")
    sticks = thing("memory", "sticks", memory_type="ddr5")
    boards = [
        thing("motherboard", name, socket=socket, memory_type=memory)
        for name, socket, memory in (
            ("a", "vm5", "ddr5"), ("b", "vm5", "ddr5"), ("c", "vm5", "ddr4"), ("d", "kl1700", "ddr5")
        )
    ]  # fmt: skip
    products = [chip, sticks, *boards]
    market = make_market(products, [offer_of(one) for one in products])
    wanted = chain("a processor's socket and the generation of memory")
    drafts = list(_of_chain(market, random.Random(1), address, wanted))
    assert drafts
    assert {offer.id for one in drafts for offer in one.requirements[0].settlement.answers} == {"one/a", "one/b"}
    assert all("vm5" not in text.lower() and "ddr5" not in text.lower() for one in drafts for text in one.ways)


def test_a_thing_that_nobody_names_decides_where_all_of_it_agree(make_market: MakeMarket) -> None:
    chip = thing("processor", "chip", socket="vm5", memory_type=("ddr4", "ddr5"))
    boards = [thing("motherboard", name, socket="vm5", memory_type="ddr5") for name in "ab"]
    sticks = [
        thing("memory", name, memory_type=memory, form_factor="dimm", capacity=32.0)
        for name, memory in (("m", "ddr5"), ("n", "ddr5"), ("o", "ddr4"))
    ]
    wanted = chain("processor, socket, board, memory")
    products = [chip, *boards, *sticks]
    market = make_market(products, [offer_of(one) for one in products])
    (draft,) = list(_of_chain(market, random.Random(1), address, wanted))
    assert [offer.id for offer in draft.requirements[0].settlement.answers] == ["one/m", "one/n"]
    divided = [*products, thing("motherboard", "old", socket="vm5", memory_type="ddr4")]
    market = make_market(divided, [offer_of(one) for one in divided])
    assert list(_of_chain(market, random.Random(1), address, wanted)) == []
