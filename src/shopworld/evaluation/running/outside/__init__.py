"""Agents that are programs of their own: by lines of JSON, or with a browser of their own that is watched."""
