-- How many of its values a SINGLE_SELECT can have at once. SEVERAL: it is a MULTI_SELECT, which `type` cannot say.
ALTER TABLE candidate_property ADD COLUMN selection TEXT NOT NULL DEFAULT 'ONE' CHECK (selection IN ('ONE', 'SEVERAL'));
