"""The link index of a crawl, and what can be told from it."""
