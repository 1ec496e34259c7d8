"""From a crawl to offers: counts add up, runs go on, engines and orders change nothing, and the truth is found."""

from __future__ import annotations

import shutil
from itertools import pairwise
from pathlib import Path

import orjson
import pytest

from shopworld.errors import InputError
from shopworld.offers import HereEngine, make_crawl, read_offers, read_run, score_run, settings_of
from shopworld.offers.crawl import read_truth
from shopworld.offers.matching.stage import DUPLICATES_FILE, OFFERS_FILE
from shopworld.offers.pipeline import STAGES
from shopworld.offers.reading import sources_in
from shopworld.offers.reading_stage import places_of
from shopworld.offers.rows import read_rows


def test_every_stage_accounts_for_every_offer(read_run_folder: Path) -> None:
    run = read_run(read_run_folder)
    assert [one.stage for one in run.tally.stages] == list(STAGES)
    for one in run.tally.stages:
        if one.stage != "extract":  # takes pages and gives offers
            assert one.came_in == one.went_out + one.dropped, one.stage
    for stage, following in pairwise(STAGES[1:]):
        assert run.tally.stage(stage).went_out == run.tally.stage(following).came_in
    assert run.offers == run.tally.stages[-1].went_out == sum(1 for _ in read_rows(read_run_folder / OFFERS_FILE))


def test_the_stages_find_the_truth(read_run_folder: Path, made_crawl: Path) -> None:
    score = score_run(read_run_folder, made_crawl)
    assert (score.titles, score.prices) == (1.0, 1.0)
    assert score.kinds > 0.93
    assert score.purity > 0.99
    assert score.facts.precision >= 0.98
    for one in score.stages:
        assert one.precision >= 0.98, one
        assert one.recall >= 0.95, one


def test_a_run_goes_on_where_it_broke_off_and_gives_the_same_rows(
    tiny_crawl: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages, out, settings = tmp_path / "pages", tmp_path / "offers", settings_of()
    shutil.copytree(tiny_crawl, pages)
    first = next(pages.iterdir())
    alone = read_offers([pages], tmp_path / "alone", settings)
    shutil.copy(first, pages / "second.warc.gz")
    import shopworld.offers.reading_stage as stage

    read = stage.offers_of

    def breaks(source, *rest):  # type: ignore[no-untyped-def]
        yield from read(source, *rest)
        if source.name == "second.warc.gz":
            raise OSError("no room left")

    monkeypatch.setattr(stage, "offers_of", breaks)
    with pytest.raises(OSError, match="no room left"):
        read_offers([pages], out, settings)
    one, other = sources_in([pages])
    assert places_of(one, out)[0].is_file()
    assert not places_of(other, out)[0].exists()
    assert not list(out.rglob(".*.part")), "nothing half-written"
    with pytest.raises(InputError, match="broke off"):
        read_run(out)
    (pages / "second.warc.gz").unlink()

    def never(*_: object) -> object:
        raise AssertionError("it was read before")

    monkeypatch.setattr(stage, "offers_of", never)
    read_offers([pages], out, settings)
    for name in (OFFERS_FILE, DUPLICATES_FILE):
        assert list(read_rows(out / name)) == list(read_rows(tmp_path / "alone" / name))
    assert read_run(out) == alone


def test_other_settings_read_again(tiny_crawl: Path, tmp_path: Path) -> None:
    source = sources_in([tiny_crawl])[0]
    run = read_offers([tiny_crawl], tmp_path / "de", settings_of("de"))
    said = orjson.loads(places_of(source, tmp_path / "de")[1].read_bytes())
    assert said["settings"] == settings_of("de").key != settings_of("en").key
    assert {row["language"] for row in read_rows(tmp_path / "de" / OFFERS_FILE)} <= {"de"}
    assert run.settings.language == "de"


def test_departments_may_be_any(tiny_crawl: Path, tmp_path: Path) -> None:
    file = tmp_path / "departments.toml"
    file.write_text('[[department]]\nname = "Sound"\nkinds = ["headset", "speaker", "headphones", "earbuds"]\n')
    read_offers([tiny_crawl], tmp_path / "out", settings_of("en", file), engine=HereEngine())
    rows = list(read_rows(tmp_path / "out" / OFFERS_FILE, ["department", "kind"]))
    assert rows
    assert {row["department"] for row in rows} == {"Sound"}
    assert {row["kind"] for row in rows} <= {"headset", "speaker", "headphones", "earbuds"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[department", "not TOML"),
        ('[[department]]\nname = "A"\nkinds = ["nothing"]', "no kind 'nothing'"),
        ('[[department]]\nname = "A"\ncolour = "red"', "department"),
        ("", "department"),
    ],
)
def test_wrong_departments_are_refused_by_field(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "departments.toml"
    file.write_text(text)
    with pytest.raises(InputError, match=message):
        settings_of("en", file)


def test_the_same_seed_makes_the_same_crawl(tmp_path: Path) -> None:
    one, two, other = (
        make_crawl(tmp_path / name, pages=40, seed=seed)[0].read_bytes()
        for name, seed in (("a", 1), ("b", 1), ("c", 2))
    )
    assert one == two != other
    truth = list(read_truth(tmp_path / "a" / "truth" / "part-000000.warc.gz.jsonl.gz"))
    assert {one.fate for one in truth} >= {"kept", "extract"}
