-- API keys by what their owner calls them; of the key itself only a digest.
CREATE TABLE api_key (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  digest BLOB NOT NULL,
  created_at REAL NOT NULL
) WITHOUT ROWID;
