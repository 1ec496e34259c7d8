"""Holes that somebody has allowed by name, and what is said of those that nobody has."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from outside_service import CANARY, Outside

from shopworld.errors import InputError
from shopworld.evaluation.records import Isolation
from shopworld.evaluation.running.jailing import isolation_lines, isolation_of
from shopworld.jail import AllowedHost, JailOptions, Level, Pipes, StartedProgram, start_jailed
from shopworld.jail.agents import policy_for_class
from shopworld.mall import Home

FETCH = """
import sys, urllib.request
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
print(opener.open(sys.argv[1], timeout=5).read().decode(), flush=True)
"""


@pytest.fixture
def service() -> Iterator[Outside]:
    """A service on this machine."""
    made = Outside()
    yield made
    made.close()


Play = Callable[..., tuple[str, tuple[str, ...]]]


@pytest.fixture
def play(level: Level, here: Path) -> Play:
    """Runs Python in a jail; returns what it said, and what was refused."""

    def of(code: str, *arguments: str, **holes: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
        options = JailOptions(level=level).with_holes(**holes)
        started: StartedProgram = start_jailed(
            sys.executable,
            [sys.executable, "-c", code, *arguments],
            policy_for_class(options),
            variables=options.variables,
            held=level,
            pipes=Pipes(stdout=subprocess.PIPE, stderr=subprocess.STDOUT),
        )
        try:
            said, _ = started.process.communicate(timeout=300)
            started.hear(said.decode())
        finally:
            started.close()
        return said.decode(), tuple(map(str, started.refusals))

    return of


def test_an_allowed_port_is_reached_and_no_other(play: Play, service: Outside, level: Level) -> None:
    with_hole, refused = play(FETCH, f"http://127.0.0.1:{service.port}/a", hosts=(f"127.0.0.1:{service.port}",))
    assert with_hole.strip() == CANARY
    assert refused == ()
    assert service.seen == ["/a"]
    other, refused = play(FETCH, f"http://127.0.0.1:{service.port}/b", hosts=(f"127.0.0.1:{service.port + 1}",))
    assert CANARY not in other
    assert service.seen == ["/a"]
    if level is not Level.LANDLOCK:  # it has no ear there
        assert refused == (
            f"a connection to 127.0.0.1:{service.port} was refused; allow it by --allow-host 127.0.0.1:{service.port}",
        )


def test_an_allowed_name_is_found(play: Play, service: Outside, level: Level) -> None:
    said, _ = play(FETCH, f"http://localhost:{service.port}/", hosts=(f"localhost:{service.port}",))
    assert CANARY in said
    if level is Level.LANDLOCK:
        pytest.skip("names are looked up by the machine there, which is not allowed")
    asked = (
        "import socket; print(socket.getaddrinfo('model.example', 443)[0][4][0]); socket.getaddrinfo('b.example', 1)"
    )
    said, refused = play(asked, hosts=("model.example:443",))
    assert "127.77.0.1" in said
    assert refused == ("the host b.example was not found; allow it by --allow-host b.example:443 (or its other port)",)


def test_a_variable_and_a_file_are_there_where_they_are_named_and_told_where_not(
    play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_AGENTS_SETTING", "seven")
    weights = tmp_path / "weights"
    weights.mkdir()
    (weights / "first.bin").write_text("weights")
    path = str(weights / "first.bin")
    said, refused = play("import os, sys; print(os.environ['MY_AGENTS_SETTING'])")
    assert "seven" not in said
    assert refused == (
        "the environment variable MY_AGENTS_SETTING is not there; allow it by --pass-env MY_AGENTS_SETTING",
    )
    assert play("import os; print(os.environ['MY_AGENTS_SETTING'])", variables=("MY_AGENTS_SETTING",))[0] == "seven\n"
    said, refused = play("import sys; print(open(sys.argv[1]).read())", path)
    assert "weights\n" not in said
    assert refused == (f"{path} is not there; allow it by --mount {path}",)
    assert play("import sys; print(open(sys.argv[1]).read())", path, mounts=(str(weights),)) == ("weights\n", ())
    said, _ = play("import sys; open(sys.argv[1], 'w')", path, mounts=(str(weights),))
    assert "Error" in said
    assert (weights / "first.bin").read_text() == "weights"


def test_no_hole_leads_to_answers(play: Play, here: Path, home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOPWORLD_HOME", str(home.folder))
    suite = str(home.suite("small"))
    for holes in ({}, {"mounts": (suite,)}, {"mounts": (str(home.folder.parent),)}):
        said, refused = play("import sys; print(open(sys.argv[1]).read())", suite, **holes)
        assert "mall_hash" not in said
        assert refused == (f"{suite} is not there, and nothing allows it: answers are kept from agents",), said


def test_what_results_say_of_it() -> None:
    held = JailOptions(level=Level.BUBBLEWRAP)
    assert isolation_of(held) is Isolation.ISOLATED
    for hole in ({"hosts": ("a.example:443",)}, {"variables": ("A_KEY",)}, {"mounts": ("/",)}):
        assert isolation_of(held.with_holes(**hole)) is Isolation.WITH_EXCEPTIONS
    assert isolation_of(JailOptions(trust=True, level=Level.BUBBLEWRAP)) is Isolation.TRUSTED
    assert isolation_of(JailOptions(level=Level.NONE)) is Isolation.TRUSTED


def test_who_is_not_held_is_told_once_unless_that_was_asked_for() -> None:
    found = {"mine": Isolation.TRUSTED, "other": Isolation.TRUSTED}
    (line,) = isolation_lines(found, JailOptions(level=Level.NONE))
    assert "mine, other" in line
    assert isolation_lines(found, JailOptions(trust=True)) == []
    assert isolation_lines({"mine": Isolation.ISOLATED}, JailOptions()) == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a",
        "a:",
        ":80",
        "a:0",
        "a:65536",
        "a:-1",
        "a:٣",
        "a b:80",
        "::1:80",
        "[a]:80",
        "a/b:80",
        "http://a:80",
        "-:1",
    ],
)
def test_what_is_no_host_and_port_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="allow_host"):
        AllowedHost.parse(text)


@given(st.one_of(st.ip_addresses(v=4), st.ip_addresses(v=6)), st.integers(1, 65535))
def test_addresses_read_and_written_are_the_same(address: object, port: int) -> None:
    text = f"[{address}]:{port}" if ":" in str(address) else f"{address}:{port}"
    read = AllowedHost.parse(text)
    assert str(read) == text
    assert read.is_address
