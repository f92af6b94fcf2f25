"""Routes about the graph of a crawl."""
