// The six names of the graph model, which people may rely on.
CREATE INDEX url_job_status IF NOT EXISTS FOR (n:URL) ON (n.job_status);
CREATE INDEX url_name_http IF NOT EXISTS FOR (n:URL) ON (n.name, n.http_type);
CREATE INDEX root_name_depth IF NOT EXISTS FOR (n:ROOT) ON (n.name, n.requested_depth);
CREATE INDEX url_claimed_at IF NOT EXISTS FOR (n:URL) ON (n.claimed_at);
CREATE CONSTRAINT root_crawl_id IF NOT EXISTS FOR (n:ROOT) REQUIRE n.crawl_id IS UNIQUE;
CREATE INDEX url_crawl_id IF NOT EXISTS FOR (n:URL) ON (n.crawl_id);

// One node for each page, however many feeders find it.
CREATE CONSTRAINT url_key IF NOT EXISTS FOR (n:URL) REQUIRE (n.crawl_id, n.http_type, n.name) IS UNIQUE;
CREATE CONSTRAINT page_id IF NOT EXISTS FOR (n:Page) REQUIRE (n.crawl_id, n.pid) IS UNIQUE;
CREATE CONSTRAINT page_n IF NOT EXISTS FOR (n:Page) REQUIRE (n.crawl_id, n.n) IS UNIQUE;

// Pages as claims, commits and sweeps look for them. `ready` is the key of the queue of a page that can be claimed.
CREATE INDEX page_ready IF NOT EXISTS FOR (n:Page) ON (n.ready, n.current_depth, n.n);
CREATE INDEX page_lease IF NOT EXISTS FOR (n:Page) ON (n.lease);
CREATE INDEX page_delayed IF NOT EXISTS FOR (n:Page) ON (n.not_before);
// `no_ip` is the host of a page whose address is not known.
CREATE INDEX page_no_ip IF NOT EXISTS FOR (n:Page) ON (n.no_ip);
CREATE INDEX page_seq IF NOT EXISTS FOR (n:Page) ON (n.crawl_id, n.seq);
CREATE INDEX page_state IF NOT EXISTS FOR (n:Page) ON (n.crawl_id, n.state);

CREATE CONSTRAINT crawl_id IF NOT EXISTS FOR (n:Crawl) REQUIRE n.id IS UNIQUE;
CREATE INDEX crawl_status IF NOT EXISTS FOR (n:Crawl) ON (n.status);
CREATE INDEX crawl_census IF NOT EXISTS FOR (n:Crawl) ON (n.kind, n.status);
CREATE INDEX crawl_pending IF NOT EXISTS FOR (n:Crawl) ON (n.has_pending);
CREATE INDEX crawl_sitemaps IF NOT EXISTS FOR (n:Crawl) ON (n.has_sitemaps);
CREATE INDEX crawl_newest IF NOT EXISTS FOR (n:Crawl) ON (n.kind, n.created_at);
CREATE INDEX crawl_over IF NOT EXISTS FOR (n:Crawl) ON (n.kind, n.finished_at);
CREATE INDEX crawl_undrawn IF NOT EXISTS FOR (n:Crawl) ON (n.draw_at);
CREATE CONSTRAINT look_crawl IF NOT EXISTS FOR (n:Look) REQUIRE n.crawl IS UNIQUE;
CREATE INDEX look_at IF NOT EXISTS FOR (n:Look) ON (n.at);

CREATE CONSTRAINT queue_key IF NOT EXISTS FOR (n:Queue) REQUIRE n.key IS UNIQUE;
CREATE INDEX queue_place IF NOT EXISTS FOR (n:Queue) ON (n.crawl, n.host);
CREATE INDEX queue_ready IF NOT EXISTS FOR (n:Queue) ON (n.crawl, n.ready_at);
CREATE INDEX queue_browser IF NOT EXISTS FOR (n:Queue) ON (n.browser_at);
CREATE INDEX queue_waiting IF NOT EXISTS FOR (n:Queue) ON (n.host, n.waiting_since);
CREATE INDEX queue_open IF NOT EXISTS FOR (n:Queue) ON (n.host, n.open_gap_s);

CREATE CONSTRAINT host_name IF NOT EXISTS FOR (n:Host) REQUIRE n.name IS UNIQUE;
CREATE INDEX host_rests IF NOT EXISTS FOR (n:Host) ON (n.rests_until);
CREATE INDEX host_named IF NOT EXISTS FOR (n:Host) ON (n.is_named);
CREATE CONSTRAINT lease_token IF NOT EXISTS FOR (n:Lease) REQUIRE n.token IS UNIQUE;
CREATE INDEX lease_worker IF NOT EXISTS FOR (n:Lease) ON (n.worker);
CREATE INDEX lease_crawl IF NOT EXISTS FOR (n:Lease) ON (n.crawl);
CREATE INDEX lease_host IF NOT EXISTS FOR (n:Lease) ON (n.host);
CREATE INDEX lease_expiry IF NOT EXISTS FOR (n:Lease) ON (n.expires_at);
CREATE CONSTRAINT worker_id IF NOT EXISTS FOR (n:Worker) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT note_key IF NOT EXISTS FOR (n:Note) REQUIRE n.key IS UNIQUE;
CREATE INDEX note_crawl IF NOT EXISTS FOR (n:Note) ON (n.crawl);
CREATE INDEX note_worker IF NOT EXISTS FOR (n:Note) ON (n.worker);

CREATE CONSTRAINT leads_place IF NOT EXISTS FOR (n:Leads) REQUIRE (n.crawl, n.seq) IS UNIQUE;
CREATE INDEX leads_pending IF NOT EXISTS FOR (n:Leads) ON (n.pending);
CREATE CONSTRAINT bodies_place IF NOT EXISTS FOR (n:Bodies) REQUIRE (n.crawl, n.seq) IS UNIQUE;
CREATE CONSTRAINT budget_key IF NOT EXISTS FOR (n:Budget) REQUIRE n.key IS UNIQUE;
CREATE INDEX budget_crawl IF NOT EXISTS FOR (n:Budget) ON (n.crawl);
CREATE CONSTRAINT skip_key IF NOT EXISTS FOR (n:Skip) REQUIRE n.key IS UNIQUE;
CREATE INDEX skip_crawl IF NOT EXISTS FOR (n:Skip) ON (n.crawl);
CREATE INDEX sample_place IF NOT EXISTS FOR (n:Sample) ON (n.crawl, n.at);
CREATE CONSTRAINT robots_origin IF NOT EXISTS FOR (n:Robots) REQUIRE n.origin IS UNIQUE;
CREATE CONSTRAINT request_key IF NOT EXISTS FOR (n:Request) REQUIRE n.key IS UNIQUE;
CREATE INDEX request_crawl IF NOT EXISTS FOR (n:Request) ON (n.crawl);
CREATE CONSTRAINT drawing_crawl IF NOT EXISTS FOR (n:Drawing) REQUIRE n.crawl IS UNIQUE;
CREATE CONSTRAINT latency_key IF NOT EXISTS FOR (n:Latency) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT api_key_id IF NOT EXISTS FOR (n:ApiKey) REQUIRE n.id IS UNIQUE;
CREATE INDEX process_supervisor IF NOT EXISTS FOR (n:Process) ON (n.supervisor);
CREATE CONSTRAINT done_worker IF NOT EXISTS FOR (n:Done) REQUIRE n.worker IS UNIQUE;
CREATE CONSTRAINT clock_only IF NOT EXISTS FOR (n:Clock) REQUIRE n.only IS UNIQUE;
CREATE CONSTRAINT store_only IF NOT EXISTS FOR (n:Store) REQUIRE n.only IS UNIQUE;
