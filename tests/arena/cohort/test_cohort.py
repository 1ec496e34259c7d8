"""Two shops of one manual: unlike each other, and measured."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from shopworld.arena.bundle import read_bundle
from shopworld.arena.cohort import CohortSettings, make_cohort, write_cohort_report
from shopworld.arena.specifications import shipped_specifications
from shopworld.errors import InputError


def test_two_shops_of_one_manual_differ_in_layout_roles_words_and_picture(tmp_path: Path) -> None:
    bundle = read_bundle(shipped_specifications()["clothing"])
    settings = CohortSettings(count=2, seed=2, products=12, families=("folio", "bazaar"))
    cohort = make_cohort(bundle, tmp_path, settings)
    told = write_cohort_report(cohort, tmp_path)
    assert {one["family"] for one in told["shops"]} == {"folio", "bazaar"}
    for name in ("layout", "roles", "pictures"):
        assert told["spread"][name]["median"] > 0.25, name
    assert told["spread"]["words"]["median"] > 0.05
    assert told["spread"]["within_families"] == {}
    assert (tmp_path / "sheet.webp").stat().st_size > 1000
    assert json.loads((tmp_path / "cohort.json").read_text()) == told
    assert set(cohort.seen[0].traits.pages) == {"home", "listing", "product", "cart"}


def test_a_family_that_there_is_not_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    bundle = read_bundle(shipped_specifications()["clothing"])
    with pytest.raises(InputError, match="'baroque'"):
        make_cohort(bundle, tmp_path, CohortSettings(families=("baroque",)))
    assert list(tmp_path.iterdir()) == []
