"""Connections: limits of requests, downloads, WebSockets, and clients that disconnect."""
