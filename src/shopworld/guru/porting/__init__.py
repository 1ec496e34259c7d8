"""Tasks of one shop for its twin: the same ids and words, grounded anew in what the twin shows."""

from shopworld.guru.porting.port import PortReport, port_suite

__all__ = ["PortReport", "port_suite"]
