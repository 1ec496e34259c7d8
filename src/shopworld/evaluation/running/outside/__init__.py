"""Agents that are programs of their own: by lines of JSON, or with a browser of their own that is watched."""

from shopworld.evaluation.running.outside.commands import AgentCommand, outside_command, program_commands, read_commands

__all__ = ["AgentCommand", "outside_command", "program_commands", "read_commands"]
