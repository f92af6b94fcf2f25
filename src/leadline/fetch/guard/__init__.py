"""The guard: which network addresses may be connected to. It resolves names once."""
