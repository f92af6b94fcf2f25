"""From bytes to the content of a page. Pure: no network, no waits, no clock but its own CPU."""
