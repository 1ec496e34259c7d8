"""Kinds are found where their modules are, in the package and in installed ones; each says all that it has to."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from shopworld import tasks
from shopworld.episode import WORLD_START, Ending, Event
from shopworld.errors import TaskError
from shopworld.shop.events import NewsletterSubscribed
from shopworld.tasks import Check, NoCheckout, Suite, Task, load_suite, save_suite, score, suite_hash
from shopworld.tasks.checks import KINDS, kind_name
from shopworld.tasks.schemas import schema_of

_DOCS = (Path(__file__).parents[3] / "docs" / "tasks.md").read_text(encoding="utf-8")
_EXAMPLE = next(one.partition("```")[0] for one in _DOCS.split("```python\n") if "class Subscribed(Check)" in one)
KIND = f"""{_EXAMPLE}

class Half(Check):
    type: Literal["half"] = "half"
"""
Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Installs a package with one module that brings kinds."""
    monkeypatch.setattr(KINDS, "_installed", {})

    def of(package: str, **kinds: str) -> None:
        site = tmp_path / package
        info = site / f"{package}-1.0.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        lines = "".join(f"{name} = {value}\n" for name, value in kinds.items())
        (info / "entry_points.txt").write_text(f"[shopworld.checks]\n{lines}")
        (site / f"{package}_module.py").write_text(KIND)
        monkeypatch.syspath_prepend(site)

    return of  # type: ignore[return-value]


def a_task(*checks: Any) -> dict[str, Any]:
    """A task as a file has it."""
    plain = {"id": "t", "template": "t", "category": "c", "intent": "Do it."}
    return plain | {"checks": [one.model_dump(mode="json") if isinstance(one, Check) else one for one in checks]}


def test_the_names_of_the_kinds_stay_as_they_are() -> None:
    """Suites hold them."""
    assert {
        "answer_set", "answer_text", "cart", "cart_variant", "chosen_product", "listing_used", "no_checkout",
        "no_side_effects", "order", "page_read", "page_visited", "recommendation",
    } <= set(KINDS.all())  # fmt: skip


@pytest.mark.parametrize("name", KINDS.all())
def test_each_kind_is_a_module_with_its_test(name: str) -> None:
    kind = KINDS.all()[name]
    assert kind_name(kind) == name
    assert kind.__module__ == f"shopworld.tasks.checks.kinds.{name}"
    assert kind.__doc__
    assert kind.meaning
    assert (Path(__file__).parent / "kinds" / f"test_{name}.py").is_file()
    assert f"| `{name}` |" in _DOCS


def test_an_installed_kind_is_found_when_a_suite_is_loaded(install: Install, tmp_path: Path) -> None:
    install("acme", subscribed="acme_module:Subscribed")
    task = Task.model_validate(a_task(NoCheckout(), {"type": "subscribed", "shop": "s"}))
    assert type(task.checks[1]).__name__ == "Subscribed"
    suite = Suite(name="n", version="1", tasks=(task,))
    save_suite(suite, tmp_path / "suite.json")
    loaded = load_suite(tmp_path / "suite.json")
    assert loaded == suite
    assert suite_hash(loaded) == suite_hash(suite)
    assert "Subscribed" in schema_of("suite")["$defs"]
    assert [one.type for one in loaded.tasks[0].checks] == ["no_checkout", "subscribed"]
    told = [Event(0, WORLD_START, "s", NewsletterSubscribed(email="ada@mail.example"))]
    assert score(task, told, ending=Ending.SUBMITTED, hosts={}).passed
    assert score(task, (), ending=Ending.SUBMITTED, hosts={}).checks[1].reason == "subscribed in no shop"


def test_a_kind_that_nobody_brings_is_refused_by_name() -> None:
    with pytest.raises(ValidationError, match="'subscribed' found using 'type' does not match any of the expected"):
        Task.model_validate(a_task({"type": "subscribed", "shop": "s"}))
    with pytest.raises(ValidationError, match="Unable to extract tag"):
        Task.model_validate(a_task({"shop": "s"}))
    with pytest.raises(ValidationError) as caught:
        Task.model_validate(a_task({"type": "cart", "groups": [], "extra": 1}))
    assert [one["loc"] for one in caught.value.errors()][:2] == [
        ("checks", 0, "cart", "groups"),
        ("checks", 0, "cart", "extra"),
    ]


def test_the_package_comes_first(install: Install) -> None:
    install("acme", cart="acme_module:Subscribed")
    found = KINDS.find("cart")
    assert found is not None
    assert found.__module__.startswith("shopworld.")


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("acme_module:Nothing", r"'subscribed' of acme \(acme_module:Nothing\) cannot be loaded"),
        ("acme_module:KIND", "cannot be loaded"),
        ("acme_module:NewsletterSubscribed", "is none: found"),
        ("acme_module:Half", "is none: found"),
        ("shopworld.tasks:Cart", "calls itself 'cart'"),
    ],
)
def test_what_is_wrong_with_an_installed_kind_is_said(install: Install, value: str, message: str) -> None:
    install("acme", subscribed=value)
    with pytest.raises(TaskError, match=message):
        Task.model_validate(a_task({"type": "subscribed", "shop": "s"}))


def test_a_name_of_two_packages_is_refused(install: Install) -> None:
    install("acme", subscribed="acme_module:Subscribed")
    install("acme_two", subscribed="acme_two_module:Subscribed")
    with pytest.raises(TaskError, match="registered by several packages"):
        KINDS.find("subscribed")


def kinds_told_apart(tree: ast.AST, names: frozenset[str]) -> Iterator[int]:
    """Lines of a module that do something else for one kind than for another."""
    for node in ast.walk(tree):
        if isinstance(node, ast.MatchClass) and isinstance(node.cls, ast.Name) and node.cls.id in names:
            yield node.lineno
        asked = node.args[1] if isinstance(node, ast.Call) and ast.unparse(node.func) == "isinstance" else None
        if asked is not None and len(names & {one.id for one in ast.walk(asked) if isinstance(one, ast.Name)}) > 1:
            yield asked.lineno


def test_no_other_module_tells_kinds_apart() -> None:
    """What differs from kind to kind, the kind says: nobody else can forget one in silence."""
    names = frozenset(kind.__name__ for kind in KINDS.all().values())
    source = Path(tasks.__file__).parents[1]
    found = [
        f"{file.relative_to(source)}:{line}"
        for file in sorted(source.rglob("*.py"))
        if "shopworld.tasks" in (text := file.read_text(encoding="utf-8")) and any(name in text for name in names)
        for line in kinds_told_apart(ast.parse(text), names)
    ]
    assert found == []
    trap = "match check:\n    case Cart():\n        pass\nisinstance(check, Order | Cart)\nisinstance(check, Cart)"
    assert sorted(kinds_told_apart(ast.parse(trap), names)) == [2, 4]
