"""A running Chromium: started in a process group of its own, driven by pipe, killed as a group."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType

from shopworld.environments.browser.connection import Connection
from shopworld.environments.browser.discovery import BrowserProgram, find_browser
from shopworld.errors import EnvironmentFault

_FLAGS = (
    "--headless",
    "--remote-debugging-pipe",
    "--no-first-run",
    "--no-default-browser-check",
    "--no-pings",
    "--disable-background-networking",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--disable-breakpad",
    "--disable-client-side-phishing-detection",
    "--disable-component-extensions-with-background-pages",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--disable-field-trial-config",
    "--disable-gpu",
    "--disable-ipc-flooding-protection",
    "--disable-popup-blocking",
    "--disable-prompt-on-repost",
    "--disable-search-engine-choice-screen",
    "--disable-site-isolation-trials",
    "--disable-sync",
    "--metrics-recording-only",
    "--mute-audio",
    "--password-store=basic",
    "--use-mock-keychain",
    "--deny-permission-prompts",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--force-color-profile=srgb",
    "--force-device-scale-factor=1",
    "--force-prefers-reduced-motion",
    "--font-render-hinting=none",
    "--disable-lcd-text",
    "--hide-scrollbars",
    "--lang=en-US",
    "--accept-lang=en-US",
    "--disable-features=AcceptCHFrame,AutofillServerCommunication,BackForwardCache,CertificateTransparencyComponentUpdater,"
    "DialMediaRouteProvider,GlobalMediaControls,HttpsFirstBalancedModeAutoEnable,HttpsUpgrades,InterestFeedContentSuggestions,"
    "IsolateOrigins,LazyFrameLoading,MediaRouter,OptimizationHints,PaintHolding,Prerender2,ProactivelySwapBrowsingInstance,RenderDocument,"
    "ScrollAnimator,SpareRendererForSitePerProcess,Translate,site-per-process",
)
_SEALED = "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"
"""No name leads anywhere: a proxy on this machine looks them up."""
_START_TIMEOUT = 30.0
_END_TIMEOUT = 5.0
_FOLDER_PREFIX = "shopworld-browser-"
_FIRST_FREE_DESCRIPTOR = 16
_PIPE_BYTES = 1 << 20


class BrowserProcess:
    """One Chromium, started on demand and started anew after `discard`.

    Use it as a context manager: leaving it kills the whole process group and removes the profile.

    Args:
        program: which Chromium; the one `find_browser` gives by default.
        images: whether pages load pictures. Trees are the same without them and come faster, as nothing is drawn then
            (where no environment asks for screenshots).
        sealed: whether nothing is reached but through a proxy on this machine.
    """

    def __init__(self, program: BrowserProgram | None = None, *, images: bool = True, sealed: bool = False) -> None:
        self.program = program if program is not None else find_browser()
        self.images, self.sealed = images, sealed
        self._process: int | None = None
        self._folder: Path | None = None
        self._connection: Connection | None = None

    def __enter__(self) -> BrowserProcess:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.discard()

    @property
    def process_id(self) -> int | None:
        """The launcher's process id, which is also its group's; None when no browser runs."""
        return self._process

    @property
    def running(self) -> bool:
        """Whether a browser is started and its launcher has not ended."""
        if self._process is None:
            return False
        return os.waitid(os.P_PID, self._process, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None

    def connection(self) -> Connection:
        """The protocol connection; starts the browser where none runs.

        Raises:
            EnvironmentFault: the browser does not start.
        """
        if self._connection is None or not self.running:
            self.discard()
            self._start()
        assert self._connection is not None
        return self._connection

    def discard(self) -> None:
        """Kills the browser's process group, if there is one, and removes its profile."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process, signal.SIGKILL)
            os.waitpid(self._process, 0)
            self._process = None
        if self._folder is not None:
            _remove_folder(self._folder)
            self._folder = None

    def error_output(self, lines: int = 12) -> str:
        """The last lines that the browser wrote to its error output."""
        if self._folder is None:
            return ""
        try:
            text = (self._folder / "stderr").read_text(errors="replace")
        except OSError:
            return ""
        return "\n".join(text.splitlines()[-lines:])

    def _start(self) -> None:
        _remove_orphans()
        self._folder = Path(tempfile.mkdtemp(prefix=f"{_FOLDER_PREFIX}{os.getpid()}-"))
        to_browser_read, to_browser_write = _pipe()
        from_browser_read, from_browser_write = _pipe()
        try:
            self._process = os.posix_spawn(
                self.program.path,
                [str(self.program.path), *self._arguments()],
                {**os.environ, "TZ": "UTC", "HOME": str(self._folder), "LANGUAGE": "en_US"},
                file_actions=[
                    (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
                    (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
                    (os.POSIX_SPAWN_OPEN, 2, str(self._folder / "stderr"), os.O_WRONLY | os.O_CREAT, 0o600),
                    (os.POSIX_SPAWN_DUP2, to_browser_read, 3),
                    (os.POSIX_SPAWN_DUP2, from_browser_write, 4),
                ],
                setpgroup=0,
            )
        except OSError as error:
            os.close(to_browser_write)
            os.close(from_browser_read)
            self.discard()
            raise EnvironmentFault(f"{self.program.path} cannot be started: {error}") from error
        finally:
            os.close(to_browser_read)
            os.close(from_browser_write)
        self._connection = Connection(from_browser_read, to_browser_write)
        try:
            self._connection.answer(self._connection.send("Browser.getVersion"), timeout=_START_TIMEOUT)
        except EnvironmentFault as error:
            said = self.error_output()
            self.discard()
            raise EnvironmentFault(
                f"{self.program.path} does not start: {error}" + (f"\n{said}" if said else ""),
                hint="Run `shopworld doctor` to see what is missing.",
            ) from error

    def _arguments(self) -> list[str]:
        arguments = [*_FLAGS, f"--user-data-dir={self._folder}/profile"]
        if os.geteuid() == 0:
            arguments.append("--no-sandbox")
        if self.sealed:
            arguments.append(_SEALED)
        if not self.images:
            arguments.append("--blink-settings=imagesEnabled=false")
        return arguments


def _pipe() -> tuple[int, int]:
    """A pipe whose ends lie above the descriptors that the browser expects them at."""
    moved = []
    for descriptor in os.pipe():
        moved.append(fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, _FIRST_FREE_DESCRIPTOR))
        os.close(descriptor)
    if sys.platform == "linux":
        with contextlib.suppress(OSError):  # a large answer then comes in one piece, not in dozens
            fcntl.fcntl(moved[1], fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
    return moved[0], moved[1]


def _remove_folder(folder: Path) -> None:
    """Removes the folder; killed processes may hold on to it for a moment."""
    deadline = time.monotonic() + _END_TIMEOUT
    while folder.exists():
        shutil.rmtree(folder, ignore_errors=True)
        if time.monotonic() > deadline:
            return


def _remove_orphans() -> None:
    """Removes the profiles of processes that were killed before they could."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_FOLDER_PREFIX}*"):
        owner = folder.name.removeprefix(_FOLDER_PREFIX).partition("-")[0]
        if owner.isdigit() and not _is_alive(int(owner)):
            shutil.rmtree(folder, ignore_errors=True)


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
