"""The server: the crawl API, the scrape and job API, and the web page, over HTTP and WebSocket."""
