"""A jail for agents' processes: policy as data, in force by bubblewrap, by namespaces of our own, or by Landlock."""

from shopworld.jail.levels import Level, level
from shopworld.jail.missing import Denial
from shopworld.jail.options import AllowedHost, JailOptions
from shopworld.jail.policy import JailLimits, Policy
from shopworld.jail.starting import Pipes, StartedProgram, start_jailed, start_trusted

__all__ = [
    "AllowedHost",
    "Denial",
    "JailLimits",
    "JailOptions",
    "Level",
    "Pipes",
    "Policy",
    "StartedProgram",
    "level",
    "start_jailed",
    "start_trusted",
]
