"""Other people's harnesses: one file per host, loaded by the host's own means, built on `import shopworld` alone.

Each needs the host's package (an extra of the same name) and imports nothing else of Shopworld's.
"""
