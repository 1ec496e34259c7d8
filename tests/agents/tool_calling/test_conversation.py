"""How a conversation is cut."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from shopworld.agents.tool_calling.conversation import BLOCK, LONGEST_RESULT, ConversationTurn, cut_turns, write_result
from shopworld.environments.observation import Observation
from shopworld.models import ToolCall


def turn(name: str = "search_products", result: str = "r" * 1000, text: str = "t" * 100) -> ConversationTurn:
    return ConversationTurn(text, ToolCall(id="call00001", name=name, arguments="{}"), result)


def test_a_short_conversation_stays_whole() -> None:
    turns = [turn() for _ in range(30)]
    assert cut_turns(turns, 100_000) == tuple(turns)


def test_the_oldest_results_are_shortened_first_ten_at_a_time() -> None:
    shown = cut_turns([turn() for _ in range(25)], 25_000)
    assert [len(one.shown_result) < 400 for one in shown] == [True] * BLOCK + [False] * 15
    assert shown[0].shown_result.endswith("… (700 characters are left out)")


def test_what_the_shopper_said_is_never_shortened() -> None:
    shown = cut_turns([turn("ask_user"), turn("get_user_profile"), *[turn() for _ in range(30)]], 0)
    assert [len(one.shown_result) for one in shown[:2]] == [1000, 1000]
    assert {one.text for one in shown[:BLOCK]} == {""}


@given(st.integers(0, 45), st.integers(0, 60_000))
def test_no_turn_and_no_call_is_lost(count: int, limit: int) -> None:
    turns = [turn(result=str(number) * 500) for number in range(count)]
    shown = cut_turns(turns, limit)
    assert len(shown) == count
    if sum(one.size for one in turns) <= limit:
        assert list(shown) == turns
    share = max(300, limit // (2 * BLOCK))
    shortest = 2 * BLOCK * (share + 100 + 42 + 40) + count * 500  # the last ones keep their thoughts
    assert sum(one.size for one in shown) <= max(limit, shortest)
    assert all(one.call is not None for one in shown)


def test_results_and_errors_are_written_down() -> None:
    assert write_result(Observation()) == "{}"
    assert write_result(Observation(last_action_error="no")) == '{"error": "no"}'
    assert write_result(Observation(tool_result="{}", last_action_error="one call")) == '{}\n{"error": "one call"}'
    long = write_result(Observation(tool_result="x" * (LONGEST_RESULT + 5)))
    assert turn(result=long).shown_result.endswith("… (5 characters are left out)")
