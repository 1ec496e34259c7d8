"""What `import shopworld` offers: each noun of the command line as a function, sessions, and evaluation."""
