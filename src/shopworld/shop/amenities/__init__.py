"""Pages beside the vocabulary: wish list, comparison, quick view, makers, account, orders, the map of the shop."""
