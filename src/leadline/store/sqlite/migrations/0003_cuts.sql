-- What a crawl takes of what may be endless, by the rule that counts it: one table for all of them.
CREATE TABLE budget (
  crawl INTEGER NOT NULL,
  rule TEXT NOT NULL,
  shape TEXT NOT NULL,
  taken INTEGER NOT NULL,
  cut INTEGER NOT NULL DEFAULT 0,
  example TEXT,
  PRIMARY KEY (crawl, rule, shape)
) WITHOUT ROWID;
INSERT INTO budget (crawl, rule, shape, taken, cut)
SELECT crawl, 'max_per_shape', shape, pages, cut FROM shape;
INSERT INTO budget (crawl, rule, shape, taken)
SELECT crawl, 'max_hosts_per_domain', site, hosts FROM site;
DROP TABLE shape;
DROP TABLE site;
CREATE INDEX budget_cut ON budget (crawl, cut) WHERE cut > 0;

-- Skipped pages by the rule that skipped them; the root, if it is one, among them.
CREATE TABLE skip (
  crawl INTEGER NOT NULL,
  reason TEXT NOT NULL,
  rule TEXT NOT NULL,
  pages INTEGER NOT NULL,
  example TEXT NOT NULL,
  PRIMARY KEY (crawl, reason, rule)
) WITHOUT ROWID;
INSERT INTO skip (crawl, reason, rule, pages, example)
SELECT crawl, reason, rule, count(*), min(address) FROM page
WHERE state = 5 AND kind <> 1 GROUP BY crawl, reason, rule;
