"""What is shown of folders of code: code, and nothing that holds answers or keys."""

from __future__ import annotations

from pathlib import Path

import pytest

from shopworld.errors import AgentError
from shopworld.jail.bubblewrap import bubblewrap_arguments
from shopworld.jail.inside.landlock import visible
from shopworld.jail.package import ROOT, SHOWN, is_copy, shown_parts
from shopworld.jail.policy import Policy
from shopworld.jail.sight import FileRules, finish, is_broad
from shopworld.mall import Home


@pytest.fixture
def folder(tmp_path: Path, home: Home) -> Path:
    """An agent's code, among other things."""
    made = tmp_path / "project"
    for name in (
        "agent.py",
        "data/prompts.json",
        "results/run.toml",
        "results/deep/events.jsonl",
        "malls/big/mall.toml",
        "malls/big/catalog/store.sqlite",
        ".env",
        ".env.local",
        "keys/id_rsa",
        ".git/config",
        "lib/shopworld/__init__.py",
        "lib/shopworld/guru/__init__.py",
        "lib/shopworld/tasks/__init__.py",
        "shopworld/readme.txt",
        "dist/shopworld-0.1.0-py3-none-any.whl",
    ):
        (made / name).parent.mkdir(parents=True, exist_ok=True)
        (made / name).write_text("text")
    suite = home.suite("small").read_bytes()
    for name in ("suite.json", "data/suite.bak", "data/renamed.txt", "data/nameless"):
        (made / name).write_bytes(suite)
    return made


SEEN = ("agent.py", "data/prompts.json", "shopworld/readme.txt")
UNSEEN = (
    "results/run.toml",
    "results/deep/events.jsonl",
    "malls/big/mall.toml",
    "malls/big/catalog/store.sqlite",
    ".env",
    ".env.local",
    "keys/id_rsa",
    ".git/config",
    "lib/shopworld/guru/__init__.py",
    "dist/shopworld-0.1.0-py3-none-any.whl",
    "suite.json",
    "data/suite.bak",
    "data/renamed.txt",
    "data/nameless",
)


@pytest.mark.parametrize("for_everybody", [False, True])
def test_code_is_seen_and_answers_are_not(folder: Path, for_everybody: bool) -> None:
    sight = FileRules(for_everybody=for_everybody)
    sight.show_code(folder)
    finish(sight, ())
    assert {name: sight.is_shown(folder / name) for name in SEEN} == dict.fromkeys(SEEN, True)
    assert {name: sight.is_shown(folder / name) for name in UNSEEN} == dict.fromkeys(UNSEEN, False)


def test_landlock_is_told_the_same(folder: Path) -> None:
    sight = FileRules()
    sight.show_code(folder)
    finish(sight, (folder / "data" / "prompts.json",))
    allowed = visible(sight.ordered())

    def may_read(name: str) -> bool:
        return any(one == folder / name or one in (folder / name).parents for one in allowed)

    assert may_read("agent.py")
    assert may_read("shopworld/readme.txt")
    assert not [name for name in (*UNSEEN, "data/prompts.json") if may_read(name)]


def test_what_is_hidden_by_name_stays_hidden(folder: Path) -> None:
    sight = FileRules()
    sight.show_code(folder)
    sight.show(folder / "data" / "prompts.json")
    finish(sight, (folder / "data",))
    assert not sight.is_shown(folder / "data" / "prompts.json")
    assert sight.is_shown(folder / "agent.py")
    sight = FileRules()
    sight.show_code(folder / "shopworld")
    finish(sight, (folder,))
    assert not sight.is_shown(folder / "shopworld" / "readme.txt")


def test_what_only_its_owner_may_enter_is_shown_piece_by_piece(folder: Path) -> None:
    for one in (folder, folder / "data"):
        one.chmod(0o700)
    sight = FileRules(for_everybody=True)
    sight.show_code(folder)
    assert sight.rules[folder] == "hide"
    assert sight.is_shown(folder / "agent.py")
    assert sight.is_shown(folder / "data" / "prompts.json")
    assert not sight.is_shown(folder / "data" / "suite.bak")
    assert not sight.is_shown(folder / ".env")


def test_a_home_is_not_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "me"))
    (tmp_path / "me").mkdir()
    (tmp_path / "me" / "code").mkdir()
    assert is_broad(tmp_path / "me")
    assert is_broad(tmp_path)
    assert not is_broad(tmp_path / "me" / "code")
    sight = FileRules()
    sight.show_code(tmp_path / "me")
    assert sight.rules == {}
    assert sight.too_broad == [tmp_path / "me"]


def test_of_the_package_only_what_agents_import_is_shown() -> None:
    assert is_copy(ROOT)
    assert len(shown_parts()) == len(SHOWN)
    sight = FileRules()
    sight.show(ROOT.parent)
    finish(sight, ())
    hidden = [one.name for one in sorted(ROOT.iterdir()) if one.is_dir() and not sight.is_shown(one)]
    assert {"guru", "tasks", "catalog", "mall", "arena", "evaluation", "api", "cli", "shop"} <= set(hidden)
    assert sight.is_shown(ROOT / "agents" / "protocol.py")


def test_more_than_bubblewrap_takes_is_refused_by_name() -> None:
    rules = tuple((f"/place/{number}", "show") for number in range(9_000))
    with pytest.raises(AgentError, match="9,000 files and folders would have to be shown one by one"):
        bubblewrap_arguments(Policy(rules), 3)
