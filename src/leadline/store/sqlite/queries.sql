-- last_commit: the last commit of a worker, and its result
SELECT last_commit, accepted, refused FROM worker WHERE id = :worker;

-- note_commit: store a commit of a worker and its result, and that the worker is alive
INSERT INTO worker (id, seen_at, last_commit, accepted, refused)
VALUES (:worker, :now, :commit, :accepted, :refused)
ON CONFLICT (id) DO UPDATE
SET seen_at = :now, last_commit = :commit, accepted = :accepted, refused = :refused;

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
  AND EXISTS (
    SELECT 1 FROM worker
    WHERE id = :worker AND seen_at >= :noted_before AND only_crawl IS :only);

-- ready_crawls: crawls with a queue that may be served now, the one that waits longest first
SELECT n, id, concurrency, max_pages, answered, in_progress, root, root_state
FROM crawl INDEXED BY crawl_open
WHERE status = 'running' AND at <= :now
  AND id NOT IN (SELECT value FROM json_each(:besides))
  AND (max_time_s IS NULL OR ran_s < max_time_s)
ORDER BY at
LIMIT 50;

-- ready_crawl: one crawl, if it has a queue that may be served now
SELECT n, id, concurrency, max_pages, answered, in_progress, root, root_state
FROM crawl WHERE id = :only AND status = 'running' AND at <= :now
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

-- ready_queues: hosts of a crawl that may be served now, the longest ready first; sitemaps first
SELECT queue.host, queue.kind, queue.ready, host.name, host.turn, host.free_at, host.rests_until,
       host.failures, host.robots_gap_s, host.next_crawl, host.kept_until
FROM queue INDEXED BY queue_ready CROSS JOIN host ON host.n = queue.host
WHERE queue.crawl = :crawl AND queue.ready > 0 AND queue.kind <> {BROWSER} AND queue.at <= :now
  AND queue.kind IN (SELECT value FROM json_each(:kinds))
ORDER BY queue.at, queue.kind <> {SITEMAP}
LIMIT 50;

-- browser_crawls: crawls with pages for a browser, the one whose host has been ready longest first
SELECT DISTINCT crawl.n, crawl.id, crawl.concurrency, crawl.max_pages, crawl.answered,
       crawl.in_progress, crawl.root, crawl.root_state
FROM (SELECT crawl FROM queue INDEXED BY queue_browser
      WHERE ready > 0 AND kind = {BROWSER} AND at <= :now ORDER BY at LIMIT 200) AS ready
CROSS JOIN crawl ON crawl.n = ready.crawl
WHERE crawl.status = 'running' AND (:only IS NULL OR crawl.id = :only)
  AND (crawl.max_time_s IS NULL OR crawl.ran_s < crawl.max_time_s)
  AND crawl.id NOT IN (SELECT value FROM json_each(:besides));

-- browser_queues: hosts of a crawl with pages for a browser that may be served now
SELECT queue.host, queue.kind, queue.ready, host.name, host.turn, host.free_at, host.rests_until,
       host.failures, host.robots_gap_s, host.next_crawl, host.kept_until
FROM queue INDEXED BY queue_browser CROSS JOIN host ON host.n = queue.host
WHERE queue.crawl = :crawl AND queue.ready > 0 AND queue.kind = {BROWSER} AND queue.at <= :now
ORDER BY queue.at
LIMIT 50;

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

-- gap_of_queue: the gap that a crawl asks for on a host
SELECT gap_s FROM queue WHERE crawl = :crawl AND host = :host AND kind = :kind;

-- open_on_host: requests open on a host: of turns that are over, and of leases without a turn
SELECT coalesce(sum(left), 0) FROM lease
WHERE host = :host AND turn <> {TURN_HELD} AND NOT is_away;

-- leased_external: external pages of a crawl that workers have
SELECT coalesce(sum(left), 0) FROM lease WHERE crawl = :crawl AND kind = {EXTERNAL} AND size > 0;

-- allotted: requests that workers may have open in a crawl
SELECT coalesce(sum(parallel), 0) FROM (
  SELECT sum(CASE turn WHEN {NO_TURN} THEN 0 WHEN {TURN_HELD} THEN min(parallel, left)
             ELSE left END)
         + max(CASE turn WHEN {NO_TURN} THEN parallel ELSE 0 END) AS parallel
  FROM lease WHERE crawl = :crawl AND NOT is_away GROUP BY worker, host
);

-- allotted_here: requests that a worker may have open in a crawl on one host without a gap
SELECT coalesce(max(parallel), 0) FROM lease
WHERE crawl = :crawl AND host = :host AND worker = :worker AND turn = {NO_TURN};

-- other_waiter: a queue of another crawl that waits for a host
SELECT 1 FROM queue INDEXED BY queue_waiting
WHERE host = :host AND waiting_since IS NOT NULL AND crawl <> :crawl LIMIT 1;

-- first_waiters: queues that wait for a host, awaited by clients or not, the longest waiting first
SELECT queue.crawl, queue.kind, queue.is_awaited,
       queue.unfinished > 0 AND crawl.status = 'running' AS is_live
FROM queue INDEXED BY queue_waiting CROSS JOIN crawl ON crawl.n = queue.crawl
WHERE queue.host = :host AND queue.is_awaited = :is_awaited AND queue.waiting_since IS NOT NULL
ORDER BY queue.waiting_since LIMIT :limit;

-- stop_waiting: take a queue from the list of its host
UPDATE queue SET waiting_since = NULL WHERE crawl = :crawl AND host = :host AND kind = :kind;

-- wake_first: serve a queue next; it waits as the last one if it is not served
UPDATE queue SET at = :at, waiting_since = :now
WHERE crawl = :crawl AND host = :host AND kind = :kind;

-- turn_of_host: the lease that has a host, when the host is free, and for which crawl it is kept
SELECT turn, free_at, next_crawl, kept_until, kept_for_client FROM host WHERE n = :host;

-- keep_host: keep a host for a crawl until a time
UPDATE host SET next_crawl = :crawl, kept_until = :kept_until, kept_for_client = :is_awaited
WHERE n = :host;

-- wait_for_host: put a queue on the list of its host; it looks again at a time
UPDATE queue SET waiting_since = coalesce(waiting_since, :now), at = :at,
       is_awaited = (SELECT kind = 'scrape' OR is_awaited AND root_state IN ({PENDING}, {IN_PROGRESS})
                     FROM crawl WHERE n = :crawl)
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
                   expires_at)
VALUES (:token, :worker, :crawl, :host, :kind, :parallel, :turn, :size, :size, :now,
        :expires_at);

-- add_visit: store a visit: a page of a lease goes to another host, with no request open there yet
INSERT INTO lease (token, worker, crawl, host, kind, parallel, turn, size, left, claimed_at,
                   expires_at, is_away)
VALUES (:token, :worker, :crawl, :host, :kind, 1, {TURN_OVER}, 0, 1, :now, :expires_at, 1);

-- leave_host: note that the only page of a lease has no request open on its host
UPDATE lease SET is_away = 1 WHERE token = :token AND size = 1;

-- ask_host: note that the page of a lease has a request open on its host
UPDATE lease SET is_away = 0 WHERE token = :token;

-- wait_again: end the turn of a queue; it waits for the next one if it has pages
UPDATE queue SET at = :at, waiting_since = CASE WHEN ready > 0 THEN :now END,
       is_awaited = (SELECT kind = 'scrape' OR is_awaited AND root_state IN ({PENDING}, {IN_PROGRESS})
                     FROM crawl WHERE n = :crawl)
WHERE crawl = :crawl AND host = :host AND kind = :kind;

-- serve_queue: count the pages of a queue that were leased
UPDATE queue SET ready = ready - :size, waiting_since = NULL, at = :at
WHERE crawl = :crawl AND host = :host AND kind = :kind;

-- queue_at: serve a queue from a time on
UPDATE queue SET at = :at WHERE crawl = :crawl AND host = :host AND kind = :kind;

-- take_turn: give the turn of a host to a lease
UPDATE host SET turn = :token, next_crawl = NULL WHERE n = :host;

-- free_host_at: free a host from a time on
UPDATE host SET free_at = max(free_at, :free_at) WHERE n = :host;

-- end_turn: end the turn of a lease, and free the host from a time on
UPDATE host SET turn = NULL, free_at = max(free_at, :free_at) WHERE n = :host AND turn = :token;

-- set_turn: note whether a lease holds its host's turn; without it, its pages are open requests
UPDATE lease SET turn = :turn WHERE token = :token;

-- waiting_lease: a lease, its host, and whether its queue waits for the host
SELECT lease.crawl, lease.host, lease.kind, lease.is_away, host.turn, host.free_at,
       host.rests_until, host.failures, host.next_crawl, host.kept_until, queue.waiting_since
FROM lease CROSS JOIN host ON host.n = lease.host
CROSS JOIN queue ON queue.crawl = lease.crawl AND queue.host = lease.host AND queue.kind = lease.kind
WHERE lease.token = :token AND lease.worker = :worker;

-- held_turn: the turn of a worker on a host, if some of its requests wait for others to end
SELECT token, crawl, host, parallel FROM lease
WHERE host = :host AND worker = :worker AND turn = {TURN_HELD} AND parallel < left;

-- short_turns: turns of a worker in which requests wait for others to end
SELECT token, crawl, host, parallel FROM lease
WHERE worker = :worker AND turn = {TURN_HELD} AND parallel < left AND parallel < :host_limit;

-- set_parallel: set how many requests a lease may have open
UPDATE lease SET parallel = :parallel WHERE token = :token;

-- serve_crawl: count the pages of a crawl that were leased
UPDATE crawl SET pending = pending - :counted, in_progress = in_progress + :counted,
       claimed_at = :now,
       started_at = coalesce(started_at, :now),
       root_state = CASE WHEN :has_root THEN {IN_PROGRESS} ELSE root_state END
WHERE n = :crawl;

-- wake_pages: make delayed pages ready whose time has come
UPDATE page SET not_before = NULL
WHERE (crawl, n) IN (
  SELECT crawl, n FROM page INDEXED BY page_waiting
  WHERE state = {PENDING} AND not_before IS NOT NULL AND not_before <= :now LIMIT 1000
)
RETURNING crawl, host, kind;

-- expired_leases: leases that were not renewed in time
SELECT token, worker FROM lease WHERE expires_at < :now;

-- all_workers: workers that were seen, or hold a lease
SELECT id FROM worker UNION SELECT worker FROM lease;

-- leases_of_worker: leases of a worker
SELECT token FROM lease WHERE worker = :worker;

-- held_by_worker: the number of pages that a worker has
SELECT coalesce(sum(left), 0) FROM lease WHERE worker = :worker AND size > 0;

-- on_trial: a page of a worker that must be its only one
SELECT 1 FROM lease JOIN page ON page.lease = lease.token
WHERE lease.worker = :worker AND page.suspects >= :suspects LIMIT 1;

-- leases_of_crawl: leases of a crawl
SELECT token FROM lease WHERE crawl = :crawl;

-- renew: renew leases that have not expired
UPDATE lease SET expires_at = :expires_at
WHERE token IN (SELECT value FROM json_each(:tokens)) AND worker = :worker AND expires_at >= :now
RETURNING token;

-- lease: one lease
SELECT token, worker, crawl, host, kind, parallel, turn, size, left FROM lease WHERE token = :token;

-- pages_of_lease: pages that a lease still holds
SELECT n, id, suspects FROM page WHERE lease = :token;

-- lease_progress: count pages of a lease that were reported
UPDATE lease SET left = left - :count WHERE token = :token;

-- drop_lease: delete a lease
DELETE FROM lease WHERE token = :token;

-- forget_worker: delete a worker
DELETE FROM worker WHERE id = :worker;

-- return_page: return a page as it was, or with the address that a redirect led to
UPDATE page SET state = {PENDING}, lease = NULL, address = coalesce(:address, address),
       hops = hops + :hops
WHERE crawl = :crawl AND id = :id;

-- suspect_page: return a page that may have killed its worker
UPDATE page SET state = {PENDING}, lease = NULL, suspects = :suspects
WHERE crawl = :crawl AND id = :id;

-- escalate_page: return a page for another kind of worker
UPDATE page SET state = {PENDING}, lease = NULL, kind = :kind, rule = :why
WHERE crawl = :crawl AND id = :id;

-- poison_page: fail a page that killed its workers
UPDATE page SET state = {FAILED}, lease = NULL, suspects = :suspects, seq = :seq, error = 'poison',
       message = 'the worker died three times while it worked on nothing but this page'
WHERE crawl = :crawl AND id = :id;

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

-- count_stale: count outcomes that had lost their lease
UPDATE crawl SET refused = refused + :count WHERE id = :id;

-- ended_roots: the known ones of some crawls, and whether the root of each has ended
SELECT id, root_state NOT IN ({PENDING}, {IN_PROGRESS}) AS is_over FROM crawl
WHERE id IN (SELECT value FROM json_each(:ids));

-- set_status: change the status of a crawl; the time until it is worked on again does not count
UPDATE crawl SET status = :status, reason = :reason, finished_at = :finished_at, counted_at = NULL,
       draw_at = CASE kind WHEN 'crawl' THEN :finished_at END, draws = 0
WHERE n = :crawl;

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

-- skipped_page: a page, if a rule skipped it
SELECT id, host, kind, reason, rule FROM page
WHERE crawl = :crawl AND id = :id AND state = {SKIPPED};

-- readmit_found_page: take in a skipped page that was found at another address, or by another link
UPDATE page SET state = :state, address = :address, depth = :depth, hops = :hops,
       fetched = :fetched, reason = :reason, rule = :rule, message = NULL, seq = NULL
WHERE crawl = :crawl AND id = :id;

-- list_page: note that a sitemap lists a page
UPDATE page SET listed = 1 WHERE crawl = :crawl AND id = :id AND listed = 0;

-- add_to_queue: change the counts of a queue, which is created if it is missing
INSERT INTO queue (crawl, host, kind, ready, unfinished, at, gap_s)
SELECT :crawl, :host, :kind, :ready, :unfinished, claimed_at,
       CASE :kind WHEN {EXTERNAL} THEN external_gap_s ELSE gap_s END
FROM crawl WHERE n = :crawl
ON CONFLICT (crawl, host, kind) DO UPDATE
SET ready = ready + :ready, unfinished = unfinished + :unfinished;

-- known_queue: whether a crawl has pages on a host
SELECT 1 FROM queue WHERE crawl = :crawl AND host = :host LIMIT 1;

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

-- retry_page: put a page that failed back, for another attempt
UPDATE page SET state = {PENDING}, lease = NULL, not_before = :not_before,
       attempts = attempts + :cost, waits = waits + :has_waited, status = :status,
       error = :error, message = :message
WHERE crawl = :crawl AND id = :id;

-- fail_page: fail a page for good
UPDATE page SET state = {FAILED}, lease = NULL, seq = :seq, attempts = attempts + :cost,
       status = :status, error = :error, message = :message
WHERE crawl = :crawl AND id = :id;

-- skip_page: skip a page by a rule
UPDATE page SET state = {SKIPPED}, lease = NULL, seq = :seq, reason = :reason, rule = :rule,
       message = :detail
WHERE crawl = :crawl AND id = :id;

-- drop_page: delete a page that turns out to be another one
DELETE FROM page WHERE crawl = :crawl AND id = :id
RETURNING id, host, kind, state, reason, rule, fetched, not_before IS NULL AS is_ready;

-- move_found: change the id of the root in pages that were found on it
UPDATE page SET found_on = :new_id, parent = :new_id WHERE crawl = :crawl AND found_on = :id;

-- move_root: change id and address of the root to where it ended
UPDATE page SET id = :new_id, address = :address, host = :host WHERE crawl = :crawl AND id = :id;

-- set_root_state: store the state of the root with its crawl
UPDATE crawl SET root_state = :state, root_reason = :reason WHERE n = :crawl;

-- set_root: store the root with its crawl
UPDATE crawl SET root = :root, root_url = :address WHERE n = :crawl;

-- add_leads: store the leads of a page
INSERT INTO lead (crawl, seq, source, is_redirect, targets, notes)
VALUES (?, ?, ?, ?, ?, ?);

-- add_body: store a piece of a page
INSERT INTO body (crawl, seq, name, data) VALUES (?, ?, ?, ?);

-- crawl_figures: the figures of a crawl that a commit needs
SELECT n, id, kind, status, seq, root, max_per_shape, sampled_at, host_outage_max_s,
       max_time_s IS NOT NULL AND ran_s >= max_time_s AS is_late,
       aside + sitemaps_read + sitemaps_failed AS sitemaps
FROM crawl WHERE n = :crawl;

-- host_answered: end the outage of a host that answered
UPDATE host SET failures = 0, failing_since = NULL WHERE n = :host AND failures > 0;

-- queue_answered: note that a host answered in a crawl
UPDATE queue SET answered = 1 WHERE crawl = :crawl AND host = :host AND answered = 0;

-- crawl_answered: note when a host last answered in a crawl
UPDATE crawl SET answered_at = :now,
       reason = CASE WHEN reason = :outage OR reason LIKE :silent THEN '' ELSE reason END
WHERE n = :crawl;

-- host_failed: count a failure of a host
UPDATE host SET failures = failures + 1, failing_since = coalesce(failing_since, :now)
WHERE n = :host RETURNING failures, failing_since;

-- rest_host: let a host rest until a time
UPDATE host SET rests_until = max(rests_until, :until) WHERE n = :host;

-- end_rest: end the rest of a host
UPDATE host SET rests_until = 0 WHERE n = :host;

-- host_gap: store the gap that robots.txt asks for
UPDATE host SET robots_gap_s = :gap_s,
       free_at = CASE WHEN :gap_s > 0 THEN max(free_at, :now + :gap_s) ELSE free_at END
WHERE name = :host;

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

-- count_time: count the time since the last count, for running crawls with a time limit
UPDATE crawl SET ran_s = ran_s + coalesce(max(0, min(:now - counted_at, :most)), 0), counted_at = :now
WHERE n IN (SELECT n FROM crawl INDEXED BY crawl_timed
            WHERE status = 'running' AND max_time_s IS NOT NULL AND started_at IS NOT NULL
              AND (:only IS NULL OR id = :only));

-- is_limited_by_time: whether the time limit of a crawl skipped pages
SELECT 1 FROM skip WHERE crawl = :crawl AND reason = 'limit' AND rule = 'max_time' AND pages > 0;

-- say_why: store the reason for the status of a crawl
UPDATE crawl SET reason = :reason WHERE n = :crawl;

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

-- within_depth: make pages pending that are not too deep after all
UPDATE page SET state = {PENDING}, fetched = 1
WHERE crawl = :crawl AND state = {COMPLETED} AND fetched = 0 AND depth <= :max_depth
RETURNING host, kind;

-- finish: complete a crawl that is idle
UPDATE crawl SET status = 'completed', finished_at = :now,
       draw_at = CASE kind WHEN 'crawl' THEN :now END, draws = 0
WHERE n = :crawl AND status = 'running' AND pending = 0 AND in_progress = 0 AND aside = 0
RETURNING 1;

-- pending_pages: pending pages of a crawl that limits apply to, all or those of the site
SELECT id, host, kind, 1 AS ready FROM page INDEXED BY page_ready
WHERE crawl = :crawl AND state = {PENDING} AND not_before IS NULL
  AND (:external OR kind <> {EXTERNAL})
UNION ALL
SELECT id, host, kind, 0 AS ready FROM page INDEXED BY page_waiting
WHERE crawl = :crawl AND state = {PENDING} AND not_before IS NOT NULL
  AND (:external OR kind <> {EXTERNAL})
LIMIT :limit;

-- resting_external: external pages whose host rests for too long
SELECT page.id, page.host, page.kind, 1 AS ready
FROM host INDEXED BY host_resting
CROSS JOIN queue INDEXED BY queue_external ON queue.host = host.n
CROSS JOIN page INDEXED BY page_ready
  ON page.crawl = queue.crawl AND page.host = queue.host AND page.kind = queue.kind
WHERE host.rests_until > :late AND host.rests_until > 0
  AND queue.kind = {EXTERNAL} AND queue.ready > 0 AND queue.crawl = :crawl
  AND page.state = {PENDING} AND page.not_before IS NULL
LIMIT :limit;

-- close_page: end a pending page that is not to be fetched
UPDATE page SET state = :state, not_before = NULL, reason = :reason, rule = :rule
WHERE crawl = :crawl AND id = :id;

-- robots: a robots.txt as last read
SELECT state, body, detail, :now - read_at AS age_s, :now - failing_since AS failing_for_s
FROM robots WHERE origin = :origin;

-- put_robots: store a robots.txt
INSERT INTO robots (origin, state, body, detail, read_at, failing_since)
VALUES (:origin, :state, :body, :detail, :now, CASE WHEN :is_failing THEN :now END)
ON CONFLICT (origin) DO UPDATE
SET state = :state, body = :body, detail = :detail, read_at = :now,
    failing_since = CASE WHEN :is_failing THEN coalesce(failing_since, :now) END;

-- outage: the facts of a failing host in a crawl: whether it and others answered, or could
SELECT max(queue.answered) AS answered, host.failures, host.failing_since, crawl.answered_at,
       EXISTS (SELECT 1 FROM queue AS other INDEXED BY queue_witness
               WHERE other.crawl = :crawl AND other.answered = 1 AND other.unfinished > 0) AS has_witness,
       EXISTS (SELECT 1 FROM queue AS other WHERE other.crawl = :crawl AND other.host <> :host
               AND (other.answered = 1 OR other.unfinished > 0)) AS has_others,
       host.name
FROM queue JOIN host ON host.n = queue.host JOIN crawl ON crawl.n = queue.crawl
WHERE queue.crawl = :crawl AND queue.host = :host;

-- pages_of_queue: ready pages of a queue
SELECT id FROM page INDEXED BY page_ready
WHERE crawl = :crawl AND host = :host AND kind = :kind AND state = {PENDING} AND not_before IS NULL
LIMIT :limit;

-- set_options: change the options of a crawl
UPDATE crawl SET options = :options, concurrency = :concurrency, gap_s = :gap_s,
       external_gap_s = :external_gap_s,
       max_pages = :max_pages, max_depth = :max_depth, max_per_shape = :max_per_shape,
       counted_at = CASE WHEN max_time_s IS NULL THEN NULL ELSE counted_at END,
       max_time_s = :max_time_s, host_outage_max_s = :host_outage_max_s, is_kept = :is_kept
WHERE n = :crawl;

-- set_gaps: store the gap that a crawl asks for with its queues
UPDATE queue SET gap_s = (
  SELECT CASE queue.kind WHEN {EXTERNAL} THEN external_gap_s ELSE gap_s END FROM crawl
  WHERE n = :crawl
)
WHERE crawl = :crawl;

-- failed_pages: failed pages, by error and status
SELECT id, host, kind, depth, reason, rule,
       status IS NOT NULL AND error <> 'poison' AS has_answered
FROM page INDEXED BY page_failed
WHERE crawl = :crawl AND state = {FAILED} AND (:reason IS NULL OR error = :reason)
  AND (:least_status IS NULL OR status BETWEEN :least_status AND :most_status)
  AND (:until IS NULL OR seq IS NULL OR seq <= :until)
LIMIT :limit;

-- skipped_pages: skipped pages, by reason
SELECT id, host, kind, depth, reason, rule, 0 AS has_answered FROM page INDEXED BY page_skipped
WHERE crawl = :crawl AND state = {SKIPPED} AND (:reason IS NULL OR reason = :reason)
  AND (:until IS NULL OR seq IS NULL OR seq <= :until)
LIMIT :limit;

-- skipped_by: pages that one rule skips, as they were found
SELECT id FROM page INDEXED BY page_skipped
WHERE crawl = :crawl AND state = {SKIPPED} AND reason = :reason AND rule = :rule
  AND kind <> {SITEMAP} AND n > :after
ORDER BY n LIMIT :limit;

-- readmit_page: store the new decision about a skipped page
UPDATE page SET state = :state, fetched = :fetched, reason = :reason, rule = :rule,
       message = NULL, seq = NULL
WHERE crawl = :crawl AND id = :id;

-- deep_pages: pending pages that are deeper than the limit
SELECT id, host, kind FROM page INDEXED BY page_ready
WHERE crawl = :crawl AND state = {PENDING} AND not_before IS NULL
  AND kind NOT IN ({SITEMAP}, {EXTERNAL}) AND depth > :max_depth
LIMIT :limit;

-- put_off_page: record a page as too deep
UPDATE page SET state = {COMPLETED}, fetched = 0 WHERE crawl = :crawl AND id = :id;

-- reopen_page: make an ended page pending, or too deep, with new attempts
UPDATE page SET state = :state, fetched = :state = {PENDING}, attempts = 0, waits = 0,
       suspects = 0, seq = NULL, reason = NULL, rule = NULL, error = NULL,
       message = NULL, status = NULL
WHERE crawl = :crawl AND id = :id;

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

-- take_undrawn: take the crawl that has waited longest for its drawing
UPDATE crawl SET draws = draws + 1, draw_at = CASE WHEN draws + 1 < :most THEN :until END
WHERE n = (SELECT n FROM crawl INDEXED BY crawl_undrawn
           WHERE draw_at IS NOT NULL AND draw_at <= :now ORDER BY draw_at LIMIT 1)
RETURNING id;

-- drawable: a crawl that is over with this sequence number
SELECT n FROM crawl WHERE id = :id AND seq = :seq AND status IN ('completed', 'cancelled', 'failed');

-- put_drawing: store the drawing of a crawl
INSERT INTO drawing (crawl, data) VALUES (:crawl, :data)
ON CONFLICT (crawl) DO UPDATE SET data = :data;

-- note_drawn: note that a crawl waits for no drawing
UPDATE crawl SET draw_at = NULL WHERE n = :crawl;

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
