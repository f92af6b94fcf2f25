"""API keys: created once, and recognised by their digest."""

import hashlib
import ipaddress
import secrets
import time
import uuid

from leadline.domain.system.keys import ApiKey

_PREFIX = "ll_"


def new_key(name: str) -> tuple[str, ApiKey]:
    """Return a new secret for its owner, and the API key as it is stored."""
    secret = _PREFIX + secrets.token_urlsafe(32)
    # 256 random bits cannot be guessed: a slow hash would protect nothing.
    return secret, ApiKey(uuid.uuid4().hex[:12], name, digest_of(secret), time.time())


def digest_of(secret: str) -> bytes:
    """Return the stored digest of a secret."""
    return hashlib.sha256(secret.encode(errors="replace")).digest()


def is_for_this_machine(host: str) -> bool:
    """Return whether only this machine can connect to a server on this host."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
