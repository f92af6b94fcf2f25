-- The last commit of a worker in each crawl: a commit is one section for each of its crawls.
CREATE TABLE commit_note (
  worker TEXT NOT NULL,
  crawl INTEGER NOT NULL,
  number INTEGER NOT NULL,
  accepted INTEGER NOT NULL,
  stale INTEGER NOT NULL,
  PRIMARY KEY (worker, crawl)
) WITHOUT ROWID;
ALTER TABLE worker DROP COLUMN last_commit;
ALTER TABLE worker DROP COLUMN accepted;
ALTER TABLE worker DROP COLUMN refused;

-- Delayed pages of one crawl, by the time from which they are ready.
CREATE INDEX page_delayed ON page (crawl, not_before) WHERE state = 0 AND not_before IS NOT NULL;

-- Crawls with sitemaps that are not read: a crawl that is over may have nothing else to sweep.
CREATE INDEX crawl_unread ON crawl (status) WHERE aside > 0;
