"""What is broken in a crawl, and how it is told."""
