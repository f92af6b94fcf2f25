"""Scrapes of the scrape and job API: single pages, and batches of them."""
