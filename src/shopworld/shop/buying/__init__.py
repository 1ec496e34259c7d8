"""Cart and checkout: routes, views, addresses, payment."""
