"""Routes about the pages of a crawl."""
