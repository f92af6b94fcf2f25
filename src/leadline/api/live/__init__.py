"""Live updates: listeners of crawls, and the pages that they receive."""
