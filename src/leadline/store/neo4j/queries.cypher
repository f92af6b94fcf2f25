// now: the time of the server
RETURN NOW AS now;

// lock_crawl: lock a crawl, and read it as rules see it, with the time
MATCH (c:Crawl {id: $crawl}) SET c.locked_by = $by
RETURN properties(c) AS crawl, NOW AS now;

// read_crawl: a crawl as rules see it, without its lock, with the time
MATCH (c:Crawl {id: $crawl})
RETURN properties(c) AS crawl, NOW AS now;

// open_claim: lock a crawl; then read it with the time, its queues, leases, and the number of workers that share it
MATCH (c:Crawl {id: $crawl}) SET c.locked_by = $by
WITH c, NOW AS now
CALL (now) {
  MATCH (q:Queue) WHERE q.crawl = $crawl AND q.ready_at <= now AND q.kind IN $kinds
  WITH q ORDER BY q.ready_at, q.kind <> 'sitemap' LIMIT $limit
  RETURN collect([q.host, q.kind, q.ready]) AS queues
}
CALL () { MATCH (l:Lease {crawl: $crawl}) RETURN collect(properties(l)) AS leases }
CALL (now) {
  MATCH (w:Worker) WHERE w.seen_at > now - $within_s AND (w.only IS NULL OR w.only = $crawl)
  RETURN count(w) AS workers
}
RETURN properties(c) AS crawl, now, queues, leases, workers;

// open_commit: lock a crawl and hosts; then read the crawl with the time, and rows by key
OPTIONAL MATCH (c:Crawl {id: $crawl}) SET c.locked_by = $by
WITH c, NOW AS now
SEEN
RETURN properties(c) AS crawl, now, hosts, leases, pages, known, budgets, met, note, skips, request, failing_since;

// seen: the part of two queries that locks hosts, sorted by name, and then reads rows by key
CALL () { UNWIND $locked AS name MATCH (h:Host {name: name}) SET h.locked_by = $by }
CALL () {
  UNWIND $hosts AS name
  OPTIONAL MATCH (h:Host {name: name})
  CALL (name) { OPTIONAL MATCH (q:Queue {crawl: $crawl, host: name}) RETURN collect(properties(q)) AS queues }
  CALL (name) {
    OPTIONAL MATCH (q:Queue {host: name}) WHERE q.open_gap_s >= 0 AND q.crawl <> $crawl
    OPTIONAL MATCH (c:Crawl {id: q.crawl}) WHERE c.status IN ['running', 'paused']
    RETURN max(CASE WHEN c IS NULL THEN null ELSE q.open_gap_s END) AS other_gap
  }
  CALL (name) {
    OPTIONAL MATCH (q:Queue {host: name}) WHERE $with_waiting AND q.waiting_since >= 0 AND q.crawl <> $crawl
    RETURN count(q) > 0 AS is_waited_for
  }
  CALL (name) { OPTIONAL MATCH (l:Lease {host: name}) RETURN collect(properties(l)) AS held }
  RETURN collect([name, properties(h), queues, other_gap, is_waited_for, held]) AS hosts
}
CALL () {
  UNWIND $tokens AS token
  MATCH (l:Lease {token: token})
  CALL (l) {
    OPTIONAL MATCH (p:Page {lease: l.token})
    RETURN collect([p.pid, p.n, p.tries, p.waits, p.hops, p.suspects]) AS held
  }
  RETURN collect([properties(l), held]) AS leases
}
CALL () {
  UNWIND $pages AS id MATCH (p:Page {crawl_id: $crawl, pid: id})
  RETURN collect([p.pid, p.n, p.state, p.host, p.kind, p.reason, p.rule, p.fetched, p.not_before IS NULL]) AS pages
}
CALL () {
  UNWIND $known AS id MATCH (p:Page {crawl_id: $crawl, pid: id})
  RETURN collect([p.pid, CASE WHEN p.rule IS NULL THEN null ELSE [p.n, p.state, p.host, p.kind, p.reason, p.rule, p.fetched, p.not_before IS NULL] END]) AS known
}
CALL () { UNWIND $budgets AS key MATCH (b:Budget {key: key}) RETURN collect([b.key, b.taken]) AS budgets }
CALL () { UNWIND $met AS host MATCH (q:Queue {crawl: $crawl, host: host}) RETURN collect(DISTINCT host) AS met }
CALL () { OPTIONAL MATCH (n:Note {key: $note}) RETURN [n.number, n.accepted, n.stale] AS note }
CALL () { UNWIND $skips AS key MATCH (s:Skip {key: key}) RETURN collect([s.reason, s.rule, s.pages]) AS skips }
CALL () { OPTIONAL MATCH (r:Request {key: $request}) RETURN [r.digest, r.crawl] AS request }
CALL () { OPTIONAL MATCH (r:Robots {origin: $robots}) RETURN r.failing_since AS failing_since };

// see: lock hosts; then read rows by key
SEEN
RETURN hosts, leases, pages, known, budgets, met, note, skips, request, failing_since;

// crawl_leases: leases of a crawl
MATCH (l:Lease {crawl: $crawl}) RETURN properties(l) AS lease;

// ready_queues: queues of a crawl that may be served now, the longest ready first; sitemaps first
MATCH (q:Queue) WHERE q.crawl = $crawl AND q.ready_at <= $now AND q.kind IN $kinds
RETURN q.host, q.kind, q.ready ORDER BY q.ready_at, q.kind <> 'sitemap' LIMIT $limit;

// browser_queues: queues of a crawl with pages for a browser that may be served now
MATCH (q:Queue) WHERE q.crawl = $crawl AND q.browser_at <= $now
RETURN q.host, q.kind, q.ready ORDER BY q.browser_at LIMIT $limit;

// ready_pages: the shallowest pages of queues, the first found first
UNWIND $queues AS wanted
CALL (wanted) {
  MATCH (p:Page) WHERE p.ready = wanted.key AND p.current_depth >= 0 AND p.n >= 0
  WITH p ORDER BY p.ready, p.current_depth, p.n LIMIT $limit
  RETURN collect([p.n, p.pid, p.address, p.current_depth, p.tries, p.waits, p.hops, p.suspects]) AS pages
}
RETURN wanted.key, pages[..wanted.limit];

// live_workers: the number of workers that share a crawl
MATCH (w:Worker) WHERE w.seen_at > $since AND (w.only IS NULL OR w.only = $crawl) RETURN count(w);

// waiters: queues of other crawls that wait for hosts, the longest waiting first
UNWIND $hosts AS host
UNWIND [true, false] AS is_awaited
CALL (host, is_awaited) {
  MATCH (q:Queue) WHERE q.host = host AND q.waiting_since >= 0 AND q.is_awaited = is_awaited AND q.crawl <> $crawl
  WITH q ORDER BY q.waiting_since LIMIT $limit
  OPTIONAL MATCH (c:Crawl {id: q.crawl})
  RETURN collect([q.crawl, q.kind, q.at, q.waiting_since, q.is_awaited,
                  q.unfinished > 0 AND coalesce(c.status = 'running', false)]) AS found
}
RETURN host, found;

// witnesses: whether hosts of a crawl answered and have pages left, and whether it has other hosts
RETURN EXISTS { MATCH (q:Queue) WHERE q.crawl = $crawl AND q.is_answered AND q.unfinished > 0 },
       EXISTS { MATCH (q:Queue) WHERE q.crawl = $crawl AND q.host <> $host AND (q.is_answered OR q.unfinished > 0) };

// pending_pages: pending pages of a crawl, all or those of the site
MATCH (p:Page {crawl_id: $crawl, state: 'PENDING'}) WHERE $external OR p.kind <> 'external'
RETURN p.n, p.pid, p.host, p.kind, p.current_depth, p.not_before IS NULL, false, p.reason, p.rule LIMIT $limit;

// pages_of_queue: ready pages of a queue
MATCH (p:Page) WHERE p.ready = $queue AND p.current_depth >= 0 AND p.n >= 0
RETURN p.n, p.pid, p.host, p.kind, p.current_depth, true AS is_ready, false AS has_answered, p.reason, p.rule
ORDER BY p.current_depth, p.n LIMIT $limit;

// resting_pages: external pages whose host rests for too long
MATCH (h:Host) WHERE h.rests_until > $until
MATCH (q:Queue {crawl: $crawl, host: h.name}) WHERE q.kind = 'external' AND q.ready > 0
MATCH (p:Page) WHERE p.ready = q.key AND p.current_depth >= 0
RETURN p.n, p.pid, p.host, p.kind, p.current_depth, true AS is_ready, false AS has_answered, p.reason, p.rule LIMIT $limit;

// deep_pages: pending pages that are deeper than the limit
MATCH (p:Page {crawl_id: $crawl, state: 'PENDING'})
WHERE p.not_before IS NULL AND NOT p.kind IN ['sitemap', 'external'] AND p.current_depth > $max_depth
RETURN p.n, p.pid, p.host, p.kind, p.current_depth, true AS is_ready, false AS has_answered, p.reason, p.rule LIMIT $limit;

// too_deep_pages: pages that are recorded as too deep, and are not
MATCH (p:Page {crawl_id: $crawl, state: 'COMPLETED'}) WHERE NOT p.fetched AND p.current_depth <= $max_depth
RETURN p.n, p.pid, p.host, p.kind, p.current_depth, false AS is_ready, false AS has_answered, p.reason, p.rule LIMIT $limit;

// due_pages: delayed pages of a crawl whose time has come
MATCH (p:Page) WHERE p.not_before <= $now AND p.crawl_id = $crawl AND p.state = 'PENDING'
RETURN p.n, p.pid, p.host, p.kind, p.current_depth, false AS is_ready, false AS has_answered, p.reason, p.rule LIMIT $limit;

// skipped_pages: skipped pages, by reason
MATCH (p:Page {crawl_id: $crawl, state: 'SKIPPED'})
WHERE ($reason IS NULL OR p.reason = $reason) AND ($until IS NULL OR p.seq IS NULL OR p.seq <= $until)
RETURN p.n, p.pid, p.host, p.kind, p.current_depth, false AS is_ready, false AS has_answered, p.reason, p.rule LIMIT $limit;

// failed_pages: failed pages, by error and status
MATCH (p:Page {crawl_id: $crawl, state: 'FAILED'})
WHERE ($error IS NULL OR p.error = $error)
  AND ($least IS NULL OR $least <= p.status <= $most)
  AND ($until IS NULL OR p.seq IS NULL OR p.seq <= $until)
RETURN p.n, p.pid, p.host, p.kind, p.current_depth, false,
       p.status IS NOT NULL AND p.error <> 'poison', p.reason, p.rule LIMIT $limit;

// held_by: the pages that a worker holds, and how suspect the most suspect is
MATCH (l:Lease {worker: $worker}) WHERE l.size > 0
CALL (l) { OPTIONAL MATCH (p:Page {lease: l.token}) RETURN max(p.suspects) AS suspects }
RETURN coalesce(sum(l.left), 0), coalesce(max(suspects), 0);

// expired_leases: leases that were not renewed in time
MATCH (l:Lease) WHERE l.expires_at < NOW RETURN properties(l) AS lease;

// leases_of_worker: leases of a worker
MATCH (l:Lease {worker: $worker}) RETURN properties(l) AS lease;

// lost_leases: lost leases of a worker
MATCH (l:Lease {worker: $worker}) WHERE l.turn = 3 RETURN properties(l) AS lease;

// short_turns: turns of a worker in which requests wait for others to end
MATCH (l:Lease {worker: $worker})
WHERE l.turn = 1 AND l.parallel < l.left AND l.parallel < $host_limit AND ($hosts IS NULL OR l.host IN $hosts)
RETURN properties(l) AS lease;

// lease_of: one lease
MATCH (l:Lease {token: $token}) RETURN properties(l) AS lease;

// ready_crawls: crawls with a queue that may be served now, the one that waits longest first
MATCH (k:Look) WHERE k.at <= NOW AND ($only IS NULL OR k.crawl = $only) AND NOT k.crawl IN $besides
MATCH (c:Crawl {id: k.crawl}) WHERE c.status = 'running' AND (c.max_time_s IS NULL OR c.ran_s < c.max_time_s)
RETURN c.id ORDER BY k.at LIMIT $limit;

// browser_crawls: crawls with pages for a browser, the one whose host has been ready longest first
MATCH (q:Queue) WHERE q.browser_at <= NOW
WITH q.crawl AS crawl, min(q.browser_at) AS at ORDER BY at LIMIT 200
MATCH (c:Crawl {id: crawl})
WHERE c.status = 'running' AND ($only IS NULL OR c.id = $only) AND NOT c.id IN $besides
  AND (c.max_time_s IS NULL OR c.ran_s < c.max_time_s)
RETURN c.id ORDER BY at LIMIT $limit;

// due_crawls: crawls with delayed pages whose time has come
MATCH (p:Page) WHERE p.not_before <= NOW AND p.state = 'PENDING'
WITH p LIMIT 1000 RETURN DISTINCT p.crawl_id LIMIT $limit;

// timed_crawls: running crawls with a time limit that have started
MATCH (c:Crawl {status: 'running'})
WHERE c.max_time_s IS NOT NULL AND c.started_at IS NOT NULL AND ($only IS NULL OR c.id = $only)
RETURN c.id;

// undrawn_crawls: crawls that wait for their drawing, the longest waiting first
MATCH (c:Crawl) WHERE c.draw_at <= NOW RETURN c.id ORDER BY c.draw_at LIMIT $limit;

// add_crawl: store a new crawl
CREATE (c:Crawl) SET c = $crawl;

// add_request: store an idempotency key
CREATE (:Request {key: $key, digest: $digest, crawl: $crawl, created_at: $now});

// remove_pages: delete pages that turn out to be the root
UNWIND $numbers AS n MATCH (p:Page {crawl_id: $crawl, n: n}) DETACH DELETE p;

// move_root: change the root to where it ended, also in pages that were found on it
MATCH (p:Page {crawl_id: $crawl, pid: $old}) SET p += $fields
WITH p MATCH (found:Page {crawl_id: $crawl}) WHERE found.found_on = $old
SET found.found_on = $new, found.parent = $new;

// change_pages: change fields of pages
UNWIND $rows AS row MATCH (p:Page {crawl_id: $crawl, n: row.n})
SET p += row.fields
SET p.ready = CASE WHEN p.state = 'PENDING' AND p.not_before IS NULL THEN p.crawl_id + '|' + p.host + '|' + p.kind END
FOREACH (_ IN CASE WHEN p:URL THEN [1] ELSE [] END |
  SET p.job_status = p.state, p.attempts = CASE WHEN p.state = 'COMPLETED' THEN p.attempts ELSE p.tries END,
      p.claimed_at = CASE WHEN p.state = 'IN-PROGRESS' THEN p.claimed_at END);

// complete_pages: complete pages that were fetched
UNWIND $rows AS row MATCH (p:Page {crawl_id: $crawl, n: row.n})
SET p += row.fields, p.state = 'COMPLETED', p.lease = null, p.not_before = null, p.tries = p.tries + 1,
    p.error = null, p.message = null, p.ready = null, p.ip = row.fields.answered_ip, p.no_ip = null
FOREACH (_ IN CASE WHEN p:URL THEN [1] ELSE [] END | SET p.job_status = 'COMPLETED')
FOREACH (_ IN CASE WHEN p:ROOT THEN [1] ELSE [] END | SET p.request_time = row.request_time);

// add_pages: store pages that were found
UNWIND $rows AS row
OPTIONAL MATCH (h:Host {name: row.fields.host})
CREATE (p:Page) SET p = row.fields
FOREACH (_ IN CASE WHEN row.label IN ['URL', 'ROOT'] THEN [1] ELSE [] END |
  SET p.ip = h.ip, p.no_ip = CASE WHEN h.ip IS NULL THEN h.name END)
FOREACH (_ IN CASE row.label WHEN 'URL' THEN [1] ELSE [] END | SET p:URL)
FOREACH (_ IN CASE row.label WHEN 'ROOT' THEN [1] ELSE [] END |
  SET p:ROOT, p.created_at = datetime({epochMillis: toInteger(1000 * NOW)}))
FOREACH (_ IN CASE row.label WHEN 'Sitemap' THEN [1] ELSE [] END | SET p:Sitemap);

// list_pages: note that a sitemap lists pages
UNWIND $rows AS id MATCH (p:Page {crawl_id: $crawl, pid: id}) SET p.listed = true;

// set_depths: store depths and parents where they differ
UNWIND $rows AS row MATCH (p:Page {crawl_id: $crawl, pid: row[0]})
WHERE p.current_depth <> row[1] OR coalesce(p.parent, -1) <> coalesce(row[2], -1)
SET p.current_depth = row[1], p.parent = row[2];

// add_leads: store the leads of pages
UNWIND $rows AS row
CREATE (:Leads {crawl: $crawl, seq: row[0], source: row[1], is_redirect: row[2], targets: row[3], notes: row[4], pending: $crawl});

// add_bodies: store where the pieces of pages are
UNWIND $rows AS row CREATE (:Bodies {crawl: $crawl, seq: row[0], place: row[1]});

// set_crawl: change fields of a crawl
UNWIND $rows AS fields
MATCH (c:Crawl {id: $crawl}) SET c += fields
SET c.has_pending = CASE WHEN c.pending > 0 THEN true END, c.has_sitemaps = CASE WHEN c.aside > 0 THEN true END;

// set_gaps: store the gap that a crawl asks for with its queues
MATCH (q:Queue {crawl: $crawl})
SET q.gap_s = CASE q.kind WHEN 'external' THEN $external_gap_s ELSE $gap_s END
SET q.open_gap_s = CASE WHEN q.unfinished > 0 THEN q.gap_s END;

// add_to_skips: change the numbers of pages that rules skip
UNWIND $rows AS row
MERGE (s:Skip {key: row.key})
ON CREATE SET s.crawl = $crawl, s.reason = row.reason, s.rule = row.rule, s.pages = 0
SET s.pages = s.pages + row.pages
WITH s, row WHERE s.example IS NULL
MATCH (p:Page {crawl_id: $crawl, pid: row.page}) SET s.example = p.address;

// add_to_budgets: count pages within budgets, and pages beyond them
UNWIND $rows AS row
MERGE (b:Budget {key: row.key})
ON CREATE SET b.crawl = $crawl, b.rule = row.rule, b.shape = row.shape, b.taken = 0, b.cut = 0
SET b.taken = b.taken + row.taken, b.cut = b.cut + row.cut, b.example = coalesce(b.example, row.example);

// change_queues: change counts and times of queues, sorted by key; those that are missing are created
UNWIND $rows AS row
MERGE (q:Queue {key: row.key})
ON CREATE SET q.crawl = row.crawl, q.host = row.host, q.kind = row.kind, q.ready = 0, q.unfinished = 0,
              q.gap_s = row.gap_s, q.is_answered = false, q.at = row.created_at, q.is_awaited = false
SET q.locked_by = $by
SET q.ready = q.ready + row.ready, q.unfinished = q.unfinished + row.unfinished, q += row.times
SET q.ready_at = CASE WHEN q.ready > 0 AND q.kind <> 'browser' THEN q.at END,
    q.browser_at = CASE WHEN q.ready > 0 AND q.kind = 'browser' THEN q.at END,
    q.open_gap_s = CASE WHEN q.unfinished > 0 THEN q.gap_s END;

// queues_answered: note that hosts answered in a crawl
UNWIND $rows AS host MATCH (q:Queue {crawl: $crawl, host: host}) SET q.is_answered = true;

// set_hosts: store the state of hosts; new ones are created
UNWIND $rows AS row
MERGE (h:Host {name: row.name}) ON CREATE SET h.site = row.site, h.is_named = false
SET h += row.fields;

// meet_hosts: store hosts that are seen for the first time
UNWIND $rows AS row
MERGE (h:Host {name: row.name})
ON CREATE SET h.site = row.site, h.is_named = false, h.free_at = 0.0, h.rests_until = 0.0, h.failures = 0,
              h.robots_gap_s = 0.0, h.kept_until = 0.0, h.is_kept_for_client = false;

// end_leases: delete leases
UNWIND $rows AS token MATCH (l:Lease {token: token}) DELETE l;

// set_leases: store the state of leases
UNWIND $rows AS row MATCH (l:Lease {token: row.token}) SET l += row;

// add_leases: store leases, and lease their pages
UNWIND $rows AS row
CREATE (l:Lease) SET l = row.lease
WITH row UNWIND row.pages AS n
MATCH (p:Page {crawl_id: row.lease.crawl, n: n})
SET p.state = 'IN-PROGRESS', p.lease = row.lease.token, p.ready = null
FOREACH (_ IN CASE WHEN p:URL THEN [1] ELSE [] END |
  SET p.job_status = 'IN-PROGRESS', p.claimed_at = datetime.realtime());

// set_looks: note when crawls may be looked at next: with their next queue, not before a time
UNWIND $rows AS row
MATCH (c:Crawl {id: row.crawl})
OPTIONAL MATCH (q:Queue) WHERE q.crawl = row.crawl AND q.ready_at >= 0
WITH c, row, min(q.ready_at) AS first
MERGE (k:Look {crawl: row.crawl})
SET k.at = CASE WHEN c.status = 'running' AND first IS NOT NULL
                THEN CASE WHEN first > coalesce(row.at, c.claimed_at) THEN first ELSE coalesce(row.at, c.claimed_at) END END;

// add_latencies: count answers in buckets, for each worker
UNWIND $rows AS row
MERGE (l:Latency {key: row.key})
ON CREATE SET l.phase = row.phase, l.bucket = row.bucket, l.answers = 0, l.sum_ms = 0.0
SET l.answers = l.answers + row.answers, l.sum_ms = l.sum_ms + row.sum_ms;

// add_sample: store the progress of a crawl at a time
UNWIND $rows AS at
MATCH (c:Crawl {id: $crawl})
MERGE (s:Sample {crawl: $crawl, at: at})
SET s.fetched = c.completed - c.too_deep, s.pending = c.pending, s.in_progress = c.in_progress,
    s.failed = c.failed, s.leads = c.leads;

// add_done: add to the totals over all crawls that ever were, for each worker
UNWIND $rows AS row
MERGE (d:Done {worker: row.worker})
SET d.fetched = coalesce(d.fetched, 0) + row.fetched, d.failed = coalesce(d.failed, 0) + row.failed,
    d.leads = coalesce(d.leads, 0) + row.leads, d.bytes = coalesce(d.bytes, 0) + row.bytes,
    d.refused = coalesce(d.refused, 0) + row.refused;

// drop_drawing: delete the drawing of a crawl that continues
MATCH (d:Drawing {crawl: $crawl}) DELETE d;

// put_drawing: store the drawing of a crawl
MERGE (d:Drawing {crawl: $crawl}) SET d.data = $data;

// set_note: store the last commit of a worker in a crawl; earlier ones are not repeated any longer
UNWIND $rows AS row
MERGE (n:Note {key: row.key})
SET n.worker = row.worker, n.crawl = $crawl, n.number = row.number, n.accepted = row.accepted, n.stale = row.stale
MERGE (w:Worker {id: row.worker}) SET w.seen_at = $now
WITH row OPTIONAL MATCH (old:Note {worker: row.worker}) WHERE old.number <> row.number DELETE old;

// put_robots: store a robots.txt
MERGE (r:Robots {origin: $origin})
SET r.state = $state, r.body = $body, r.detail = $detail, r.read_at = $now, r.failing_since = $failing_since,
    r.stamp = $stamp;

// renew: renew leases that have not expired and are not lost
UNWIND $tokens AS token
MATCH (l:Lease {token: token}) WHERE l.worker = $worker
SET l.locked_by = $worker
WITH l, NOW AS now WHERE l.expires_at >= now AND l.turn <> 3
SET l.expires_at = now + $lease_s
RETURN l.token;

// see_worker: note that a worker is alive
MERGE (w:Worker {id: $worker}) SET w.seen_at = NOW;

// see_claimant: note that a worker that claims is alive, and the one crawl that it asks for
MERGE (w:Worker {id: $worker}) SET w.seen_at = NOW, w.only = $only;

// forget_worker: delete a worker and its notes
OPTIONAL MATCH (w:Worker {id: $worker}) DELETE w
WITH 1 AS once
OPTIONAL MATCH (n:Note {worker: $worker}) DELETE n;

// fold_latencies: add the latencies of an ended worker to those of all ended workers
MATCH (l:Latency) WHERE l.key STARTS WITH $worker + '|'
MERGE (t:Latency {key: '|' + l.phase + '|' + l.bucket})
ON CREATE SET t.phase = l.phase, t.bucket = l.bucket, t.answers = 0, t.sum_ms = 0.0
SET t.answers = t.answers + l.answers, t.sum_ms = t.sum_ms + l.sum_ms
DELETE l;

// fold_done: add the totals of an ended worker to those of all ended workers
MATCH (d:Done {worker: $worker})
MERGE (t:Done {worker: ''})
SET t.fetched = coalesce(t.fetched, 0) + d.fetched, t.failed = coalesce(t.failed, 0) + d.failed,
    t.leads = coalesce(t.leads, 0) + d.leads, t.bytes = coalesce(t.bytes, 0) + d.bytes,
    t.refused = coalesce(t.refused, 0) + d.refused
DELETE d;

// take_unnamed: mark hosts as asked for in DNS; return those for which no other worker was faster
UNWIND $names AS name
MATCH (h:Host {name: name}) SET h.locked_by = $by
WITH h WHERE NOT h.is_named SET h.is_named = true
RETURN h.name;

// name_hosts: store the answers of DNS
UNWIND $rows AS row MATCH (h:Host {name: row.host}) SET h.ip = row.ip, h.cname = row.cname, h.is_named = true;

// give_ips: store the address of a host with some of its pages that have none
MATCH (p:Page {no_ip: $host}) WITH p LIMIT $limit SET p.ip = $ip, p.no_ip = null RETURN count(p);

// add_key: store an API key
CREATE (k:ApiKey) SET k = $key;

// revoke_key: delete an API key
MATCH (k:ApiKey {id: $id}) WITH k, k.id AS id DELETE k RETURN id;

// note_processes: replace the processes of a supervisor, and delete those not noted for long
WITH NOW AS now
CALL (now) {
  MATCH (p:Process) WHERE p.supervisor = $supervisor OR p.seen_at < now - $forgotten_s DELETE p
}
UNWIND $rows AS row CREATE (p:Process) SET p = row, p.supervisor = $supervisor, p.seen_at = now;

// note_time: note the time; return by how many seconds the clock was set back since the last note
MERGE (c:Clock {only: 1}) SET c.locked_by = 'clock'
WITH c, c.at AS before, NOW AS now
SET c.at = now RETURN coalesce(before - now, 0.0);

// move_times: move all times until which something waits, after the clock was set back; a time of 0 stays
CALL () {
  MATCH (c:Crawl) WHERE c.status IN ['running', 'paused'] OR c.draw_at > NOW
  SET c.claimed_at = CASE WHEN c.claimed_at > $by THEN c.claimed_at - $by ELSE 0.0 END,
      c.answered_at = CASE WHEN c.answered_at > $by THEN c.answered_at - $by ELSE 0.0 END,
      c.sampled_at = CASE WHEN c.sampled_at > $by THEN c.sampled_at - $by ELSE 0.0 END, c.draw_at = c.draw_at - $by
}
CALL () {
  MATCH (h:Host)
  SET h.free_at = CASE WHEN h.free_at > $by THEN h.free_at - $by ELSE 0.0 END, h.kept_until = 0.0,
      h.rests_until = CASE WHEN h.rests_until > $by THEN h.rests_until - $by ELSE 0.0 END,
      h.failing_since = h.failing_since - $by
}
CALL () {
  MATCH (q:Queue) WHERE q.at > $by
  SET q.at = q.at - $by, q.ready_at = q.ready_at - $by, q.browser_at = q.browser_at - $by,
      q.waiting_since = q.waiting_since - $by
}
CALL () { MATCH (k:Look) WHERE k.at > $by SET k.at = k.at - $by }
CALL () { MATCH (p:Page) WHERE p.not_before >= 0 SET p.not_before = p.not_before - $by }
CALL () { MATCH (l:Lease) SET l.claimed_at = l.claimed_at - $by, l.expires_at = l.expires_at - $by };

// write_leads: store leads as relationships, which may be there already, and with new pages how long their parent took
UNWIND $rows AS row
MATCH (s:Page {crawl_id: $crawl, pid: row.source})
UNWIND row.targets AS target
MATCH (t:Page {crawl_id: $crawl, pid: target})
MERGE (s)-[:Lead]->(t)
FOREACH (_ IN CASE WHEN t:URL AND t.found_on = s.pid AND t.request_time IS NULL THEN [1] ELSE [] END |
  SET t.request_time = row.request_time);

// leads_written: note that the relationships of leads are written
UNWIND $seqs AS seq MATCH (l:Leads {crawl: $crawl, seq: seq}) SET l.pending = null;

// restore_statuses: show the states of some pages whose nodes do not
MATCH (p:URL {crawl_id: $crawl}) WHERE p.job_status <> p.state
WITH p LIMIT $limit
SET p.job_status = p.state, p.claimed_at = CASE WHEN p.state = 'IN-PROGRESS' THEN p.claimed_at END
RETURN count(p);

// outdate_crawl: hide a crawl that is over and is being deleted
MATCH (c:Crawl {id: $crawl}) WHERE c.status IN ['completed', 'cancelled', 'failed']
SET c.locked_by = $by, c.finished_at = CASE c.kind WHEN 'scrape' THEN c.finished_at ELSE 0.0 END,
    c.kind = 'scrape', c.is_kept = false, c.draw_at = null
RETURN c.id;

// delete_leads: delete leads of a crawl
MATCH (x:Leads) WHERE x.crawl = $crawl AND x.seq >= 0 WITH x ORDER BY x.seq LIMIT $limit
WITH collect(x) AS found FOREACH (x IN found | DELETE x) RETURN size(found);

// delete_bodies: delete the places of pieces of a crawl
MATCH (x:Bodies) WHERE x.crawl = $crawl AND x.seq >= 0 WITH x ORDER BY x.seq LIMIT $limit
WITH collect(x) AS found FOREACH (x IN found | DELETE x) RETURN size(found);

// delete_pages: delete pages of a crawl, as they were found
MATCH (x:Page) WHERE x.crawl_id = $crawl AND x.n >= 0 WITH x ORDER BY x.n LIMIT $limit
WITH collect(x) AS found FOREACH (x IN found | DETACH DELETE x) RETURN size(found);

// delete_records: delete budgets, skips, samples, queues, notes and the drawing of a crawl
CALL () {
  MATCH (x:Budget {crawl: $crawl}) RETURN x UNION MATCH (x:Skip {crawl: $crawl}) RETURN x
  UNION MATCH (x:Sample {crawl: $crawl}) RETURN x UNION MATCH (x:Queue {crawl: $crawl}) RETURN x
  UNION MATCH (x:Note {crawl: $crawl}) RETURN x
  UNION MATCH (x:Drawing {crawl: $crawl}) RETURN x
}
WITH x LIMIT $limit
WITH collect(x) AS found FOREACH (x IN found | DELETE x) RETURN size(found);

// delete_crawl: delete a crawl with its idempotency key
MATCH (c:Crawl {id: $crawl})
OPTIONAL MATCH (k:Look {crawl: $crawl})
OPTIONAL MATCH (r:Request {crawl: $crawl})
DELETE k, r, c RETURN 1;

// mark_bodies: keep the marker of the bodies store, unless another process was first
MERGE (s:Store {only: true}) ON CREATE SET s.bodies = $marker RETURN s.bodies;
