-- Job ads as the public sees them: snapshots, written when an ad is published. An ad keeps its row, and so its ids,
-- when it is unpublished and published again.
CREATE TABLE posting (
    company_id    TEXT NOT NULL,
    id            TEXT NOT NULL, -- digits
    uuid          TEXT NOT NULL,
    job_id        TEXT NOT NULL,
    job_ad_id     TEXT NOT NULL,
    kind          TEXT NOT NULL CHECK (kind IN ('DEFAULT', 'OTHER')), -- of the ad
    state         TEXT NOT NULL CHECK (state IN ('ACTIVE', 'ENDED')),
    visibility    TEXT NOT NULL CHECK (visibility IN ('PUBLIC', 'INTERNAL')),
    boards        TEXT NOT NULL CHECK (boards IN ('YES', 'NO')),
    title         TEXT NOT NULL,
    slug          TEXT NOT NULL, -- of the title, for the address of the page; may be ''
    language      TEXT NOT NULL,
    released_at   BIGINT NOT NULL,
    -- For filters; texts are case-folded.
    country       TEXT NOT NULL,
    region        TEXT NOT NULL,
    region_code   TEXT NOT NULL,
    city          TEXT NOT NULL,
    location_type TEXT NOT NULL CHECK (location_type IN ('REMOTE', 'ONSITE', 'HYBRID')),
    department_id TEXT NOT NULL, -- '': none
    words         TEXT NOT NULL, -- of title and location, each after a space
    PRIMARY KEY (company_id, id),
    FOREIGN KEY (company_id, job_id, job_ad_id) REFERENCES job_ad (company_id, job_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX posting_by_uuid ON posting (company_id, uuid);
CREATE UNIQUE INDEX posting_by_ad ON posting (company_id, job_id, job_ad_id);
CREATE INDEX posting_by_release ON posting (company_id, visibility, released_at, uuid) WHERE state = 'ACTIVE';

-- What a posting shows, apart from the row above, which lists with filters scan.
CREATE TABLE posting_content (
    company_id TEXT NOT NULL,
    job_id     TEXT NOT NULL,
    job_ad_id  TEXT NOT NULL,
    content    TEXT NOT NULL, -- JSON, of lists and details
    sections   TEXT NOT NULL, -- JSON, of details only
    PRIMARY KEY (company_id, job_id, job_ad_id),
    FOREIGN KEY (company_id, job_id, job_ad_id) REFERENCES job_ad (company_id, job_id, id) ON DELETE CASCADE
);

-- The values of job properties of a posting, also of those that it does not show; value_id is '' for a text.
CREATE TABLE posting_field (
    company_id TEXT NOT NULL,
    job_id     TEXT NOT NULL,
    job_ad_id  TEXT NOT NULL,
    field_id   TEXT NOT NULL,
    value_id   TEXT NOT NULL,
    PRIMARY KEY (company_id, job_id, job_ad_id, field_id, value_id),
    FOREIGN KEY (company_id, job_id, job_ad_id) REFERENCES job_ad (company_id, job_id, id) ON DELETE CASCADE
);
CREATE INDEX posting_field_by_job ON posting_field (company_id, field_id, job_id);
CREATE INDEX posting_field_by_value ON posting_field (company_id, field_id, value_id, job_id, job_ad_id);

-- The sum of these numbers changes with every change of the company's postings, and never returns to what it was: answers
-- that are kept in memory are valid as long as it is the same. Several rows, so that publications of a company do not wait
-- for each other.
CREATE TABLE posting_version (
    company_id TEXT NOT NULL,
    shard      TEXT NOT NULL,
    number     BIGINT NOT NULL,
    changed_at BIGINT NOT NULL,
    PRIMARY KEY (company_id, shard)
);

-- Ads that were published before there were postings. The janitor writes their postings (src/jobs/posting_backlog.cpp).
CREATE TABLE posting_backlog (
    company_id TEXT NOT NULL,
    job_id     TEXT NOT NULL,
    job_ad_id  TEXT NOT NULL,
    PRIMARY KEY (company_id, job_id, job_ad_id),
    FOREIGN KEY (company_id, job_id, job_ad_id) REFERENCES job_ad (company_id, job_id, id) ON DELETE CASCADE
);
INSERT INTO posting_backlog (company_id, job_id, job_ad_id)
SELECT DISTINCT company_id, job_id, job_ad_id FROM publication WHERE unpublished_at IS NULL;
