-- The address that answered, where redirects to the page itself led to another one than it was found at.
ALTER TABLE page ADD COLUMN ended_at TEXT;

-- Limits of time. `ran_s` is how long crawls with a limit have been worked on, up to `counted_at`.
ALTER TABLE crawl ADD COLUMN max_time_s REAL;
ALTER TABLE crawl ADD COLUMN ran_s REAL NOT NULL DEFAULT 0;
ALTER TABLE crawl ADD COLUMN counted_at REAL;
ALTER TABLE crawl ADD COLUMN host_outage_max_s REAL;
CREATE INDEX crawl_timed ON crawl (n) WHERE status = 'running' AND max_time_s IS NOT NULL;
