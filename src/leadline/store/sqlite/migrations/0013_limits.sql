-- The address that answered, where redirects to the page itself led to another one than it was found at.
ALTER TABLE page ADD COLUMN ended_at TEXT;
