"""Face B: pages for programs, one or some at a time."""
