"""Routes about the figures of a crawl."""
