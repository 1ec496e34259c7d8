"""Two trees are compared by role and name; repeated text is left out and said."""

from __future__ import annotations

from trees import compare_trees


def test_equal_trees_share_everything() -> None:
    names = ["main ''", "link 'A'", "link 'B'"]
    comparison = compare_trees(names, names)
    assert (comparison.share, comparison.named, comparison.repeats) == (1.0, 1.0, 0)


def test_repeated_text_is_left_out_and_told() -> None:
    comparison = compare_trees(["StaticText 'A'"], ["StaticText 'A'", "InlineTextBox 'A'"])
    assert (comparison.share, comparison.repeats) == (1.0, 1)
    assert any("InlineTextBox" in note for note in comparison.notes())


def test_differences_are_told_by_role() -> None:
    comparison = compare_trees(["link 'A'", "generic 'B'"], ["link 'A'", "image ''"])
    assert comparison.share == 0.5
    assert comparison.only_ours == {"generic": 1}
    assert comparison.only_theirs == {"image": 1}
    assert comparison.named == 2 / 3
