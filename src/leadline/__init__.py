"""Leadline: a self-hosted crawler with three faces on one engine."""

__version__ = "0.1.0"
