"""Addresses, requests, responses and what pages hold."""
