"""What changed between suites."""

from __future__ import annotations

from typing import Any

from shopworld.tasks import Limits
from shopworld.tasks.difference import compare_suites, in_words


def test_the_same_suite_has_no_difference_in_any_order(suites: Any) -> None:
    suite = suites.suite()
    found = compare_suites(suite, suite.model_copy(update={"tasks": tuple(reversed(suite.tasks))}))
    assert found.is_empty
    assert (found.same, found.changed, found.suite) == (6, (), ())


def test_added_removed_and_changed_tasks_are_told_by_id(suites: Any) -> None:
    before = suites.suite()
    first, second, *others = before.tasks
    checks = (first.checks[0].model_copy(update={"groups": ((suites.CASE,),)}), first.checks[1])
    changed = first.model_copy(update={"checks": checks, "limits": Limits(steps=9), "revision": 2})
    silent = second.model_copy(update={"intent": "Find another."})
    after = before.model_copy(
        update={"version": "2", "tasks": (changed, silent, *others[:-1], suites.task(77, template="new"))}
    )
    found = compare_suites(before, after)
    assert [(one.field, one.before, one.after) for one in found.suite] == [("version", "1", "2")]
    assert found.added == {"task_77": "new"}
    assert found.removed == {"task_05": "template_2"}
    assert found.same == 3
    assert found.templates_added == ("new",)
    assert found.templates_removed == ()
    one, two = found.changed
    assert (one.id, one.revisions, one.is_silent, one.changes_grading) == ("task_00", (1, 2), False, True)
    assert [(change.field, in_words(change.before), in_words(change.after)) for change in one.changes] == [
        ("revision", "1", "2"),
        ("limits.steps", "50", "9"),
        ("checks[0].groups[0][0].shop", "techtalk", "camelcases"),
        ("checks[0].groups[0][0].slug", "ryzen", "case"),
    ]
    assert (two.id, two.is_silent, two.changes_grading) == ("task_01", True, False)
    assert not found.is_empty
    assert compare_suites(after, before).added == found.removed


def test_a_check_of_another_type_is_one_change(suites: Any) -> None:
    before = suites.suite()
    swapped = before.tasks[0].model_copy(update={"checks": before.tasks[-1].checks})
    found = compare_suites(before, before.model_copy(update={"tasks": (swapped, *before.tasks[1:])}))
    first, second = found.changed[0].changes
    assert first.field == "checks[0]"
    assert in_words(first.before) == "answer_set (groups techtalk/ryzen)"
    assert in_words(first.after) == "cart (groups techtalk/ryzen; camelcases/case, quantity 2)"
    assert (second.field, second.before, second.after) == ("checks[1].allow_cart", False, True)


def test_values_are_short_in_words() -> None:
    assert in_words([]) == "nothing"
    assert in_words("a\n b") == "a b"
    assert len(in_words("x" * 500)) == 100
