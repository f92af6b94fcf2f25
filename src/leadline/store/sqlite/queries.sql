-- note: the last commit of a worker in a crawl, and its result
SELECT number, accepted, stale FROM commit_note WHERE worker = :worker AND crawl = :crawl;

-- set_note: store a commit of a worker in a crawl and its result
INSERT INTO commit_note (worker, crawl, number, accepted, stale)
VALUES (:worker, :crawl, :commit, :accepted, :stale)
ON CONFLICT (worker, crawl) DO UPDATE
SET number = :commit, accepted = :accepted, stale = :stale;

-- forget_notes: delete the earlier commits of a worker, which it no longer repeats
DELETE FROM commit_note WHERE worker = :worker AND number <> :commit;

-- see_worker: note that a worker is alive
INSERT INTO worker (id, seen_at) VALUES (:worker, :now)
ON CONFLICT (id) DO UPDATE SET seen_at = :now;

-- see_claimant: note that a worker that claims is alive, but not at every claim
INSERT INTO worker (id, seen_at, only_crawl) VALUES (:worker, :now, :only)
ON CONFLICT (id) DO UPDATE SET seen_at = :now, only_crawl = :only
WHERE seen_at < :noted_before OR only_crawl IS NOT :only;

-- live_workers: the number of workers that share a crawl
SELECT count(*) FROM worker
WHERE seen_at > :since AND (only_crawl IS NULL OR only_crawl = :crawl);

-- is_vain: whether nothing can be claimed now, and there is nothing to note either
SELECT NOT EXISTS (
    SELECT 1 FROM crawl INDEXED BY crawl_open WHERE status = 'running' AND at <= :now
      AND (max_time_s IS NULL OR ran_s < max_time_s)
      AND (:only IS NULL OR id = :only) AND id NOT IN (SELECT value FROM json_each(:besides)))
  AND NOT EXISTS (SELECT 1 FROM lease WHERE expires_at < :now)
  AND NOT EXISTS (
    SELECT 1 FROM page INDEXED BY page_waiting
    WHERE state = {PENDING} AND not_before IS NOT NULL AND not_before <= :now)
  AND NOT EXISTS (
    SELECT 1 FROM lease AS held
    WHERE worker = :worker AND turn = {TURN_HELD} AND parallel < left
      AND parallel + (SELECT coalesce(sum(left), 0) FROM lease
                      WHERE host = held.host AND turn <> {TURN_HELD} AND NOT is_away) < :host_limit)
  AND NOT EXISTS (SELECT 1 FROM lease WHERE worker = :worker AND turn = {TURN_LOST})
  AND EXISTS (
    SELECT 1 FROM worker
    WHERE id = :worker AND seen_at >= :noted_before AND only_crawl IS :only);

-- ready_crawls: crawls with a queue that may be served now, the one that waits longest first
SELECT id FROM crawl INDEXED BY crawl_open
WHERE status = 'running' AND at <= :now
  AND id NOT IN (SELECT value FROM json_each(:besides))
  AND (max_time_s IS NULL OR ran_s < max_time_s)
ORDER BY at
LIMIT :limit;

-- ready_crawl: one crawl, if it has a queue that may be served now
SELECT id FROM crawl WHERE id = :only AND status = 'running' AND at <= :now
  AND (max_time_s IS NULL OR ran_s < max_time_s);

-- crawl_at: note when a crawl may be served next: with its next queue, not before its last claim
UPDATE crawl SET at = max(claimed_at, (
  SELECT at FROM queue INDEXED BY queue_ready
  WHERE crawl = :crawl AND ready > 0 AND kind <> {BROWSER} ORDER BY at LIMIT 1
))
WHERE n = :crawl;

-- put_off_crawl: put a crawl off to a time, or to its next queue if that is later
UPDATE crawl SET at = max(:at, (
  SELECT at FROM queue INDEXED BY queue_ready
  WHERE crawl = :crawl AND ready > 0 AND kind <> {BROWSER} ORDER BY at LIMIT 1
))
WHERE n = :crawl;

-- ready_queues: queues of a crawl that may be served now, the longest ready first; sitemaps first
SELECT host.name, queue.kind, queue.ready
FROM queue INDEXED BY queue_ready CROSS JOIN host ON host.n = queue.host
WHERE queue.crawl = :crawl AND queue.ready > 0 AND queue.kind <> {BROWSER} AND queue.at <= :now
  AND queue.kind IN (SELECT value FROM json_each(:kinds))
ORDER BY queue.at, queue.kind <> {SITEMAP}
LIMIT :limit;

-- browser_crawls: crawls with pages for a browser, the one whose host has been ready longest first
SELECT DISTINCT crawl.id
FROM (SELECT crawl FROM queue INDEXED BY queue_browser
      WHERE ready > 0 AND kind = {BROWSER} AND at <= :now ORDER BY at LIMIT 200) AS ready
CROSS JOIN crawl ON crawl.n = ready.crawl
WHERE crawl.status = 'running' AND (:only IS NULL OR crawl.id = :only)
  AND (crawl.max_time_s IS NULL OR crawl.ran_s < crawl.max_time_s)
  AND crawl.id NOT IN (SELECT value FROM json_each(:besides))
LIMIT :limit;

-- browser_queues: queues of a crawl with pages for a browser that may be served now
SELECT host.name, queue.kind, queue.ready
FROM queue INDEXED BY queue_browser CROSS JOIN host ON host.n = queue.host
WHERE queue.crawl = :crawl AND queue.ready > 0 AND queue.kind = {BROWSER} AND queue.at <= :now
ORDER BY queue.at
LIMIT :limit;

-- next_browser_at: the time when the next page for a browser will be ready
SELECT at FROM queue INDEXED BY queue_browser
WHERE ready > 0 AND kind = {BROWSER} AND at > :now ORDER BY at LIMIT 1;

-- next_crawl_at: the time when the next crawl will have a page to give
SELECT at FROM crawl INDEXED BY crawl_open
WHERE status = 'running' AND at > :now
  AND (:only IS NULL OR id = :only)
  AND id NOT IN (SELECT value FROM json_each(:besides))
ORDER BY at LIMIT 1;

-- next_page_at: the time when the next delayed page is ready again
SELECT min(not_before) FROM page WHERE state = {PENDING} AND not_before IS NOT NULL;

-- strictest_gap: the largest gap that a crawl with unfinished pages on a host asks for
SELECT queue.gap_s FROM queue INDEXED BY queue_gap CROSS JOIN crawl ON crawl.n = queue.crawl
WHERE queue.host = :host AND queue.unfinished > 0 AND crawl.status IN ('running', 'paused')
ORDER BY queue.gap_s DESC LIMIT 1;

-- strictest_other_gap: the largest gap that another crawl with unfinished pages on a host asks for
SELECT queue.gap_s FROM queue INDEXED BY queue_gap CROSS JOIN crawl ON crawl.n = queue.crawl
WHERE queue.host = :host AND queue.unfinished > 0 AND queue.crawl <> :crawl
  AND crawl.status IN ('running', 'paused')
ORDER BY queue.gap_s DESC LIMIT 1;

-- other_waiter: a queue of another crawl that waits for a host
SELECT 1 FROM queue INDEXED BY queue_waiting
WHERE host = :host AND waiting_since IS NOT NULL AND crawl <> :crawl LIMIT 1;

-- first_waiters: queues of other crawls that wait for a host, the longest waiting first
SELECT queue.crawl, crawl.id, queue.kind, queue.at, queue.waiting_since,
       queue.unfinished > 0 AND crawl.status = 'running' AS is_live
FROM queue INDEXED BY queue_waiting CROSS JOIN crawl ON crawl.n = queue.crawl
WHERE queue.host = :host AND queue.is_awaited = :is_awaited AND queue.waiting_since IS NOT NULL
  AND queue.crawl <> :crawl
ORDER BY queue.waiting_since LIMIT :limit;

-- set_times: store when a queue may be looked at, and whether it waits for its host
UPDATE queue SET at = :at, waiting_since = :waiting_since, is_awaited = :is_awaited
WHERE crawl = :crawl AND host = :host AND kind = :kind;

-- ready_pages: the shallowest pages of a queue, the first found first
SELECT n, id, address, depth, attempts, waits, hops, suspects FROM page INDEXED BY page_ready
WHERE crawl = :crawl AND host = :host AND kind = :kind AND state = {PENDING} AND not_before IS NULL
ORDER BY depth, n
LIMIT :limit;

-- lease_page: lease a page
UPDATE page SET state = {IN_PROGRESS}, lease = ? WHERE crawl = ? AND n = ?;

-- add_lease: store a lease
INSERT INTO lease (token, worker, crawl, host, kind, parallel, turn, size, left, claimed_at,
                   expires_at, is_away)
VALUES (:token, :worker, :crawl, :host, :kind, :parallel, :turn, :size, :left, :now,
        :expires_at, :is_away);

-- set_lease: store the state of a lease
UPDATE lease SET parallel = :parallel, turn = :turn, size = :size, left = :left, is_away = :is_away
WHERE token = :token;

-- set_host: store the state of a host
UPDATE host SET turn = :turn, free_at = :free_at, rests_until = :rests_until, failures = :failures,
       failing_since = :failing_since, robots_gap_s = :robots_gap_s, next_crawl = :next_crawl,
       kept_until = :kept_until, kept_for_client = :kept_for_client
WHERE n = :host;

-- short_turns: turns of a worker in which requests wait for others to end
SELECT {LEASE_COLUMNS}
FROM lease CROSS JOIN crawl ON crawl.n = lease.crawl CROSS JOIN host ON host.n = lease.host
WHERE lease.worker = :worker AND lease.turn = {TURN_HELD} AND lease.parallel < lease.left
  AND lease.parallel < :host_limit;

-- due_crawls: crawls with delayed pages whose time has come
SELECT DISTINCT crawl.id
FROM (SELECT crawl FROM page INDEXED BY page_waiting
      WHERE state = {PENDING} AND not_before IS NOT NULL AND not_before <= :now LIMIT 1000) AS due
CROSS JOIN crawl ON crawl.n = due.crawl
LIMIT :limit;

-- due_pages: delayed pages of a crawl whose time has come
SELECT page.n, page.id, host.name, page.kind, page.depth, 0, 0, page.reason, page.rule
FROM page INDEXED BY page_delayed CROSS JOIN host ON host.n = page.host
WHERE page.crawl = :crawl AND page.state = {PENDING} AND page.not_before IS NOT NULL
  AND page.not_before <= :now
LIMIT :limit;

-- expired_leases: leases that were not renewed in time
SELECT {LEASE_COLUMNS}
FROM lease CROSS JOIN host ON host.n = lease.host LEFT JOIN crawl ON crawl.n = lease.crawl
WHERE lease.expires_at < :now;

-- all_workers: workers that were seen, or hold a lease
SELECT id FROM worker UNION SELECT worker FROM lease;

-- leases_of_worker: leases of a worker
SELECT {LEASE_COLUMNS}
FROM lease CROSS JOIN host ON host.n = lease.host LEFT JOIN crawl ON crawl.n = lease.crawl
WHERE lease.worker = :worker;

-- lost_leases: lost leases of a worker
SELECT {LEASE_COLUMNS}
FROM lease CROSS JOIN host ON host.n = lease.host LEFT JOIN crawl ON crawl.n = lease.crawl
WHERE lease.worker = :worker AND lease.turn = {TURN_LOST};

-- held_by_worker: the number of pages that a worker has
SELECT coalesce(sum(left), 0) FROM lease WHERE worker = :worker AND size > 0;

-- most_suspect: how suspect the most suspect page of a worker is
SELECT coalesce(max(page.suspects), 0) FROM lease JOIN page ON page.lease = lease.token
WHERE lease.worker = :worker;

-- leases_of_crawl: leases of a crawl
SELECT {LEASE_COLUMNS}
FROM lease CROSS JOIN crawl ON crawl.n = lease.crawl CROSS JOIN host ON host.n = lease.host
WHERE lease.crawl = :crawl;

-- leases_on_hosts: leases on some hosts
SELECT {LEASE_COLUMNS}
FROM json_each(:hosts) AS wanted CROSS JOIN lease INDEXED BY lease_host ON lease.host = wanted.value
CROSS JOIN host ON host.n = lease.host LEFT JOIN crawl ON crawl.n = lease.crawl;

-- renew: renew leases that have not expired and are not lost
UPDATE lease SET expires_at = :expires_at
WHERE token IN (SELECT value FROM json_each(:tokens)) AND worker = :worker AND expires_at >= :now
  AND turn <> {TURN_LOST}
RETURNING token;

-- lease: one lease
SELECT {LEASE_COLUMNS}
FROM lease CROSS JOIN host ON host.n = lease.host LEFT JOIN crawl ON crawl.n = lease.crawl
WHERE lease.token = :token;

-- pages_of_lease: pages that a lease still holds
SELECT id, n, attempts, waits, hops, suspects FROM page WHERE lease = :token;

-- drop_lease: delete a lease
DELETE FROM lease WHERE token = :token;

-- forget_worker: delete a worker
DELETE FROM worker WHERE id = :worker;

-- add_crawl: store a new crawl
INSERT INTO crawl (id, kind, status, options, submitted_url, root_url, root, root_state,
                   concurrency, gap_s, external_gap_s, max_pages, max_depth, max_per_shape,
                   max_time_s, host_outage_max_s, is_kept, is_awaited, created_at)
VALUES (:id, :kind, 'running', :options, :url, :url, :root, {PENDING},
        :concurrency, :gap_s, :external_gap_s, :max_pages, :max_depth, :max_per_shape,
        :max_time_s, :host_outage_max_s, :is_kept, :is_awaited, :now)
RETURNING n;

-- crawl: a crawl by its id
SELECT * FROM crawl WHERE id = :id;

-- crawl_row: a crawl as rules see it
SELECT n, id, kind, status, reason, root, root_state, is_awaited, concurrency, gap_s,
       external_gap_s, max_pages, max_depth, max_per_shape, max_time_s, host_outage_max_s, ran_s,
       counted_at, claimed_at, answered_at, sampled_at, started_at, draws, draw_at,
       (SELECT coalesce(max(page.n), 0) FROM page WHERE page.crawl = crawl.n), {COUNTERS}
FROM crawl WHERE id = :id;

-- hosts_by_name: some hosts with their state
SELECT n, next_crawl, name, turn, free_at, rests_until, failures, failing_since, robots_gap_s,
       (SELECT id FROM crawl WHERE crawl.n = next_crawl), kept_until, kept_for_client
FROM host WHERE name IN (SELECT value FROM json_each(:names));

-- queues_on_hosts: queues of a crawl on some hosts
SELECT host, kind, ready, unfinished, gap_s, answered, at, waiting_since, is_awaited FROM queue
WHERE crawl = :crawl AND host IN (SELECT value FROM json_each(:hosts));

-- met_hosts: those of some hosts that a crawl has a queue on
SELECT name FROM host
WHERE name IN (SELECT value FROM json_each(:hosts))
  AND EXISTS (SELECT 1 FROM queue WHERE queue.crawl = :crawl AND queue.host = host.n);

-- crawls: the newest crawls of a kind that match a filter
SELECT * FROM crawl
WHERE kind = :kind AND (created_at, id) < (:before, :last)
  AND (:status IS NULL OR status = :status)
  AND (:search IS NULL OR instr(lower(root_url), lower(:search))
       OR instr(lower(submitted_url), lower(:search)))
ORDER BY created_at DESC, id DESC LIMIT :limit;

-- crawl_ids: crawls of a kind whose ids start with a prefix
SELECT id FROM crawl
WHERE kind = :kind AND id >= :prefix AND id < :prefix || char(1114111) ORDER BY id LIMIT :limit;

-- known_request: the crawl that an idempotency key created
SELECT digest, crawl FROM idempotency WHERE key = :key;

-- add_request: store an idempotency key
INSERT INTO idempotency (key, digest, crawl, created_at) VALUES (:key, :digest, :crawl, :now);

-- ended_roots: the known ones of some crawls, and whether the root of each has ended
SELECT id, root_state NOT IN ({PENDING}, {IN_PROGRESS}) AS is_over FROM crawl
WHERE id IN (SELECT value FROM json_each(:ids));

-- host: a host by name
SELECT n FROM host WHERE name = :name;

-- add_host: store a host that is seen for the first time
INSERT INTO host (name, domain) VALUES (:name, :domain) RETURNING n;

-- add_page: store a page that was found
INSERT INTO page (n, crawl, host, kind, id, address, depth, hops, state, found_by, found_on, parent,
                  fetched, reason, rule)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- last_found: the number of the page that was found last
SELECT coalesce(max(n), 0) FROM page WHERE crawl = :crawl;

-- known_pages: the known ones of some pages, and the rule of those that are skipped
SELECT id, rule FROM page INDEXED BY page_id
WHERE crawl = :crawl AND id IN (SELECT value FROM json_each(:ids));

-- some_pages: the known ones of some pages
SELECT page.id, page.n, page.state, host.name, page.kind, page.reason, page.rule, page.fetched,
       page.not_before IS NULL
FROM page INDEXED BY page_id CROSS JOIN host ON host.n = page.host
WHERE page.crawl = :crawl AND page.id IN (SELECT value FROM json_each(:ids));

-- list_page: note that a sitemap lists a page
UPDATE page SET listed = 1 WHERE crawl = ? AND id = ? AND listed = 0;

-- add_to_queue: change the counts of a queue, which is created if it is missing
INSERT INTO queue (crawl, host, kind, ready, unfinished, at, gap_s)
SELECT :crawl, :host, :kind, :ready, :unfinished, claimed_at,
       CASE :kind WHEN {EXTERNAL} THEN external_gap_s ELSE gap_s END
FROM crawl WHERE n = :crawl
ON CONFLICT (crawl, host, kind) DO UPDATE
SET ready = ready + :ready, unfinished = unfinished + :unfinished;

-- taken: the number of pages that a budget has counted so far
SELECT taken FROM budget WHERE crawl = :crawl AND rule = :rule AND shape = :shape;

-- add_to_budget: count pages within a budget, and pages beyond it
INSERT INTO budget (crawl, rule, shape, taken, cut, example)
VALUES (:crawl, :rule, :shape, :taken, :cut, :example)
ON CONFLICT (crawl, rule, shape) DO UPDATE
SET taken = taken + :taken, cut = cut + :cut, example = coalesce(example, :example);

-- add_to_skips: change the number of pages that a rule skips
INSERT INTO skip (crawl, reason, rule, pages, example)
SELECT :crawl, :reason, :rule, :pages, address FROM page WHERE crawl = :crawl AND id = :page
ON CONFLICT (crawl, reason, rule) DO UPDATE SET pages = pages + :pages;

-- complete_page: complete a page that was fetched
UPDATE page SET state = {COMPLETED}, lease = NULL, not_before = NULL, seq = ?,
       attempts = attempts + 1,
       {SET_ANSWER}, error = NULL, message = NULL
WHERE crawl = ? AND n = ?;

-- remove_page: delete a page that turns out to be the root
DELETE FROM page WHERE crawl = :crawl AND n = :n;

-- move_found: change the id of the root in pages that were found on it
UPDATE page SET found_on = :new_id, parent = :new_id WHERE crawl = :crawl AND found_on = :id;

-- move_root: change id and address of the root to where it ended
UPDATE page SET id = :new_id, address = :address, host = :host WHERE crawl = :crawl AND id = :id;

-- add_leads: store the leads of a page
INSERT INTO lead (crawl, seq, source, is_redirect, targets, notes)
VALUES (?, ?, ?, ?, ?, ?);

-- add_body: store a piece of a page
INSERT INTO body (crawl, seq, name, data) VALUES (?, ?, ?, ?);

-- queue_answered: note that a host answered in a crawl
UPDATE queue SET answered = 1 WHERE crawl = :crawl AND host = :host AND answered = 0;

-- add_sample: store the progress of a crawl at a time
INSERT OR IGNORE INTO sample (crawl, at, fetched, pending, in_progress, failed, leads)
SELECT n, :now, completed - too_deep, pending, in_progress, failed, leads FROM crawl
WHERE n = :crawl;

-- idle_crawls: running crawls with nothing left to do
SELECT id FROM crawl INDEXED BY crawl_idle
WHERE status = 'running' AND pending + in_progress + aside = 0;

-- ending_crawl: a running crawl with few pages left, some of which are worked on now or soon
SELECT 1 FROM crawl INDEXED BY crawl_idle
WHERE status = 'running' AND pending + in_progress + aside BETWEEN 1 AND :left
  AND (in_progress > 0 OR aside > 0 OR at <= :soon)
LIMIT 1;

-- unswept_crawls: crawls whose pending pages will not be fetched, or whose skipped ones will
SELECT id FROM crawl INDEXED BY crawl_unswept
WHERE pending > 0
  AND (status IN ('completed', 'cancelled', 'failed')
       OR answered >= max_pages AND EXISTS (
         SELECT 1 FROM queue WHERE crawl = crawl.n AND kind <> {EXTERNAL} AND unfinished > 0))
UNION ALL
SELECT id FROM crawl INDEXED BY crawl_unread
WHERE aside > 0 AND status IN ('completed', 'cancelled', 'failed')
UNION ALL
SELECT id FROM crawl INDEXED BY crawl_limited
WHERE status = 'running' AND skipped_limit > 0
  AND (max_pages IS NULL OR max_pages > answered + pending + in_progress)
  AND (max_time_s IS NULL OR ran_s < max_time_s)
UNION ALL
SELECT id FROM crawl INDEXED BY crawl_timed
WHERE status = 'running' AND max_time_s IS NOT NULL AND ran_s >= max_time_s
  AND (pending > 0 OR aside > 0)
UNION
SELECT crawl.id FROM host INDEXED BY host_resting
CROSS JOIN queue INDEXED BY queue_external ON queue.host = host.n
CROSS JOIN crawl ON crawl.n = queue.crawl
WHERE host.rests_until > :late AND host.rests_until > 0
  AND queue.kind = {EXTERNAL} AND queue.ready > 0 AND crawl.status = 'running';

-- has_timed: whether a crawl with a time limit is running
SELECT 1 FROM crawl INDEXED BY crawl_timed
WHERE status = 'running' AND max_time_s IS NOT NULL LIMIT 1;

-- timed_crawls: running crawls with a time limit that have started
SELECT id FROM crawl INDEXED BY crawl_timed
WHERE status = 'running' AND max_time_s IS NOT NULL AND started_at IS NOT NULL
  AND (:only IS NULL OR id = :only);

-- skips_of_rule: the number of pages that a rule skips
SELECT pages FROM skip WHERE crawl = :crawl AND reason = :reason AND rule = :rule;

-- outdated_crawls: crawls of a kind that have been over for long
SELECT id FROM crawl WHERE kind = :kind AND finished_at < :before AND is_kept = 0
ORDER BY finished_at LIMIT :limit;

-- outdate_crawl: hide a crawl that is being deleted
UPDATE crawl SET kind = :kind, finished_at = 0, is_kept = 0 WHERE n = :crawl;

-- recount: change the number of crawls of a kind and status
INSERT INTO census VALUES (:kind, :status, :by)
ON CONFLICT (kind, status) DO UPDATE SET crawls = crawls + :by;

-- set_depth: store depth and parent of a page on its shortest path
UPDATE page SET depth = ?3, parent = ?4
WHERE crawl = ?1 AND id = ?2 AND (depth <> ?3 OR parent IS NOT ?4);

-- within_depth: pages that are recorded as too deep, and are not
SELECT page.n, page.id, host.name, page.kind, page.depth, 0, 0, page.reason, page.rule
FROM page INDEXED BY page_unfetched CROSS JOIN host ON host.n = page.host
WHERE page.crawl = :crawl AND page.state = {COMPLETED} AND page.fetched = 0
  AND page.depth <= :max_depth
LIMIT :limit;

-- pending_pages: pending pages of a crawl that limits apply to, all or those of the site
SELECT page.n, page.id, host.name, page.kind, page.depth, 1, 0, page.reason, page.rule
FROM page INDEXED BY page_ready CROSS JOIN host ON host.n = page.host
WHERE page.crawl = :crawl AND page.state = {PENDING} AND page.not_before IS NULL
  AND (:external OR page.kind <> {EXTERNAL})
UNION ALL
SELECT page.n, page.id, host.name, page.kind, page.depth, 0, 0, page.reason, page.rule
FROM page INDEXED BY page_delayed CROSS JOIN host ON host.n = page.host
WHERE page.crawl = :crawl AND page.state = {PENDING} AND page.not_before IS NOT NULL
  AND (:external OR page.kind <> {EXTERNAL})
LIMIT :limit;

-- resting_external: external pages whose host rests for too long
SELECT page.n, page.id, host.name, page.kind, page.depth, 1, 0, page.reason, page.rule
FROM host INDEXED BY host_resting
CROSS JOIN queue INDEXED BY queue_external ON queue.host = host.n
CROSS JOIN page INDEXED BY page_ready
  ON page.crawl = queue.crawl AND page.host = queue.host AND page.kind = queue.kind
WHERE host.rests_until > :late AND host.rests_until > 0
  AND queue.kind = {EXTERNAL} AND queue.ready > 0 AND queue.crawl = :crawl
  AND page.state = {PENDING} AND page.not_before IS NULL
LIMIT :limit;

-- robots: a robots.txt as last read
SELECT state, body, detail, :now - read_at AS age_s, :now - failing_since AS failing_for_s
FROM robots WHERE origin = :origin;

-- put_robots: store a robots.txt
INSERT INTO robots (origin, state, body, detail, read_at, failing_since)
VALUES (:origin, :state, :body, :detail, :now, :failing_since)
ON CONFLICT (origin) DO UPDATE
SET state = :state, body = :body, detail = :detail, read_at = :now,
    failing_since = :failing_since;

-- failing_since: since when a robots.txt cannot be read
SELECT failing_since FROM robots WHERE origin = :origin;

-- witnesses: whether hosts of a crawl answered and have pages left, and whether it has other hosts
SELECT EXISTS (SELECT 1 FROM queue INDEXED BY queue_witness
               WHERE crawl = :crawl AND answered = 1 AND unfinished > 0),
       EXISTS (SELECT 1 FROM queue WHERE crawl = :crawl AND host <> :host
               AND (answered = 1 OR unfinished > 0));

-- pages_of_queue: ready pages of a queue
SELECT page.n, page.id, host.name, page.kind, page.depth, 1, 0, page.reason, page.rule
FROM page INDEXED BY page_ready CROSS JOIN host ON host.n = page.host
WHERE page.crawl = :crawl AND page.host = :host AND page.kind = :kind AND page.state = {PENDING}
  AND page.not_before IS NULL
LIMIT :limit;

-- set_gaps: store the gap that a crawl asks for with its queues
UPDATE queue SET gap_s = (
  SELECT CASE queue.kind WHEN {EXTERNAL} THEN external_gap_s ELSE gap_s END FROM crawl
  WHERE n = :crawl
)
WHERE crawl = :crawl;

-- failed_pages: failed pages, by error and status
SELECT page.n, page.id, host.name, page.kind, page.depth, 0, page.status IS NOT NULL AND page.error <> 'poison', page.reason, page.rule
FROM page INDEXED BY page_failed CROSS JOIN host ON host.n = page.host
WHERE page.crawl = :crawl AND page.state = {FAILED} AND (:reason IS NULL OR page.error = :reason)
  AND (:least_status IS NULL OR page.status BETWEEN :least_status AND :most_status)
  AND (:until IS NULL OR page.seq IS NULL OR page.seq <= :until)
LIMIT :limit;

-- skipped_pages: skipped pages, by reason
SELECT page.n, page.id, host.name, page.kind, page.depth, 0, 0, page.reason, page.rule
FROM page INDEXED BY page_skipped CROSS JOIN host ON host.n = page.host
WHERE page.crawl = :crawl AND page.state = {SKIPPED} AND (:reason IS NULL OR page.reason = :reason)
  AND (:until IS NULL OR page.seq IS NULL OR page.seq <= :until)
LIMIT :limit;

-- skipped_by: pages that one rule skips, as they were found
SELECT id FROM page INDEXED BY page_skipped
WHERE crawl = :crawl AND state = {SKIPPED} AND reason = :reason AND rule = :rule
  AND kind <> {SITEMAP} AND n > :after
ORDER BY n LIMIT :limit;

-- deep_pages: pending pages that are deeper than the limit
SELECT page.n, page.id, host.name, page.kind, page.depth, 1, 0, page.reason, page.rule
FROM page INDEXED BY page_ready CROSS JOIN host ON host.n = page.host
WHERE page.crawl = :crawl AND page.state = {PENDING} AND page.not_before IS NULL
  AND page.kind NOT IN ({SITEMAP}, {EXTERNAL}) AND page.depth > :max_depth
LIMIT :limit;

-- unnamed_hosts: hosts without a name from DNS
SELECT n, name FROM host INDEXED BY host_unnamed WHERE is_named = 0 LIMIT :limit;

-- unnamed_hosts_in_work: hosts without a name from DNS that have pages to be fetched
SELECT DISTINCT host.n, host.name FROM queue INDEXED BY queue_gap JOIN host ON host.n = queue.host
WHERE queue.unfinished > 0 AND host.is_named = 0 LIMIT :limit;

-- take_unnamed_host: mark a host as asked for in DNS; no row when another worker was faster
UPDATE host SET is_named = 1 WHERE n = :n AND is_named = 0 RETURNING name;

-- name_host: store the answer of DNS
UPDATE host SET ip = :ip, cname = :cname, is_named = 1 WHERE name = :host;

-- busiest_hosts: hosts of a crawl with the most unfinished pages
SELECT host.n, host.name, host.domain, host.ip, host.cname, host.robots_gap_s, host.rests_until,
       host.failures, host.failing_since, sum(queue.unfinished) AS unfinished
FROM queue JOIN host ON host.n = queue.host
WHERE queue.crawl = :crawl AND queue.unfinished > 0
GROUP BY host.n ORDER BY unfinished DESC, host.name LIMIT :limit;

-- hosts_of_crawl: hosts that a crawl takes pages from
SELECT host.n, host.name, host.domain, host.ip, host.cname, host.robots_gap_s, host.rests_until,
       host.failures, host.failing_since, sum(queue.unfinished) AS unfinished
FROM queue JOIN host ON host.n = queue.host
WHERE queue.crawl = :crawl AND host.name > :after
GROUP BY host.n ORDER BY host.name LIMIT :limit;

-- leased_on_host: the number of leased pages of a crawl on a host
SELECT coalesce(sum(left), 0) FROM lease WHERE crawl = :crawl AND host = :host AND size > 0;

-- found_at: the number of a page; for an unknown id that of the root, which alone changes its id
SELECT n FROM page WHERE crawl = :crawl AND id = :id
UNION ALL SELECT n FROM page WHERE crawl = :crawl AND n = 1 LIMIT 1;

-- pages: pages of a crawl as they were found
SELECT {PAGE_COLUMNS}
FROM page JOIN host ON host.n = page.host
WHERE page.crawl = :crawl AND page.kind <> {SITEMAP}
  AND page.n > :after
ORDER BY page.n LIMIT :limit;

-- listed_pages: pages that sitemaps list, as they were found
SELECT id FROM page INDEXED BY page_listed
WHERE crawl = :crawl AND listed = 1
  AND n > :after
ORDER BY n LIMIT :limit;

-- ended_pages: pages of a crawl as they ended
SELECT {PAGE_COLUMNS}
FROM page JOIN host ON host.n = page.host
WHERE page.crawl = :crawl AND page.seq > :after AND page.kind <> {SITEMAP}
ORDER BY page.seq LIMIT :limit;

-- some_failed_pages: pages of a crawl that failed, by kind of error
SELECT {PAGE_COLUMNS}
FROM page INDEXED BY page_failed JOIN host ON host.n = page.host
WHERE page.crawl = :crawl AND page.state = {FAILED} AND page.kind <> {SITEMAP}
ORDER BY page.error, page.n LIMIT :limit;

-- pages_by_id: the known ones of some pages
SELECT {PAGE_COLUMNS}
FROM page INDEXED BY page_id JOIN host ON host.n = page.host
WHERE page.crawl = :crawl AND page.id IN (SELECT value FROM json_each(:ids));

-- bodies: one piece of some pages
SELECT page.id, body.data FROM page INDEXED BY page_id
JOIN body ON body.crawl = page.crawl AND body.seq = page.seq
WHERE page.crawl = :crawl AND page.id IN (SELECT value FROM json_each(:ids))
  AND body.name = :name;

-- pieces: names and sizes of the pieces of a page
SELECT body.name, length(body.data) AS size
FROM page JOIN body ON body.crawl = page.crawl AND body.seq = page.seq
WHERE page.crawl = :crawl AND page.id = :id ORDER BY body.name;

-- leads: leads of a crawl in the order in which pages ended
SELECT seq, source, is_redirect, targets, notes FROM lead
WHERE crawl = :crawl AND seq > :after ORDER BY seq LIMIT :limit;

-- edges: leads without their notes, in the order in which pages ended
SELECT seq, source, is_redirect, targets, x'' FROM lead
WHERE crawl = :crawl AND seq > :after ORDER BY seq LIMIT :limit;

-- leads_of: leads of some pages
SELECT lead.seq, lead.source, lead.is_redirect, lead.targets, lead.notes
FROM page INDEXED BY page_id JOIN lead ON lead.crawl = page.crawl AND lead.seq = page.seq
WHERE page.crawl = :crawl AND page.id IN (SELECT value FROM json_each(:ids));

-- pages_where: pages of a range that match a filter, sorted, behind a place
SELECT id, address, value FROM (
  SELECT id, address,
         CASE :by WHEN 'address' THEN address WHEN 'depth' THEN depth WHEN 'status' THEN status
                  WHEN 'size' THEN size WHEN 'time' THEN took_ms(timings)
                  WHEN 'title' THEN nullif(substr(title, 1, 200), '') WHEN 'seq' THEN seq
                  WHEN 'found' THEN n END AS value
  FROM page
  WHERE crawl = :crawl AND n BETWEEN :first AND :last AND kind <> {SITEMAP}
    AND (:state IS NULL OR state = :state)
    AND (:fetched IS NULL OR fetched = :fetched)
    AND (:reason IS NULL OR reason = :reason)
    AND (:rule IS NULL OR rule = :rule)
    AND (:error IS NULL OR error = :error)
    AND (:content_hash IS NULL OR content_hash = :content_hash)
    AND (:least_status IS NULL OR status BETWEEN :least_status AND :most_status)
    AND (:depth IS NULL OR depth = :depth)
    AND (:host IS NULL OR host = (SELECT n FROM host WHERE name = :host))
    AND (:content_type IS NULL
         OR lower(rtrim(substr(content_type, 1, instr(content_type || ';', ';') - 1)))
            GLOB :content_type)
    AND (:search IS NULL OR instr(lower(address), lower(:search))
         OR instr(lower(title), lower(:search)))
    AND (:title IS NULL OR instr(lower(title), lower(:title)))
)
WHERE :after IS NULL OR (value IS NULL) > (:value IS NULL)
   OR (value IS :value AND address > :after)
   OR CASE WHEN :is_descending THEN value < :value ELSE value > :value END
ORDER BY value IS NULL, CASE WHEN :is_descending THEN value END DESC,
         CASE WHEN NOT :is_descending THEN value END, address
LIMIT :limit;

-- facts: countable facts of pages, as they were found
SELECT page.id, page.state, page.reason, page.rule, page.status, page.depth, host.name,
       host.domain, page.content_type, page.size, page.timings, page.content_hash,
       page.redirected_to IS NOT NULL, page.kind, page.parent,
       page.fetched AND page.state = {COMPLETED}, page.error
FROM page JOIN host ON host.n = page.host
WHERE page.crawl = :crawl AND page.kind <> {SITEMAP}
  AND page.n > :after
ORDER BY page.n LIMIT :limit;

-- in_flight: pages that workers have in hand
SELECT page.id, page.address, host.name, lease.worker, lease.claimed_at
FROM lease JOIN page ON page.lease = lease.token JOIN host ON host.n = page.host
WHERE lease.crawl = :crawl ORDER BY lease.claimed_at LIMIT :limit;

-- samples: the progress of a crawl over time
SELECT at, fetched, pending, in_progress, failed, leads FROM sample
WHERE crawl = :crawl AND at > :after ORDER BY at;

-- trapped_shapes: shapes beyond their budget
SELECT rule, shape, taken, cut, example FROM budget INDEXED BY budget_cut
WHERE crawl = :crawl AND cut > 0 ORDER BY cut DESC LIMIT :limit;

-- skips: the number of skipped pages by rule, without the root
SELECT skip.reason, skip.rule, skip.pages - (page.id IS NOT NULL) AS pages, skip.example
FROM skip JOIN crawl ON crawl.n = skip.crawl
LEFT JOIN page ON page.crawl = skip.crawl AND page.id = crawl.root AND page.state = {SKIPPED}
  AND page.reason = skip.reason AND page.rule = skip.rule
WHERE skip.crawl = :crawl AND skip.pages > (page.id IS NOT NULL)
ORDER BY 3 DESC, 1, 2;

-- rules_of_reason: the rules that skip pages for a reason
SELECT rule FROM skip WHERE crawl = :crawl AND reason = :reason AND pages > 0 ORDER BY rule;

-- failures: the number of failed pages by error and status, with examples
SELECT failed.error, failed.status, count(*) AS pages, (
  SELECT json_group_array(id) FROM (
    SELECT id FROM page INDEXED BY page_failed
    WHERE crawl = :crawl AND state = {FAILED} AND error IS failed.error AND status IS failed.status
      AND kind <> {SITEMAP}
    LIMIT :examples
  )
)
FROM page AS failed INDEXED BY page_failed
WHERE failed.crawl = :crawl AND failed.state = {FAILED} AND failed.kind <> {SITEMAP}
GROUP BY failed.error, failed.status ORDER BY pages DESC, failed.error, failed.status;

-- count_crawls: the number of crawls of a kind in a status
SELECT coalesce(sum(crawls), 0) FROM census WHERE status = :status AND kind = :kind;

-- keys: all API keys, the oldest first
SELECT id, name, digest, created_at FROM api_key ORDER BY created_at, id;

-- add_key: store an API key
INSERT INTO api_key (id, name, digest, created_at) VALUES (:id, :name, :digest, :created_at);

-- revoke_key: delete an API key
DELETE FROM api_key WHERE id = :id;

-- census: the number of crawls by kind and status
SELECT kind, status, crawls FROM census WHERE crawls > 0;

-- done: totals over all crawls that ever were
SELECT fetched, failed, leads, bytes, refused FROM done;

-- running_pages: the number of pages of running crawls by state
SELECT total(pending), total(in_progress), total(completed), total(failed), total(cancelled),
       total(skipped_scope + skipped_robots + skipped_limit + skipped_trap + skipped_address)
FROM crawl INDEXED BY crawl_open WHERE status = 'running';

-- held: the number of leases, and of pages that they hold
SELECT count(*), coalesce(sum(left), 0) FROM lease WHERE size > 0;

-- queues: the number of queues of running crawls that are ready now, and later
SELECT coalesce(sum(at <= :now), 0), coalesce(sum(at > :now), 0) FROM (
  SELECT queue.at FROM crawl INDEXED BY crawl_open
  CROSS JOIN queue INDEXED BY queue_ready ON queue.crawl = crawl.n
  WHERE crawl.status = 'running' AND queue.ready > 0 AND queue.kind <> {BROWSER} LIMIT :limit
);

-- latencies: times of answers, by phase and bucket
SELECT phase, bucket, answers, sum_ms FROM latency;

-- add_to_latency: count answers in a bucket
INSERT INTO latency (phase, bucket, answers, sum_ms) VALUES (?, ?, ?, ?)
ON CONFLICT (phase, bucket) DO UPDATE
SET answers = answers + excluded.answers, sum_ms = sum_ms + excluded.sum_ms;

-- processes: processes that supervisors noted last
SELECT machine, pid, role, memory_bytes, cpu_s, :now - seen_at AS age_s FROM process
ORDER BY machine, pid;

-- forget_processes: delete the processes of a supervisor, and those not noted for long
DELETE FROM process WHERE supervisor = :supervisor OR seen_at < :forgotten_before;

-- note_process: store a process of a supervisor
INSERT INTO process (supervisor, machine, pid, role, memory_bytes, cpu_s, seen_at)
VALUES (:supervisor, :machine, :pid, :role, :memory_bytes, :cpu_s, :now);

-- drawing: the drawing of a crawl
SELECT data FROM drawing JOIN crawl ON crawl.n = drawing.crawl WHERE crawl.id = :id;

-- has_undrawn: whether a crawl waits for its drawing
SELECT 1 FROM crawl INDEXED BY crawl_undrawn
WHERE draw_at IS NOT NULL AND draw_at <= :now LIMIT 1;

-- undrawn_crawls: crawls that wait for their drawing, the longest waiting first
SELECT id FROM crawl INDEXED BY crawl_undrawn
WHERE draw_at IS NOT NULL AND draw_at <= :now ORDER BY draw_at LIMIT :limit;

-- put_drawing: store the drawing of a crawl
INSERT INTO drawing (crawl, data) VALUES (:crawl, :data)
ON CONFLICT (crawl) DO UPDATE SET data = :data;

-- drop_drawing: delete the drawing of a crawl that continues
DELETE FROM drawing WHERE crawl = :crawl;

-- clock: the time that was noted last
SELECT at FROM clock WHERE only = 1;

-- set_clock: note the time
INSERT INTO clock (only, at) VALUES (1, :now) ON CONFLICT (only) DO UPDATE SET at = :now;

-- end_waits_of_hosts: move times of hosts when the clock was set back
UPDATE host SET free_at = max(0, free_at - :by), kept_until = 0,
       rests_until = max(0, rests_until - :by), failing_since = failing_since - :by;

-- end_waits_of_queues: move times of queues when the clock was set back
UPDATE queue SET at = max(0, at - :by), waiting_since = waiting_since - :by
WHERE at > :now OR waiting_since IS NOT NULL;

-- end_waits_of_crawls: move times of crawls when the clock was set back
UPDATE crawl SET at = max(0, at - :by), claimed_at = max(0, claimed_at - :by),
       answered_at = max(0, answered_at - :by), sampled_at = min(sampled_at, :now),
       draw_at = min(draw_at, :now)
WHERE status IN ('running', 'paused') OR draw_at > :now;

-- end_waits_of_pages: move times of pages when the clock was set back
UPDATE page SET not_before = not_before - :by
WHERE (crawl, n) IN (
  SELECT crawl, n FROM page INDEXED BY page_waiting
  WHERE state = {PENDING} AND not_before IS NOT NULL AND not_before > :now
);

-- move_leases: move the ends of leases when the clock was set back
UPDATE lease SET claimed_at = claimed_at - :by, expires_at = expires_at - :by;
