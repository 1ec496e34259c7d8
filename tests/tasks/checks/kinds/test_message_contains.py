"""What is written to a shop: graded, audited, and written by the oracle in real shops."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from pydantic import ValidationError

from shopworld.agents.script import Script, ScriptedAgent
from shopworld.agents.tool_calls import call
from shopworld.environments import Observation
from shopworld.episode import WORLD_START, Episode, Event
from shopworld.mall import Mall
from shopworld.shop.events import ContactSent
from shopworld.tasks import Score, Suite, Task
from shopworld.tasks.checks import CheckResult, in_words
from shopworld.tasks.checks.kinds.message_contains import MessageContains
from shopworld.tasks.evidence import EVIDENCE
from shopworld.tasks.mutations import audit_task
from shopworld.tasks.proofs import prove_checks
from shopworld.tasks.validation import validate_suite

Play = Callable[..., tuple[Score, Episode]]
words = st.text(st.sampled_from("abcdefgh"), min_size=2, max_size=6)
ASKED = MessageContains(
    shop="lumenhouse",
    facts=(("order 48213",), ("wrong colour", "wrong color"), ("$1,299.00", "1299 dollars")),
    name="Ada Lindqvist",
    email="ada@mail.example",
)
SAID = "About order 48213: it came in the wrong colour, and cost $1,299.00."


def sent(check: MessageContains, *messages: str, shop: str = "", **changes: str) -> CheckResult:
    sender = {"name": "Ada Lindqvist", "email": "ada@mail.example"} | changes
    payloads = [ContactSent(message=one, **sender) for one in messages]
    events = [Event(at, WORLD_START, shop or check.shop, one) for at, one in enumerate(payloads)]
    return check.grade(EVIDENCE.over(events), {})


@pytest.mark.parametrize(
    "message",
    [
        SAID,
        SAID.upper(),
        "1299 dollars, wrong color, order\n48213",
        "Order #48213 … the wrong—colour! $ 1299 was paid, 1299 dollars",
    ],
)
def test_a_message_says_a_fact_however_it_is_written(message: str) -> None:
    assert sent(ASKED, message).passed, sent(ASKED, message).reason


@pytest.mark.parametrize(
    ("message", "missing"),
    [
        (SAID.replace("48213", "482130"), "order 48213"),
        (SAID.replace("48213", "148213"), "order 48213"),
        (SAID.replace("order 48213", "order number 48213"), "order 48213"),
        (SAID.replace("wrong colour", "colour wrong"), "wrong colour"),
        (SAID.replace("1,299.00", "1,299.50"), "$1,299.00"),
    ],
)
def test_what_is_not_said_is_named(message: str, missing: str) -> None:
    assert sent(ASKED, message).reason == f"not said: {missing}"


@given(st.lists(words, min_size=2, max_size=4, unique=True), st.data())
def test_each_fact_counts_in_any_order_and_none_can_be_left_out(facts: list[str], data: st.DataObject) -> None:
    check = MessageContains(shop="s", facts=tuple((one,) for one in facts))
    shuffled = data.draw(st.permutations(facts))
    assert sent(check, f"Hello: {', '.join(shuffled)}.").passed
    left_out = data.draw(st.sampled_from(facts))
    rest = [one for one in shuffled if one != left_out]
    result = sent(check, " ".join(rest), left_out)
    assert not result.passed
    assert sent(check, *shuffled).passed is False


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_numbers_are_compared_by_value_and_never_by_their_digits(wanted: int, written: int) -> None:
    check = MessageContains(shop="s", facts=((f"{wanted}",),))
    assert sent(check, f"It is {written:,}.00 in all").passed is (wanted == written)
    assert sent(check, f"It is number {written}").passed is (wanted == written)


@given(words, words)
def test_a_word_within_a_word_is_another_word(word: str, more: str) -> None:
    check = MessageContains(shop="s", facts=((word,),))
    assume(word not in (word + more, more + word))
    assert not sent(check, word + more).passed
    assert not sent(check, more + word).passed


def test_who_writes_and_where_to_counts() -> None:
    assert sent(ASKED, SAID, name="LINDQVIST, Ada").reason.startswith("name: 'LINDQVIST, Ada' instead of")
    assert sent(ASKED, SAID, email=" ADA@mail.example").passed
    assert "e-mail" in sent(ASKED, SAID, email="eve@mail.example").reason
    assert sent(ASKED, SAID, shop="swiftlap").reason == "not sent: no message to lumenhouse; also written to: swiftlap"
    assert sent(ASKED).reason == "not sent: no message to lumenhouse"


def test_one_message_must_say_it_all_and_not_everything_there_is() -> None:
    first, _, second = SAID.partition(", and ")
    assert not sent(ASKED, first, second).passed
    assert sent(ASKED, "Hello?", SAID).passed
    assert "too long" in sent(ASKED, SAID + " and so on" * 100).reason


def test_it_is_told_in_words() -> None:
    told = in_words(ASKED)
    assert told.sentence == "One message to lumenhouse says each of these, and no other shop was written to."
    assert told.lines[1:] == (
        "“wrong colour” or “wrong color”",
        "“$1,299.00” or “1299 dollars”",
        "from Ada Lindqvist <ada@mail.example>",
    )
    assert list(ASKED.shown())[1:4] == [
        "fact 2: wrong colour or wrong color",
        "fact 3: $1,299.00 or 1299 dollars",
        "shop: lumenhouse",
    ]


@pytest.mark.parametrize("facts", [[], [[]], [["yes"], []], [[" – "]]])
def test_a_fact_has_words(facts: list[list[str]]) -> None:
    with pytest.raises(ValidationError):
        MessageContains.model_validate({"shop": "s", "facts": facts})


def errand(making: Any, check: MessageContains = ASKED) -> Task:
    return making.task(check)  # type: ignore[no-any-return]


def problems_of(check: MessageContains, making: Any, mall: Mall) -> list[str]:
    task = errand(making, check)
    suite = Suite(name="one", version="1", mall=mall.name, mall_hash=mall.content_hash, tasks=(task,))
    return [one.text.removeprefix("message_contains: ") for one in validate_suite(suite, mall)]


def test_messages_that_nobody_can_write_are_found(few_mall: Mall, making: Any) -> None:
    assert problems_of(ASKED, making, few_mall) == []
    assert problems_of(ASKED.model_copy(update={"shop": "x"}), making, few_mall) == ["the mall has no shop 'x'"]
    twice = ASKED.model_copy(update={"facts": (("order 48213",), ("48213",))})
    assert problems_of(twice, making, few_mall) == ["fact 2 is said by fact 1 already"]
    short = ASKED.model_copy(update={"longest": 20})
    assert problems_of(short, making, few_mall) == ["the facts alone have more than 20 characters"]


def test_its_grading_is_proven_and_audited(few_mall: Mall, making: Any) -> None:
    for check in (ASKED, MessageContains(shop="swiftlap", facts=(("7",),))):
        task = errand(making, check)
        assert [one for one in prove_checks(task, few_mall) if not one.holds] == []
        found = audit_task(task, few_mall.catalog, few_mall)
        assert [(one.check, one.name, one.text) for one in found.failing] == []
        assert found.thin == ()


class Writing(ScriptedAgent):
    """Sends these messages by the shops' own tool."""

    def __init__(self, *messages: tuple[str, str]) -> None:
        super().__init__()
        self._messages = messages

    def script(self, first: Observation) -> Script[None]:
        for shop, text in self._messages:
            yield call("send_message", "", shop=shop, name="Ada Lindqvist", email="ada@mail.example", message=text)
        yield call("submit_answer", "", answer="Done")


def test_the_oracle_writes_by_tools_and_who_writes_to_all_shops_fails(
    few_mall: Mall, making: Any, by_tools: Play
) -> None:
    task = errand(making)
    told, episode = by_tools(task)
    assert told.reward == 1.0, told.checks
    [message] = [event.payload for event in episode.events if isinstance(event.payload, ContactSent)]
    assert (message.name, message.email) == ("Ada Lindqvist", "ada@mail.example")
    there = few_mall.address("lumenhouse")
    assert by_tools(task, Writing((there, SAID)))[0].reward == 1.0
    assert by_tools(task, Writing((there, "My order came in the wrong colour.")))[0].reward == 0.0
    everywhere = [(few_mall.address(shop), SAID) for shop in few_mall.hosts.values()]
    assert by_tools(task, Writing(*everywhere))[0].reward == 0.0


@pytest.mark.browser
@pytest.mark.parametrize("place", range(4))
def test_the_oracle_writes_in_every_design_in_a_browser(
    place: int, few_mall: Mall, making: Any, in_a_browser: Play
) -> None:
    shop = list(few_mall.hosts.values())[place]
    told, _ = in_a_browser(errand(making, ASKED.model_copy(update={"shop": shop})))
    assert told.reward == 1.0, told.checks
