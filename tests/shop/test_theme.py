"""Themes: templates over the shipped ones, styles appended, nothing of them trusted."""

from __future__ import annotations

from pathlib import Path

import pytest
from corner_shop import Shopper, make_specification

from shopworld.catalog import Catalog
from shopworld.errors import InputError
from shopworld.shop import Storefront
from shopworld.shop.content import Theme
from shopworld.shop.theme import read_theme, write_theme


def put(folder: Path, name: str, text: str) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")


def themed(catalog: Catalog, theme: Theme) -> Shopper:
    return Shopper(Storefront(make_specification().model_copy(update={"theme": theme}), catalog))


def test_a_theme_is_read_as_it_was_written(tmp_path: Path) -> None:
    theme = Theme(templates={"pages/home.html": "x", "cards/own.html": "y"}, styles=("b{}", "a{}"))
    write_theme(tmp_path, theme)
    assert read_theme(tmp_path) == theme
    assert read_theme(tmp_path / "missing") == Theme()


def test_templates_replace_shipped_ones_and_styles_come_last(catalog: Catalog) -> None:
    shopper = themed(catalog, Theme(templates={"fragments/logo.html": "<b>LOGO</b>"}, styles=(".x{color:#123456}",)))
    page = shopper.get("/").text
    assert "<b>LOGO</b>" in page
    address = page.split('rel="stylesheet" href="', 1)[1].split('"', 1)[0]
    assert shopper.get(address).text.endswith(".x{color:#123456}")


def test_a_shop_without_a_theme_stays_as_it_is(catalog: Catalog) -> None:
    themed(catalog, Theme(templates={"fragments/logo.html": "<b>LOGO</b>"})).get("/")
    assert "LOGO" not in Shopper(Storefront(make_specification(), catalog)).get("/").text


@pytest.mark.parametrize(
    "source",
    [
        "{{ page.__class__ }}",
        "{{ shell.specification.__init__.__globals__ }}",
        "{{ addresses._frozen }}",
        "{% include '/etc/passwd' %}",
        "{% include '../../specification.py' %}",
        "{{ open('/etc/passwd') }}",
    ],
)
def test_a_template_reaches_nothing_but_what_it_is_given(catalog: Catalog, source: str) -> None:
    with pytest.raises(Exception, match=r"undefined|not found|unknown|does not exist"):
        themed(catalog, Theme(templates={"fragments/logo.html": source})).get("/")


def test_a_template_cannot_run_for_ever(catalog: Catalog) -> None:
    source = "{% for a in range(9000) %}{% for b in range(9000) %}{% if a %}{% endif %}{% endfor %}{% endfor %}"
    with pytest.raises(Exception, match="fuel"):
        themed(catalog, Theme(templates={"fragments/logo.html": source})).get("/")


@pytest.mark.parametrize(
    ("name", "text", "message", "line"),
    [
        ("templates/home.html", "<p>\n{% if %}", "not a template", 2),
        ("templates/Home Page.html", "", r"expected files '\*\.html'", None),
        ("templates/run.py", "", r"expected files '\*\.html'", None),
        ("styles/own.css", "a{}\n@import 'x.css';", "found '@import'", 2),
        ("styles/own.css", "a{background:url(https://x.example/a.png)}", "load nothing from elsewhere", 1),
        ("styles/own.css", "a{background:url( '//x.example/a.png')}", "load nothing from elsewhere", 1),
        ("styles/large.css", "a" * 300_000, "is larger than 256 KB", None),
    ],
)
def test_a_theme_with_a_fault_names_the_file(
    tmp_path: Path, name: str, text: str, message: str, line: int | None
) -> None:
    put(tmp_path, name, text)
    with pytest.raises(InputError, match=message) as caught:
        read_theme(tmp_path)
    assert str(caught.value.file) == str(tmp_path / name)
    assert caught.value.line == line


def test_links_are_not_followed(tmp_path: Path) -> None:
    put(tmp_path, "secret.html", "secret")
    (tmp_path / "theme" / "templates").mkdir(parents=True)
    (tmp_path / "theme" / "templates" / "home.html").symlink_to(tmp_path / "secret.html")
    with pytest.raises(InputError, match="is a link"):
        read_theme(tmp_path / "theme")


def test_files_that_are_no_text_are_refused(tmp_path: Path) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "home.html").write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match="not UTF-8"):
        read_theme(tmp_path)
