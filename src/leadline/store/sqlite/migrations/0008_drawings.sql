-- Drawings of crawls that are over, and which of these still wait for theirs: from `draw_at` on, after
-- `draws` attempts. Crawls that were over before have none, and are shown as they grew.
CREATE TABLE drawing (
  crawl INTEGER PRIMARY KEY,
  data BLOB NOT NULL
);
ALTER TABLE crawl ADD COLUMN draw_at REAL;
ALTER TABLE crawl ADD COLUMN draws INTEGER NOT NULL DEFAULT 0;
CREATE INDEX crawl_undrawn ON crawl (draw_at) WHERE draw_at IS NOT NULL;
