-- How many of its values a SINGLE_SELECT can have at once: ONE or SEVERAL, which is a MULTI_SELECT. `type` cannot say it.
ALTER TABLE candidate_property ADD COLUMN selection TEXT NOT NULL DEFAULT 'ONE';
