"""Face A: crawls as link graphs, live."""
