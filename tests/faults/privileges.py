"""What some of the tests need beside us: root, and the tools of Linux."""

import os
import shutil

import pytest

needs_root = pytest.mark.skipif(
    os.geteuid() != 0 or not all(map(shutil.which, ("unshare", "mount", "umount"))),
    reason="needs root, unshare and mount, to make a disk of its own",
)
needs_network_namespaces = pytest.mark.skipif(
    os.geteuid() != 0 or not shutil.which("ip"),
    reason="needs root and iproute2, to make a network of its own",
)
