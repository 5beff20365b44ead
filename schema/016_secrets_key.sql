-- Identifies the secrets key of the database, which all servers must have; null until a server recorded its key
-- (src/app/shared_key.h).
ALTER TABLE deployment ADD COLUMN secrets_key_id TEXT;
