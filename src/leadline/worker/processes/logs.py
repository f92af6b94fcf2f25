"""The log of servers and feeders: events on stderr, a line each, with their fields."""

import json
import logging
import time

from leadline.settings import Settings

_OF_EVERY_RECORD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "taskName"}
_PLAIN = frozenset("._-/:+@")


class EventFormatter(logging.Formatter):
    """A formatter of lines such as `2026-01-31T12:00:00.000Z INFO crawl ended fetched=12`."""

    def format(self, record: logging.LogRecord) -> str:
        """See logging."""
        second = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        at = f"{second}.{int(record.msecs):03d}Z"
        given = {
            name: value for name, value in vars(record).items() if name not in _OF_EVERY_RECORD
        }
        fields = (f"{name}={_written(str(value))}" for name, value in given.items())
        line = " ".join((at, record.levelname, record.getMessage(), *fields))
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def log_to_stderr(settings: Settings) -> None:
    """Log to stderr from now on, at the level of the settings."""
    handler = logging.StreamHandler()
    handler.setFormatter(EventFormatter())
    logging.basicConfig(handlers=[handler], level=logging.WARNING)
    logging.getLogger("leadline").setLevel(settings.log_level.upper())


def _written(value: str) -> str:
    """Return a value as one word: text of a site must not look like a field or a line."""
    is_plain = all(each.isascii() and (each.isalnum() or each in _PLAIN) for each in value)
    return value if value and is_plain else json.dumps(value)
