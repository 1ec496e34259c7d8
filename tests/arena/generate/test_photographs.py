"""A person's own photographs in place of drawings: which file shows what, what is refused, how shops serve them."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import httpx
import pytest
from PIL import Image

from shopworld.arena.bundle import SpecificationBundle, read_bundle
from shopworld.arena.generate.photographs import read_photographs, with_photographs
from shopworld.arena.generate.pipeline import generate_shop, invented
from shopworld.arena.specifications import shipped_specifications
from shopworld.errors import InputError
from shopworld.mall import Mall, MallServer, make_mall_of_shops, open_single_shop
from shopworld.shop import addresses_of, hash_of_shop
from shopworld.shop.data import ShopData

PRODUCTS = 12


@pytest.fixture(scope="module")
def bundle() -> SpecificationBundle:
    return read_bundle(shipped_specifications()["cookware"])


@pytest.fixture(scope="module")
def data(bundle: SpecificationBundle) -> ShopData:
    return invented(bundle, 1, PRODUCTS)[1]


def photograph(place: Path, shade: int, size: tuple[int, int] = (90, 70)) -> Path:
    """A small picture of one colour, saved as its name says."""
    place.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", size, (shade, 40, 90)).save(place)
    return place


def source_of(file: Path) -> str:
    """What a shop calls it: the start of its hash, and one ending for all JPEGs."""
    ending = {"jpeg": "jpg"}.get(file.suffix.lower()[1:], file.suffix.lower()[1:])
    return f"photographs/{sha256(file.read_bytes()).hexdigest()[:16]}.{ending}"


def sources(data: ShopData) -> dict[str, list[str]]:
    return {one.handle: [image.src for image in one.images] for one in data.products}


def test_names_of_files_and_folders_say_what_they_show(data: ShopData, tmp_path: Path) -> None:
    by_handle, by_id, by_folder, *_ = data.products
    kind = Counter(one.details.kind for one in data.products[3:]).most_common(1)[0][0]
    files = {
        by_handle.handle: [tmp_path / f"{by_handle.handle}.jpg", tmp_path / f"{by_handle.handle}-2.png"],
        by_id.handle: [tmp_path / f"{by_id.id}.WEBP"],
        by_folder.handle: [tmp_path / by_folder.handle / "a.jpeg", tmp_path / by_folder.handle / "b.jpg"],
    }
    for at, file in enumerate(one for listed in files.values() for one in listed):
        photograph(file, 20 * at)
    pool = [photograph(tmp_path / kind / f"{at}.png", 100 + at) for at in range(30)]
    shown = sources(with_photographs(data, read_photographs(tmp_path), tmp_path))
    for handle, listed in files.items():
        assert shown[handle] == [source_of(file) for file in listed]
    of_kind = [one.handle for one in data.products if one.details.kind == kind and one.handle not in files]
    assert [shown[one] for one in of_kind] == [
        [source_of(file)] for file, _ in zip(sorted(pool), of_kind, strict=False)
    ]
    drawn = sources(data)
    others = [one.handle for one in data.products if one.details.kind != kind and one.handle not in files]
    assert all(shown[one] == drawn[one] for one in others)


def test_what_cannot_be_taken_is_named_all_at_once(data: ShopData, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such folder"):
        read_photographs(tmp_path / "gone")
    photograph(tmp_path / "frying_pan" / "a.png", 1)
    (tmp_path / "frying_pan" / "b.png").write_bytes((tmp_path / "frying_pan" / "a.png").read_bytes())
    photograph(tmp_path / "tiny.png", 2, (20, 20))
    photograph(tmp_path / "real.png", 3).rename(tmp_path / "liar.jpg")
    (tmp_path / "broken.webp").write_bytes(b"RIFF....WEBPVP8 ")
    (tmp_path / "notes.txt").write_text("no picture")
    (tmp_path / ".hidden").write_text("is left alone")
    Image.new("RGB", (80, 80)).save(
        tmp_path / "moving.webp", save_all=True, append_images=[Image.new("RGB", (80, 80), (9, 200, 9))]
    )
    with pytest.raises(InputError) as told:
        read_photographs(tmp_path)
    for name in ("b.png: the same picture", "tiny.png: is 20 by 20", "liar.jpg: is a PNG", "broken.webp: cannot be",
                 "notes.txt: ends in .txt", "moving.webp: moves"):  # fmt: skip
        assert name in str(told.value)
    assert ".hidden" not in str(told.value)
    assert str(told.value).count(str(tmp_path)) == 1


def test_a_name_that_is_nothing_is_refused_with_what_it_may_mean(data: ShopData, tmp_path: Path) -> None:
    photograph(tmp_path / "fryin_pan.png", 1)
    with pytest.raises(InputError, match=r"fryin_pan.png: no product or kind.*frying_pan"):
        with_photographs(data, read_photographs(tmp_path), tmp_path)


def test_shops_and_malls_hold_copies_and_serve_them(
    bundle: SpecificationBundle, data: ShopData, tmp_path: Path
) -> None:
    first = data.products[0]
    file = photograph(tmp_path / "mine" / f"{first.handle}.png", 7)
    shops = [tmp_path / "one", tmp_path / "other"]
    for shop in shops:
        generate_shop(bundle, shop, seed=1, products=PRODUCTS, pictures=tmp_path / "mine")
    assert hash_of_shop(shops[0]) == hash_of_shop(shops[1])
    make_mall_of_shops(tmp_path / "mall", shops[:1], name="mine")
    content = file.read_bytes()
    file.unlink()
    address = f"/media/photographs/{sha256(content).hexdigest()[:16]}.png"
    for mall in (open_single_shop(shops[0]), Mall.open(tmp_path / "mall")):
        with closing(mall), MallServer(mall, slots=0) as server:
            origin = server.door_address(next(iter(mall.sites)).name, server.welcome())
            host = origin.removeprefix("http://").strip("/")

            def get(path: str, server: MallServer = server, host: str = host) -> httpx.Response:
                there = f"http://127.0.0.1:{server.door_port}{path}"
                return httpx.get(there, headers={"host": host}, trust_env=False, timeout=60)

            answer = get(address)
            assert (answer.content, answer.headers["content-type"]) == (content, "image/png")
            assert get("/media/photographs/0123456789abcdef.png").status_code == 404
            assert get("/media/photographs/..%2fshop.toml").status_code >= 400
            page = get(addresses_of(mall.shops[0].identity.addresses).product(first.handle)).text
            assert f'src="{address}"' in page
            assert f"/media/{first.id}/" not in page
    generate_shop(bundle, shops[0], seed=1, products=PRODUCTS)
    assert not (shops[0] / "photographs").exists()
    assert hash_of_shop(shops[0]) != hash_of_shop(shops[1])
