"""One file for each command, and one for commands that change a crawl."""
