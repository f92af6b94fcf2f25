"""Leadline as a whole: its API keys, all crawls together, its processes."""
