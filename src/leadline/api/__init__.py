"""The server: faces A and B over HTTP and WebSocket."""
