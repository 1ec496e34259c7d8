from __future__ import annotations

import socket

import pytest

from shopworld.cluster.connection import refuse_silence
from shopworld.errors import ClusterError


@pytest.mark.parametrize("address", ["10.0.0.1", "10.0.0.1:", ":6379", "10.0.0.1:ray", ""])
def test_what_is_no_address_is_refused_with_what_is_expected(address: str) -> None:
    with pytest.raises(ClusterError, match="expected HOST:PORT, auto or local"):
        refuse_silence(address)


def test_a_port_where_nothing_listens_is_refused_at_once_and_one_that_listens_is_not() -> None:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{one.getsockname()[1]}"
        with pytest.raises(ClusterError, match=f"no Ray cluster is reached at {address}"):
            refuse_silence(address)
        one.listen()
        refuse_silence(address)


def test_a_port_that_cannot_be_is_refused() -> None:
    with pytest.raises(ClusterError, match="99999"):
        refuse_silence("127.0.0.1:99999")
