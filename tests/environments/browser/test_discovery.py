"""The browser is found where people put it, in the documented order."""

from __future__ import annotations

from pathlib import Path

import pytest

from shopworld.environments import find_browser
from shopworld.errors import BrowserMissing


def _program(path: Path, version: str = "Chromium 156.0.8078.79") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\necho '{version} built on Debian'\n")
    path.chmod(0o755)
    return path


def _variables(tmp_path: Path, **more: str) -> dict[str, str]:
    return {"HOME": str(tmp_path / "home"), "PATH": str(tmp_path / "bin"), **more}


def test_the_named_browser_comes_first(tmp_path: Path) -> None:
    named = _program(tmp_path / "own" / "my-chrome")
    _program(tmp_path / "bin" / "chromium")
    found = find_browser(_variables(tmp_path, SHOPWORLD_BROWSER=str(named)))
    assert (found.path, found.kind, found.version) == (named, "chromium", "156.0.8078.79")


def test_a_named_browser_that_is_none_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BrowserMissing, match="is no program"):
        find_browser(_variables(tmp_path, SHOPWORLD_BROWSER=str(tmp_path / "absent")))


@pytest.mark.parametrize("version", ["something else", "ls (GNU coreutils) 9.1", "Mozilla Firefox 128.10.0"])
def test_a_program_that_is_no_chromium_is_an_error(tmp_path: Path, version: str) -> None:
    other = _program(tmp_path / "own" / "other", version=version)
    with pytest.raises(BrowserMissing, match="is no Chromium"):
        find_browser(_variables(tmp_path, SHOPWORLD_BROWSER=str(other)))


def test_playwrights_newest_browser_comes_before_the_path(tmp_path: Path) -> None:
    cache = tmp_path / "home" / ".cache" / "ms-playwright"
    _program(cache / "chromium_headless_shell-999" / "chrome-linux" / "headless_shell")
    newest = _program(cache / "chromium_headless_shell-1100" / "chrome-linux" / "headless_shell")
    _program(tmp_path / "bin" / "chromium-headless-shell")
    found = find_browser(_variables(tmp_path))
    assert (found.path, found.kind) == (newest, "headless-shell")


def test_playwrights_folder_can_be_elsewhere(tmp_path: Path) -> None:
    program = _program(tmp_path / "browsers" / "chromium-1100" / "chrome-linux" / "chrome")
    found = find_browser(_variables(tmp_path, PLAYWRIGHT_BROWSERS_PATH=str(tmp_path / "browsers")))
    assert found.path == program


def test_the_headless_shell_comes_before_the_full_browser(tmp_path: Path) -> None:
    _program(tmp_path / "bin" / "chromium")
    shell = _program(tmp_path / "bin" / "chromium-headless-shell")
    assert find_browser(_variables(tmp_path)).path == shell


def test_a_program_that_does_not_run_is_passed_over(tmp_path: Path) -> None:
    _program(tmp_path / "bin" / "chromium-headless-shell").write_text("#!/bin/sh\nexit 1\n")
    whole = _program(tmp_path / "bin" / "chromium")
    assert find_browser(_variables(tmp_path)).path == whole


def test_without_a_browser_the_error_says_what_to_install(tmp_path: Path) -> None:
    with pytest.raises(BrowserMissing) as caught:
        find_browser(_variables(tmp_path))
    assert caught.value.hint is not None
    assert "chromium-headless-shell" in caught.value.hint
    assert "SHOPWORLD_BROWSER" in caught.value.hint


def test_a_browser_that_is_there_and_would_not_start_is_told_from_none(tmp_path: Path) -> None:
    broken = tmp_path / "bin" / "chromium"
    broken.parent.mkdir()
    broken.write_text("#!/bin/sh\necho 'libnss3.so: cannot open shared object file' >&2\nexit 127\n")
    broken.chmod(0o755)
    with pytest.raises(BrowserMissing, match="was found, but does not start") as missing:
        find_browser({"PATH": str(broken.parent), "HOME": str(tmp_path)})
    assert "(exit status 127): libnss3.so: cannot open shared object file" in missing.value.message
    assert "doctor --install" in str(missing.value.hint)
