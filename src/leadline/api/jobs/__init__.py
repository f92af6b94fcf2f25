"""Face B: crawls as jobs, with the content of their pages."""
