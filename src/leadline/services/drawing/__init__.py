"""Pictures of crawls: the place of each page, and the choice of pages if there are too many."""
