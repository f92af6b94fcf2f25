"""The store of crawls: one contract, several backends chosen by one URL."""
