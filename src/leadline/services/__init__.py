"""Use cases, without a web framework and without a driver."""
