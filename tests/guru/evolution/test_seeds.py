"""Seed queries."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from shopworld.catalog.domains import DOMAINS, domain_of
from shopworld.errors import InputError
from shopworld.goods.marketplace import marketplace_kinds
from shopworld.guru.evolution import Seed, read_seeds
from shopworld.guru.evolution.diversity import Unbound, bind
from shopworld.guru.evolution.shelf import Assortment
from shopworld.tasks import Condition


def test_fifty_seeds_in_the_papers_numbers() -> None:
    seeds = read_seeds()
    assert Counter(one.domain for one in seeds) == {
        "Books": 4,
        "Electronics": 14,
        "Home": 20,
        "Fashion": 5,
        "Sports": 7,
    }
    assert len({one.kinds[0] for one in seeds}) == 50
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
    assert query.answers().bit_count() == len(assortment.by_category["cookbooks"])


def test_a_seed_states_what_its_text_says(assortment: Assortment) -> None:
    fields = {"id": "s1", "domain": "Electronics", "kinds": ("headphones",), "frame": "Find {thing}."}
    four = Condition(field="rating", relation="at_least", value=4.0)
    cheap = Condition(field="price", relation="at_most", value=60.0)
    rated = bind(
        Seed.model_validate({**fields, "text": "Find headphones with 4 stars.", "filter": (four,)}), assortment
    )
    first = bind(
        Seed.model_validate({**fields, "text": "Find the cheapest headphones.", "sort": "price_asc"}), assortment
    )
    below = bind(
        Seed.model_validate({**fields, "text": "Find headphones for {price}.", "attribute": (cheap,)}), assortment
    )
    assert not isinstance(rated, Unbound)
    assert not isinstance(first, Unbound)
    assert not isinstance(below, Unbound)
    assert rated.part("filter") == "rated 4 stars or higher"
    assert first.part("sort") == "lowest price"
    assert below.text == "Find headphones for $60."
    assert all(one.price is not None and one.price <= 6000 for one in below.shelf.of(below.answers()))
