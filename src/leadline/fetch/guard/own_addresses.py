"""The addresses of this machine itself, which the public internet is not."""

import socket

_ANY_PORT = 9


def is_own_address(ip: str) -> bool:
    """Whether an address is one of this machine's, by what the system would send from to it.

    Nothing is sent: connecting a datagram socket only looks up the way. What a router translates to
    this machine cannot be known.
    """
    family = socket.AF_INET6 if ":" in ip else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as looking:
            looking.connect((ip, _ANY_PORT))
            return bool(looking.getsockname()[0] == ip)
    except OSError:
        return False
