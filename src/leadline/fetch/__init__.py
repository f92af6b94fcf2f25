"""The only way out: every byte that leaves goes through the guard."""
