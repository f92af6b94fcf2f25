-- What became of sitemaps, and which pages they list: where paths begin beside the root.
ALTER TABLE crawl ADD COLUMN sitemaps_read INTEGER NOT NULL DEFAULT 0;
ALTER TABLE crawl ADD COLUMN sitemaps_failed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE crawl ADD COLUMN sitemaps_skipped INTEGER NOT NULL DEFAULT 0;
ALTER TABLE page ADD COLUMN listed INTEGER NOT NULL DEFAULT 0;
CREATE INDEX page_listed ON page (crawl, id) WHERE listed = 1;
