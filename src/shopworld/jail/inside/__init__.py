"""What a process does to itself before it becomes an agent's program. Imports nothing of Shopworld, and little else.

It is run by `python -I -S -c BOOT DESCRIPTOR`: the descriptor is of a file that holds a `Spec` as `marshal` writes it.
"""

from __future__ import annotations

import marshal
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:  # the module typing takes a while to load
    from .spec import Spec

BOOT = "import sys; sys.path.insert(0, sys.argv[1]); import inside; inside.main(int(sys.argv[2]))"
"""Run with the folder above this package, and the descriptor."""


def main(descriptor: int) -> None:
    """Goes into the jail and becomes the program; where something of the jail cannot be had, ends."""
    with os.fdopen(descriptor, "rb") as file:
        spec: Spec = marshal.load(file)  # noqa: S302  (of our own, by the same Python)
    try:
        _enter(spec)
    except OSError as error:
        sys.exit(f"the jail cannot be entered: {error}")
    try:
        os.execv(spec["program"], spec["arguments"])  # noqa: S606
    except OSError as error:
        sys.exit(f"{spec['program']} cannot be started in the jail: {error.strerror}")


def _enter(spec: Spec) -> None:
    from . import bounds, kernel

    if spec["parent"]:
        kernel.prctl(kernel.PR_SET_PDEATHSIG, 9)
        if os.getppid() != spec["parent"]:
            sys.exit("its parent is gone")
    if spec["form"] == "unshare":
        from . import namespaces

        namespaces.enter(spec)
    if spec["form"] != "landlock" and not spec["online"]:
        from . import network

        if spec["watched"]:
            network.hand_out(spec["control"], spec["listeners"])
        else:
            network.raise_loopback()
    os.close(spec["control"])
    for number, descriptor in spec["streams"].items():
        os.dup2(descriptor, number)
        os.close(descriptor)
    bounds.limit(spec["limits"])
    if spec["user"] and (spec["form"] != "landlock" or bounds.can_reach(spec)):
        if spec["form"] == "landlock":
            os.chown(spec["place"], spec["user"], -1)
        bounds.become(spec["user"])
    elif os.geteuid() == 0 or spec["form"] != "landlock":
        bounds.drop_capabilities()
    kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
    bounds.settle(spec["place"], spec["links"], spec["at"])
    if spec["form"] == "landlock":
        from . import landlock, system_calls

        ports = [port for _, port in spec["listeners"]] if spec["watched"] else None
        landlock.restrict(spec["rules"], spec["place"], ports, spec["listed"])
        if spec["watched"]:
            system_calls.filter_calls()
