"""The few kinds of answer that most sections give."""

from leadline.demo.messages import Headers, Reply

HTML: Headers = (("Content-Type", "text/html; charset=utf-8"),)


def html_reply(body: bytes, *headers: tuple[str, str], status: int = 200) -> Reply:
    """Bytes that say they are HTML in UTF-8."""
    return Reply(status, (*HTML, *headers), body)


def document(title: str, *body: str, head: str = "") -> Reply:
    """A page. Everything is markup: what must be escaped comes escaped."""
    text = f"<!doctype html><html lang=en><head><title>{title}</title>{head}</head>"
    return html_reply(f"{text}<body><h1>{title}</h1>{''.join(body)}</body></html>".encode())


def links(*hrefs: str) -> str:
    """A list of links to addresses that need no escaping."""
    return "".join(f'<p><a href="{href}">{href}</a></p>' for href in hrefs)


def typed(content_type: str, body: bytes, *headers: tuple[str, str]) -> Reply:
    """A body of any type."""
    return Reply(200, (("Content-Type", content_type), *headers), body)
