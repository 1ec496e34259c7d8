from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.evaluation.report.call_text import answer_of, call_text, code_of, result_summary, result_text


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (
            '{"name": "search_products", "arguments": {"query": "usb hub", "page": 1}}',
            'search_products(query="usb hub",page=1)',
        ),
        ('{"name": "get_user_profile"}', "get_user_profile()"),
        (
            '[{"name": "ask_user", "arguments": {"question": "Why?"}}, {"name": "x"}]',
            'ask_user(question="Why?") and 1 more',
        ),
        ("I think I am done.", "I think I am done."),
        ('{"tool": 1}', '{"tool": 1}'),
        ("[]", "[]"),
    ],
)
def test_calls_are_written_as_calls(action: str, text: str) -> None:
    assert call_text(action).replace(", page", ",page") == text


def test_long_arguments_are_cut() -> None:
    action = json.dumps({"name": "ask_user", "arguments": {"question": "x" * 5000}})
    assert len(call_text(action)) < 220


def test_programs_and_answers_stand_apart() -> None:
    assert code_of('{"name": "python_execute", "arguments": {"code": "print(1)"}}') == "print(1)"
    assert code_of('{"name": "ask_user", "arguments": {"question": "print?"}}') == ""
    assert answer_of('{"user_response": "Black.", "turns_remaining": 9}') == "Black."
    assert answer_of("[]") == ""


@pytest.mark.parametrize(
    ("result", "text"),
    [
        ('{"products": [{"product_id": "1", "title": "a"}], "page": 0, "total_found": 41}', "1 of 41 products"),
        ('{"products": [], "total_count": 0}', "0 of 0 products"),
        ('{"product_ids": ["1", "2"]}', "2 products"),
        ('[{"rating": 5.0}]', "1 entry"),
        ('{"product_id": "1", "title": "A hub"}', "A hub"),
        ('{"output": "4", "error": ""}', "result"),
    ],
)
def test_results_have_a_summary(result: str, text: str) -> None:
    assert result_summary(result) == text


@given(st.text())
def test_whatever_was_said_can_be_shown(text: str) -> None:
    call_text(text)
    code_of(text)
    answer_of(text)
    result_text(text)
    result_summary(text)
