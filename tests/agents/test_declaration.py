"""What agents declare, and what becomes of wrong declarations."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from shopworld.agents import Agent, AgentDeclaration, AgentName, Move, declared_here, make_agent
from shopworld.agents.built_in import BUILT_IN
from shopworld.agents.making import complete
from shopworld.environments.browser import find_browser
from shopworld.environments.observation import Observation, Pictures
from shopworld.environments.registry import interfaces, words
from shopworld.errors import AgentError
from shopworld.extensions import load

SEEN = Observation("http://shop.example/", "Shop")
Write = Callable[[str], str]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Writes the body of a class `Own`; returns the agent's name."""

    def as_module(body: str) -> str:
        lines = "\n".join(f"    {line}" for line in body.splitlines())
        base = "    def begin(self, goal, *, seed): ...\n    def act(self, observation): return Move('noop()')\n"
        (tmp_path / "own_declared.py").write_text(f"from shopworld.agents import *\nclass Own:\n{base}{lines}\n")
        monkeypatch.delitem(sys.modules, "own_declared", raising=False)
        monkeypatch.chdir(tmp_path)
        monkeypatch.syspath_prepend(tmp_path)
        return "own_declared:Own"

    return as_module


class Face:
    """A model that nobody asks."""

    name = "vllm/x"


def declare(name: str) -> AgentDeclaration:
    return declared_here(name, Face())  # type: ignore[arg-type]


def test_what_a_class_says_is_declared_and_what_it_leaves_out_has_a_default(write: Write) -> None:
    silent = declare(write(""))
    assert silent == AgentDeclaration("own_declared:Own", tuple(interfaces()), outside=True)
    told = declare(write("environments = 'corpus', 'browser'\npictures = 'marked'"))
    assert (told.environments, told.pictures) == (("corpus", "browser"), Pictures.MARKED)
    assert told.environment("mall") == "corpus"  # its favourite
    assert declare(write("environments = 'tools'")).environments == ("tools",)
    needy = declare(write("needs_model = True\ndef __init__(self, model): self.model = model"))
    assert needy.needs_model
    assert pickle.loads(pickle.dumps(needy)) == needy


@pytest.mark.parametrize(
    ("body", "message", "hint"),
    [
        ("environments = 'brwoser'", "plays in 'brwoser', which is no environment", "Did you mean 'browser'"),
        ("pictures = 'colour'", "wants pictures 'colour', expected one of none, plain, marked", None),
        ("def __init__(self, model): ...", "'model'", "needs_model = True"),
        ("act = None", "needs begin", None),
        ("def __init__(self): raise OSError('no disk')", "OSError: no disk", None),
    ],
)
def test_what_is_wrong_with_a_declaration_is_said(write: Write, body: str, message: str, hint: str | None) -> None:
    with pytest.raises(AgentError, match=message) as raised:
        declare(write(body))
    assert (raised.value.hint is None) if hint is None else (hint in str(raised.value.hint))


def test_an_environment_that_is_not_there_here_does_no_harm_beside_one_that_is(write: Write) -> None:
    assert declare(write("environments = 'telepathy', 'corpus'")).environment("mall") == "corpus"


def test_where_it_does_not_play_it_is_refused_with_those_that_do(write: Write) -> None:
    declaration = declare(write("environments = 'tools', 'corpus'"))
    assert declaration.environment("catalog") == "tools"
    with pytest.raises(AgentError, match="made for the tool sandbox and a corpus of shops' pages") as raised:
        AgentDeclaration("own_declared:Own+browser", declaration.environments).environment("mall")
    assert "the suite needs a browser" in str(raised.value)
    assert "keyword" in str(raised.value.hint)
    with pytest.raises(AgentError, match="there is no interface 'brwser'") as raised:
        AgentDeclaration("keyword+brwser", ("browser",)).environment("mall")
    assert "Did you mean 'browser'?" in str(raised.value.hint)


@pytest.mark.parametrize("word", list(words()))
def test_a_name_says_by_which_interface(word: str) -> None:
    for base in ("noop", "command:python agent.py"):
        declaration = AgentDeclaration(f"{base}+{word}", tuple(interfaces()))
        assert declaration.environment("mall") == words()[word]
        assert AgentName.parse(declaration.name) == AgentName(base, "", word)


def test_every_built_in_class_is_an_agent_or_a_program_and_those_of_one_name_share_it_out() -> None:
    for references in BUILT_IN.values():
        kinds = [load(one) for one in references]
        assert all(issubclass(kind, Agent) or kind.own_browser for kind in kinds)
        played = [environment for kind in kinds for environment in kind.environments]
        assert len(set(played)) == len(played)


def test_the_oracle_plays_everywhere_and_is_made_of_no_name() -> None:
    assert declare("oracle").environments == tuple(interfaces())
    assert not declare("oracle").outside


def test_a_program_with_a_browser_of_its_own_says_so() -> None:
    declaration = declare("browser_use")
    assert (declaration.own_browser, declaration.needs_model) == (True, True)
    assert declaration.environments == ("browser",)
    assert callable(find_browser)


def test_options_are_the_classes_own_to_read(write: Write) -> None:
    name = write(
        "@classmethod\n"
        "def from_name(cls, options, model):\n"
        "    made = cls()\n"
        "    made.pictures = 'plain' if 'look' in options.split('-') else 'none'\n"
        "    return made\n"
    )
    assert declare(f"{name}-fast-look").pictures is Pictures.PLAIN
    assert declare(f"{name}-fast").pictures is Pictures.NONE
    with pytest.raises(AgentError, match="it has no option 'fast'"):
        declare(f"{write('')}-fast")


def test_hooks_that_an_agent_leaves_out_are_there_all_the_same() -> None:
    class Bare:
        def begin(self, goal: str, *, seed: int) -> None: ...

        def act(self, observation: Observation) -> Move:
            return Move("noop()")

    class Telling(Bare):
        excused_seconds = 1.5
        heard = ""

        def take_usage(self) -> dict[str, float]:
            return {"pages": 2}

        def end(self, ending: str) -> None:
            self.heard = ending

    bare, told = complete(Bare(), "bare"), Telling()
    bare.end("submitted")
    assert (bare.excused_seconds, bare.take_usage(), bare.process_group) == (0.0, {}, None)
    telling = complete(told, "telling")
    telling.end("submitted")
    assert (telling.excused_seconds, telling.take_usage(), told.heard) == (1.5, {"pages": 2}, "submitted")
    assert complete(telling, "telling") is telling


def test_an_agent_is_made_for_the_environment_that_is_asked_for() -> None:
    kinds = {environment: type(make_agent("keyword", environment)) for environment in declare("keyword").environments}
    assert list(kinds) == ["browser", "tools", "shop_tools"]
    assert len(set(kinds.values())) == 3
    agent: Any = make_agent("noop", "nlweb")
    agent.begin("Find it.", seed=1)
    assert agent.act(SEEN).action
