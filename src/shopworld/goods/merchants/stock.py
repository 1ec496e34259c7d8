"""What merchants stock: the departments with hundreds of brands, more names, more labels, and unbranded twins."""

from __future__ import annotations

from functools import cache
from random import Random

from shopworld.goods.departments import Departments, KindData, Series, default_departments
from shopworld.goods.merchants.lexicon import label_aliases, made_names, names
from shopworld.goods.products import ProductDraft

_MORE_BRANDS = (5, 16)
_NAMES = 900
_LIGHTS = "RGB"


@cache
def merchant_departments() -> Departments:
    """The departments of the package as many merchants stock them.

    Each kind has five to sixteen more brands, some of which come in many kinds and most in one; series have names
    of a longer list; attributes have more labels; and what is called RGB is lit.
    """
    plain = default_departments()
    brands = names("brands")
    kinds = {name: _with_more(kind, brands, Random(f"brands:{name}")) for name, kind in sorted(plain.kinds.items())}
    made = made_names("model_name")
    series = [*plain.words.series, *(made[at] for at in range(0, len(made), max(1, len(made) // _NAMES)))]
    aliases = label_aliases()
    attributes = {
        name: one.model_copy(update={"labels": [*dict.fromkeys([*one.labels, *aliases.get(name, ())])]})
        for name, one in plain.attributes.items()
    }
    words = plain.words.model_copy(update={"series": series})
    return Departments.model_construct(kinds=kinds, attributes=attributes, words=words)


def _with_more(kind: KindData, brands: tuple[str, ...], rng: Random) -> KindData:
    more = {brands[int(rng.random() ** 1.15 * len(brands))] for _ in range(rng.randint(*_MORE_BRANDS))}
    series = [one for old in kind.series for one in _lit(kind, old)]
    return kind.model_copy(update={"brands": [*kind.brands, *sorted(more - set(kind.brands))], "series": series})


def _lit(kind: KindData, series: Series) -> list[Series]:
    """A series as it is, but that what has RGB in its name is lit."""
    named = [one for one in series.suffixes if _LIGHTS in one]
    if not named or "lighting" not in kind.attributes:
        return [series]
    lit = series.model_copy(update={"suffixes": named, "set": {**series.set, "lighting": True}})
    rest = [one for one in series.suffixes if one not in named]
    return [*([series.model_copy(update={"suffixes": rest})] if rest else []), lit]


def unbranded_twin(draft: ProductDraft, rng: Random) -> ProductDraft:
    """A product like another one but for its name: nobody's brand, a bare model code, and a lower price."""
    code = f"{rng.choice('ABCDEFGHKLMNPRSTVX')}{rng.choice('BCDFGHKLMNPRSTVX')}{rng.randint(2, 990)}"
    product = draft.product.model_copy(
        update={
            "id": f"{draft.product.id}-t",
            "title": f"{code} {draft.product.title.removeprefix(draft.name).strip()}".strip(),
            "brand": None,
            "series": None,
            "gtin": None,
            "mpn": code,
            "attributes": tuple(one for one in draft.product.attributes if one.name != "model"),
        }
    )
    return ProductDraft(product, draft.kind, code, draft.market_price * rng.uniform(0.45, 0.8), draft.values, ())
