"""Time to make malls: synthesis or import, store, index and shops."""

from __future__ import annotations

from malls import Malls
from measure import Figures, Rows, Section, Target, tell

LIMIT_SECONDS = 5.0


def measure_making(malls: Malls, *, rounds: int) -> Section:
    """Makes the default mall until there are so many timings, and imports WebMall once where its release is there."""
    section = Section("making")
    _ = malls.default, malls.webmall
    while len(malls.seconds["default"]) < rounds:
        tell(f"making: the default mall again, {len(malls.seconds['default']) + 1} of {rounds}")
        malls.make_again()
    rows: Rows = [("mall", "median", "rounds")]
    names = {
        "default": "default mall, 4400 offers, with store and index",
        "webmall": "import of WebMall, with its suite",
    }
    for name, title in names.items():
        if name in malls.seconds:
            figures = Figures(tuple(malls.seconds[name]))
            rows.append((title, f"{figures.median:.1f} s", str(figures.rounds)))
            section.data[name] = figures.data()
    section.tables.append(("Making a mall", rows))
    median = Figures(tuple(malls.seconds["default"])).median
    section.targets.append(Target("making the default mall", median, LIMIT_SECONDS, " s"))
    return section
