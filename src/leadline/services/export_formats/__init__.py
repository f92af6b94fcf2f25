"""One file for each format of an export: rows in, the bytes of a file out, a chunk at a time."""
