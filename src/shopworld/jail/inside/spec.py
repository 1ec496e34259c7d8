"""What the outside tells the inside."""

from __future__ import annotations

from typing import Literal, TypedDict


class Spec(TypedDict):
    """All that a process has to know to go into its jail; plain values."""

    form: Literal["bubblewrap", "unshare", "landlock"]
    program: str
    """Path of the program that the process becomes."""
    arguments: list[str]
    """The program's arguments, its name first."""
    rules: list[tuple[str, str]]
    """Paths, outer ones first, and what becomes of each: `show`, `hide` or `write`."""
    listed: list[str]
    """Folders of which Landlock allows to read the names."""
    place: str
    """A folder that is the agent's own: `home` and `work` are made in it."""
    at: str
    """Folder to go to, where it can be seen; empty: the agent's own."""
    watched: bool
    """Whether connections are handed out, and limits bind."""
    online: bool
    """Whether it keeps the machine's network."""
    links: list[tuple[str, str]]
    """Names in the working directory, and what they lead to."""
    user: int
    """User id to become; 0: none."""
    limits: dict[str, int]
    """By the resource's name: `NPROC`, `NOFILE`, …."""
    disk: int
    """Bytes of the agent's own files."""
    shared: int
    """Bytes of its shared memory."""
    listeners: list[tuple[str, int]]
    """Addresses and ports at which somebody outside answers."""
    hosts: str
    """Text of its `/etc/hosts`."""
    streams: dict[int, int]
    """Descriptors that become its input (0) and output (1)."""
    control: int
    """Descriptor of the socket over which listeners are handed out."""
    parent: int
    """Process id of who started it, with whom it dies; 0: somebody else sees to that."""
