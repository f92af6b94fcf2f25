"""The addresses of this machine, which are not the public internet."""

import socket

_ANY_PORT = 9


def is_own_address(ip: str) -> bool:
    """Return whether an address is one of this machine: the kernel would send to it from itself.

    Nothing is sent: connecting a datagram socket only looks up the route. Addresses that a router
    translates to this machine cannot be known.
    """
    family = socket.AF_INET6 if ":" in ip else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as looking:
            looking.connect((ip, _ANY_PORT))
            return bool(looking.getsockname()[0] == ip)
    except OSError:
        return False
