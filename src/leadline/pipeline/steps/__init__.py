"""The six steps of a page, one file each."""
