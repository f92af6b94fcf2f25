-- Crawls with their counters, which change in the transaction that changes the pages they count.
-- They include the root; readers take it out by `root_state`.
CREATE TABLE crawl (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  status TEXT NOT NULL,
  reason TEXT NOT NULL DEFAULT '',
  options BLOB NOT NULL,
  submitted_url TEXT NOT NULL,
  root_url TEXT NOT NULL,
  root INTEGER NOT NULL,
  root_state INTEGER NOT NULL,
  root_reason TEXT,
  -- Copies of options that claims ask for.
  concurrency INTEGER NOT NULL,
  gap_s REAL NOT NULL,
  max_pages INTEGER,
  max_depth INTEGER NOT NULL,
  max_per_shape INTEGER NOT NULL,
  seq INTEGER NOT NULL DEFAULT 0,
  total INTEGER NOT NULL DEFAULT 0,
  pending INTEGER NOT NULL DEFAULT 0,
  in_progress INTEGER NOT NULL DEFAULT 0,
  completed INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  cancelled INTEGER NOT NULL DEFAULT 0,
  skipped_scope INTEGER NOT NULL DEFAULT 0,
  skipped_robots INTEGER NOT NULL DEFAULT 0,
  skipped_limit INTEGER NOT NULL DEFAULT 0,
  skipped_trap INTEGER NOT NULL DEFAULT 0,
  skipped_address INTEGER NOT NULL DEFAULT 0,
  fetched INTEGER NOT NULL DEFAULT 0,
  leads INTEGER NOT NULL DEFAULT 0,
  bytes INTEGER NOT NULL DEFAULT 0,
  refused INTEGER NOT NULL DEFAULT 0,
  -- Sitemaps that are not read yet: pages that none of the others count.
  aside INTEGER NOT NULL DEFAULT 0,
  claimed_at REAL NOT NULL DEFAULT 0,
  answered_at REAL NOT NULL DEFAULT 0,
  sampled_at REAL NOT NULL DEFAULT 0,
  created_at REAL NOT NULL,
  started_at REAL,
  finished_at REAL
);
CREATE INDEX crawl_open ON crawl (claimed_at) WHERE status = 'running';
CREATE INDEX crawl_newest ON crawl (kind, created_at);
CREATE INDEX crawl_unswept ON crawl (status) WHERE pending > 0;
CREATE INDEX crawl_over ON crawl (kind, finished_at) WHERE finished_at IS NOT NULL;

CREATE TABLE idempotency (
  key TEXT PRIMARY KEY,
  digest TEXT NOT NULL,
  crawl TEXT NOT NULL,
  created_at REAL NOT NULL
) WITHOUT ROWID;

-- Hosts are shared by all crawls: politeness is not a matter of one of them.
CREATE TABLE host (
  n INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  domain TEXT NOT NULL,
  ip TEXT,
  cname TEXT,
  is_named INTEGER NOT NULL DEFAULT 0,
  turn INTEGER,
  free_at REAL NOT NULL DEFAULT 0,
  robots_gap_s REAL NOT NULL DEFAULT 0,
  failures INTEGER NOT NULL DEFAULT 0,
  failing_since REAL,
  rests_until REAL NOT NULL DEFAULT 0
);
CREATE INDEX host_unnamed ON host (n) WHERE is_named = 0;
CREATE TABLE robots (
  origin TEXT PRIMARY KEY,
  state TEXT NOT NULL,
  body BLOB NOT NULL,
  detail TEXT NOT NULL,
  read_at REAL NOT NULL,
  failing_since REAL
) WITHOUT ROWID;

-- A queue is the pages of one crawl on one host, for one kind of worker.
CREATE TABLE queue (
  crawl INTEGER NOT NULL,
  host INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  ready INTEGER NOT NULL DEFAULT 0,
  unfinished INTEGER NOT NULL DEFAULT 0,
  at REAL NOT NULL DEFAULT 0,
  waiting_since REAL,
  waiting_seen REAL,
  answered INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (crawl, host, kind)
) WITHOUT ROWID;
CREATE INDEX queue_ready ON queue (crawl, at) WHERE ready > 0;
CREATE INDEX queue_host ON queue (host) WHERE unfinished > 0;

CREATE TABLE page (
  crawl INTEGER NOT NULL,
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
  PRIMARY KEY (crawl, id)
) WITHOUT ROWID;
CREATE INDEX page_ready ON page (crawl, host, kind, depth, id) WHERE state = 0 AND not_before IS NULL;
CREATE INDEX page_waiting ON page (not_before) WHERE state = 0 AND not_before IS NOT NULL;
CREATE INDEX page_leased ON page (lease) WHERE lease IS NOT NULL;
CREATE INDEX page_seq ON page (crawl, seq) WHERE seq IS NOT NULL;
CREATE INDEX page_failed ON page (crawl, error) WHERE state = 3;
CREATE INDEX page_skipped ON page (crawl, reason) WHERE state = 5;
CREATE INDEX page_unfetched ON page (crawl, depth) WHERE state = 2 AND fetched = 0;

-- Leads and bodies are written in the order of completion, so that the file only grows at its end.
CREATE TABLE lead (
  crawl INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  source INTEGER NOT NULL,
  is_redirect INTEGER NOT NULL,
  targets BLOB NOT NULL,
  notes BLOB NOT NULL,
  PRIMARY KEY (crawl, seq)
) WITHOUT ROWID;
CREATE TABLE body (
  crawl INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  name TEXT NOT NULL,
  data BLOB NOT NULL,
  PRIMARY KEY (crawl, seq, name)
) WITHOUT ROWID;

CREATE TABLE shape (
  crawl INTEGER NOT NULL,
  shape TEXT NOT NULL,
  pages INTEGER NOT NULL,
  cut INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (crawl, shape)
) WITHOUT ROWID;
CREATE TABLE site (
  crawl INTEGER NOT NULL,
  site TEXT NOT NULL,
  hosts INTEGER NOT NULL,
  PRIMARY KEY (crawl, site)
) WITHOUT ROWID;

CREATE TABLE lease (
  token INTEGER PRIMARY KEY,
  worker TEXT NOT NULL,
  crawl INTEGER NOT NULL,
  host INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  parallel INTEGER NOT NULL,
  -- Leases of hosts without a gap have no turn (0); of others one that is held (1) or over (2).
  turn INTEGER NOT NULL,
  size INTEGER NOT NULL,
  left INTEGER NOT NULL,
  claimed_at REAL NOT NULL,
  expires_at REAL NOT NULL
);
CREATE INDEX lease_worker ON lease (worker);
CREATE INDEX lease_expiry ON lease (expires_at);
CREATE INDEX lease_queue ON lease (crawl, host);
CREATE INDEX lease_host ON lease (host);
-- Workers with the last commit of each, so that it can be answered again.
CREATE TABLE worker (
  id TEXT PRIMARY KEY,
  seen_at REAL NOT NULL,
  only_crawl TEXT,
  last_commit INTEGER,
  accepted INTEGER NOT NULL DEFAULT 0,
  refused INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

CREATE TABLE sample (
  crawl INTEGER NOT NULL,
  at REAL NOT NULL,
  fetched INTEGER NOT NULL,
  pending INTEGER NOT NULL,
  in_progress INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  leads INTEGER NOT NULL,
  PRIMARY KEY (crawl, at)
) WITHOUT ROWID;
