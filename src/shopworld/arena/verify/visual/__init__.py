"""Visual checks: what only a browser can tell."""

from shopworld.arena.verify.visual.checks import VISUAL_CHECKS, VisualCheck, seen
from shopworld.arena.verify.visual.look import Look, Measures
from shopworld.arena.verify.visual.tour import VIEWPORTS, visual_verifier

__all__ = ["VIEWPORTS", "VISUAL_CHECKS", "Look", "Measures", "VisualCheck", "seen", "visual_verifier"]
