"""Closure: whether the explorer finds in generated shops what their specifications say."""

from shopworld.arena.closure.cases import ClosureCase, closure_cases
from shopworld.arena.closure.closure import CaseResult, Closure, ClosureSettings, close_the_circle

__all__ = [
    "CaseResult",
    "Closure",
    "ClosureCase",
    "ClosureSettings",
    "close_the_circle",
    "closure_cases",
]
