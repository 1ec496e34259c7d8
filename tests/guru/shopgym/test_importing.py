"""ShopGym's criteria as checks."""

from __future__ import annotations

from shopworld.guru.shopgym import WEAK, ShopGymTask, import_tasks
from shopworld.guru.skills import ShopSight
from shopworld.mall import Mall
from shopworld.tasks.proofs import prove_suite
from shopworld.tasks.validation import validate_suite

TASKS = (
    {
        "id": "mock-filter-1",
        "type": "shopping",
        "intent": 'Navigate to the "Women" collection. Find and use the Color filter (e.g. Black) to select an option. '
        "It is ok if no products match the filter. Add it to cart.",
        "success_criteria": {"url_contains": "/collections/women"},
    },
    {
        "id": "mock-browse-1",
        "type": "shopping",
        "intent": 'Navigate to the "Men" collection and add any product to cart.',
        "success_criteria": {"url_contains": "/collections/men", "response_contains": "done"},
    },
    {
        "id": "mock-returns-1",
        "type": "navigation",
        "intent": "Find the returns and refund policy page on this store.",
        "success_criteria": {"url_contains": "/policies/refund-policy"},
        "url_contains_alt": ["/pages/return-policy"],
    },
    {"id": "mock-e2e-1", "intent": "Do something nice."},
)


def test_criteria_become_checks_and_what_cannot_is_told(sight: ShopSight, clothing: Mall) -> None:
    suite, left = import_tasks(map(ShopGymTask.model_validate, TASKS), sight, name="theirs")
    assert list(left) == ["mock-e2e-1"]
    kinds = {task.id: [check.type for check in task.checks] for task in suite.tasks}
    assert kinds == {
        "mock-filter-1": ["listing_used", "no_side_effects", "no_checkout"],
        "mock-browse-1": ["listing_used", "cart", "no_side_effects", "no_checkout"],
        "mock-returns-1": ["page_read", "no_side_effects", "no_checkout"],
    }
    assert [WEAK in task.defects for task in suite.tasks] == [True, False, True]
    assert "not checked: what the answer contains" in suite.tasks[1].defects
    assert [task.category for task in suite.tasks] == ["filter", "browse", "returns"]
    assert not [one for one in validate_suite(suite, clothing) if one.severity == "error"]
    for task, proofs in prove_suite(suite.tasks, clothing):
        assert all(one.holds for one in proofs), (task.id, proofs)
