"""A folder to begin an agent in: its code, a test that plays, how it is installed, and how it goes on."""
