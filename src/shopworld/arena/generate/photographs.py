"""A person's own photographs in place of drawings: which file shows which product."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from shopworld.catalog import KINDS
from shopworld.errors import InputError, did_you_mean
from shopworld.shop import MEDIA_TYPES, PHOTOGRAPHS_FOLDER, photograph_name
from shopworld.shop.data import ImageData, ProductData, ShopData

_ENDINGS = {".jpg": "jpg", ".jpeg": "jpg", ".png": "png", ".webp": "webp"}
_FORMATS = {"jpg": "JPEG", "png": "PNG", "webp": "WEBP"}
_LARGEST, _MOST_PIXELS, _LEAST_SIDE, _MOST_FILES = 10 * 1024 * 1024, 40_000_000, 64, 5_000
_TOLD = 8
_NUMBERED = re.compile(r"(.+)-\d{1,3}")


@dataclass(frozen=True, slots=True)
class Photograph:
    """One file.

    Attributes:
        file: where it is.
        place: its path in the folder of photographs.
        name: what it is called in the shop, after its content.
        width, height: in pixels.
    """

    file: Path
    place: Path
    name: str
    width: int
    height: int

    @property
    def called(self) -> Iterator[str]:
        """What it may be a photograph of: its own name, that without a number, and its folder's."""
        stem = self.place.stem
        yield stem
        numbered = _NUMBERED.fullmatch(stem)
        if numbered:
            yield numbered[1]
        yield from (part.name for part in self.place.parents if part.name)


def read_photographs(folder: Path) -> tuple[Photograph, ...]:
    """The photographs in a folder and the folders in it, by name; hidden files are left out.

    Raises:
        InputError: there is no such folder or nothing in it, or files cannot be taken; names them.
    """
    if not folder.is_dir():
        raise InputError("there is no such folder of pictures", file=folder)
    files = [
        one
        for one in sorted(folder.rglob("*"), key=_order)
        if one.is_file() and not _is_hidden(one.relative_to(folder))
    ]
    if not files or len(files) > _MOST_FILES:
        raise InputError(f"holds {len(files)} pictures, expected 1 to {_MOST_FILES}", file=folder)
    found: dict[str, Photograph] = {}
    wrong = []
    for file in files:
        place = file.relative_to(folder)
        one = _read(file, place)
        if isinstance(one, str):
            wrong.append(f"{place}: {one}")
        elif one.name in found:
            wrong.append(f"{place}: the same picture as {found[one.name].place}")
        else:
            found[one.name] = one
    _refuse(folder, wrong, "Take them out, or save them as JPEG, PNG or WebP.")
    return tuple(found.values())


def with_photographs(data: ShopData, photographs: Iterable[Photograph], folder: Path) -> ShopData:
    """The shop's data with photographs in place of drawings, each of one product at most.

    A file or folder called after a product, by handle or id, shows that product; one called after a kind of goods
    shows the next product of the kind that has no photograph, in the order of the shop. Others keep their drawings.

    Args:
        data: of the shop.
        photographs: in order.
        folder: that they come from, for messages.

    Raises:
        InputError: a file is called after nothing that is known.
    """
    by_name = {name: one.handle for one in data.products for name in (str(one.id), one.handle)}
    kinds = {one.details.kind for one in data.products} | set(KINDS)
    own: dict[str, list[Photograph]] = {}
    of_kind: dict[str, list[Photograph]] = {}
    wrong = []
    for one in photographs:
        called = list(one.called)
        product = next((by_name[name] for name in called if name in by_name), None)
        kind = next((name for name in called if name in kinds), None)
        if product is not None:
            own.setdefault(product, []).append(one)
        elif kind is not None:
            of_kind.setdefault(kind, []).append(one)
        else:
            wrong.append(f"{one.place}: no product or kind is called so. {did_you_mean(called[0], [*by_name, *kinds])}")
    _refuse(folder, wrong, "Name files, or the folders that they are in, after handles, ids or kinds of products.")
    pools = {kind: iter(found) for kind, found in of_kind.items()}
    for product_data in data.products:
        given = None if product_data.handle in own else next(pools.get(product_data.details.kind, iter(())), None)
        if given is not None:
            own[product_data.handle] = [given]
    products = tuple(_shown(one, own.get(one.handle, ())) for one in data.products)
    return data.model_copy(update={"products": products})


def keep_photographs(photographs: Iterable[Photograph], data: ShopData, shop: Path) -> None:
    """Puts those photographs into a shop that its data name, and takes out the others that lie there."""
    named = {photograph_name(image.src) for one in data.products for image in one.images} - {""}
    folder = shop / PHOTOGRAPHS_FOLDER
    for file in folder.glob("*") if folder.is_dir() else ():
        if file.name not in named:
            file.unlink()
    for one in photographs:
        if one.name in named:
            folder.mkdir(exist_ok=True)
            (folder / one.name).write_bytes(one.file.read_bytes())
    if folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()


def _shown(product: ProductData, photographs: Iterable[Photograph]) -> ProductData:
    images = tuple(
        ImageData(
            id=place,
            src=f"{PHOTOGRAPHS_FOLDER}/{one.name}",
            alt=product.title if place == 1 else f"{product.title}, picture {place}",
            width=one.width,
            height=one.height,
            position=place,
        )
        for place, one in enumerate(photographs, 1)
    )
    return product.model_copy(update={"images": images}) if images else product


def _read(file: Path, place: Path) -> Photograph | str:
    """A photograph, or what is wrong with the file."""
    from PIL import Image

    ending = _ENDINGS.get(file.suffix.lower())
    if ending is None:
        return f"ends in {file.suffix or 'nothing'}, expected {', '.join(_ENDINGS)}"
    if file.is_symlink():
        return "is a link"
    if file.stat().st_size > _LARGEST:
        return f"is larger than {_LARGEST // 1024 // 1024} MB"
    try:
        content = file.read_bytes()
        with Image.open(file, formats=list(_FORMATS.values())) as picture:
            width, height = picture.size
            if picture.format != _FORMATS[ending]:
                return f"is a {picture.format}, its name says {_FORMATS[ending]}"
            if width * height > _MOST_PIXELS or min(width, height) < _LEAST_SIDE:
                return f"is {width} by {height}; expected sides from {_LEAST_SIDE}, and at most 40 million pixels"
            if getattr(picture, "n_frames", 1) > 1:
                return "moves"
            picture.load()
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        return f"cannot be read as a picture ({str(error).replace(str(file), place.name)})"
    assert ending in MEDIA_TYPES
    return Photograph(file, place, f"{sha256(content).hexdigest()[:16]}.{ending}", width, height)


def _refuse(folder: Path, wrong: list[str], cure: str) -> None:
    if wrong:
        more = f"\n  and {len(wrong) - _TOLD} more" if len(wrong) > _TOLD else ""
        raise InputError(
            "these pictures cannot be taken:\n  " + "\n  ".join(wrong[:_TOLD]) + more, file=folder, hint=cure
        )


def _order(file: Path) -> tuple[Path, str, int, str]:
    """By folder and name; `mug.jpg` comes before `mug-2.jpg`, and that before `mug-10.jpg`."""
    base, _, number = file.stem.rpartition("-")
    numbered = bool(base) and number.isascii() and number.isdigit()
    return (file.parent, base, int(number), file.name) if numbered else (file.parent, file.stem, 0, file.name)


def _is_hidden(place: Path) -> bool:
    return any(part.startswith(".") for part in place.parts)
