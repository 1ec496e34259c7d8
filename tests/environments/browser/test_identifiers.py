"""Ids go by document order, stay with their elements, and are never given twice."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from shopworld.environments.browser.identifiers import ElementIdentifiers
from shopworld.environments.browser.snapshot import FrameElements


def _document(nodes: list[int], *, owner: int | None = None, frames: frozenset[int] = frozenset()) -> FrameElements:
    elements = [(node, "IFRAME" if node in frames else "DIV") for node in nodes]
    return FrameElements("frame", owner, elements, frozenset(), {}, [])


_nodes = st.lists(st.integers(1, 500), unique=True, max_size=60)


@given(_nodes)
def test_a_new_page_is_numbered_in_document_order(nodes: list[int]) -> None:
    identifiers = ElementIdentifiers()
    identifiers.update(1, [_document(nodes)])
    assert [identifiers.id_of(node) for node in nodes] == [str(number) for number in range(len(nodes))]
    assert [identifiers.node_of(str(number)) for number in range(len(nodes))] == nodes


@given(_nodes, _nodes)
def test_ids_stay_while_the_document_lives(before: list[int], after: list[int]) -> None:
    identifiers = ElementIdentifiers()
    identifiers.update(1, [_document(before)])
    old = {node: identifiers.id_of(node) for node in before}
    identifiers.update(1, [_document(after)])
    assert {node: identifiers.id_of(node) for node in before} == old
    added = [int(identifiers.id_of(node)) for node in after if node not in old]
    assert added == list(range(len(before), len(before) + len(added)))


def test_a_new_document_is_numbered_anew() -> None:
    identifiers = ElementIdentifiers()
    identifiers.update(1, [_document([5, 6])])
    identifiers.update(2, [_document([7])])
    assert identifiers.id_of(7) == "0"
    assert identifiers.id_of(5) == ""
    assert identifiers.node_of("1") is None


def test_elements_in_frames_carry_the_frames_letters() -> None:
    identifiers = ElementIdentifiers()
    frames = frozenset(range(100, 128))
    identifiers.update(
        1,
        [_document([1, *sorted(frames), 2], frames=frames), _document([3], owner=101), _document([4], owner=127)],
    )
    assert [identifiers.id_of(node) for node in (1, 100, 125, 126, 127, 2, 3, 4)] == [
        "0", "a", "z", "Aa", "Ab", "1", "b0", "Ab0",
    ]  # fmt: skip


def test_no_element_has_no_id() -> None:
    assert ElementIdentifiers().id_of(None) == ""
