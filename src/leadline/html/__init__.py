"""From bytes to what a page says. Pure: no clock, no network, never waits."""
