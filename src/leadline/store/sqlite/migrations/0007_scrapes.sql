-- Pages that answered with success, and crawls that stay because they keep what they fetched.
ALTER TABLE crawl ADD COLUMN scraped INTEGER NOT NULL DEFAULT 0;
UPDATE crawl SET scraped = (
  SELECT count(*) FROM page
  WHERE page.crawl = crawl.n AND state = 2 AND kind IN (0, 2) AND status BETWEEN 200 AND 299
);
ALTER TABLE crawl ADD COLUMN is_kept INTEGER NOT NULL DEFAULT 0;
DROP INDEX crawl_over;
CREATE INDEX crawl_over ON crawl (kind, finished_at)
WHERE finished_at IS NOT NULL AND is_kept = 0;
