"""Sets of products as bits: one for each product of a catalog, eight to a byte."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

Bits = npt.NDArray[np.uint8]
"""Packed; the bits beyond the last product are 0."""
Positions = npt.NDArray[np.int64]
_SPARSE = 4
"""Where fewer than one byte of so many holds a member, only these bytes are unpacked."""


def bits_of(positions: Sequence[int] | Positions, size: int) -> Bits:
    """The set of these positions among `size`."""
    flags = np.zeros(size, dtype=bool)
    flags[np.asarray(positions, dtype=np.int64)] = True
    return np.packbits(flags)


def bits_where(flags: npt.NDArray[np.bool_]) -> Bits:
    """The set of the positions that are true."""
    return np.packbits(flags)


def all_bits(size: int) -> Bits:
    """All positions."""
    return np.packbits(np.ones(size, dtype=bool))


def no_bits(size: int) -> Bits:
    """No position."""
    return np.packbits(np.zeros(size, dtype=bool))


def common(sets: Iterable[Bits], size: int) -> Bits:
    """What is in all sets; everything where there is none."""
    found = all_bits(size)
    for one in sets:
        found &= one
    return found


def count(bits: Bits) -> int:
    """How many positions are in a set."""
    return int(np.bitwise_count(bits).sum())


def members(bits: Bits, size: int) -> Positions:
    """The positions in a set, rising."""
    filled = np.flatnonzero(bits)
    if len(filled) * _SPARSE > len(bits):
        return np.flatnonzero(np.unpackbits(bits, count=size))
    places = np.flatnonzero(np.unpackbits(bits[filled]))
    found: Positions = filled[places >> 3] * 8 + (places & 7)
    return found
