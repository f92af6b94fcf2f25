"""A page's way through the engine, one file for each step."""
