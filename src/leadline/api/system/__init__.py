"""Routes about the server itself, its web page, and its documentation."""
