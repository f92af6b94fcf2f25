"""An answer as workers report it; tests replace the fields that they are about."""

from leadline.domain.pages import Answer

ANSWER = Answer(
    status=200,
    content_type="text/html",
    size=100,
    title="Title",
    truncated=None,
    parse=None,
    content_hash=7,
    redirected_to=None,
    timings=(1.0, 2.0),
    ip="127.0.0.1",
)
