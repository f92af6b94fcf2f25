-- A lease whose page has no request open on its host: a redirect led the page to another host, or it
-- waits for the first turn there. Leases of the second kind have no page (size 0).
ALTER TABLE lease ADD COLUMN is_away INTEGER NOT NULL DEFAULT 0;
