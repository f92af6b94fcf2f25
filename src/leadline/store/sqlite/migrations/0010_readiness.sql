-- Claims find what is ready by an index, however many crawls and hosts there are. `crawl.at` is when
-- the next queue of a crawl may be served, and not before the crawl was served last. Queues for browsers
-- are found by themselves.
ALTER TABLE crawl ADD COLUMN at REAL;
DROP INDEX crawl_open;
CREATE INDEX crawl_open ON crawl (at) WHERE status = 'running';

CREATE INDEX crawl_limited ON crawl (n) WHERE status = 'running' AND skipped_limit > 0;
CREATE INDEX crawl_idle ON crawl (pending + in_progress + aside) WHERE status = 'running';

-- The gap that a crawl asks for is kept with its queues, so that the strictest of a host is one look.
-- A host with a gap has a list of queues that wait for it, and is kept for the next one for a moment.
ALTER TABLE queue ADD COLUMN gap_s REAL NOT NULL DEFAULT 0;
ALTER TABLE queue DROP COLUMN waiting_seen;
UPDATE queue SET waiting_since = NULL, gap_s = (
  SELECT CASE queue.kind WHEN 3 THEN external_gap_s ELSE gap_s END FROM crawl WHERE n = queue.crawl
);
UPDATE crawl SET at = (
  SELECT min(queue.at) FROM queue
  WHERE queue.crawl = crawl.n AND queue.ready > 0 AND queue.kind <> 2
) WHERE status IN ('running', 'paused');
DROP INDEX queue_ready;
CREATE INDEX queue_ready ON queue (crawl, at, kind <> 1) WHERE ready > 0 AND kind <> 2;
CREATE INDEX queue_browser ON queue (at) WHERE ready > 0 AND kind = 2;
DROP INDEX queue_host;
CREATE INDEX queue_gap ON queue (host, gap_s) WHERE unfinished > 0;
CREATE INDEX queue_waiting ON queue (host, waiting_since) WHERE waiting_since IS NOT NULL;
CREATE INDEX queue_witness ON queue (crawl) WHERE answered = 1 AND unfinished > 0;
ALTER TABLE host ADD COLUMN next_crawl INTEGER;
ALTER TABLE host ADD COLUMN kept_until REAL NOT NULL DEFAULT 0;

-- External pages are swept by the hosts that rest, of which there are few.
DROP INDEX queue_external;
CREATE INDEX queue_external ON queue (host, crawl) WHERE kind = 3 AND ready > 0;
CREATE INDEX host_resting ON host (rests_until) WHERE rests_until > 0;

-- The time of the store's clock when it was last looked at, so that a clock that is set back is noticed.
CREATE TABLE clock (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  at REAL NOT NULL
);
