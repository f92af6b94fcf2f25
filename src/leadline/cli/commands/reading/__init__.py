"""Commands that read stored crawls."""
