"""The web we test against: friendly in parts, hostile in most. `catalogue` lists its sections."""

from leadsite.log import RequestLog, Visit, max_open, read_log, smallest_gap_ns
from leadsite.routes import BLOG, FOREIGN, OTHER, WILD, WWW, Options
from leadsite.running import Site, running_site
from leadsite.spawned import SpawnedSite, spawned_site

__all__ = [
    "running_site",
    "Site",
    "spawned_site",
    "SpawnedSite",
    "Options",
    "RequestLog",
    "Visit",
    "read_log",
    "max_open",
    "smallest_gap_ns",
    "WWW",
    "OTHER",
    "BLOG",
    "FOREIGN",
    "WILD",
]
