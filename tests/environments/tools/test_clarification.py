"""The original's scoring of questions. Source of all: the facts on EComAgentBench, on its behaviour and defects."""

from __future__ import annotations

from typing import Any

from shopworld.environments.tools.clarification import CompatibleShopper
from shopworld.environments.tools.events import QuestionOutcome
from shopworld.environments.tools.state import TOOL_STATE
from shopworld.tasks.shopper import ClarificationScript, Slot


def shopper(**slots: tuple[str, ...]) -> CompatibleShopper:
    return CompatibleShopper(
        ClarificationScript(
            slots=tuple(
                Slot(id=name, rubrics=(), hidden="", topics=topics, response=f"about {name}")
                for name, topics in slots.items()
            ),
            default_response="default",
        )
    )


def test_a_turn_is_counted_first_whatever_is_asked(compatible_tools: Any) -> None:
    """ "ask_user counts a turn first (10)": refused questions cost a turn, too."""
    ask = compatible_tools.call
    assert ask("ask_user", question="x" * 101)["turns_remaining"] == 9
    assert ask("ask_user", question="")["turns_remaining"] == 8
    assert ask("ask_user", question="nothing known")["turns_remaining"] == 7
    for left in range(6, -1, -1):
        assert ask("ask_user", question="zzz")["turns_remaining"] == left
    assert ask("ask_user", question="What rating?")["turns_remaining"] == 0
    assert compatible_tools.episode.state(TOOL_STATE).revealed == []


def test_questions_over_100_characters_are_refused() -> None:
    """ "refuses questions over 100 characters"."""
    asked = shopper(rating=("rating",))
    assert asked.answer("rating " + "x" * 93, (), 5).slot == "rating"
    refused = asked.answer("rating " + "x" * 94, (), 5)
    assert (refused.reply, refused.slot, refused.counted) == (QuestionOutcome.REFUSED, None, True)


def test_a_keyword_inside_the_question_counts_2() -> None:
    """ "+2 for a keyword inside the question": anywhere, in any case, even inside of a word."""
    asked = shopper(short=("xy",), other=("zzz",))
    assert asked.answer("OXYGEN", (), 5).slot == "short"


def test_a_word_of_3_letters_that_is_contained_counts_1() -> None:
    """ "+1 for a word of 3 letters or more that contains or is contained in a keyword"; a defect: "for" opened
    slots by matching "affordable"."""
    asked = shopper(price=("affordable",))
    assert asked.answer("Is it for you?", (), 5).slot == "price"
    assert asked.answer("Is it so?", (), 5).slot is None
    assert asked.answer("unaffordable", (), 5).slot == "price"


def test_the_best_slot_is_revealed_and_only_one() -> None:
    """ "reveals the best one … one slot a question"."""
    asked = shopper(first=("rating",), second=("rating", "stars"))
    assert asked.answer("How many stars of rating?", (), 5).slot == "second"
    assert asked.answer("Which rating?", (), 5).slot == "first"


def test_revealed_slots_are_not_scored_again() -> None:
    """ "scores each unrevealed slot"."""
    asked = shopper(first=("rating",), second=("stars",))
    assert asked.answer("Which rating?", ("first",), 5).response == "default"
    assert asked.answer("Which rating, in stars?", ("first",), 5).slot == "second"


def test_without_a_score_the_default_response_is_given() -> None:
    """ "else the default response"."""
    answer = shopper(rating=("rating",)).answer("Which hue?", (), 5)
    assert (answer.reply, answer.response) == (QuestionOutcome.UNKNOWN_TOPIC, "default")


def test_a_question_stuffed_with_keywords_opens_a_slot() -> None:
    """A defect: "a question stuffed with keywords opened 53 of 56 slots"."""
    asked = shopper(rating=("rating",), color=("color",))
    assert asked.answer("color size brand rating price", (), 5).slot == "rating"
    assert asked.answer("color size brand rating price", ("rating",), 4).slot == "color"


def test_the_papers_own_questions_open_what_they_opened_there(compatible_tools: Any) -> None:
    """Appendix C.4, steps 2 to 6: four questions open nothing, the one on reviews opens the rating slot."""
    for question in (
        "Is black mandatory or only preferred?",
        "Do you want a stand rather than a flat pad?",
    ):
        assert "not sure" in compatible_tools.call("ask_user", question=question)["user_response"]
    opened = compatible_tools.call("ask_user", question="Must reviews say it works standing up or lying down?")
    assert "3.5 stars" in opened["user_response"]
