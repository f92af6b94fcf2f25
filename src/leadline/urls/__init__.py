"""Addresses and the rules about them. Pure: no clock, no network, never waits."""
