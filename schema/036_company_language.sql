-- Of mails to people whose own language is not known.
ALTER TABLE company ADD COLUMN language TEXT NOT NULL DEFAULT 'en';
