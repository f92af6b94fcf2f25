"""The vocabulary: frozen dataclasses and enums that every other package speaks in."""
