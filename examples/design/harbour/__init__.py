"""Harbour: slate and brass, a centred header, large pictures."""

from shopworld.shop.look.designs import DesignDeclaration

DESIGN = DesignDeclaration("harbour", "harbour", folder=".")
