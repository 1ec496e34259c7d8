"""Programs that ask a language model by lines."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from model_server import Answer, Body, ModelServer, Policy, Refuse, Say, in_turn, pictures_of

from shopworld.environments import Observation
from shopworld.environments.observation import Pictures
from shopworld.errors import AgentError, BudgetSpent, ModelFault
from shopworld.evaluation import RunFolder, RunSettings, prepare, run
from shopworld.evaluation.agent_commands import AgentCommand
from shopworld.evaluation.records import Status, read_steps
from shopworld.evaluation.running.declaring import declare
from shopworld.evaluation.running.outside import agent as outside_agent
from shopworld.evaluation.running.outside import lines
from shopworld.evaluation.running.outside.agent import CommandAgent
from shopworld.evaluation.running.outside.lines import LineError
from shopworld.evaluation.running.outside.model_lines import read_model_message
from shopworld.evaluation.trajectory import EVENTS, STEPS
from shopworld.mall import Home
from shopworld.models import Budget, ChatMessage, MessageImage, Models, ModelSettings, Tool, ToolCall, failures

SEEN = Observation("http://shop-a.example/", "Shop A")
ASKING = """
import json, sys
def told():
    return json.loads(sys.stdin.readline())
def say(**fields):
    print(json.dumps(fields), flush=True)
begin = told()
while told()["type"] == "observation":
    messages = [{"role": "user", "content": begin["goal"]}]
    QUESTIONS
    say(action=ACTION, extra={"input_tokens": 1})
"""


def asking(questions: str, action: str = "repr(answer)") -> str:
    return ASKING.replace("QUESTIONS", questions).replace("ACTION", action)


ONE = 'say(type="model", messages=messages); answer = told()'

Start = Callable[..., CommandAgent]


@pytest.fixture
def start(program: Callable[[str], str], tmp_path: Path) -> Iterator[Start]:
    """Starts a program with a model that gives the answers in turn; ends both after the test."""
    started: list[tuple[CommandAgent, Models, ModelServer]] = []

    def begin(
        code: str, *answers: Answer, policy: Policy | None = None, step_seconds: float = 300.0, **settings: Any
    ) -> CommandAgent:
        server = ModelServer(policy or in_turn(*answers)).__enter__()
        models = Models(ModelSettings(base_url=server.base_url, **settings))
        command = AgentCommand(command=tuple(program(code).split()), model=True, step_seconds=step_seconds)
        agent = CommandAgent("mine", command, "shop_tools", tmp_path, models.open("vllm/small"))
        started.append((agent, models, server))
        agent.begin("Find it.", seed=7)
        return agent

    yield begin
    for agent, models, server in started:
        agent.end("")
        models.close()
        server.stop()


def test_it_is_answered_in_the_form_of_chat_completions_and_metered(start: Start) -> None:
    said = Say("Let me look.", (("search", {"query": "x"}),), reasoning="I wonder.")
    move = start(asking(ONE), said).act(SEEN)
    answer = eval(move.action)  # what the program read
    assert answer["type"] == "reply"
    assert answer["message"] == {
        "role": "assistant",
        "content": "Let me look.",
        "tool_calls": [
            {"id": "call_0", "type": "function", "function": {"name": "search", "arguments": '{"query": "x"}'}}
        ],
    }
    assert (answer["finish_reason"], answer["model"], answer["reasoning"]) == (
        "tool_calls",
        "small-served",
        "I wonder.",
    )
    assert answer["usage"]["input_tokens"] == move.extra["input_tokens"] == len("Find it.") // 4
    assert (move.extra["model"], move.extra["model_calls"]) == ("vllm/small", 1)


def test_it_is_told_first_which_model_answers(start: Start) -> None:
    move = start(asking(ONE, "repr(begin)"), Say("Yes.")).act(SEEN)
    assert eval(move.action)["model"] == "vllm/small"


def test_a_whole_conversation_goes_through(start: Start) -> None:
    questions = """
    tool = {"type": "function", "function": {"name": "look", "parameters": {"type": "object"}, "strict": True}}
    say(type="model", messages=messages, tools=[tool], tool_choice="required"); answer = told()
    call = answer["message"]["tool_calls"][0]
    messages += [answer["message"], {"role": "tool", "tool_call_id": call["id"], "content": "nothing"}]
    picture = {"type": "image_url", "image_url": {"url": "data:image/png;base64,cGljdHVyZQ==", "detail": "low"}}
    messages.append({"role": "user", "content": [{"type": "text", "text": "And here?"}, picture]})
    form = {"type": "json_schema", "json_schema": {"name": "Seen", "schema": {"type": "object"}, "strict": True}}
    say(type="model", messages=messages, tools=[tool], response_format=form); answer = told()
    """
    bodies: list[Body] = []

    def policy(body: Body) -> Answer:
        bodies.append(body)
        return Say("", (("look", {}),)) if len(bodies) == 1 else Say("A shoe.")

    move = start(asking(questions, 'answer["message"]["content"]'), policy=policy).act(SEEN)
    assert (move.action, move.extra["model_calls"]) == ("A shoe.", 2)
    first, second = bodies
    assert (first["tool_choice"], first["tools"][0]["function"]["name"]) == ("required", "look")
    assert [message["role"] for message in second["messages"]] == ["user", "assistant", "tool", "user"]
    assert second["messages"][1]["tool_calls"][0]["id"] == second["messages"][2]["tool_call_id"]
    assert pictures_of(second) == ["data:image/png;base64,cGljdHVyZQ=="]
    assert second["response_format"]["json_schema"]["name"] == "Seen"


def test_what_the_model_cannot_answer_is_the_programs_to_deal_with(start: Start) -> None:
    questions = ONE + '; told_first = answer["reason"]; say(type="model", messages=messages); answer = told()'
    action = "f\"{told_first} {answer['type']} {answer['reason']}\""
    agent = start(asking(questions, action), Refuse(400, "maximum context length"), Refuse(400, "content_filter"))
    move = agent.act(SEEN)
    assert move.action == "context_overflow model_error refused"
    assert move.extra["model_calls"] == 2


STUBBORN = asking('while True: say(type="model", messages=messages); answer = told()')


def test_budgets_and_providers_that_fail_end_the_step(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(failures, "FIRST_DELAY", 0.01)
    agent = start(STUBBORN, Say("x" * 400), episode_budget=Budget(tokens=150))
    with pytest.raises(BudgetSpent):
        agent.act(SEEN)
    assert agent.take_usage()["model_calls"] == 2
    with pytest.raises(ModelFault):
        start(STUBBORN, Refuse(503), retries=1).act(SEEN)


class Clock:
    """The time, ahead by what a test says: so that an answer may take a quarter of an hour."""

    ahead = 0.0

    def monotonic(self) -> float:
        return time.monotonic() + self.ahead


def test_its_time_stands_still_while_the_model_is_asked_and_goes_on_after(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    for module in (outside_agent, lines):
        monkeypatch.setattr(module, "time", clock)

    def slow(body: Body) -> Answer:
        clock.ahead += 1000
        return Say("so") if clock.ahead > 1000 else Refuse(503, "busy", {"retry-after-ms": "200"})

    agent = start(asking(ONE, '"noop()"'), policy=slow, step_seconds=300)
    assert agent.act(SEEN).action == "noop()"
    assert agent.excused_seconds >= 0.2
    assert clock.ahead == 2000
    patient = start(asking("import time; time.sleep(0.9); " + ONE + "; time.sleep(0.9)"), Say("so"), step_seconds=1.4)
    with pytest.raises(AgentError, match=r"no answer within 1\.4 s"):
        patient.act(SEEN)


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ('say(type="model", messages=[])', "messages: List should have at least 1 item"),
        ('say(type="model", messages=messages, model="mine")', "model: Extra inputs are not permitted"),
        ('say(type="model", messages=messages, temperature=2)', "temperature: Extra inputs"),
        ('say(type="model", messages=[{"role": "me", "content": "x"}])', r"messages\.0\.role"),
        ('say(type="model", messages=[{"role": "user", "content": 3}])', r"messages\.0\.content"),
        ('say(type="model", messages=messages, tools=[{"name": "look"}])', r"tools\.0\.type"),
        ('say(type="model", messages=messages, tool_choice={"name": "look"})', "tool_choice"),
        ('say(type="model", messages=messages, response_format={"type": "json_object"})', "response_format.type"),
        ('say(type="question", messages=messages)', "no action"),
        ('say(type="model", messages=[{"role": "user", "content": "x" * 17_000_000}])', "a line of more than 16777216"),
    ],
)
def test_what_is_no_question_is_the_programs_error(start: Start, question: str, message: str) -> None:
    with pytest.raises(AgentError, match=message):
        start(asking(question), Say("never")).act(SEEN)


@pytest.mark.parametrize("url", ["http://a.example/a.png", "data:text/html;base64,AAAA", "data:image/png;base64,AAAAA"])
def test_a_picture_comes_with_the_question(url: str) -> None:
    part = {"type": "image_url", "image_url": {"url": url}}
    with pytest.raises(LineError, match="a picture"):
        read_model_message({"type": "model", "messages": [{"role": "user", "content": [part]}]}, b"")


def test_a_question_is_read_as_it_was_meant() -> None:
    call = {"id": "1", "type": "function", "function": {"name": "look", "arguments": "{}"}}
    texts = [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]
    told = {
        "type": "model",
        "messages": [
            {"role": "developer", "content": "Shop."},
            {"role": "assistant", "content": None, "refusal": None, "tool_calls": [call]},
            {"role": "tool", "tool_call_id": "1", "content": texts},
            {"role": "user", "content": [{"type": "image_url", "image_url": {"url": "data:image/PNG;base64,aGk="}}]},
        ],
        "tools": [{"type": "function", "function": {"name": "look", "description": "Looks."}}],
    }
    request = read_model_message(told, b"")
    assert request.messages == (
        ChatMessage("system", ("Shop.",)),
        ChatMessage("assistant", (), (ToolCall(id="1", name="look", arguments="{}"),)),
        ChatMessage("tool", ("a", "b"), tool_call_id="1"),
        ChatMessage("user", (MessageImage(b"hi", "image/png"),)),
    )
    assert request.tools == (Tool("look", "Looks.", {"type": "object", "properties": {}}),)
    assert (request.tool_choice, request.answer) == ("auto", None)


def test_without_a_model_it_is_told_so(program: Callable[[str], str], tmp_path: Path) -> None:
    command = AgentCommand(command=tuple(program(asking(ONE)).split()))
    agent = CommandAgent("mine", command, "shop_tools", tmp_path)
    agent.begin("Find it.", seed=7)
    with pytest.raises(AgentError, match="has none; give it one with --model"):
        agent.act(SEEN)
    agent.end("")


def test_names_of_programs_say_model_and_interface() -> None:
    line = f"command:{sys.executable} a.py --mail me@example.com/x +y"
    assert not declare(line).needs_model
    asking = declare(f"{line}+tools@openai/gpt-5")
    assert asking.needs_model
    assert asking.environment("mall") == "shop_tools"
    command = AgentCommand.parse(f"{line}+corpus@openai/ft:gpt-5:me")
    assert command is not None
    assert command.command[1:] == ("a.py", "--mail", "me@example.com/x", "+y")
    listed = {
        "mine": AgentCommand(command=(sys.executable,), model=True, environments=("corpus",), pictures=Pictures.PLAIN)
    }
    declared = declare("mine@openai/gpt-5", listed)
    assert (declared.needs_model, declared.environments, declared.pictures) == (True, ("corpus",), "plain")
    assert (declared.outside, declared.own_browser) == (True, False)


class Quiet:
    def finished(self, result: Any) -> None: ...

    def retried(self, assignment: Any, reason: str) -> None: ...


def test_a_run_records_replays_and_counts_it_as_ours(
    home: Home, program: Callable[[str], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHOPWORLD_BROWSER", "/no/such/browser")
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    answer = 'json.dumps({"name": "submit_answer", "arguments": {"answer": answer["message"]["content"]}})'
    name = f"command:{program(asking(ONE, answer))}+tools@vllm/small"
    prices = tmp_path / "prices.toml"
    prices.write_text('as_of = "2026-11-01"\n[models."vllm/small"]\ninput = 2.0\noutput = 8.0\n')

    def play(out: str, **models: Any) -> Any:
        settings = RunSettings(
            suite="small", agents=(name,), filters=("answer_1",), models=ModelSettings(prices=str(prices), **models)
        )
        return run(prepare(settings, home=home), tmp_path / out, workers=1, watcher=Quiet())[0]

    busy = Refuse(429, "slow", {"retry-after-ms": "30"})
    with ModelServer(in_turn(busy, Say("http://nowhere.example/"))) as server:
        first = play("first", base_url=server.base_url)
    assert (first.agent, first.status, first.interface) == (name, Status.FAILED, "tools")
    assert first.usage["usd"] == pytest.approx((2 * first.usage["input_tokens"] + 8 * 5) / 1e6)
    assert (first.usage["model_calls"], first.usage["model_retries"]) == (1, 1)
    began = time.monotonic()
    again = play("again", replay=str(tmp_path / "first"))
    assert time.monotonic() - began < 60
    assert again.usage == first.usage
    events = [RunFolder(tmp_path / out).attempt(first.key, 0) / EVENTS for out in ("first", "again")]
    assert events[0].read_bytes() == events[1].read_bytes()
    (step,) = read_steps(events[0].with_name(STEPS))[1:]
    assert step.extra["model"] == "vllm/small"
