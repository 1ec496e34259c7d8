"""BrowserGym's own environment: found, or made on first use, beside the project's."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from measure import tell

HERE = Path(__file__).resolve().parent
FOLDER = HERE / ".venv-browsergym"
REQUIREMENTS = HERE / "peers" / "browsergym.txt"
VARIABLE = "SHOPWORLD_BENCH_PEER"

_READY = ".ready"
_INSTALL_SECONDS = 600
_CHECK_SECONDS = 60
_SHOWN_LINES = 4


class PeerMissing(Exception):
    """BrowserGym cannot be run here; the text says why."""


def peer_interpreter(named: str | None = None) -> Path:
    """A Python that has BrowserGym: the named one, that of `SHOPWORLD_BENCH_PEER`, or one made here on first use.

    Raises:
        PeerMissing: the named one has no BrowserGym, or it cannot be installed.
    """
    chosen = named or os.environ.get(VARIABLE, "")
    if chosen:
        if not _works(Path(chosen)):
            raise PeerMissing(f"{chosen} cannot import browsergym.core")
        return Path(chosen)
    interpreter = FOLDER / "bin" / "python"
    wanted = REQUIREMENTS.read_text(encoding="utf-8")
    marker = FOLDER / _READY
    if marker.is_file() and marker.read_text(encoding="utf-8") == wanted and _works(interpreter):
        return interpreter
    _install(interpreter)
    marker.write_text(wanted, encoding="utf-8")
    return interpreter


def _install(interpreter: Path) -> None:
    tell(f"installing BrowserGym into {FOLDER.relative_to(HERE.parent)} (once)")
    shutil.rmtree(FOLDER, ignore_errors=True)
    pip = [str(interpreter), "-m", "pip", "--disable-pip-version-check", "--retries", "1", "--timeout", "20"]
    try:
        _run([sys.executable, "-m", "venv", str(FOLDER)])
        _run([*pip, "install", "--quiet", "--requirement", str(REQUIREMENTS)])
    except PeerMissing:
        shutil.rmtree(FOLDER, ignore_errors=True)
        raise
    if not _works(interpreter):
        raise PeerMissing(f"BrowserGym was installed into {FOLDER}, but cannot be imported")


def _run(command: list[str]) -> None:
    try:
        answer = subprocess.run(command, capture_output=True, text=True, timeout=_INSTALL_SECONDS, check=False)
    except subprocess.TimeoutExpired as error:
        raise PeerMissing(f"BrowserGym was not installed within {_INSTALL_SECONDS} s") from error
    if answer.returncode:
        said = [line for line in (answer.stderr or answer.stdout).splitlines() if line.strip()]
        raise PeerMissing("BrowserGym cannot be installed: " + " / ".join(said[-_SHOWN_LINES:]))


def _works(interpreter: Path) -> bool:
    try:
        answer = subprocess.run(
            [str(interpreter), "-c", "import browsergym.core.env"],
            capture_output=True,
            timeout=_CHECK_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return answer.returncode == 0
