"""Commands made from declarations: parameters, and extensions that cannot be used told in words."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from shopworld.cli.catalog import app
from shopworld.cli.declared import command_of
from shopworld.cli.importers import BUILT_IN as IMPORTERS
from shopworld.cli.shop import app as shop_app
from shopworld.cli.task_families import _MODEL as MODEL_PARAMETERS
from shopworld.cli.task_families import BUILT_IN as FAMILIES
from shopworld.commands import CommandOutcome, CommandParameter, TaskFamily
from shopworld.errors import InputError, ShopError
from shopworld.extensions import load
from shopworld.guru.evolution.suite import ROUNDS, STEPS
from shopworld.guru.intent import Intent
from shopworld.shop.look.designs import load_design

CODE = """
from shopworld.commands import Importer, CommandOutcome, CommandParameter
from shopworld.shop.look.designs import DesignDeclaration

def importer(name, runs="acme_feed:work", noun="catalog"):
    return Importer(name, f"{runs}", f"Import {name}.", (), noun=noun)

def work(): return "done"

FEED, OTHER, AMAZON = importer("feed"), importer("other"), importer("amazon")
LOST = importer("feed", "acme_feed:nobody")
SHOP = importer("carts", noun="shop")
DESIGN = DesignDeclaration("hollow", "acme_feed")
"""
Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Installs a package that registers extensions."""

    def of(group: str, package: str = "acme_feed", **entries: str) -> None:
        info = tmp_path / package / f"{package}-1.0.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        lines = "".join(f"{name.replace('__', '.')} = {value}\n" for name, value in entries.items())
        (info / "entry_points.txt").write_text(f"[shopworld.{group}]\n{lines}")
        (info.parent / "acme_feed.py").write_text(CODE)
        monkeypatch.syspath_prepend(info.parent)

    yield of
    sys.modules.pop("acme_feed", None)


def run(*arguments: str, app: Any = app) -> str:
    return CliRunner().invoke(app, list(arguments), catch_exceptions=False).output


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("acme_feed:NOTHING", r"'catalog.feed' of acme_feed \(acme_feed:NOTHING\) cannot be loaded: AttributeError"),
        ("nowhere:FEED", "cannot be loaded: ModuleNotFoundError"),
        ("acme_feed:work", "is none: found a function, expected an Importer"),
        ("shopworld.commands:Importer", "is none: found the class Importer, expected an Importer"),
        ("acme_feed:OTHER", "calls itself 'catalog.other'"),
        ("acme_feed:LOST", "acme_feed:nobody of 'feed' cannot be loaded: AttributeError"),
        ("acme_feed:FEED", "acme_feed:work of 'feed' returned a str, expected a CommandOutcome"),
    ],
)
def test_an_importer_that_cannot_be_used_is_told(install: Install, value: str, message: str) -> None:
    install("importers", catalog__feed=value)
    with pytest.raises(InputError, match=message):
        run("import", "feed")


def test_a_broken_one_breaks_no_other_command(install: Install) -> None:
    install("importers", catalog__feed="nowhere:FEED", catalog__other="acme_feed:OTHER")
    told = run("import", "--help")
    assert "cannot be used: the importer 'catalog.feed' of" in told
    assert "Import other." in told
    assert "--max-reviews" in run("import", "amazon", "--help")


def test_names_that_are_taken_are_told(install: Install) -> None:
    install("importers", catalog__amazon="acme_feed:AMAZON", catalog__feed="acme_feed:FEED")
    install("importers", package="acme_twin", catalog__feed="acme_twin:FEED")
    told = " ".join(run("import", "--help").split())
    assert "taken by Shopworld's own" in told
    assert "--max-reviews" in run("import", "amazon", "--help"), "the built-in one comes first"
    with pytest.raises(InputError, match=r"'catalog\.feed' is registered by several packages: acme_feed"):
        run("import", "feed")


def test_an_importer_of_shops_stands_beside_the_one_that_is_meant_without_a_name(install: Install) -> None:
    assert "Other formats" not in run("import", "--help", app=shop_app)
    install("importers", shop__carts="acme_feed:SHOP")
    told = run("import", "--help", app=shop_app)
    assert "[OPTIONS] {source}" in told
    assert "Other formats: carts (import FORMAT --help)." in " ".join(told.split())
    assert "Import carts." in run("import", "carts", "--help", app=shop_app)


def test_a_design_without_its_files_is_told(install: Install, tmp_path: Path) -> None:
    install("designs", hollow="acme_feed:DESIGN")
    with pytest.raises(ShopError, match=r"the design 'hollow': capabilities\.json cannot be read"):
        load_design("hollow")


@pytest.mark.parametrize("declared", [*IMPORTERS, *FAMILIES], ids=lambda one: f"{type(one).__name__}-{one.key}")
def test_what_a_declaration_names_takes_its_parameters(declared: Any) -> None:
    function, named = load(declared.runs), {one.name for one in declared.parameters}
    assert not function.__kwdefaults__
    taken = set(function.__annotations__) - {"return"}
    if "models" in taken:  # the options of a language model, together
        assert {"model", "base_url", "budget_usd"} <= named
        taken = taken - {"models"} | {one.name for one in MODEL_PARAMETERS}
    assert taken == named


def test_numbers_that_are_written_twice_agree() -> None:
    parameters = {(one.name, each.name): each for one in FAMILIES for each in one.parameters}
    assert parameters["intent", "only"].choices == tuple(Intent)
    assert (parameters["evolve", "rounds"].default, parameters["evolve", "steps"].default) == (ROUNDS, STEPS)


@pytest.mark.parametrize("changes", [{"type": list}, {"name": "as_json"}, {"name": "two words"}])
def test_a_parameter_that_cannot_be_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="parameter"):
        CommandParameter(**{"name": "file", "help": "A file.", **changes})


SEEN: list[dict[str, Any]] = []


def keep(**values: Any) -> CommandOutcome:
    SEEN.append(values)
    return CommandOutcome({"kept": len(values)}, "kept")


KINDS = {
    "text": (CommandParameter("text", "A text."), st.text(st.characters(codec="utf-8", exclude_characters="\0"))),
    "count": (CommandParameter("count", "A number.", int, 3, least=0, options=("--how-many",)), st.integers(0, 9**9)),
    "share": (CommandParameter("share", "A share.", float, None), st.floats(0, 1) | st.none()),
    "place": (CommandParameter("place", "A file.", Path, None), st.just(Path("a b.csv")) | st.none()),
    "quick": (CommandParameter("quick", "A switch.", bool, default=False), st.booleans()),
    "parts": (
        CommandParameter("parts", "Parts.", default=(), many=True, choices=("a", "b")),
        st.lists(st.sampled_from("ab")).map(tuple),
    ),
    "files": (
        CommandParameter("files", "Files.", int, default=(), many=True, greedy=True),
        st.lists(st.integers(0, 9)).map(tuple),
    ),
}
DECLARED = TaskFamily("keep", f"{__name__}:keep", "Keep it.", tuple(one for one, _ in KINDS.values()))


@pytest.fixture(scope="module")
def command() -> Any:
    """The command, made once."""
    return command_of(DECLARED)


@settings(max_examples=40)
@given(st.fixed_dictionaries({name: values for name, (_, values) in KINDS.items()}), st.booleans())
def test_the_code_gets_what_was_typed(command: Any, values: dict[str, Any], as_json: bool) -> None:
    typed = [f"--text={values['text']}", f"--how-many={values['count']}"]
    typed += [f"--share={values['share']!r}"] if values["share"] is not None else []
    typed += [f"--place={values['place']}"] if values["place"] else []
    typed += ["--quick"] if values["quick"] else []
    typed += [f"--parts={one}" for one in values["parts"]]
    typed += ["--files", *map(str, values["files"])] if values["files"] else []
    typed += ["--json"] if as_json else []
    SEEN.clear()
    command.main(typed, standalone_mode=False)
    assert [values] == SEEN
