"""A network of its own, in which somebody outside answers at a few addresses and hears of every other attempt.

Sockets belong to the network in which they were made, whoever holds them: those that are made here and handed out let
the outside answer, without a process between.
"""

from __future__ import annotations

import array
import contextlib
import ctypes
import fcntl
import os
import socket
import struct
from collections.abc import Sequence

from . import kernel

_SIOCGIFFLAGS, _SIOCSIFFLAGS, _IFF_UP = 0x8913, 0x8914, 1
_ETH_P_ALL, _ETH_P_IP, _ETH_P_IPV6 = 0x0003, 0x0800, 0x86DD
_SO_ATTACH_FILTER = 26
_RTM_NEWROUTE, _NEW_REQUEST = 24, 0x605
_LOCAL_TABLE, _LOCAL_ROUTE = 255, 2
_NEW_NETWORK = 0x40000000
_BACKLOG = 256
_LOOPBACK = 1
"""Index of the loopback device in a new network."""


def hand_out(control: int, listeners: Sequence[tuple[str, int]]) -> None:
    """Makes every address one of this machine's, listens where it is told to, and hands out the sockets.

    What goes out: first the ear that hears every attempt to reach something else, then the listeners, in order.

    Args:
        control: descriptor of a Unix socket.
        listeners: addresses and ports.
    """
    try:
        raise_loopback()
    except PermissionError:  # bubblewrap has made it in another user namespace than that of this process
        kernel.unshare(_NEW_NETWORK)
        raise_loopback()
    for family in (socket.AF_INET, socket.AF_INET6):
        with contextlib.suppress(OSError):  # a kernel without IPv6
            _all_is_local(family)
    with contextlib.suppress(OSError):  # an unprivileged process needs no right to the small numbers then
        _write("/proc/sys/net/ipv4/ip_unprivileged_port_start", "0")
    made = [_ear(), *(_listener(address, port) for address, port in listeners)]
    descriptors = array.array("i", [one.fileno() for one in made])
    with socket.socket(fileno=os.dup(control)) as channel:
        channel.sendmsg([b"."], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, descriptors)])
    for one in made:
        one.close()


def _write(path: str, text: str) -> None:
    descriptor = os.open(path, os.O_WRONLY)
    try:
        os.write(descriptor, text.encode())
    finally:
        os.close(descriptor)


def raise_loopback() -> None:
    """Has the loopback device up, in a network that is new."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        request = struct.pack("16sh22x", b"lo", 0)
        _, flags = struct.unpack("16sh22x", fcntl.ioctl(any_socket, _SIOCGIFFLAGS, request))
        fcntl.ioctl(any_socket, _SIOCSIFFLAGS, struct.pack("16sh22x", b"lo", flags | _IFF_UP))


def _all_is_local(family: int) -> None:
    """Adds the route `local default dev lo`: whatever is addressed stays here, and is refused at once."""
    route = struct.pack("=BBBBBBBBI", family, 0, 0, 0, _LOCAL_TABLE, 2, 254, _LOCAL_ROUTE, 0)
    device = struct.pack("=HHi", 8, 4, _LOOPBACK)  # RTA_OIF
    body = route + device
    header = struct.pack("=IHHII", 16 + len(body), _RTM_NEWROUTE, _NEW_REQUEST, 1, 0)
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0) as kernel:
        kernel.bind((0, 0))
        kernel.send(header + body)
        answer = kernel.recv(4096)
    (code,) = struct.unpack_from("=i", answer, 16)
    if code:
        raise OSError(-code, os.strerror(-code))


def _listener(address: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    # The protocol is named because asyncio turns Nagle's algorithm off for such sockets only.
    made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    made.bind((address, port))
    made.listen(_BACKLOG)
    made.setblocking(False)
    return made


def _ear() -> socket.socket:
    """Hears the first packet of each TCP connection, and every datagram."""
    made = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0)  # deaf until it is bound, so that nothing slips in
    code = _filter()
    buffer = ctypes.create_string_buffer(code)
    program = struct.pack("HL", len(code) // 8, ctypes.addressof(buffer))
    made.setsockopt(socket.SOL_SOCKET, _SO_ATTACH_FILTER, program)
    made.bind(("lo", _ETH_P_ALL))
    made.setblocking(False)
    return made


def _filter() -> bytes:
    """A program of the kernel's packet filter (classic BPF)."""
    load_half, load_byte, load_x_byte, jump_equal, jump_any, give = 0x28, 0x30, 0x50, 0x15, 0x45, 0x06
    load_x_header = 0xB1  # X = 4 * (low half of a byte): length of an IPv4 header
    syn, syn_or_ack = 0x02, 0x12
    and_with = 0x54
    length = 256
    lines = [
        (load_half, 0, 0, 12),  # 0: ether type
        (jump_equal, 0, 8, _ETH_P_IP),  # 1: else to 10
        (load_byte, 0, 0, 23),  # 2: protocol
        (jump_equal, 15, 0, socket.IPPROTO_UDP),  # 3: to 19, taken
        (jump_equal, 0, 13, socket.IPPROTO_TCP),  # 4: else to 18, left
        (load_x_header, 0, 0, 14),  # 5
        (load_x_byte, 0, 0, 14 + 13),  # 6: flags
        (and_with, 0, 0, syn_or_ack),  # 7
        (jump_equal, 10, 9, syn),  # 8: to 19 or 18
        (jump_any, 8, 8, 0),  # 9: never reached
        (jump_equal, 0, 7, _ETH_P_IPV6),  # 10: else to 18
        (load_byte, 0, 0, 20),  # 11: next header
        (jump_equal, 6, 0, socket.IPPROTO_UDP),  # 12: to 19
        (jump_equal, 0, 4, socket.IPPROTO_TCP),  # 13: else to 18
        (load_byte, 0, 0, 14 + 40 + 13),  # 14
        (and_with, 0, 0, syn_or_ack),  # 15
        (jump_equal, 2, 1, syn),  # 16: to 19 or 18
        (jump_any, 0, 0, 0),  # 17: never reached
        (give, 0, 0, 0),  # 18: left
        (give, 0, 0, length),  # 19: taken
    ]
    return b"".join(struct.pack("HBBI", *line) for line in lines)
