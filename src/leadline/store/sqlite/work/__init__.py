"""Changes while a crawl runs; each function is a part of one transaction."""
