"""A stranger let into a shop: agrees with the tasks that are made for it, and finds what is made wrong in them."""

from __future__ import annotations

from stranger_power import sample, seen

from shopworld.guru import agreed, make_shop_suite, opinions, public_form, stranger_in
from shopworld.mall import Mall
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
        kept = [task.id for task, _ in agreed(suite.tasks[:3], stranger)]
        assert kept == [task.id for task in suite.tasks[:3]]
