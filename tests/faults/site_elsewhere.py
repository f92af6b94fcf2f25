"""The site at another address than loopback: `python site_elsewhere.py ADDRESS [OPTION]...`."""

import asyncio
import sys

import leadsite.running
from leadsite.__main__ import arguments, main

if __name__ == "__main__":
    leadsite.running.LOOPBACK = sys.argv.pop(1)
    asyncio.run(main(arguments()))
