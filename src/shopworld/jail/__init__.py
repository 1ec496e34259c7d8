"""A jail for agents' processes: policy as data, in force by bubblewrap, by namespaces of our own, or by Landlock."""

from shopworld.jail.levels import Level, level
from shopworld.jail.missing import Refusal
from shopworld.jail.options import AllowedHost, JailOptions
from shopworld.jail.policy import JailLimits, Policy
from shopworld.jail.starting import Pipes, StartedProgram, start_jailed, start_trusted

__all__ = [
    "AllowedHost",
    "JailLimits",
    "JailOptions",
    "Level",
    "Pipes",
    "Policy",
    "Refusal",
    "StartedProgram",
    "level",
    "start_jailed",
    "start_trusted",
]
