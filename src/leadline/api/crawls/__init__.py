"""The crawl API: crawls with their options, exports and live updates."""
