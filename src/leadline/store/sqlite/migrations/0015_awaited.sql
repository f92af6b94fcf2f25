-- Of the queues that wait for a host, those of scrapes and roots, which clients wait for, have every
-- second turn. `kept_for_client` is whether the host was kept for one of these last.
ALTER TABLE queue ADD COLUMN is_awaited INTEGER NOT NULL DEFAULT 0;
ALTER TABLE host ADD COLUMN kept_for_client INTEGER NOT NULL DEFAULT 0;
DROP INDEX queue_waiting;
CREATE INDEX queue_waiting ON queue (host, is_awaited, waiting_since) WHERE waiting_since IS NOT NULL;
