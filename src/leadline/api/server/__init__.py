"""Services that the routes share: threads, caches, API keys and limits."""
