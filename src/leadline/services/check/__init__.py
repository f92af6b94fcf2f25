"""The report of a check, and its formats."""
