"""Jobs of the scrape and job API: crawls with the content of their pages."""
