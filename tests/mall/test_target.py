"""Request targets: what is an address of this world, and what is not."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from shopworld.mall.target import Refusal, Target, parse_target

HOST = [b"techtalk.example"]
labels = st.from_regex(r"[a-z0-9]([a-z0-9-]{0,8}[a-z0-9])?", fullmatch=True)


@given(st.lists(labels, min_size=1, max_size=4).map(".".join), st.integers(0, 99_999), labels)
def test_absolute_and_origin_form_mean_the_same(host: str, port: int, path: str) -> None:
    absolute = parse_target("GET", f"http://{host}:{port}/{path}?q=1".encode(), [b"other.example"])
    origin = parse_target("GET", f"/{path}?q=1".encode(), [f"{host}:{port}".encode()])
    assert absolute == origin == Target(host, port, f"/{path}".encode(), b"q=1")


@given(
    st.sampled_from(["GET", "POST", "PUT", "CONNECT", "x"]),
    st.binary(max_size=80),
    st.lists(st.binary(max_size=30), max_size=3),
)
@example("GET", b"http://a.example", [])
def test_whatever_is_sent_it_is_a_safe_target_or_refused(method: str, target: bytes, hosts: list[bytes]) -> None:
    parsed = parse_target(method, target, hosts)
    if isinstance(parsed, Refusal):
        assert 400 <= parsed.status < 500
        return
    assert parsed.host == parsed.host.lower()
    assert not set(parsed.host) - set("abcdefghijklmnopqrstuvwxyz0123456789.-")
    assert parsed.path.startswith(b"/")
    assert not parsed.path.startswith(b"//")
    assert b".." not in parsed.path.split(b"/")
    assert not set(parsed.path + parsed.query) & set(range(33))


@given(labels)
def test_a_host_is_told_in_any_case(name: str) -> None:
    parsed = parse_target("GET", b"HTTP://" + name.upper().encode() + b".EXAMPLE/", HOST)
    assert isinstance(parsed, Target)
    assert parsed.origin == f"http://{name}.example"


@pytest.mark.parametrize(
    ("target", "status"),
    [
        (b"https://techtalk.example/", 403),
        (b"ftp://techtalk.example/", 403),
        (b"file:///etc/passwd", 403),
        (b"view-source:http://techtalk.example/", 400),
        (b"http://user:pass@techtalk.example/", 403),
        (b"http://evil.example@techtalk.example/", 403),
        (b"http://[::1]/", 403),
        (b"http://techtalk.example:/", 403),
        (b"http://techtalk.example:80:80/", 403),
        (b"http://techtalk.example\\@evil.example/", 403),
        (b"http:///", 400),
        (b"http://tech%74alk.example/", 403),
        (b"techtalk.example:443", 400),
        (b"*", 400),
        (b"", 400),
        (b"//evil.example/", 400),
        (b"http://techtalk.example//evil.example/", 400),
        (b"/a/../../etc/passwd", 400),
        (b"/a/%2e%2e/b", 400),
        (b"/a/.%2E/b", 400),
        (b"/a%2fb", 400),
        (b"/a%5Cb", 400),
        (b"/a\\b", 400),
        (b"/a%00b", 400),
        (b"/a%0d%0aSet-Cookie:x", 400),
        (b"/a%zz", 400),
        (b"/a#b", 400),
        (b"/\xc3\xa9", 400),
        (b"/?\x7f", 400),
    ],
)
def test_odd_addresses_are_refused(target: bytes, status: int) -> None:
    parsed = parse_target("GET", target, HOST)
    assert isinstance(parsed, Refusal), parsed
    assert parsed.status == status


@pytest.mark.parametrize(
    "path", [b"/product/a.b..c/", b"/product/x.", b"/a/...b/", b"/caf%C3%A9/", b"/a+b/%20/", b"/a//b/"]
)
def test_ordinary_paths_pass(path: bytes) -> None:
    assert parse_target("GET", path, HOST) == Target("techtalk.example", 80, path, b"")


def test_an_absolute_address_wins_over_the_host_header() -> None:
    parsed = parse_target("GET", b"http://evil.example/", HOST)
    assert isinstance(parsed, Target)
    assert parsed.host == "evil.example"


@pytest.mark.parametrize("hosts", [[], [b"a.example", b"b.example"], [b"a.example", b"a.example"], [b""]])
def test_one_host_and_only_one_is_named(hosts: list[bytes]) -> None:

    assert isinstance(parse_target("GET", b"/", hosts), Refusal)


@pytest.mark.parametrize("method", ["CONNECT", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "PRI"])
def test_other_methods_are_not_allowed(method: str) -> None:
    parsed = parse_target(method, b"http://techtalk.example/", HOST)
    assert isinstance(parsed, Refusal)
    assert parsed.status == 405
