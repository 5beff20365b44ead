-- The values that a selection can have, as a JSON array of strings. NULL: every text.
ALTER TABLE offer_property ADD COLUMN choices TEXT;

-- How a text looks: EMAIL, or PATTERN with the pattern beside it. NULL: every text.
ALTER TABLE candidate_property ADD COLUMN text_format TEXT;
ALTER TABLE candidate_property ADD COLUMN pattern TEXT;
