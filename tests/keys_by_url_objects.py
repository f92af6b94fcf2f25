"""The key of an address, computed a second way: by URL objects instead of strings."""

import ada_url

UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
TRACKING = {"gclid", "dclid", "fbclid", "msclkid", "yclid", "mc_cid", "mc_eid", "igshid"}


def key_by_objects(address: str) -> str:
    url = ada_url.URL(address)
    path = unescaped(url.pathname)
    while path.endswith("/"):
        path = path[:-1]
    pairs = [part for part in unescaped(url.search[1:]).split("&") if part]
    pairs = [part for part in pairs if not is_tracking(part.split("=")[0].lower())]
    pairs.sort(key=lambda part: part.split("=")[0])
    query = "?" + "&".join(pairs) if pairs else ""
    return f"{url.protocol}//{url.host}{path}{query}"


def is_tracking(name: str) -> bool:
    return name in TRACKING or name[:4] == "utm_"


def unescaped(text: str) -> str:
    out = ""
    while "%" in text:
        before, _, text = text.partition("%")
        out += before
        try:
            code = int(text[:2], 16) if len(text) > 1 and text[:2].isalnum() else None
        except ValueError:
            code = None
        if code is None:
            out += "%25"
        else:
            out += chr(code) if chr(code) in UNRESERVED else f"%{code:02X}"
            text = text[2:]
    return out + text
