"""Where crawls are kept: one contract, several backends chosen by one URL."""
