"""From a specification to a shop."""
