"""Shops and the arena, by functions. What explores and compares in a browser is tested in tests/arena."""

from __future__ import annotations

from pathlib import Path

import pytest

import shopworld as sw
from shopworld.arena.explore import ExploreSettings
from shopworld.arena.explore.exploration import source_folder
from shopworld.arena.explore.prefetch import SiteAddress
from shopworld.errors import ArenaError, InputError, RunError, ShopError

QUICK = ("visual", "conformance", "forms")


@pytest.fixture(scope="session")
def pans(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A generated shop of a few products. Not to be changed."""
    folder = tmp_path_factory.mktemp("shops") / "pans"
    made = sw.generate_shop("cookware", str(folder), products=12, verify=False)
    assert made.holds
    assert made.record is None
    return folder


def test_a_generated_shop_is_described_and_verified(pans: Path) -> None:
    described = sw.describe_shop(pans)
    assert (described.products, described.folder) == (12, str(pans))
    assert sum(one.products for one in described.collections) >= 12
    told: list[sw.Progress] = []
    found = sw.verify_shop(str(pans), areas=["cart"], skip=QUICK, progress=told.append)
    assert found.holds
    assert found.errors == ()
    assert told[-1].done == len(found.seconds)
    with pytest.raises(InputError, match="'looks' is no verifier"):
        sw.verify_shop(pans, skip=["looks"])
    with pytest.raises(InputError, match="no --model"):
        sw.verify_shop(pans, record=pans / "record.jsonl")
    with pytest.raises(InputError, match="holds no shop"):
        sw.verify_shop(pans / "data")


def test_a_shop_becomes_a_mall_with_tasks_and_a_twin_gets_them_too(pans: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    counts = dict.fromkeys(("search_exact", "search_substitute", "filter", "shipping", "returns", "journey"), 0)
    made = sw.make_shop_tasks(pans, count={**counts, "browse": 2}, name="pans", home=home)
    assert [one.category for one in made.suite.tasks] == ["browse", "browse"]
    assert (made.usage, made.report.unproven, made.file) == (None, {}, home / "suites" / "pans.json")
    with sw.serve_mall(pans) as served:
        assert list(served.shops) == list(sw.list_malls(home=home)[0].shops)
    ported = sw.port_suite("pans", pans, home=home)
    assert (ported.suite.name, len(ported.suite.tasks), ported.report.dropped) == ("pans-twin", 2, {})


def test_what_is_no_shop_is_not_imported(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file or folder"):
        sw.import_shop(tmp_path / "nothing", tmp_path / "shop")
    with pytest.raises(ShopError, match="no shop here"):
        sw.describe_shop(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_generated_is_told_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such folder"):
        sw.generate_shop(tmp_path / "nothing", tmp_path / "shop")
    with pytest.raises(InputError, match="'poems' is no kind of text"):
        sw.generate_shop("cookware", tmp_path / "shop", model="vllm/small", texts=["poems"])
    with pytest.raises(ArenaError, match="not on this machine"):
        sw.generate_shop("cookware", tmp_path / "shop", twin=True, home=tmp_path / "home")
    assert list(tmp_path.iterdir()) == []


def test_a_site_that_is_not_there_is_told_and_what_was_read_before_is_forgotten(tmp_path: Path) -> None:
    address, home = "http://localhost:9/", tmp_path / "home"
    kept = source_folder(SiteAddress(address), ExploreSettings(cache=home / "explored"))
    kept.mkdir(parents=True)
    (kept / "old").write_text("of an earlier try")
    with pytest.raises(ArenaError):
        sw.explore(address, tmp_path / "found", delay=0, fresh=True, home=home)
    assert not (kept / "old").exists()
    assert not (tmp_path / "found").exists()
    with pytest.raises(InputError, match="no --model"):
        sw.explore(address, tmp_path / "found", models=sw.ModelSettings(budget=sw.Budget(usd=1)), home=home)


def test_what_cannot_be_compared_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no shop there"):
        sw.compare_shops("a", tmp_path, tmp_path / "out", home=tmp_path)
    with pytest.raises(InputError, match="two groups"):
        sw.compare_groups([], ["a"], tmp_path / "out", home=tmp_path)
    with pytest.raises((InputError, RunError)):
        sw.compare_runs(tmp_path, tmp_path, tmp_path / "out")
    with pytest.raises(InputError, match="their numbers from 1"):
        sw.measure_closure(only=[0])
    with pytest.raises(RunError, match="no run folder"):
        sw.audit_judges(tmp_path)
    with pytest.raises(RunError, match="there is no judge 'poet'"):
        sw.judge(tmp_path, "vllm/small", by="poet")
    assert not (tmp_path / "out").exists()


def test_the_doctor_knows_this_machine() -> None:
    (python,) = sw.doctor("python")
    assert python.present
    with pytest.raises(InputError, match="no requirement is called 'printer'"):
        sw.doctor("printer")
