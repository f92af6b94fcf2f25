"""The graph of a crawl as JSON: views, neighbourhoods and updates."""
