"""The graph of a crawl as programs ask for it."""
