"""From a specification to a shop folder: identity, data, specification, catalog; what hands have edited is kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from dataclasses import replace as replaced
from pathlib import Path

import tomli_w

from shopworld.arena.bundle import BUNDLE_FILES, GOODS, SpecificationBundle, write_bundle
from shopworld.arena.generate.catalog import make_identity, make_shop_data, with_backdrops
from shopworld.arena.generate.photographs import keep_photographs, read_photographs, with_photographs
from shopworld.arena.generate.record import (
    GENERATION_FILE,
    AuthoringRecord,
    GenerationRecord,
    read_record,
    write_record,
)
from shopworld.arena.generate.renewal import Renewal, renew
from shopworld.errors import InputError, ShopError
from shopworld.files import folder_beside, put_in_place
from shopworld.shop import (
    CLASSIC,
    DATA_FOLDER,
    IDENTITY_FILE,
    Identity,
    ShopFolder,
    load_family,
    read_shop_folder,
    resembling_family,
)
from shopworld.shop.data import DATA_FILES, ShopData, write_shop_data

LEAST_PRODUCTS = 2
SPECIFICATION_FOLDER = "spec"
MADE_FILES = (
    IDENTITY_FILE,
    *(f"{SPECIFICATION_FOLDER}/{name}" for name in BUNDLE_FILES),
    *(f"{DATA_FOLDER}/{name}" for name in DATA_FILES),
)
"""What the generator writes; the rest of the folder belongs to others: `catalog/` to the shop, `theme/` to hands."""


@dataclass(frozen=True, slots=True)
class GeneratedShop:
    """A shop that was generated.

    Attributes:
        shop: as it reads from its place.
        renewal: which of its files were written, kept, or replaced although they had been edited by hand.
    """

    shop: ShopFolder
    renewal: Renewal


Contents = Callable[[SpecificationBundle, int, int | None], tuple[Identity, ShopData]]
"""Who a shop is, and what it sells and says: of a specification, a seed, and a number of products."""


def invented(bundle: SpecificationBundle, seed: int, products: int | None) -> tuple[Identity, ShopData]:
    """An invented shop in the statistics of its specification."""
    identity = make_identity(bundle, seed)
    return identity, with_backdrops(make_shop_data(bundle, seed, products), identity)


def generate_shop(
    bundle: SpecificationBundle,
    out: Path,
    *,
    seed: int = 1,
    products: int | None = None,
    contents: Contents = invented,
    twin: bool = False,
    authored: Callable[[], AuthoringRecord | None] = lambda: None,
    pictures: Path | None = None,
) -> GeneratedShop:
    """Makes a shop folder, beside its place first; the same specification and seed give the same bytes.

    Where a generated shop stands at `out`, only those files are written whose content follows from something that
    has changed. All others stay as they are, edited by hand or not, and so does `theme/`.

    Args:
        bundle: the specification.
        out: folder of the shop.
        seed: of all choices.
        products: how many in place of the specification's number.
        contents: makes identity and data.
        twin: whether these are a source's.
        authored: what a language model has written of the contents, once they are made.
        pictures: folder of photographs that take the place of drawings.

    Raises:
        InputError: pictures cannot be taken; no shop can be made of the specification; the theme or an edited file of
            the shop that stands there cannot be read.
        ShopError: something else stands at `out`; nothing is changed there.
        OSError: it cannot be written; what stood there stays.
    """
    check_place(out)
    check_makes_a_shop(bundle)
    photographs = read_photographs(pictures) if pictures is not None else ()
    identity, data = contents(bundle, seed, products)
    if pictures is not None:
        data = with_photographs(data, photographs, pictures)
    with folder_beside(out) as beside:
        write_bundle(_composed(_with_served_fonts(bundle), seed), beside / SPECIFICATION_FOLDER)
        (beside / IDENTITY_FILE).write_text(
            tomli_w.dumps(identity.model_dump(mode="json", exclude_none=True)), encoding="utf-8"
        )
        write_shop_data(data, beside / DATA_FOLDER)
        renewal = renew(beside, out, [name for name in MADE_FILES if (beside / name).exists()])
        if not bundle.goods.kinds:
            (beside / SPECIFICATION_FOLDER / GOODS).unlink(missing_ok=True)  # of the shop that stood there
        stood = read_record(out)
        record = stood if stood is not None and not renewal.written else GenerationRecord(seed=seed, revision=2)
        noted = {"products": len(data.products), "twin": twin, "authored": authored()}
        write_record(beside, record.model_copy(update=noted))
        keep_photographs(photographs, data, beside)
        shop = read_shop_folder(beside)
        put_in_place(beside, out)
    return GeneratedShop(shop.at(out), renewal)


def _with_served_fonts(bundle: SpecificationBundle) -> SpecificationBundle:
    """The specification with fonts that shops can serve; explored sites name many others."""
    fonts = bundle.style.fonts
    served = fonts.model_copy(
        update={"heading": resembling_family(fonts.heading), "body": resembling_family(fonts.body)}
    )
    return replaced(bundle, style=bundle.style.model_copy(update={"fonts": served}))


def check_makes_a_shop(bundle: SpecificationBundle) -> None:
    """Refuses a specification of which no shop can be made: one without goods to choose from, or without prices.

    Raises:
        InputError: it is one.
    """
    statistics = bundle.statistics
    total = statistics.products_total
    field, found, expected = "", "", ""
    if total is not None and total < LEAST_PRODUCTS:
        field, found, expected = "products_total", str(total), f"at least {LEAST_PRODUCTS}"
    elif statistics.collections_total == 0:
        field, found, expected = "collections_total", "0", "at least 1"
    elif statistics.price.max == 0:
        field, found, expected = "price.max", "0", "a price above 0"
    if field:
        raise InputError(
            f"stats.json: {field} is {found}, expected {expected}: no shop can be made of it",
            hint="Explore the storefront again, or set the value to null for the usual one.",
        )


def _composed(bundle: SpecificationBundle, seed: int) -> SpecificationBundle:
    """The specification with what it leaves open of its family's traits decided by the seed.

    Shops of the family `classic` stay as their specification says: it is what there was before there were families.
    """
    family = load_family(bundle.style.family)
    if family.name == CLASSIC:
        return bundle
    other = {**family.drawn(seed), **bundle.capabilities.other}
    return replaced(bundle, capabilities=bundle.capabilities.model_copy(update={"other": other}))


def check_place(out: Path) -> None:
    """Refuses a place where something else stands than a generated shop.

    Raises:
        ShopError: it does.
    """
    if not out.exists() or (out / GENERATION_FILE).is_file():
        return
    if out.is_dir() and not any(out.iterdir()):
        return
    raise ShopError(
        f"{out}: holds something that is no generated shop", hint="Name another folder, or remove this one."
    )
