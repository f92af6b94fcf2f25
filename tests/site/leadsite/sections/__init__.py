"""One module per section, each with a `section` function and the tables that tests compare with."""
