"""Whole crawls by the real command, compared with the oracle page by page and lead by lead."""
