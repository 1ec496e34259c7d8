"""Harbour: slate and brass, a centred header, large pictures."""

from shopworld.shop import DesignDeclaration

DESIGN = DesignDeclaration("harbour", "harbour", folder=".")
