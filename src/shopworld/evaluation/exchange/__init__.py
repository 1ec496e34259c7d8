"""Trajectories out of run folders and into them, in the forms of other people's harnesses."""
