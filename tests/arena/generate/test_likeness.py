"""A twin is compared with its source: pictures, palette, order of sections."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from shopworld.arena.bundle import SpecificationBundle
from shopworld.arena.generate.twin import likeness_verifier
from shopworld.arena.generate.twin.likeness import order_of_sections
from shopworld.arena.generate.twin.pictures import Picture, differences, read_picture
from shopworld.arena.verify import verify_shop
from shopworld.errors import InputError
from shopworld.shop.capabilities import SectionType


def painted(file: Path, *bands: tuple[str, int], width: int = 640) -> Path:
    """A picture of horizontal bands."""
    image = Image.new("RGB", (width, sum(height for _, height in bands)))
    top = 0
    for colour, height in bands:
        image.paste(colour, (0, top, width, top + height))
        top += height
    file.parent.mkdir(parents=True, exist_ok=True)
    image.save(file)
    return file


def test_colours_are_told_with_their_shares(tmp_path: Path) -> None:
    picture = read_picture(painted(tmp_path / "a.png", ("#ffffff", 600), ("#204060", 300), ("#ff0000", 10)))
    colours = picture.colours()
    assert list(colours) == ["#ffffff", "#204060"]
    assert colours["#ffffff"] == pytest.approx(0.66, abs=0.02)
    assert picture.share_near("#f6f6f4") == pytest.approx(colours["#ffffff"])
    assert picture.ratio == pytest.approx(910 / 640)


def test_alike_pictures_have_no_differences(tmp_path: Path) -> None:
    source = read_picture(painted(tmp_path / "a.png", ("#ffffff", 600), ("#204060", 300)))
    near = read_picture(painted(tmp_path / "b.jpg", ("#fbfbf8", 700), ("#264262", 330)))
    assert differences(source, source) == []
    assert differences(source, near) == []


def test_what_a_person_would_notice_is_told(tmp_path: Path) -> None:
    source = read_picture(painted(tmp_path / "a.png", ("#ffffff", 600), ("#204060", 300)))
    pale = read_picture(painted(tmp_path / "b.png", ("#ffffff", 2400)))
    first, second, third = differences(source, pale)
    assert first == "#ffffff takes 67% of the source's page and 100% of this one"
    assert second == "#204060 takes 33% of the source's page and 0% of this one"
    assert third == "the source's page is 1.4 times as tall as wide, this one 3.8 times"


def test_what_is_no_picture_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(b"no picture")
    with pytest.raises(InputError, match="is no picture"):
        read_picture(tmp_path / "a.jpg")
    with pytest.raises(InputError, match="is no picture"):
        read_picture(tmp_path / "missing.jpg")


def test_shares_of_noise_add_up_to_one_at_most() -> None:
    noise = np.random.default_rng(7).integers(0, 256, (2000, 3)).astype(np.float64)
    assert sum(Picture(noise, 1.0).colours().values()) <= 1


def test_the_order_of_sections_counts() -> None:
    hero, grid, news = SectionType.HERO_CAROUSEL, SectionType.FEATURED_PRODUCT_GRID, SectionType.NEWSLETTER_INLINE
    assert not list(order_of_sections((hero, grid, news), (hero, grid, news)))
    [swapped] = order_of_sections((hero, grid, news), (hero, news, grid))
    assert swapped.severity == "warning"
    [lost] = order_of_sections((hero, grid, news), (news,))
    assert lost.severity == "error"
    assert "hero_carousel, featured_product_grid, newsletter_inline; here they are newsletter_inline" in lost.what


@pytest.mark.browser
def test_a_twin_that_looks_otherwise_is_told(shop: Path, bundle: SpecificationBundle, tmp_path: Path) -> None:
    style = shop / "theme" / "styles" / "night.css"
    style.parent.mkdir(parents=True)
    style.write_text(":root{--background:#101828}body{background:#101828!important}", encoding="utf-8")
    painted(tmp_path / "specification" / "evidence" / "home.jpg", ("#ffffff", 900), width=300)
    found = verify_shop(shop, bundle, verifiers=[likeness_verifier(tmp_path / "specification")])
    errors = {one.place: one for one in found if one.severity == "error"}
    ground = errors["style.palette.background"]
    assert f"the source has {bundle.style.palette.background}, here it is #101828" in ground.what
    assert any(one.place == "evidence/home.jpg" and "#ffffff takes 100%" in one.what for one in found)
