-- Pages that are recorded and never fetched, because they are deeper than the limit: COMPLETED with fetched = 0.
ALTER TABLE crawl ADD COLUMN too_deep INTEGER NOT NULL DEFAULT 0;
UPDATE crawl SET too_deep = (
  SELECT count(*) FROM page INDEXED BY page_unfetched
  WHERE page.crawl = crawl.n AND page.state = 2 AND page.fetched = 0
);

-- What max_pages limits: pages of the site that got an answer, whichever. Fetched are only those that are
-- COMPLETED with one; they are counted by `completed - too_deep`.
DROP TRIGGER crawl_went_on;
ALTER TABLE crawl RENAME COLUMN fetched TO answered;
CREATE TRIGGER crawl_went_on
AFTER UPDATE OF completed, too_deep, failed, leads, bytes, refused ON crawl BEGIN
  UPDATE done SET
    fetched = fetched + max(new.completed - new.too_deep - old.completed + old.too_deep, 0),
    failed = failed + max(new.failed - old.failed, 0),
    leads = leads + max(new.leads - old.leads, 0),
    bytes = bytes + max(new.bytes - old.bytes, 0),
    refused = refused + max(new.refused - old.refused, 0);
END;
