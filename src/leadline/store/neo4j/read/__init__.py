"""Answers of the graph as values of the domain."""
