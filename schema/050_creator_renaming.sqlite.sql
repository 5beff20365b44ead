-- A user with another name is recorded by the database, because servers of the previous version on PostgreSQL rename users, too
-- (050_creator_renaming.postgres.sql).
-- safe: it runs when a user is renamed
CREATE TRIGGER user_account_renamed AFTER UPDATE OF first_name, last_name ON user_account
WHEN OLD.first_name <> NEW.first_name OR OLD.last_name <> NEW.last_name
BEGIN
    -- safe: a part of the trigger
    INSERT INTO renaming (company_id, kind, id, renamed_at, last_job_id)
    VALUES (NEW.company_id, 'JOB_CREATOR', '', NEW.updated_at, '')
    ON CONFLICT (company_id, kind, id) DO UPDATE SET again_at = excluded.renamed_at
    WHERE renaming.renamed_at <> excluded.renamed_at;
-- safe: the end of the trigger
END;
