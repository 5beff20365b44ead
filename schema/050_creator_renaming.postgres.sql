-- A user with another name is recorded by the database, because servers of the previous version rename users, too, and know
-- nothing of names in jobs. The statement is that of src/accounts/renaming_store.cpp.
-- safe: it runs when a user is renamed
CREATE OR REPLACE FUNCTION record_user_renaming() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO renaming (company_id, kind, id, renamed_at, last_job_id)
    VALUES (NEW.company_id, 'JOB_CREATOR', '', NEW.updated_at, '')
    ON CONFLICT (company_id, kind, id) DO UPDATE SET again_at = excluded.renamed_at
    WHERE renaming.renamed_at <> excluded.renamed_at;
    -- safe: a part of the function
    RETURN NULL;
-- safe: a part of the function
END
$$;
-- safe: writers wait for as long as it takes to create a trigger
CREATE TRIGGER user_account_renamed AFTER UPDATE OF first_name, last_name ON user_account
FOR EACH ROW WHEN (OLD.first_name <> NEW.first_name OR OLD.last_name <> NEW.last_name)
EXECUTE FUNCTION record_user_renaming();
