"""A store in memory that runs the rules of every store, for tests."""
