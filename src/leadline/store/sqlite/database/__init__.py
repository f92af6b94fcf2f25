"""The file: connections, its log, and a watch on what other processes write."""
