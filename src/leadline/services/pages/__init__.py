"""Pages of a crawl: lists, details, and the reason for their state."""
