"""The walk finds its targets, waits for its pages, and counts what it did."""

from __future__ import annotations

import pytest
from walk import FAILED, LATE, LISTING_WALK, Seen, Step, Walked, action_text, names_in, take_walk

FIRST = (
    "RootWebArea 'Shop', focused\n\t[3] button 'It\\'s new', clickable\n"
    "\t[7] link 'Next page', clickable\n\tStaticText 'x'"
)
SECOND = "RootWebArea 'Shop'\n\t[4] link 'Previous page', clickable"


class Side:
    """Two pages; an answer may be late or an error, as the script says."""

    def __init__(self, *script: str) -> None:
        self.script = list(script)
        self.actions: list[str] = []
        self.seen = Seen(FIRST, "http://a.example/shop/")

    def act(self, action: str) -> Seen:
        self.actions.append(action)
        event = self.script.pop(0) if self.script else ""
        if action == "click('7')" and event != "broken":
            self.seen = Seen(SECOND, "http://a.example/shop/page/2/")
        if action == "click('4')" and event != "broken":
            self.seen = Seen(FIRST, "http://a.example/shop/")
        tree = "RootWebArea ''" if event == "late" else self.seen.tree
        return Seen(tree, self.seen.address, "time is up" if event in ("error", "broken") else "")


def kinds(walked: Walked) -> list[str]:
    return [kind for kind, _ in walked.steps]


def test_a_round_takes_every_step() -> None:
    side = Side()
    walked = take_walk(side.act, side.seen, rounds=2)
    assert kinds(walked) == ["scroll", "click"] * 4
    assert side.actions[:4] == ["scroll(0, 400)", "click('7')", "scroll(0, 400)", "click('4')"]
    assert walked.errors == 0


def test_an_observation_that_comes_too_early_costs_a_step() -> None:
    side = Side("late")
    assert kinds(take_walk(side.act, side.seen, rounds=1)) == ["scroll", LATE, "click", "scroll", "click"]


def test_an_error_of_an_action_that_worked_is_counted_and_the_step_too() -> None:
    side = Side("", "error")
    walked = take_walk(side.act, side.seen, rounds=1)
    assert kinds(walked) == ["scroll", "click", "scroll", "click"]
    assert walked.errors == 1


def test_an_action_that_did_not_work_is_tried_again() -> None:
    side = Side("", "broken")
    assert kinds(take_walk(side.act, side.seen, rounds=1)) == ["scroll", FAILED, "click", "scroll", "click"]


def test_a_walk_without_an_end_is_given_up() -> None:
    side = Side(*["late"] * 100)
    with pytest.raises(LookupError, match="Next page"):
        take_walk(side.act, side.seen, rounds=1)


def test_time_ends_a_walk_too() -> None:
    side = Side()
    assert take_walk(side.act, side.seen, seconds=0.0).steps == []


def test_targets_are_found_by_role_and_name() -> None:
    assert action_text(LISTING_WALK[1], FIRST) == "click('7')"
    assert action_text(LISTING_WALK[1], SECOND) is None
    assert action_text(Step("scroll"), "") == "scroll(0, 400)"


def test_names_of_all_nodes_are_read_whatever_the_quotes() -> None:
    assert names_in(FIRST) == ["RootWebArea 'Shop'", "button 'It\\'s new'", "link 'Next page'", "StaticText 'x'"]
    assert names_in('[1] link "It\'s", clickable') == ['link "It\'s"']
