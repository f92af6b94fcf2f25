"""The link index of a crawl, and figures computed from it."""
