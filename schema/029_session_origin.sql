-- Where a session was begun, for the user who looks at the list of sessions.
ALTER TABLE browser_session ADD COLUMN address TEXT NOT NULL DEFAULT '';
ALTER TABLE browser_session ADD COLUMN user_agent TEXT NOT NULL DEFAULT '';
