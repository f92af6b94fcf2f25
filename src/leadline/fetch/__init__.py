"""The only way out: every byte that leaves goes through the guard."""

import os

# libcurl, when it is loaded, would begin to write the keys of all TLS connections there.
os.environ.pop("SSLKEYLOGFILE", None)
