-- A client waits for the root of a crawl, or not: no client waits for that of a job.
ALTER TABLE crawl ADD COLUMN is_awaited INTEGER NOT NULL DEFAULT 0;
