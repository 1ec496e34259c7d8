"""`shopworld arena generate` for people and machines."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from shopworld.arena import verify
from shopworld.arena.specifications import shipped_specifications
from shopworld.cli.arena import app
from shopworld.errors import ArenaError, InputError, ShopError


def generate(*arguments: object) -> Result:
    """Runs the command; an error of ours comes through."""
    return CliRunner().invoke(app, ["generate", *(str(one) for one in arguments)], catch_exceptions=False)


def test_a_shipped_specification_is_generated_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "clothing").mkdir()  # no specification, so the shipped one is meant
    shop = tmp_path / "shops" / "wear"
    said = generate("clothing", "--out", shop, "--products", 12, "--no-verify")
    assert said.exit_code == 0
    assert "12 products in" in said.stdout
    assert f"shopworld shop serve {shop}" in said.stdout
    again = generate("clothing", "--out", shop, "--products", 12, "--no-verify").stdout
    assert "Written: nothing, as nothing changed" in again
    (shop / "data" / "pages.json").write_text("[]", encoding="utf-8")
    assert (
        "kept as edited: data/pages.json" in generate("clothing", "--out", shop, "--products", 12, "--no-verify").stdout
    )
    changed = generate("clothing", "--out", shop, "--products", 12, "--no-verify", "--seed", 2).stdout
    assert "made anew: data/pages.json; what was edited is in data/pages.json.edited" in changed


def test_machines_are_told_everything(tmp_path: Path) -> None:
    told = json.loads(
        generate("hardware", "--out", tmp_path / "shop", "--products", 12, "--no-verify", "--json").stdout
    )
    assert (told["products"], told["verified"], told["unmet"], told["kept"]) == (12, False, [], [])
    assert "data/products.json" in told["written"]


def test_a_misspelt_value_names_file_field_and_what_is_allowed(tmp_path: Path) -> None:
    specification = Path(shutil.copytree(shipped_specifications()["hardware"], tmp_path / "specification"))
    file = specification / "capabilities.json"
    values = json.loads(file.read_text(encoding="utf-8"))
    values["collection"]["pagination"] = "load_moar"
    file.write_text(json.dumps(values), encoding="utf-8")
    with pytest.raises(InputError) as caught:
        generate(specification, "--out", tmp_path / "shop")
    said = str(caught.value)
    for part in (str(file), "'collection.pagination'", "'load_moar'", "did you mean 'load_more'", "infinite_scroll"):
        assert part in said
    assert sorted(one.name for one in tmp_path.iterdir()) == ["specification"]


def test_what_cannot_be_done_is_told_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such folder"):
        generate("no-such-specification", "--out", tmp_path / "shop")
    with pytest.raises(ArenaError, match="no program 'no-such-agent'"):
        generate("clothing", "--out", tmp_path / "shop", "--coding-agent", "no-such-agent")
    (tmp_path / "diary.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(ShopError, match="no generated shop"):
        generate("clothing", "--out", tmp_path)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["diary.txt"]


def test_what_stays_unmet_is_told_and_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    quick = tuple(one for one in verify.VERIFIERS if one.name in ("data", "routes", "links"))
    monkeypatch.setattr(verify, "VERIFIERS", quick)
    arguments = ("cookware", "--out", tmp_path / "shop", "--products", 10)
    said = generate(*arguments)
    assert said.exit_code == 0
    assert re.search(r"cart +0 +0 +met", said.stdout)
    template = tmp_path / "shop" / "theme" / "templates" / "pages" / "cart.html"
    template.parent.mkdir(parents=True)
    template.write_text("{{ page.what_nobody_knows }}", encoding="utf-8")
    said = generate(*arguments)
    assert said.exit_code == 1
    assert re.search(r"cart +[1-9]\d* +\d+ +unmet", said.stdout)
    assert re.search(r"error, cart, /checkout/cart.*: ", said.stdout)
    told = json.loads(generate(*arguments, "--json").stdout)
    assert next(one for one in told["steps"] if one["name"] == "cart")["outcome"] == "unmet"
    unverified = generate(*arguments, "--no-verify")
    assert unverified.exit_code == 0
    assert "outcome" not in unverified.stdout
