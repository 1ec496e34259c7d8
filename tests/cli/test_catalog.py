"""`shopworld catalog`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from shopworld.cli.catalog import app
from shopworld.errors import CatalogError, InputError

EXPORT = """ID,Name,Regular price,Categories
1,"Corsair Vengeance 32GB Kit (2 x 16GB), DDR5","119,99",Parts > Memory
2,Logitech Wireless Mouse,"19,99",Peripherals
x,Broken,"1,00",
"""


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, list(arguments), catch_exceptions=False)
    assert result.exit_code == 0
    return result.stdout


@pytest.fixture
def catalog(tmp_path: Path) -> Path:
    (tmp_path / "shop_one.csv").write_text(EXPORT, encoding="utf-8")
    out = tmp_path / "made"
    assert "2 offers, 0 repairs, 1 rows refused" in run(
        "import", "woocommerce", str(tmp_path / "shop_one.csv"), "--out", str(out)
    )
    return out


def test_import_reports_in_json(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(EXPORT, encoding="utf-8")
    report = json.loads(
        run("import", "woocommerce", str(tmp_path / "a.csv"), "--out", str(tmp_path / "made"), "--json")
    )
    assert report["accepted"] == 2
    reason = "ID is 'x', expected a number of at most 15 digits"
    assert report["refused"] == [{"file": "a.csv", "line": 4, "reason": reason}]


def test_a_file_that_cannot_be_read_leaves_no_catalog(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("ID,Name\n1,A\n", encoding="utf-8")
    with pytest.raises(InputError, match="column is missing"):
        run("import", "woocommerce", str(tmp_path / "a.csv"), "--out", str(tmp_path / "made"))
    assert [path.name for path in tmp_path.iterdir()] == ["a.csv"]


def test_as_many_shops_as_files(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(EXPORT, encoding="utf-8")
    with pytest.raises(InputError, match="2 shop ids for 1 files"):
        run("import", "woocommerce", str(tmp_path / "a.csv"), "--out", str(tmp_path / "made"), "--shops", "a,b")


def test_describe_fits_eighty_columns(catalog: Path) -> None:
    text = run("describe", str(catalog))
    assert "shop-one" in text
    assert "memory" in text
    tables = [line for line in text.splitlines() if not line.startswith("Brands")]
    assert max(map(len, tables)) <= 80
    assert json.loads(run("describe", str(catalog), "--json"))["offers"] == 2


def test_search(catalog: Path) -> None:
    assert "119.99  Corsair Vengeance" in run("search", str(catalog), "ddr5 32 gb")
    found = json.loads(run("search", str(catalog), "muose", "--json"))
    assert (found["match"], found["corrected_text"]) == ("corrected", "mouse")
    assert [offer["id"] for offer in found["offers"]] == ["shop-one/2"]


def test_what_does_not_exist_is_a_clear_error(catalog: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no sort"):
        run("search", str(catalog), "x", "--sort", "taste")
    with pytest.raises(InputError, match="no shop"):
        run("search", str(catalog), "x", "--shop", "nowhere")
    with pytest.raises(CatalogError, match="no catalog here"):
        run("describe", str(tmp_path))


def test_two_imports_of_the_same_rows_have_the_same_hash(catalog: Path, tmp_path: Path) -> None:
    def hash_of(folder: Path) -> dict[str, str]:
        told: dict[str, str] = json.loads(run("hash", str(folder), "--json"))
        return told

    source = tmp_path / "shop_one.csv"
    run("import", "woocommerce", str(source), "--out", str(tmp_path / "again"))
    one, two = hash_of(catalog), hash_of(tmp_path / "again")
    assert (one["hash"], one["content_hash"]) == (two["hash"], two["content_hash"])
    assert run("hash", str(catalog)) == f"bytes    {one['hash']}\ncontent  {one['content_hash']}\n"
    source.write_text(EXPORT.replace("19,99", "19,98"), encoding="utf-8")
    run("import", "woocommerce", str(source), "--out", str(tmp_path / "dearer"))
    assert one["hash"] != hash_of(tmp_path / "dearer")["hash"]
    with pytest.raises(CatalogError):
        hash_of(tmp_path / "nowhere")
