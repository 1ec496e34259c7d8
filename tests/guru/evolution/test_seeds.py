"""Seed queries."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from shopworld.catalog.domains import DOMAINS, domain_of
from shopworld.errors import InputError
from shopworld.goods.marketplace import marketplace_kinds
from shopworld.guru.evolution import read_seeds
from shopworld.guru.evolution.diversity import Unbound, bind
from shopworld.guru.evolution.shelf import Assortment


def test_fifty_seeds_in_the_papers_numbers() -> None:
    seeds = read_seeds()
    assert Counter(one.domain for one in seeds) == {
        "Books": 4,
        "Electronics": 14,
        "Home": 20,
        "Fashion": 5,
        "Sports": 7,
    }
    assert len({one.text for one in seeds}) == len({one.kinds[0] for one in seeds}) == 50
    assert all(domain_of(kind) == one.domain for one in seeds for kind in one.kinds)


def test_a_marketplace_sells_what_the_seeds_ask_for() -> None:
    sold = set(marketplace_kinds())
    assert all(one.kinds[0] in sold for one in read_seeds())
    assert {domain_of(kind) for kind in sold} == set(DOMAINS)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("domain = 'Books'", "domain = 'Garden'"), "'Garden' is no domain"),
        (("kinds = ['novel']", "kinds = ['nonsense']"), "'nonsense' is no kind"),
        (("{thing}", "thing"), "{thing} is expected once"),
        (("sort = 'price_asc'", "sort = 'featured'"), "expected one of price_asc"),
        (("id = 's1'", "id = "), "not TOML"),
    ],
)
def test_a_wrong_seed_is_named(tmp_path: Path, change: tuple[str, str], message: str) -> None:
    text = (
        "[[seed]]\nid = 's1'\ndomain = 'Books'\ntext = 'Find a novel, please.'\nframe = 'Find {thing}.'\n"
        "kinds = ['novel']\nsort = 'price_asc'\n"
    )
    file = tmp_path / "seeds.toml"
    file.write_text(text)
    assert read_seeds(file)[0].id == "s1"
    file.write_text(text.replace(*change))
    with pytest.raises(InputError, match=message.replace("{", r"\{")):
        read_seeds(file)
    file.write_text(text + text)
    with pytest.raises(InputError, match="two seeds have the id 's1'"):
        read_seeds(file)


def test_a_seed_without_kinds_binds_by_the_names_of_categories(assortment: Assortment) -> None:
    seed = read_seeds()[1].model_copy(update={"kinds": (), "words": ("nowhere", "cookbooks")})
    query = bind(seed, assortment)
    assert not isinstance(query, Unbound)
    assert query.shelf.thing.field == "category"
    assert query.answers().bit_count() == 30


def test_a_seed_states_what_its_text_says(assortment: Assortment) -> None:
    by_id = {one.id: one for one in read_seeds()}
    rated, sorted_, cheap = (bind(by_id[name], assortment) for name in ("s05", "s12", "s42"))
    assert not isinstance(rated, Unbound)
    assert not isinstance(sorted_, Unbound)
    assert not isinstance(cheap, Unbound)
    assert rated.part("filter") == "rated 4 stars or higher"
    assert 0 < rated.answers().bit_count() < 30
    assert sorted_.part("sort") == "lowest price"
    assert "costs at most $35" in cheap.text
    assert all(one.price is not None and one.price <= 3500 for one in cheap.shelf.of(cheap.answers()))
