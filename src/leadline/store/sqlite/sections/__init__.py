"""Sections on a SQLite file: rows are read, changes are applied. No rule is here."""
