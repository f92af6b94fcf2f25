"""The way of an operation to the server: requests, retries and streams."""
