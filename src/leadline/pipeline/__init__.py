"""The way of a page through the engine, one file for each step."""
