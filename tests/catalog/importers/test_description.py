"""Descriptions: repaired and sanitised."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.catalog.importers.description import ALLOWED_TAGS, description_html, plain_text, repair_text


@pytest.mark.parametrize(
    ("broken", "whole"),
    [
        (r"One\nTwo\r\nThree", "One\nTwo\nThree"),
        ("Fish &amp;amp;amp; chips", "Fish &amp; chips"),
        ("First&amp;lt;br /&amp;gt;Second", "First<br />Second"),
        ("New Itemrnrn45MP Full-Frame", "New Item\n\n45MP Full-Frame"),
        ("Featuresnnn45MP SensornDIGIC X", "Features\n\n45MP Sensor\nDIGIC X"),
        ("Micro-ATX/ATXr Case size: 445mmr ▲-Thickness", "Micro-ATX/ATX\nCase size: 445mm\n▲-Thickness"),
    ],
)
def test_known_damages(broken: str, whole: str) -> None:
    repaired, done = repair_text(broken)
    assert repaired == whole
    assert done


@pytest.mark.parametrize(
    "text",
    [
        "A modern pattern for internal use. Northern Lights, iPhone, OnePlus.",
        "The power Case for Intel. Your Apple or Asus.",
        "10 m &lt; 20 m &amp; more",
        "<p>In-Camera tenn</p>",
    ],
)
def test_sound_texts_stay(text: str) -> None:
    assert repair_text(text) == (text, [])


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("<p>One &amp; two</p>", "<p>One &amp; two</p>"),
        ("One\nTwo\n\nThree", "<p>One<br>Two</p><p>Three</p>"),
        ("Facts:\n• light\n• small\nEnd", "<p>Facts:</p><ul><li>light</li><li>small</li></ul><p>End</p>"),
        ("a < b & c", "<p>a &lt; b &amp; c</p>"),
        ("<h1>Title</h1><div>Text <a href='x'>link</a></div>", "<h3>Title</h3><p>Text link</p>"),
        ("<b onclick='x'>bold</b><script>alert(1)</script><style>p{}</style>", "<b>bold</b>"),
        ("<table><tr><td>1</td></tr></table>", "<table><tr><td>1</td></tr></table>"),
        ("", ""),
    ],
)
def test_known_descriptions(text: str, html: str) -> None:
    assert re.sub(r"</?tbody>", "", description_html(text)) == html


PIECES = ["<p>", "</p>", "<script>", "</script>", "<b x=1>", "</b>", "<img src=x onerror=y>", "<!--", "-->", "<style>"]
PIECES += [
    "&lt;i&gt;",
    "<svg onload=1>",
    "<ul><li>",
    "</ul>",
    "\n",
    "• ",
    "<a href='javascript:x'>",
    "&#60;script&#62;",
]
MARKUP = st.lists(st.sampled_from(PIECES) | st.text(max_size=8)).map("".join)


@given(MARKUP)
def test_nothing_but_the_allowed_tags_comes_out(text: str) -> None:
    html = description_html(repair_text(text)[0])
    for tag in re.findall(r"<[^>]*>?", html):
        match = re.fullmatch(r"</?([a-z0-9]+)>", tag)
        assert match, tag
        assert match[1] in ALLOWED_TAGS, tag


@given(MARKUP)
def test_plain_text_is_one_line(text: str) -> None:
    assert "\n" not in plain_text(text)
