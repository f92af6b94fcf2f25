"""Parsing that can be stopped: a child process with limits on time and memory."""
