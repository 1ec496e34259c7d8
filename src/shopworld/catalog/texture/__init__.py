"""How a catalog is written: how much its texts repeat, how rich its words are, how its shops agree on a product."""
