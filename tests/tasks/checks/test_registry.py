"""Kinds are found where their modules are, in the package and in installed ones; each says all that it has to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from shopworld.errors import TaskError
from shopworld.tasks import Check, NoCheckout, Suite, Task, load_suite, save_suite, suite_hash
from shopworld.tasks.checks import KINDS, kind_name
from shopworld.tasks.schemas import schema_of

KIND = '''
from typing import ClassVar, Literal
from shopworld.shop.events import NewsletterSubscribed
from shopworld.tasks.checks import Check, CheckResult

class Subscribed(Check):
    """The newsletter of a shop was subscribed to."""

    meaning: ClassVar[str] = "The newsletter was subscribed to."
    type: Literal["subscribed"] = "subscribed"
    shop: str

    def grade(self, evidence, hosts, catalog=None):
        found = [shop for shop, _ in evidence.happened(NewsletterSubscribed)]
        return CheckResult(type=self.type, passed=self.shop in found, reason=", ".join(found))

    def words(self):
        return f"The newsletter of {self.shop} was subscribed to.", ()

class Half(Check):
    type: Literal["half"] = "half"
'''
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
    assert f"`{name}`" in (Path(__file__).parents[3] / "docs" / "tasks.md").read_text(encoding="utf-8")


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
