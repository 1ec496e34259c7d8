"""The shopper of the default profile: what a question is about, one thing at a time."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.catalog.attributes.canonical import canonical_attributes
from shopworld.environments.tools.events import QuestionOutcome
from shopworld.environments.tools.measurement import phrasings, scripts
from shopworld.environments.tools.questions import ONE_AT_A_TIME, AttentiveShopper
from shopworld.environments.tools.state import TOOL_STATE
from shopworld.environments.tools.topics import stems, topic_lexicon
from shopworld.tasks.shopper import ClarificationScript, Slot

CHARGER = AttentiveShopper(scripts()["charger"])
LAPTOP = AttentiveShopper(scripts()["laptop"])
PENS = AttentiveShopper(scripts()["pens"])


def slot(shopper: AttentiveShopper, question: str, *revealed: str) -> str | None:
    return shopper.answer(question, revealed, 5).slot


def test_words_are_matched_whole() -> None:
    """The original opened slots for `for`, which stands in `affordable`."""
    assert slot(LAPTOP, "Is it for you?") is None
    assert slot(LAPTOP, "Does it have to be affordable?") == "price"


@pytest.mark.parametrize(
    "question",
    [
        "What color do you want?",
        "What colour do you want?",
        "Which hues do you like?",
        "Does it have to be black?",
        "Would white or silver be fine?",
        "color",
        "What color should the cable be?",
        "cable color",
        "Should the wireless charger be black?",
        "For the cable, what color do you want?",
    ],
)
def test_names_synonyms_and_values_are_understood(question: str) -> None:
    assert slot(CHARGER, question) == "color"


def test_a_number_is_about_what_it_counts() -> None:
    assert slot(LAPTOP, "How much memory?") == "ram"
    assert slot(LAPTOP, "How much?") == "price"
    assert slot(LAPTOP, "Is $500 fine?") == "price"
    assert slot(PENS, "How many pens?") == "count"


def test_a_broader_word_is_about_the_only_slot_that_is_part_of_it() -> None:
    assert slot(PENS, "What color?") == "ink"
    assert slot(LAPTOP, "What size?") == "screen"


@pytest.mark.parametrize(
    "question",
    [
        "rating color connection",
        "rating, color",
        "rating and color?",
        "What rating or color?",
        "What rating? What color?",
        "rating/color",
        "size price brand rating",
        "Do you want black, and what rating should it have?",
        "black, 4 stars, USB",
    ],
)
def test_several_topics_at_once_open_nothing_and_take_a_turn(question: str) -> None:
    answer = CHARGER.answer(question, (), 5)
    assert (answer.reply, answer.slot, answer.response) == (QuestionOutcome.SEVERAL_TOPICS, None, ONE_AT_A_TIME)
    assert answer.counted


def test_several_words_for_one_slot_are_one_topic() -> None:
    assert slot(CHARGER, "What rating, in stars, or what score?") == "rating"
    assert slot(CHARGER, "Which plug, port or cable?") == "connectivity"


def test_phrases_with_a_joint_stay_whole() -> None:
    script = ClarificationScript(
        slots=(
            Slot(
                id="where", rubrics=(), hidden="", topics=("Indoor/Outdoor Usage", "indoor or outdoor"), response="In."
            ),
            Slot(id="age", rubrics=(), hidden="", topics=("Age Range (Description)",), response="Adults."),
        ),
        default_response="Hm.",
    )
    asked = AttentiveShopper(script)
    assert slot(asked, "What about Indoor/Outdoor Usage?") == "where"
    assert slot(asked, "Is it for indoors or outdoors?") == "where"
    assert slot(asked, "Will you use it indoor or outdoor?") == "where"
    assert slot(asked, "What about Age Range (Description)?") == "age"
    assert slot(asked, "indoor/outdoor usage or age range?") is None


def test_follow_ups_get_the_same_answer_again() -> None:
    first = CHARGER.answer("What color?", (), 5)
    again = CHARGER.answer("Does it have to be that color?", ("color",), 4)
    assert (first.reply, again.reply) == (QuestionOutcome.REVEALED, QuestionOutcome.REPEATED)
    assert first.response == again.response
    assert again.counted


def test_empty_long_and_late_questions_do_not_count() -> None:
    for question, left in (("", 5), ("   ", 5), ("?!", 5), ("color " * 20, 5), ("What color?", 0)):
        answer = CHARGER.answer(question, (), left)
        assert (answer.reply, answer.slot, answer.counted) == (QuestionOutcome.REFUSED, None, False)


def test_off_topic_questions_get_the_default_response() -> None:
    answer = CHARGER.answer("What else do you need?", (), 5)
    assert (answer.reply, answer.response) == (QuestionOutcome.UNKNOWN_TOPIC, scripts()["charger"].default_response)
    assert answer.counted


def test_turns_are_counted_in_the_episode(default_tools: Any) -> None:
    ask = default_tools.call
    first = ask("ask_user", question="What rating?")
    assert first == {"user_response": "It should have an average rating of at least 3.5 stars.", "turns_remaining": 9}
    assert ask("ask_user", question="What rating was that?") == first | {"turns_remaining": 8}
    assert ask("ask_user", question=" ")["turns_remaining"] == 8
    assert ask("ask_user", question="x" * 101)["turns_remaining"] == 8
    assert ask("ask_user", question="Rating and connection?")["turns_remaining"] == 7
    assert default_tools.episode.state(TOOL_STATE).revealed == ["cl_1"]
    for left in range(6, -1, -1):
        assert ask("ask_user", question="Who are you?")["turns_remaining"] == left
    late = ask("ask_user", question="Which connection?")
    assert late["turns_remaining"] == 0
    assert default_tools.episode.state(TOOL_STATE).revealed == ["cl_1"]


@given(st.text(max_size=120))
def test_whatever_is_asked_there_is_one_answer_and_always_the_same(question: str) -> None:
    first = LAPTOP.answer(question, (), 5)
    assert first == LAPTOP.answer(question, (), 5)
    assert (first.slot is not None) == (first.reply is QuestionOutcome.REVEALED)
    assert first.response


@given(st.lists(st.sampled_from(sorted({"rating", "connectivity", "color"})), min_size=2, max_size=3, unique=True))
def test_no_list_of_keywords_opens_a_slot(slots: list[str]) -> None:
    words = [scripts()["charger"].slots[["rating", "connectivity", "color"].index(one)].topics[0] for one in slots]
    for joint in (", ", " and ", " or ", "/", "? ", "; ", " & "):
        assert slot(CHARGER, joint.join(words)) is None


def test_every_slot_of_every_shopper_opens_by_each_of_its_own_words() -> None:
    for script in scripts().values():
        shopper = AttentiveShopper(script)
        for one in script.slots:
            opened = [slot(shopper, f"What about the {topic}?") for topic in one.topics]
            assert opened[0] == one.id
            assert all(found is not None for found in opened), (one, opened)


def test_the_topic_file_is_sound() -> None:
    lexicon = topic_lexicon()
    topics = {topic for meaning in lexicon.meanings.values() for topic in meaning.topics}
    assert len(topics) >= 80
    assert set(lexicon.within) | set(lexicon.within.values()) <= topics
    assert stems("Ratings rated") == stems("rating rate")


def test_questions_that_are_shipped_are_short_and_each_asked_once() -> None:
    texts = [(one.shopper, one.text) for one in phrasings()]
    assert len(set(texts)) == len(texts)
    assert all(len(text) <= 100 for _, text in texts)


def test_every_canonical_attribute_can_be_asked_for_by_its_label() -> None:
    """With a slot for each attribute there is: `What about LABEL?` opens that slot and no other."""
    attributes = canonical_attributes()
    script = ClarificationScript(
        slots=tuple(
            Slot(id=name, rubrics=(), hidden="", topics=(one.label,), response=name) for name, one in attributes.items()
        ),
        default_response="Hm.",
    )
    asked = AttentiveShopper(script)
    for form in ("What about {}?", "What {} do you want?", "Do you have a preference for {}?", "Which {}?", "{}"):
        opened = {name: slot(asked, form.format(one.label)) for name, one in attributes.items()}
        assert {name: found for name, found in opened.items() if found != name} == {}, form
