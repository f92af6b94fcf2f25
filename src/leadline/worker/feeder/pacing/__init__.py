"""When a page may start: lanes on hosts without a gap, turns on others; waits of idle workers."""
