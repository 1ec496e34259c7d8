"""How alike shops are: their pages, their state-transition graphs, and how agents do in them."""
