"""Sections on Neo4j: rows are read, changes are applied. No rule is here."""
