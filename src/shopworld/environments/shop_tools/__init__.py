"""The shop tools: the shops of a mall as functions, for agents that call tools instead of driving a browser."""
