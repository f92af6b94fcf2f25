"""Starting, changing and deleting crawls."""
