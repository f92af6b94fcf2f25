// version: the time of the server; its bookmark has the number of the last transaction
RETURN datetime.realtime().epochMillis AS now;

// crawl: a crawl, and the rules of its limits that skip pages
MATCH (c:Crawl {id: $crawl})
CALL (c) {
  MATCH (s:Skip {crawl: c.id}) WHERE s.reason = 'limit' AND s.pages > 0
  WITH s.rule AS rule ORDER BY rule RETURN collect(rule) AS limits
}
RETURN properties(c), limits;

// crawls: the newest crawls of a kind that match a filter
MATCH (c:Crawl)
WHERE c.kind = $kind AND c.created_at <= $before AND (c.created_at < $before OR c.id < $last)
  AND ($status IS NULL OR c.status = $status)
  AND ($search IS NULL OR c.root_url =~ $search OR c.submitted_url =~ $search)
WITH c ORDER BY c.created_at DESC, c.id DESC LIMIT $limit
CALL (c) {
  MATCH (s:Skip {crawl: c.id}) WHERE s.reason = 'limit' AND s.pages > 0
  WITH s.rule AS rule ORDER BY rule RETURN collect(rule) AS limits
}
RETURN properties(c), limits ORDER BY c.created_at DESC, c.id DESC;

// open_roots: those of some crawls whose root has not ended
UNWIND $ids AS id MATCH (c:Crawl {id: id}) WHERE c.root_state IN ['PENDING', 'IN-PROGRESS'] RETURN c.id;

// count_crawls: the number of crawls of a kind in a status
MATCH (c:Crawl) WHERE c.kind = $kind AND c.status = $status RETURN count(c);

// crawl_ids: crawls of a kind whose ids start with a prefix
MATCH (c:Crawl) WHERE c.id STARTS WITH $prefix AND c.kind = $kind RETURN c.id ORDER BY c.id LIMIT $limit;

// pages: pages of a crawl as they were found
OPTIONAL MATCH (c:Crawl {id: $crawl})
OPTIONAL MATCH (a:Page {crawl_id: $crawl, pid: $after})
OPTIONAL MATCH (r:Page {crawl_id: $crawl, n: 1})
WITH c IS NOT NULL AS is_known, CASE WHEN $after IS NULL THEN 0 ELSE coalesce(a.n, r.n) END AS place
CALL (place) {
  MATCH (p:Page) WHERE p.crawl_id = $crawl AND place < p.n <= $last AND p.kind <> 'sitemap'
  WITH p ORDER BY p.n LIMIT $limit RETURN collect([PAGE]) AS pages
}
RETURN is_known AND place IS NOT NULL, pages;

// listed_pages: pages that sitemaps list, as they were found
OPTIONAL MATCH (c:Crawl {id: $crawl})
OPTIONAL MATCH (a:Page {crawl_id: $crawl, pid: $after})
OPTIONAL MATCH (r:Page {crawl_id: $crawl, n: 1})
WITH c IS NOT NULL AS is_known, CASE WHEN $after IS NULL THEN 0 ELSE coalesce(a.n, r.n) END AS place
CALL (place) {
  MATCH (p:Page) WHERE p.crawl_id = $crawl AND place < p.n <= $last AND p.listed
  WITH p ORDER BY p.n LIMIT $limit RETURN collect(p.pid) AS ids
}
RETURN is_known AND place IS NOT NULL, ids;

// skipped_by: pages that one rule skips, as they were found
OPTIONAL MATCH (c:Crawl {id: $crawl})
OPTIONAL MATCH (a:Page {crawl_id: $crawl, pid: $after})
OPTIONAL MATCH (r:Page {crawl_id: $crawl, n: 1})
WITH c IS NOT NULL AS is_known, CASE WHEN $after IS NULL THEN 0 ELSE coalesce(a.n, r.n) END AS place
CALL (place) {
  MATCH (p:Page {crawl_id: $crawl, state: 'SKIPPED'})
  WHERE p.reason = $reason AND p.rule = $rule AND p.kind <> 'sitemap' AND place < p.n <= $last
  WITH p ORDER BY p.n LIMIT $limit RETURN collect([PAGE]) AS pages
}
RETURN is_known AND place IS NOT NULL, pages;

// facts: countable facts of pages, as they were found
OPTIONAL MATCH (c:Crawl {id: $crawl})
OPTIONAL MATCH (a:Page {crawl_id: $crawl, pid: $after})
OPTIONAL MATCH (r:Page {crawl_id: $crawl, n: 1})
WITH c IS NOT NULL AS is_known, CASE WHEN $after IS NULL THEN 0 ELSE coalesce(a.n, r.n) END AS place
CALL (place) {
  MATCH (p:Page) WHERE p.crawl_id = $crawl AND place < p.n <= $last AND p.kind <> 'sitemap'
  WITH p ORDER BY p.n LIMIT $limit
  RETURN collect([p.pid, p.state, p.reason, p.rule, p.status, p.current_depth, p.host, p.domain, p.content_type,
                  p.size, p.timings[-1], p.content_hash, p.redirected_to IS NOT NULL, p.kind, p.parent,
                  p.fetched AND p.state = 'COMPLETED', p.error]) AS facts
}
RETURN is_known AND place IS NOT NULL, facts;

// ended_pages: pages of a crawl as they ended
OPTIONAL MATCH (c:Crawl {id: $crawl})
CALL () {
  MATCH (p:Page) WHERE p.crawl_id = $crawl AND $after < p.seq <= $last AND p.kind <> 'sitemap'
  WITH p ORDER BY p.seq LIMIT $limit RETURN collect([PAGE]) AS pages
}
RETURN c IS NOT NULL, pages;

// some_failed_pages: pages of a crawl that failed, by kind of error
OPTIONAL MATCH (c:Crawl {id: $crawl})
CALL () {
  MATCH (p:Page {crawl_id: $crawl, state: 'FAILED'}) WHERE p.kind <> 'sitemap'
  WITH p ORDER BY p.error, p.n LIMIT $limit RETURN collect([PAGE]) AS pages
}
RETURN c IS NOT NULL, pages;

// pages_by_id: the known ones of some pages
OPTIONAL MATCH (c:Crawl {id: $crawl})
CALL () { UNWIND $ids AS id MATCH (p:Page {crawl_id: $crawl, pid: id}) RETURN collect([PAGE]) AS pages }
RETURN c IS NOT NULL, pages;

// places_of_bodies: where the pieces of some pages are
OPTIONAL MATCH (c:Crawl {id: $crawl})
CALL () {
  UNWIND $ids AS id
  MATCH (p:Page {crawl_id: $crawl, pid: id}) MATCH (b:Bodies {crawl: $crawl, seq: p.seq})
  RETURN collect([p.pid, b.place]) AS places
}
RETURN c IS NOT NULL, places;

// leads: leads of a crawl in the order in which pages ended
OPTIONAL MATCH (c:Crawl {id: $crawl})
CALL () {
  MATCH (l:Leads) WHERE l.crawl = $crawl AND $after < l.seq <= $last
  WITH l ORDER BY l.seq LIMIT $limit
  RETURN collect([l.seq, l.source, l.is_redirect, l.targets, l.notes]) AS leads
}
RETURN c IS NOT NULL, leads;

// edges: leads without their notes, in the order in which pages ended
OPTIONAL MATCH (c:Crawl {id: $crawl})
CALL () {
  MATCH (l:Leads) WHERE l.crawl = $crawl AND $after < l.seq <= $last
  WITH l ORDER BY l.seq LIMIT $limit
  RETURN collect([l.seq, l.source, l.is_redirect, l.targets, null]) AS leads
}
RETURN c IS NOT NULL, leads;

// leads_of: leads of some pages
OPTIONAL MATCH (c:Crawl {id: $crawl})
CALL () {
  UNWIND $ids AS id
  MATCH (p:Page {crawl_id: $crawl, pid: id}) MATCH (l:Leads {crawl: $crawl, seq: p.seq})
  RETURN collect([l.seq, l.source, l.is_redirect, l.targets, l.notes]) AS leads
}
RETURN c IS NOT NULL, leads;

// last_numbers: the numbers of the page that was found last, and of the one that ended last
OPTIONAL MATCH (c:Crawl {id: $crawl}) RETURN c IS NOT NULL, [c.found, c.seq];

// pages_where: pages of a range of those found that match a filter, sorted, behind a place
MATCH (p:Page) WHERE p.crawl_id = $crawl AND $first <= p.n <= $last AND p.kind <> 'sitemap' AND MATCHES
WITH p, VALUE AS value
WHERE BEHIND
RETURN p.pid, p.address, value ORDER BY SORTED LIMIT $limit;

// ended_where: pages of a range of those that ended that match a filter, sorted, behind a place
MATCH (p:Page) WHERE p.crawl_id = $crawl AND $first <= p.seq <= $last AND p.kind <> 'sitemap' AND MATCHES
WITH p, VALUE AS value
WHERE BEHIND
RETURN p.pid, p.address, value ORDER BY SORTED LIMIT $limit;

// in_flight: pages that workers have in hand
OPTIONAL MATCH (c:Crawl {id: $crawl})
WITH c, NOW AS now
CALL (now) {
  MATCH (l:Lease {crawl: $crawl}) MATCH (p:Page {lease: l.token})
  WITH l, p, now ORDER BY l.claimed_at LIMIT $limit
  RETURN collect([p.pid, p.address, p.host, l.worker, now - l.claimed_at]) AS pages
}
RETURN c IS NOT NULL, pages;

// hosts_of_crawl: hosts that a crawl takes pages from, by name
OPTIONAL MATCH (c:Crawl {id: $crawl})
WITH c, NOW AS now
CALL (now) {
  MATCH (q:Queue) WHERE q.crawl = $crawl AND q.host > $after
  WITH now, q.host AS name, sum(q.unfinished) AS unfinished ORDER BY name LIMIT $limit
  PACE
  ORDER BY name
  RETURN collect(pace) AS paces
}
RETURN c IS NOT NULL, paces;

// busiest_hosts: hosts of a crawl with the most unfinished pages
OPTIONAL MATCH (c:Crawl {id: $crawl})
WITH c, NOW AS now
CALL (now) {
  MATCH (q:Queue) WHERE q.crawl = $crawl AND q.unfinished > 0
  WITH now, q.host AS name, sum(q.unfinished) AS unfinished ORDER BY unfinished DESC, name LIMIT $limit
  PACE
  ORDER BY unfinished DESC, name
  RETURN collect(pace) AS paces
}
RETURN c IS NOT NULL, paces;

// samples: the progress of a crawl over time
OPTIONAL MATCH (c:Crawl {id: $crawl})
CALL () {
  MATCH (s:Sample) WHERE s.crawl = $crawl AND s.at > $after
  WITH s ORDER BY s.at
  RETURN collect([s.at, s.fetched, s.pending, s.in_progress, s.failed, s.leads]) AS samples
}
RETURN c IS NOT NULL, samples;

// trapped_shapes: shapes beyond their budget
OPTIONAL MATCH (c:Crawl {id: $crawl})
CALL () {
  MATCH (b:Budget) WHERE b.crawl = $crawl AND b.cut > 0
  WITH b ORDER BY b.cut DESC LIMIT $limit
  RETURN collect([b.rule, b.shape, b.taken, b.cut, b.example]) AS shapes
}
RETURN c IS NOT NULL, shapes;

// skips: the number of skipped pages by rule, without the root
OPTIONAL MATCH (c:Crawl {id: $crawl})
OPTIONAL MATCH (r:Page {crawl_id: $crawl, pid: c.root}) WHERE r.state = 'SKIPPED'
CALL (r) {
  MATCH (s:Skip {crawl: $crawl})
  WITH s, s.pages - CASE WHEN r.reason = s.reason AND r.rule = s.rule THEN 1 ELSE 0 END AS pages
  WHERE pages > 0
  WITH s, pages ORDER BY pages DESC, s.reason, s.rule
  RETURN collect([s.reason, s.rule, pages, s.example]) AS skips
}
RETURN c IS NOT NULL, skips;

// failures: the number of failed pages by error and status, with examples
OPTIONAL MATCH (c:Crawl {id: $crawl})
CALL () {
  MATCH (p:Page {crawl_id: $crawl, state: 'FAILED'}) WHERE p.kind <> 'sitemap'
  WITH p ORDER BY p.n
  WITH p.error AS error, p.status AS status, count(*) AS pages, collect(p.pid)[..$examples] AS some
  ORDER BY pages DESC, error, coalesce(status, 0)
  RETURN collect([error, status, pages, some]) AS failures
}
RETURN c IS NOT NULL, failures;

// robots: a robots.txt as last read
WITH NOW AS now
MATCH (r:Robots {origin: $origin})
RETURN r.state, r.body, r.detail, now - r.read_at, now - r.failing_since, r.stamp;

// all_workers: workers that were seen, or hold a lease
MATCH (w:Worker) RETURN w.id AS id UNION MATCH (l:Lease) RETURN l.worker AS id;

// keys: all API keys, the oldest first
MATCH (k:ApiKey) RETURN k.id, k.name, k.digest, k.created_at ORDER BY k.created_at, k.id;

// drawing: the drawing of a crawl
MATCH (d:Drawing {crawl: $crawl}) MATCH (:Crawl {id: $crawl}) RETURN d.data;

// processes: processes that supervisors noted last
WITH NOW AS now
MATCH (p:Process)
RETURN p.machine, p.pid, p.role, p.memory_bytes, p.cpu_s, now - p.seen_at ORDER BY p.machine, p.pid;

// overview: figures of all crawls together
WITH NOW AS now
CALL () {
  MATCH (c:Crawl) WITH c.kind AS kind, c.status AS status, count(*) AS crawls
  RETURN collect([kind, status, crawls]) AS census
}
CALL () {
  MATCH (c:Crawl {status: 'running'})
  RETURN [sum(c.pending), sum(c.in_progress), sum(c.completed), sum(c.failed), sum(c.cancelled),
          sum(c.skipped_scope + c.skipped_robots + c.skipped_limit + c.skipped_trap + c.skipped_address)] AS pages
}
CALL () {
  MATCH (d:Done)
  RETURN [coalesce(sum(d.fetched), 0), coalesce(sum(d.failed), 0), coalesce(sum(d.leads), 0),
          coalesce(sum(d.bytes), 0), coalesce(sum(d.refused), 0)] AS done
}
CALL () {
  MATCH (l:Latency) WITH l.phase AS phase, l.bucket AS bucket, sum(l.answers) AS answers, sum(l.sum_ms) AS sum_ms
  RETURN collect([phase, bucket, answers, sum_ms]) AS latencies
}
CALL () { MATCH (l:Lease) WHERE l.size > 0 RETURN [count(l), sum(l.left)] AS held }
CALL (now) {
  MATCH (c:Crawl {status: 'running'})
  MATCH (q:Queue) WHERE q.crawl = c.id AND q.ready_at >= 0
  WITH q, now LIMIT 20000
  RETURN [sum(CASE WHEN q.at <= now THEN 1 ELSE 0 END), sum(CASE WHEN q.at > now THEN 1 ELSE 0 END)] AS queues
}
RETURN census, pages, done, latencies, held, queues;

// claim_look: whether a worker is noted, whether a turn may be widened, when the next page will be ready, and hints
WITH NOW AS now
CALL (now) {
  OPTIONAL MATCH (w:Worker {id: $worker})
  RETURN coalesce(w.seen_at >= now - $seen_s AND coalesce(w.only, '') = coalesce($only, ''), false) AS is_noted
}
CALL () {
  MATCH (l:Lease {worker: $worker}) WHERE l.turn = 1 AND l.parallel < l.left
  OPTIONAL MATCH (o:Lease {host: l.host}) WHERE o.turn <> 1 AND NOT o.is_away
  WITH l, sum(o.left) AS others WHERE l.parallel + others < $host_limit
  RETURN count(l) > 0 AS is_short
}
CALL (now) {
  MATCH (k:Look) WHERE k.at > now AND ($only IS NULL OR k.crawl = $only) AND NOT k.crawl IN $besides
  WITH k ORDER BY k.at LIMIT 1 RETURN collect(k.at - now)[0] AS crawl_in_s
}
CALL (now) {
  MATCH (p:Page) WHERE p.not_before >= 0 AND p.state = 'PENDING'
  WITH p ORDER BY p.not_before LIMIT 1 RETURN collect(p.not_before - now)[0] AS page_in_s
}
CALL (now) { MATCH (l:Lease) WHERE l.expires_at < now RETURN collect(properties(l)) AS expired }
CALL (now) {
  MATCH (p:Page) WHERE p.not_before <= now AND p.state = 'PENDING'
  WITH p LIMIT 1000 WITH DISTINCT p.crawl_id AS crawl LIMIT $due RETURN collect(crawl) AS due
}
CALL () {
  MATCH (l:Lease {worker: $worker})
  WHERE l.turn = 1 AND l.parallel < l.left AND l.parallel < $host_limit
  RETURN collect(properties(l)) AS short_turns
}
CALL () { MATCH (l:Lease {worker: $worker}) WHERE l.turn = 3 RETURN collect(properties(l)) AS lost }
CALL () {
  MATCH (l:Lease {worker: $worker}) WHERE l.size > 0
  CALL (l) { OPTIONAL MATCH (p:Page {lease: l.token}) RETURN max(p.suspects) AS suspects }
  RETURN [coalesce(sum(l.left), 0), coalesce(max(suspects), 0)] AS held
}
CALL (now) {
  MATCH (k:Look) WHERE k.at <= now AND ($only IS NULL OR k.crawl = $only) AND NOT k.crawl IN $besides
  MATCH (c:Crawl {id: k.crawl}) WHERE c.status = 'running' AND (c.max_time_s IS NULL OR c.ran_s < c.max_time_s)
  WITH c, k ORDER BY k.at LIMIT $ready RETURN collect(c.id) AS ready
}
RETURN is_noted, is_short, [crawl_in_s, page_in_s], expired, due, short_turns, lost, held, ready;

// next_ready: in how many seconds the next crawl, or the next delayed page, will be ready
WITH NOW AS now
CALL (now) {
  MATCH (k:Look) WHERE k.at > now AND ($only IS NULL OR k.crawl = $only) AND NOT k.crawl IN $besides
  WITH k ORDER BY k.at LIMIT 1 RETURN collect(k.at)[0] AS crawl_at
}
CALL () {
  MATCH (p:Page) WHERE p.not_before >= 0 AND p.state = 'PENDING'
  WITH p ORDER BY p.not_before LIMIT 1 RETURN collect(p.not_before)[0] AS page_at
}
RETURN crawl_at - now, page_at - now;

// next_browser_ready: in how many seconds the next page for a browser, or the next delayed page, will be ready
WITH NOW AS now
CALL (now) {
  MATCH (q:Queue) WHERE q.browser_at > now WITH q ORDER BY q.browser_at LIMIT 1 RETURN collect(q.browser_at)[0] AS queue_at
}
CALL () {
  MATCH (p:Page) WHERE p.not_before >= 0 AND p.state = 'PENDING'
  WITH p ORDER BY p.not_before LIMIT 1 RETURN collect(p.not_before)[0] AS page_at
}
RETURN queue_at - now, page_at - now;

// idle_crawls: running crawls with nothing left to do
MATCH (c:Crawl {status: 'running'}) WHERE c.pending + c.in_progress + c.aside = 0 RETURN c.id;

// ending_crawl: a running crawl with few pages left, some of which are worked on now or soon
WITH NOW AS now
MATCH (c:Crawl {status: 'running'}) WHERE 1 <= c.pending + c.in_progress + c.aside <= $left
OPTIONAL MATCH (k:Look {crawl: c.id})
WITH c, k, now WHERE c.in_progress > 0 OR c.aside > 0 OR k.at <= now + $soon_s
RETURN c.id LIMIT 1;

// unswept_crawls: crawls whose pending pages will not be fetched, or whose skipped ones will
CALL () {
  MATCH (c:Crawl {has_pending: true})
  WHERE c.status IN ['completed', 'cancelled', 'failed'] OR c.answered >= c.max_pages AND EXISTS {
    MATCH (q:Queue) WHERE q.crawl = c.id AND q.kind <> 'external' AND q.unfinished > 0
  }
  RETURN c.id AS id
  UNION
  MATCH (c:Crawl {has_sitemaps: true}) WHERE c.status IN ['completed', 'cancelled', 'failed']
  RETURN c.id AS id
  UNION
  MATCH (c:Crawl {status: 'running'})
  WHERE c.skipped_limit > 0 AND (c.max_time_s IS NULL OR c.ran_s < c.max_time_s)
    AND (c.max_pages IS NULL OR c.max_pages > c.answered + c.pending + c.in_progress)
  RETURN c.id AS id
  UNION
  MATCH (c:Crawl {status: 'running'}) WHERE c.ran_s >= c.max_time_s AND (c.pending > 0 OR c.aside > 0)
  RETURN c.id AS id
  UNION
  MATCH (h:Host) WHERE h.rests_until > NOW + $patience_s
  MATCH (q:Queue) WHERE q.host = h.name AND q.open_gap_s >= 0 AND q.kind = 'external' AND q.ready > 0
  MATCH (c:Crawl {id: q.crawl, status: 'running'})
  RETURN c.id AS id
}
RETURN DISTINCT id;

// open_crawls: crawls that are not over, and whether a person has cancelled pages of each in the graph
MATCH (c:Crawl) WHERE c.status IN ['running', 'paused'] AND c.kind = 'crawl'
RETURN c.id, EXISTS { MATCH (p:Page {crawl_id: c.id, state: 'PENDING'}) WHERE p.job_status = 'CANCELLED' }
          OR EXISTS { MATCH (p:Page {crawl_id: c.id, state: 'IN-PROGRESS'}) WHERE p.job_status = 'CANCELLED' };

// is_mirror_wrong: a page whose node does not show its state
MATCH (p:URL {crawl_id: $crawl}) WHERE p.job_status <> p.state RETURN 1 LIMIT 1;

// outdated_crawls: crawls of a kind that have been over for long
MATCH (c:Crawl) WHERE c.kind = $kind AND c.finished_at < NOW - $age_s AND NOT c.is_kept
RETURN c.id ORDER BY c.finished_at LIMIT $limit;

// unnamed_hosts: hosts without a name from DNS
MATCH (h:Host {is_named: false}) RETURN h.name LIMIT $limit;

// unnamed_hosts_in_work: hosts without a name from DNS that have pages to be fetched
MATCH (h:Host {is_named: false})
WHERE EXISTS { MATCH (q:Queue) WHERE q.host = h.name AND q.open_gap_s >= 0 }
RETURN h.name LIMIT $limit;

// pending_leads: leads of some pages whose relationships are not written yet
MATCH (l:Leads) WHERE l.pending >= '' AND ($crawl IS NULL OR l.pending = $crawl)
WITH l LIMIT $limit
OPTIONAL MATCH (s:Page {crawl_id: l.crawl, pid: l.source})
RETURN l.pending, l.seq, l.source, l.targets, s.timings;

// server_version: the version of the server
CALL dbms.components() YIELD name, versions WHERE name = 'Neo4j Kernel' RETURN versions[0];

// our_schema: a part of the schema of Leadline
SHOW CONSTRAINTS YIELD name WHERE name = 'crawl_id' RETURN name;

// any_node: a node of the database
MATCH (n) RETURN 1 LIMIT 1;

// bodies_marker: the marker of the bodies store that has the pieces of pages
MATCH (s:Store {only: true}) RETURN s.bodies;
