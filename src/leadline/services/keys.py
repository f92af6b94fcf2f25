"""API keys: made once, and known again by their digest."""

import hashlib
import ipaddress
import secrets
import time
import uuid

from leadline.domain.keys import ApiKey

_PREFIX = "ll_"


def new_key(name: str) -> tuple[str, ApiKey]:
    """A key for its owner, and what is kept of it."""
    secret = _PREFIX + secrets.token_urlsafe(32)
    # Nobody can guess 256 random bits: there is nothing that a slow hash would protect.
    return secret, ApiKey(uuid.uuid4().hex[:12], name, digest_of(secret), time.time())


def digest_of(secret: str) -> bytes:
    """What is kept of a key."""
    return hashlib.sha256(secret.encode(errors="replace")).digest()


def is_for_this_machine(host: str) -> bool:
    """Whether only this machine can reach who listens there: nobody else needs to be kept out."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
