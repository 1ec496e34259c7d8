"""Verification: what is wrong with a shop, where, and what cures it."""

from shopworld.arena.verify.finding import AREAS, Area, Finding, Severity
from shopworld.arena.verify.verification import VERIFIERS, verify_shop
from shopworld.arena.verify.verifier import Verifier

__all__ = ["AREAS", "VERIFIERS", "Area", "Finding", "Severity", "Verifier", "verify_shop"]
