"""Numbered changes to the schema; what has landed is never edited."""
