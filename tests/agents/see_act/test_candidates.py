"""Candidates for a proposed action."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from shopworld.agents.see_act.agent import GROUP, Grounding, rank_candidates
from shopworld.agents.tree import parse_tree

LINKS = "\n".join(f"\t[{number}] link 'Lamp number {number}'" for number in range(100))
NODES = parse_tree(f"RootWebArea ''\n{LINKS}\n\t[200] button 'Add to cart'\n\t[201] textbox 'Search'")


def test_what_shares_rare_words_with_the_proposal_comes_first() -> None:
    first = rank_candidates(NODES, "Click the button Add to cart of lamp number 73.")[0]
    ids = [one.id for one in first]
    assert len(first) == GROUP
    assert {"73", "200"} <= set(ids)
    assert ids == sorted(ids, key=int), "within a group they stand as on the page"


@given(st.text(max_size=60))
def test_every_element_is_a_candidate_once(proposal: str) -> None:
    groups = rank_candidates(NODES, proposal)
    assert sorted(one.id for group in groups for one in group) == sorted(node.id for node in NODES if node.id)
    assert all(len(group) == GROUP for group in groups[:-1])


def test_what_is_wrong_with_a_choice_is_said() -> None:
    def problem(element: str | None, action: str) -> str:
        return Grounding(element=element, action=action).problem(5)

    assert problem("3", "click") == problem(" 3. ", "CLICK") == problem(None, "go_back") == ""
    assert problem(None, "NONE") == problem(None, "terminate") == ""
    assert "there is no candidate 6" in problem("6", "CLICK")
    assert "there is no candidate 0" in problem("0", "CLICK")
    assert "not the number" in problem("the button", "CLICK")
    assert "there is no action 'FLY'" in problem("1", "FLY")
