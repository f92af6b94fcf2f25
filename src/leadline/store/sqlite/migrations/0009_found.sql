-- Pages by the order in which they were found: those that are claimed, worked on and completed together are
-- beside each other, and new ones come at the end. By id, which is a hash, each was a write of its own somewhere
-- in the file, twice. Of pages that were found before, the shallowest are taken to be the first.
CREATE TABLE found_page (
  crawl INTEGER NOT NULL,
  n INTEGER NOT NULL,
  id INTEGER NOT NULL,
  host INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  address TEXT NOT NULL,
  depth INTEGER NOT NULL,
  hops INTEGER NOT NULL,
  state INTEGER NOT NULL,
  found_by TEXT NOT NULL,
  found_on INTEGER,
  parent INTEGER,
  fetched INTEGER NOT NULL,
  lease INTEGER,
  not_before REAL,
  attempts INTEGER NOT NULL DEFAULT 0,
  waits INTEGER NOT NULL DEFAULT 0,
  suspects INTEGER NOT NULL DEFAULT 0,
  reason TEXT,
  rule TEXT,
  seq INTEGER,
  status INTEGER,
  content_type TEXT,
  size INTEGER,
  title TEXT,
  truncated TEXT,
  parse TEXT,
  content_hash INTEGER,
  redirected_to TEXT,
  timings BLOB,
  ip TEXT,
  error TEXT,
  message TEXT,
  listed INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (crawl, n)
) WITHOUT ROWID;
INSERT INTO found_page
SELECT crawl, row_number() OVER (PARTITION BY crawl ORDER BY depth, id), id, host, kind, address, depth, hops,
       state, found_by, found_on, parent, fetched, lease, not_before, attempts, waits, suspects, reason, rule,
       seq, status, content_type, size, title, truncated, parse, content_hash, redirected_to, timings, ip,
       error, message, listed
FROM page;
DROP TABLE page;
ALTER TABLE found_page RENAME TO page;
CREATE UNIQUE INDEX page_id ON page (crawl, id);
CREATE INDEX page_ready ON page (crawl, host, kind, depth, n) WHERE state = 0 AND not_before IS NULL;
CREATE INDEX page_waiting ON page (not_before) WHERE state = 0 AND not_before IS NOT NULL;
CREATE INDEX page_leased ON page (lease) WHERE lease IS NOT NULL;
CREATE INDEX page_seq ON page (crawl, seq) WHERE seq IS NOT NULL;
CREATE INDEX page_failed ON page (crawl, error) WHERE state = 3;
CREATE INDEX page_skipped ON page (crawl, reason) WHERE state = 5;
CREATE INDEX page_unfetched ON page (crawl, depth) WHERE state = 2 AND fetched = 0;
CREATE INDEX page_listed ON page (crawl, n) WHERE listed = 1;
