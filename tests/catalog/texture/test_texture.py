import json
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from shopworld.api import catalog_texture, compare_textures
from shopworld.catalog import CatalogTexture, Offer, TextureReading
from shopworld.catalog.texture.prose import WrittenOffer, misspelt, plain_lines, words_of
from shopworld.catalog.texture.same_products import ProductAgreement
from shopworld.catalog.texture.trigrams import TrigramModel
from shopworld.cli.catalog import app
from shopworld.errors import InputError


def offer(number: int, text: str = "", shop: str = "one", title: str = "Acme lamp", **fields: object) -> Offer:
    known = {"id": f"{shop}/{number}", "number": number, "product_id": "p1", "slug": f"lamp-{number}", "price": 1000}
    return Offer.model_validate(known | {"shop_id": shop, "title": title, "description_html": text} | fields)


def test_blocks_and_breaks_begin_lines() -> None:
    assert plain_lines("<p>One &amp; two</p><ul><li>three</li></ul>four<br>five").split() == [
        "One",
        "&",
        "two",
        "three",
        "four",
        "five",
    ]
    assert "\n" in plain_lines("<p>a</p><p>b</p>")


def test_sentences_that_stand_five_times_recur() -> None:
    repeated = [offer(at, "<p>It is a very good lamp.</p>") for at in range(5)]
    single = [offer(10 + at, f"<p>Number {at} is unlike all others{'!' * at}</p>") for at in range(5)]
    texture = TextureReading([*repeated, *single]).texture()
    assert texture.recurring_sentence_share == 0.5
    assert texture.recurring_blanked_sentence_share == 1.0, "numbers do not make a sentence new"
    assert texture.counts["sentences"] == 10


def test_brand_title_and_numbers_are_blanked() -> None:
    written = WrittenOffer.read(offer(1, "<p>The Acme lamp X300 glows for 12 hours.</p>", brand="Acme"))
    assert list(written.blanked()) == ["the _ glows for _ hours"]


def test_slips_are_told_from_words() -> None:
    words = {"keyboard": 200, "keybord": 1, "keyboards": 1, "orchard": 2, "keyborad": 1}
    assert misspelt(words) == {"keybord", "keyborad"}


def test_two_offers_share_a_vocabulary() -> None:
    offers = [offer(1, "<p>red green blue 12</p>"), offer(2, "<p>green blue yellow 12</p>", shop="two")]
    assert TextureReading(offers).texture().shared_vocabulary == 2


def test_what_was_read_before_is_less_surprising() -> None:
    model = TrigramModel(["the lamp is red", "the lamp is green", "the lamp is red"] * 5)
    assert model.perplexity(["the lamp is red"]) < model.perplexity(["red is the lamp"])
    with pytest.raises(ValueError, match="learnt nothing"):
        TrigramModel([]).perplexity(["one"])


@given(st.lists(st.text(alphabet="abc ", min_size=3), min_size=2), st.text(alphabet="abcd ", min_size=1))
def test_perplexity_is_finite_and_at_least_one(sentences: list[str], other: str) -> None:
    if not any(words_of(one) for one in sentences):
        return
    found = TrigramModel(sentences).perplexity([other])
    assert math.isfinite(found)
    assert found >= 1


def test_offers_of_a_product_are_compared() -> None:
    groups = [
        [
            offer(1, title="Acme Swift SSD 1TB", kind="ssd", price=5000),
            offer(2, shop="two", title="Acme Swift SSD 2TB", kind="ssd", price=7500),
            offer(3, shop="three", title="Acme Swift SSD", kind="ssd", price=9000, condition="used"),
        ],
        [offer(4)],
    ]
    agreement = ProductAgreement.of(groups)
    assert (agreement.products, agreement.spreads, agreement.shops) == (1, (0.5,), (3,))
    assert (agreement.facts, agreement.conflicts) == (1, 1)
    assert agreement.spread_at(0.5) == 0.5
    assert ProductAgreement.of([]).spread_at(0.5) is None


def test_a_catalog_is_laid_beside_figures_of_before(small_mall_folder: Path, tmp_path: Path) -> None:
    catalog = str(small_mall_folder / "catalog")
    printed = CliRunner().invoke(app, ["describe", catalog, "--json"], catch_exceptions=False).stdout
    kept = tmp_path / "before.json"
    kept.write_text(printed, encoding="utf-8")
    found = json.loads(
        CliRunner().invoke(app, ["describe", catalog, "--against", str(kept), "--json"], catch_exceptions=False).stdout
    )
    assert found["own"] == found["against"]
    assert set(found["own"]) == set(CatalogTexture.model_fields)
    table = CliRunner().invoke(app, ["describe", catalog, "--against", str(kept)], catch_exceptions=False).stdout
    assert "recurring sentence share" in table
    assert "separators" not in table


def test_what_is_no_description_is_refused(small_mall_folder: Path, tmp_path: Path) -> None:
    (tmp_path / "other.json").write_text('{"a": 1}', encoding="utf-8")
    with pytest.raises(InputError, match="no description of a catalog"):
        compare_textures(small_mall_folder, tmp_path / "other.json")
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="no CSV file"):
        catalog_texture(tmp_path / "empty")


@pytest.mark.data
def test_webmalls_release_is_measured_with_its_golds(webmall_data: Path) -> None:
    texture = catalog_texture(webmall_data)
    assert texture.offers == 4423
    assert texture.counts["products_sold_more_than_once"] >= 10
    assert 0.08 < texture.recurring_sentence_share < 0.2
    assert texture.alphabetic_vocabulary > 15_000
    assert texture.trigram_perplexity is not None
    assert texture.trigram_perplexity > 100
