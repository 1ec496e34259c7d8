"""The kinds of check that come with the package: a module each, found by being here (`registry.py`)."""
