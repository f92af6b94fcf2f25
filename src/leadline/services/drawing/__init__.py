"""Pictures of crawls: where each page is drawn, and which are drawn when there are too many."""
