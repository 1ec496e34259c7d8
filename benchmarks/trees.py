"""Whether both sides see the same: role and name of every node of their first page, in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

_SHOWN = 5
_REPEATS_TEXT = "InlineTextBox"
_REASONS = {
    "generic": "elements that react to the mouse; BrowserGym leaves them out",
    "LabelText": "BrowserGym marks labels in the page, which brings them into the tree",
    "image": "BrowserGym's marks bring decorative pictures into the tree",
    "paragraph": "BrowserGym's marks bring paragraphs that Chromium finds uninteresting into the tree",
    "rowgroup": "BrowserGym's marks bring table bodies into the tree",
}


@dataclass(frozen=True)
class Comparison:
    """What two trees share.

    Attributes:
        share: of the nodes of both that stand in the other one too, in the same order; without those that repeat text.
        named: the same share of the nodes that have a name.
        repeats: nodes of theirs that repeat the text above them.
        ours, theirs: number of nodes.
        only_ours, only_theirs: role of each node that only one side has, with its count.
    """

    share: float
    named: float
    repeats: int
    ours: int
    theirs: int
    only_ours: Counter[str]
    only_theirs: Counter[str]

    def notes(self) -> list[str]:
        """The comparison in sentences."""
        notes = [
            f"Both sides observe the same first page: {self.share:.1%} of the nodes are equal in role, name and order "
            f"({self.ours} of ours, {self.theirs} of theirs); of those that have a name, {self.named:.1%}."
        ]
        if self.repeats:
            notes.append(
                f"  left out: {self.repeats} {_REPEATS_TEXT} in theirs (newer Chromium repeats each line of text so; "
                "BrowserGym passes them on)"
            )
        for side, differences in (("ours", self.only_ours), ("theirs", self.only_theirs)):
            for role, count in differences.most_common(_SHOWN):
                reason = _REASONS.get(role)
                notes.append(f"  only in {side}: {count} {role}" + (f" ({reason})" if reason else ""))
        return notes


def compare_trees(ours: Sequence[str], theirs: Sequence[str]) -> Comparison:
    """Compares `role 'name'` of every node of two trees."""
    shown = [name for name in theirs if name.partition(" ")[0] != _REPEATS_TEXT]
    matcher = SequenceMatcher(None, ours, shown, autojunk=False)
    only_ours: Counter[str] = Counter()
    only_theirs: Counter[str] = Counter()
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind != "equal":
            only_ours.update(name.partition(" ")[0] for name in ours[a:b])
            only_theirs.update(name.partition(" ")[0] for name in shown[c:d])
    named = SequenceMatcher(None, _with_name(ours), _with_name(shown), autojunk=False).ratio()
    return Comparison(matcher.ratio(), named, len(theirs) - len(shown), len(ours), len(shown), only_ours, only_theirs)


def _with_name(names: Sequence[str]) -> list[str]:
    return [name for name in names if not name.endswith(" ''")]
