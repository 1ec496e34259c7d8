"""What an action changed, in words."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from shopworld.agents.agent_e.agent import MOST_LINES, describe_change

LINES = st.lists(st.sampled_from(["[1] link 'a'", "[2] link 'a'", "text 'b'", "\ttext 'c'", "main ''"]), max_size=12)


def test_new_lines_are_told_and_ids_do_not_count() -> None:
    before = "[1] link 'a'\ntext 'b'"
    assert describe_change(before, "[7] link 'a'\n\ttext 'b'") == "nothing changed on the page"
    assert describe_change(before, "[7] link 'a'") == "1 lines of the page are gone, nothing is new"
    assert describe_change(before, f"{before}\n[3] button 'Checkout'") == "new on the page: button 'Checkout'"
    assert describe_change(before, before, moved_to="http://x.example/") == "another page was opened: http://x.example/"


def test_of_many_new_lines_some_are_told() -> None:
    told = describe_change("", "\n".join(f"text '{number}'" for number in range(MOST_LINES + 5)))
    assert told.endswith("; and 5 lines more")


@given(LINES, LINES)
def test_nothing_is_new_exactly_where_all_lines_were_there(before: list[str], after: list[str]) -> None:
    def plain(lines: list[str]) -> list[str]:
        return [line.strip().rpartition("] ")[2] for line in lines]

    was, now = plain(before), plain(after)
    added = any(now.count(line) > was.count(line) for line in now)
    assert ("new on the page" in describe_change("\n".join(before), "\n".join(after))) == added
