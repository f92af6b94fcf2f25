"""From bytes to what a page says. Pure: no network, never waits, no clock but its own CPU."""
