-- Pairs belong to the dependency that had this number when they were added. Those of a dependency that was removed have no
-- effect: there may be many, so they are deleted in the background.
ALTER TABLE job_property ADD COLUMN dependency BIGINT NOT NULL DEFAULT 0;
ALTER TABLE job_property_dependent_value ADD COLUMN dependency BIGINT NOT NULL DEFAULT 0;

-- Properties that still have pairs of removed dependencies, those with a number below.
CREATE TABLE job_property_pair_removal (
    company_id  TEXT NOT NULL,
    property_id TEXT NOT NULL,
    below       BIGINT NOT NULL,
    PRIMARY KEY (company_id, property_id),
    FOREIGN KEY (company_id, property_id) REFERENCES job_property (company_id, id) ON DELETE CASCADE
);
