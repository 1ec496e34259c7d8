"""Identity and label."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.episode import EpisodeIdentity
from shopworld.errors import EpisodeError

SECRET = b"0123456789abcdef"
identities = st.builds(
    EpisodeIdentity,
    agent=st.text(max_size=8),
    task=st.text(max_size=8),
    trial=st.integers(0, 9),
    attempt=st.integers(0, 9),
)


@given(identities)
def test_label_is_a_dns_label(identity: EpisodeIdentity) -> None:
    assert re.fullmatch(r"[a-z][a-z0-9]{19}", identity.label(SECRET))


@given(identities, identities)
def test_different_identities_have_different_labels(one: EpisodeIdentity, other: EpisodeIdentity) -> None:
    assert (one.label(SECRET) == other.label(SECRET)) == (one == other)


def test_label_depends_on_the_secret() -> None:
    identity = EpisodeIdentity("agent", "task")
    assert identity.label(SECRET) != identity.label(SECRET[::-1])


def test_a_retry_has_another_label() -> None:
    assert EpisodeIdentity("a", "t").label(SECRET) != EpisodeIdentity("a", "t", attempt=1).label(SECRET)


def test_a_short_secret_is_refused() -> None:
    with pytest.raises(EpisodeError, match="16 or more"):
        EpisodeIdentity("a", "t").label(b"short")
