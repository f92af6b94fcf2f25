"""Queries of the graph model, word by word, which people may run at any time."""

CLAIM = """
MATCH (n:URL)
WHERE n.current_depth <> n.requested_depth
  AND n.job_status = 'PENDING'
WITH n LIMIT 1
SET n.job_status = 'IN-PROGRESS', n.claimed_at = datetime()
RETURN n;
"""
CANCEL = """
MATCH (u:URL {crawl_id: $crawl_id})
WHERE u.job_status IN ['PENDING', 'IN-PROGRESS']
SET u.job_status = 'CANCELLED';
"""
PROGRESS = """
MATCH (r:ROOT {crawl_id: $crawl_id})
OPTIONAL MATCH (u:URL {crawl_id: $crawl_id})
WITH r,
  count(u) AS total,
  sum(CASE WHEN u.job_status = 'COMPLETED' THEN 1 ELSE 0 END) AS completed,
  sum(CASE WHEN u.job_status = 'PENDING' THEN 1 ELSE 0 END) AS pending,
  sum(CASE WHEN u.job_status = 'IN-PROGRESS' THEN 1 ELSE 0 END) AS in_progress,
  sum(CASE WHEN u.job_status = 'FAILED' THEN 1 ELSE 0 END) AS failed
RETURN r.name, total, completed, pending, in_progress, failed;
"""
