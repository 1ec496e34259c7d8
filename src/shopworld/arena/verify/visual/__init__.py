"""Visual checks: what only a browser can tell."""

from shopworld.arena.verify.visual.checks import VISUAL_CHECKS, VisualCheck, seen
from shopworld.arena.verify.visual.judge import JudgeReport, VisualJudge, with_judge
from shopworld.arena.verify.visual.look import Measures, WindowView
from shopworld.arena.verify.visual.tour import VIEWPORTS, visual_verifier

__all__ = [
    "VIEWPORTS",
    "VISUAL_CHECKS",
    "JudgeReport",
    "Measures",
    "VisualCheck",
    "VisualJudge",
    "WindowView",
    "seen",
    "visual_verifier",
    "with_judge",
]
