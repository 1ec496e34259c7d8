"""Starts programs: in a jail, or trusted. Either way they die with us, and their process group is their own."""

from __future__ import annotations

import contextlib
import itertools
import marshal
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from shopworld.errors import AgentError
from shopworld.jail import inside, launch
from shopworld.jail.bubblewrap import bubblewrap_arguments
from shopworld.jail.complaints import Complaints
from shopworld.jail.guard import Guard, Route, group_members
from shopworld.jail.inside.spec import Spec
from shopworld.jail.levels import Level
from shopworld.jail.missing import Denial, missed
from shopworld.jail.package import ROOT
from shopworld.jail.policy import PLACE, PLACE_OF_WORKERS, Policy, inner_environment

_FIRST_USER, _FIRST_WORKER = 0x60000000, 0x50000000
_FORMS: Mapping[Level, Literal["bubblewrap", "unshare", "landlock"]] = {
    Level.BUBBLEWRAP: "bubblewrap",
    Level.UNSHARE: "unshare",
    Level.LANDLOCK: "landlock",
}
_END_SECONDS, _GLANCE = 2.0, 0.002
_HOSTS = (("/etc/hosts", "show"), ("/etc/host.conf", "show"))
"""Read as they are, where no others can be laid over them."""
_STARTED = itertools.count()
_NAMED_HOSTS = "127.77"
"""Where hosts that are allowed by name are found in a jail."""


class Pipes(NamedTuple):
    """The streams of a program, as `subprocess.Popen` takes them."""

    stdin: int = subprocess.DEVNULL
    stdout: int = 2
    """By default where ours complains: what it prints is no output of ours."""
    stderr: int | None = None
    """By default where ours does; from a jail as plain text, by a pipe."""


SILENT = Pipes()


class StartedProgram:
    """A program that was started, and what watches it.

    Attributes:
        process: of the program, or of what holds its jail; the leader of its group.
        level: what holds it; none where it is trusted.
    """

    def __init__(
        self,
        process: subprocess.Popen[bytes],
        held: Level = Level.NONE,
        guard: Guard | None = None,
        place: str = "",
        policy: Policy | None = None,
        variables: Collection[str] = (),
        complaints: Complaints | None = None,
    ) -> None:
        self.process, self.level, self._complaints = process, held, complaints
        self._guard, self._place = guard, place
        self._policy, self._variables = policy or Policy(()), variables

    @property
    def refusals(self) -> tuple[Denial, ...]:
        """What it tried to reach and did not, in the order of the first tries."""
        return self._guard.refusals if self._guard is not None else ()

    def hear(self, text: str) -> None:
        """Finds in an agent's complaints what it misses because of the jail: files and variables."""
        if self._guard is not None:
            for refusal in missed(text, self._policy, self._variables):
                self._guard.note(refusal)

    def told_status(self, status: int) -> str:
        """An exit status for people. Who holds a jail tells a signal of the program as a shell does."""
        if self.level is not Level.NONE and status > 128:
            status = 128 - status
        return f"signal {-status}" if status < 0 else f"exit status {status}"

    @property
    def verdict(self) -> str:
        """Why it was ended by us; empty where it was not."""
        return self._guard.verdict if self._guard is not None else ""

    def close(self) -> None:
        """Kills it with all that it has started, returns when they are gone, and lets go of what served it."""
        if self.level in (Level.BUBBLEWRAP, Level.UNSHARE):
            _end_inner(self.process)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        if self._complaints is not None:
            self._complaints.close()
        if self._guard is not None:
            self._guard.close()
        if self._place and self._place not in (PLACE, PLACE_OF_WORKERS):
            shutil.rmtree(self._place, ignore_errors=True)


def start_trusted(
    program: str,
    arguments: Sequence[str],
    *,
    environment: Mapping[str, str],
    pass_fds: Sequence[int] = (),
    pipes: Pipes = SILENT,
) -> StartedProgram:
    """Starts a program that dies with us; nothing else holds it."""
    launching = [sys.executable, "-I", "-S", launch.__file__, str(os.getpid()), program, *arguments]
    process = _spawn(launching, environment, pass_fds, pipes)
    return StartedProgram(process)


def start_jailed(
    program: str,
    arguments: Sequence[str],
    policy: Policy,
    *,
    variables: Sequence[str] = (),
    added: Mapping[str, str] | None = None,
    held: Level,
    pass_fds: Sequence[int] = (),
    pipes: Pipes = SILENT,
    at: str = "",
) -> StartedProgram:
    """Starts a program in a jail.

    Args:
        program: its path.
        arguments: its arguments, its name first.
        policy: what it sees, reaches and uses.
        variables: names of environment variables that it gets besides the harmless ones.
        added: further variables, with their values.
        held: kind of jail.
        pass_fds: descriptors that it gets.
        pipes: its three streams.
        at: folder that it begins in, where it can be seen; empty: its own.

    Raises:
        AgentError: no jail of that kind works here, or it could not be set up.
        OSError: the program that makes the jail cannot be started.
    """
    if held is Level.NONE:
        raise AgentError("no jail works on this machine", hint="`shopworld doctor` says what is missing.")
    place = PLACE if policy.watched else PLACE_OF_WORKERS
    if held is Level.LANDLOCK:
        place = tempfile.mkdtemp(prefix="shopworld-jail-")
    environment = {**inner_environment(os.environ, variables, place), **(added or {})}
    routes, hosts = _routes(policy)
    ours, theirs = socket.socketpair()
    user = _user(policy, held)
    spec: Spec = {
        "form": _FORMS[held],
        "program": program,
        "arguments": list(arguments),
        "rules": [*policy.rules, *(_HOSTS if held is Level.LANDLOCK and policy.watched else ())],
        "listed": [str(ROOT.parent)],
        "place": place,
        "at": at,
        "watched": policy.watched,
        "online": policy.online,
        "links": _links(policy),
        "user": user,
        "limits": policy.limits.resources() if policy.watched else {"CORE": 0},
        "disk": policy.limits.disk,
        "shared": policy.limits.shared,
        "listeners": [route.inner for route in routes]
        if held is not Level.LANDLOCK
        else [(host, port) for host, port in (route.outer for route in routes)],
        "hosts": hosts,
        "streams": {},
        "control": theirs.fileno(),
        "parent": os.getpid() if held is not Level.BUBBLEWRAP else 0,
    }
    with contextlib.ExitStack() as files, ours, theirs:
        complaints = Complaints() if pipes.stdout == 2 or pipes.stderr is None else None
        if complaints is not None:
            files.callback(complaints.handed_over)
            pipes = _without_ours(pipes, complaints.inner)
        streams, kept = _moved(files, pipes) if held is Level.BUBBLEWRAP else (pipes, {})
        spec["streams"] = {number: descriptor for number, (descriptor, _) in kept.items()}
        told = _file(files, marshal.dumps(dict(spec)))
        folder = str(Path(inside.__file__).parent.parent)
        entering = [os.path.realpath(sys.executable), "-I", "-S", "-c", inside.BOOT, folder, str(told)]
        inherited = [*pass_fds, theirs.fileno(), told, *spec["streams"].values()]
        if held is Level.BUBBLEWRAP:
            hosts_file = _file(files, hosts.encode())
            listed = _file(files, b"\0".join(bubblewrap_arguments(policy, hosts_file)))
            inherited += [hosts_file, listed]
            entering = [str(shutil.which("bwrap")), "--args", str(listed), "--", *entering]
        process = _spawn(entering, environment, inherited, streams)
        if 0 in kept:
            process.stdin = open(kept[0][1], "wb", buffering=0)  # noqa: PTH123, SIM115  (the process closes it)
        if 1 in kept:
            process.stdout = open(kept[1][1], "rb", buffering=0)  # noqa: PTH123, SIM115
        theirs.close()
        try:
            received = _received(ours, len(routes) + 1) if held is not Level.LANDLOCK and policy.watched else []
        except BaseException:  # the time of who waits for it is up
            StartedProgram(process, held, None, place).close()
            raise
    if not policy.watched:
        return StartedProgram(process, held, None, place, policy, environment.keys(), complaints)
    guard = Guard(process.pid, policy.limits, routes, received, alone=held is not Level.LANDLOCK, place=place)
    return StartedProgram(process, held, guard, place, policy, environment.keys(), complaints)


def _user(policy: Policy, held: Level) -> int:
    """Who a program becomes where root starts it, so that no files and limits are shared; 0: nobody else.

    A worker's own folders become that user's. Where only paths hold it, it stays who it is: what it has to read may be
    its user's alone.
    """
    if os.geteuid() != 0 or (held is Level.LANDLOCK and not policy.watched):
        return 0
    if policy.watched:
        return _FIRST_USER + (os.getpid() << 6) % (1 << 28) + next(_STARTED) % 64
    user = _FIRST_WORKER + os.getpid() % (1 << 28)
    for path, kind in policy.rules:
        if kind == "write":
            os.chown(path, user, -1, follow_symlinks=False)
    return user


def _end_inner(leader: subprocess.Popen[bytes]) -> None:
    """Ends a jail from inside: its first process is killed, all others with it, and who waits for it buries it."""
    end = time.monotonic() + _END_SECONDS
    while time.monotonic() < end:
        inner = [one for one, ended in group_members(leader.pid).items() if one != leader.pid and not ended]
        if leader.poll() is not None and not inner:
            return
        for one in inner:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(one, signal.SIGKILL)
        time.sleep(_GLANCE)


def _spawn(
    arguments: Sequence[str], environment: Mapping[str, str], pass_fds: Sequence[int], pipes: Pipes
) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        arguments,
        stdin=pipes.stdin,
        stdout=pipes.stdout,
        stderr=pipes.stderr,
        env=dict(environment),
        pass_fds=tuple(pass_fds),
        start_new_session=True,
        bufsize=0,
    )


def _routes(policy: Policy) -> tuple[list[Route], str]:
    """Where connections go, and the text by which allowed names are found."""
    routes = [Route(("127.0.0.1", port), ("127.0.0.1", port)) for port in policy.ports]
    lines = ["127.0.0.1 localhost", "::1 localhost", "127.0.0.1 shopper"]
    addresses: dict[str, str] = {}
    for one in policy.hosts:
        if one.is_address:
            inner = one.host
        elif one.host == "localhost":
            inner = "127.0.0.1"
        else:
            inner = addresses.setdefault(one.host, f"{_NAMED_HOSTS}.{len(addresses) // 250}.{len(addresses) % 250 + 1}")
        routes.append(Route((inner, one.port), (one.host, one.port)))
    lines += [f"{address} {name}" for name, address in addresses.items()]
    by_inner = {route.inner: route for route in routes}
    return list(by_inner.values()), "\n".join(lines) + "\n"


def _links(policy: Policy) -> list[tuple[str, str]]:
    if policy.work is None:
        return []
    hidden = {path for path, kind in policy.rules if kind == "hide"}
    shown = {path for path, kind in policy.rules if kind == "show"}
    around = {str(parent) for path in shown for parent in Path(path).parents}
    covered = str(policy.work.resolve()) in shown or any(str(one) in shown for one in policy.work.resolve().parents)
    found = []
    for child in sorted(policy.work.resolve().iterdir()):
        path = str(child)
        if path in shown or path in around or (covered and path not in hidden):
            found.append((child.name, path))
    return found


def _file(files: contextlib.ExitStack, content: bytes) -> int:
    """A file in memory, read from its start; closed on our side with `files`."""
    descriptor = os.memfd_create("jail", 0)
    files.callback(os.close, descriptor)
    os.write(descriptor, content)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


def _without_ours(pipes: Pipes, instead: int) -> Pipes:
    """Streams that are none of ours: a terminal could be read and told anything, a log be cut."""
    stdout = instead if pipes.stdout == 2 else pipes.stdout
    return Pipes(pipes.stdin, stdout, instead if pipes.stderr is None else pipes.stderr)


def _moved(files: contextlib.ExitStack, pipes: Pipes) -> tuple[Pipes, dict[int, tuple[int, int]]]:
    """Pipes past bubblewrap, which would hold its copies of them open after the program has closed its own.

    Returns:
        what is left for bubblewrap; and by number of the stream, the program's end and ours.
    """
    kept: dict[int, tuple[int, int]] = {}
    if pipes.stdin == subprocess.PIPE:
        kept[0] = os.pipe()
    if pipes.stdout == subprocess.PIPE:
        ours, theirs = os.pipe()
        kept[1] = (theirs, ours)
    for theirs, _ in kept.values():
        files.callback(os.close, theirs)
    errors = kept[1][0] if 1 in kept and pipes.stderr == subprocess.STDOUT else pipes.stderr
    left = Pipes(
        subprocess.DEVNULL if 0 in kept else pipes.stdin, subprocess.DEVNULL if 1 in kept else pipes.stdout, errors
    )
    return left, kept


def _received(channel: socket.socket, number: int) -> list[socket.socket]:
    """The sockets that the inside has made; none where it did not come so far."""
    channel.settimeout(30.0)
    try:
        _, descriptors, _, _ = socket.recv_fds(channel, 1, number)
    except OSError:
        return []
    return [socket.socket(fileno=one) for one in descriptors]
