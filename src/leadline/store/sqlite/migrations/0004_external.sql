-- Pages of other sites: their hosts have a pace of their own, and are not waited for.
ALTER TABLE crawl ADD COLUMN external_gap_s REAL NOT NULL DEFAULT 0.1;
CREATE INDEX queue_external ON queue (crawl, host) WHERE kind = 3 AND ready > 0;
