"""A stranger let into a shop: agrees with the tasks that are made for it, and finds what is made wrong in them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from stranger_power import sample, seen

from shopworld.arena.bundle import read_bundle
from shopworld.arena.generate import generate_shop
from shopworld.arena.specifications import shipped_specifications
from shopworld.guru import make_shop_suite, opinions, public_form, stranger_in
from shopworld.mall import Mall, open_single_shop
from shopworld.shop import family_names
from shopworld.stranger import StrangerStance, tally


def test_a_stranger_agrees_with_every_task_and_sees_what_is_made_wrong(clothing: Mall) -> None:
    suite, _ = make_shop_suite(clothing, seed=7)
    others = [{"shop": one.shop_id, "slug": one.slug} for one in clothing.catalog.iterate_offers()]
    with stranger_in(clothing) as stranger:
        thought = list(opinions(suite.tasks, stranger))
        assert [(one.task, one.text) for one in thought if one.stance is StrangerStance.DISAGREE] == []
        assert tally(thought).agree >= 35  # a longline bra may be a sports bra or not: its page does not say
        sure = {one.task for one in thought if one.stance is StrangerStance.AGREE}
        faults = sample([public_form(task) for task in suite.tasks if task.id in sure], others, 20, seed=3)
        assert {fault.name for fault in faults} >= {"struck", "added", "exchanged", "answer", "pieces"}
        assert [(f.before["id"], f.name) for f in faults if not seen(f, stranger)] == []


@pytest.mark.parametrize("family", family_names())
def test_a_stranger_reads_every_storefront_family(
    family: str, made_once: Callable[[str, Callable[[Path], Path]], Path]
) -> None:
    def make(folder: Path) -> Path:
        manual = read_bundle(shipped_specifications()["cookware"])
        style = manual.style.model_copy(update={"family": family})
        return generate_shop(replace(manual, style=style), folder / "shop", seed=5, products=60).shop.path

    with closing(open_single_shop(made_once(f"stranger-{family}", make))) as mall, stranger_in(mall) as stranger:
        thought = list(opinions(make_shop_suite(mall, seed=2)[0].tasks, stranger))
    assert [(one.task, one.text) for one in thought if one.stance is StrangerStance.DISAGREE] == []
    assert tally(thought).agree >= len(thought) - 2
