-- Crawls by kind and status. Triggers count them, since statuses change in many places.
CREATE TABLE census (
  kind TEXT NOT NULL,
  status TEXT NOT NULL,
  crawls INTEGER NOT NULL,
  PRIMARY KEY (kind, status)
) WITHOUT ROWID;
INSERT INTO census SELECT kind, status, count(*) FROM crawl GROUP BY kind, status;
CREATE TRIGGER crawl_came AFTER INSERT ON crawl BEGIN
  INSERT INTO census VALUES (new.kind, new.status, 1)
  ON CONFLICT (kind, status) DO UPDATE SET crawls = crawls + 1;
END;
CREATE TRIGGER crawl_turned AFTER UPDATE OF status ON crawl WHEN old.status <> new.status BEGIN
  UPDATE census SET crawls = crawls - 1 WHERE kind = old.kind AND status = old.status;
  INSERT INTO census VALUES (new.kind, new.status, 1)
  ON CONFLICT (kind, status) DO UPDATE SET crawls = crawls + 1;
END;
CREATE TRIGGER crawl_went AFTER DELETE ON crawl BEGIN
  UPDATE census SET crawls = crawls - 1 WHERE kind = old.kind AND status = old.status;
END;

-- What was done, ever, in one row: a crawl that is deleted takes nothing of it away.
CREATE TABLE done (
  fetched INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  leads INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  refused INTEGER NOT NULL
);
INSERT INTO done
SELECT coalesce(sum(fetched), 0), coalesce(sum(failed), 0), coalesce(sum(leads), 0),
       coalesce(sum(bytes), 0), coalesce(sum(refused), 0)
FROM crawl;
CREATE TRIGGER crawl_went_on AFTER UPDATE OF fetched, failed, leads, bytes, refused ON crawl BEGIN
  UPDATE done SET
    fetched = fetched + max(new.fetched - old.fetched, 0),
    failed = failed + max(new.failed - old.failed, 0),
    leads = leads + max(new.leads - old.leads, 0),
    bytes = bytes + max(new.bytes - old.bytes, 0),
    refused = refused + max(new.refused - old.refused, 0);
END;

-- How long answers took, by phase and bucket.
CREATE TABLE latency (
  phase INTEGER NOT NULL,
  bucket INTEGER NOT NULL,
  answers INTEGER NOT NULL,
  sum_ms REAL NOT NULL,
  PRIMARY KEY (phase, bucket)
) WITHOUT ROWID;

-- Processes as their supervisors see them.
CREATE TABLE process (
  supervisor TEXT NOT NULL,
  machine TEXT NOT NULL,
  pid INTEGER NOT NULL,
  role TEXT NOT NULL,
  memory_bytes INTEGER NOT NULL,
  cpu_s REAL NOT NULL,
  seen_at REAL NOT NULL,
  PRIMARY KEY (supervisor, pid)
) WITHOUT ROWID;
