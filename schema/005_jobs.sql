-- Jobs with their parts, and who may see them.

-- For filters of lists. For existing jobs it is extracted from their JSON.
ALTER TABLE job ADD COLUMN city TEXT NOT NULL DEFAULT '';
UPDATE job SET city = COALESCE((
    WITH RECURSIVE
    ahead (rest) AS (
        SELECT job.place
        UNION ALL
        SELECT substr(rest, 2) FROM ahead WHERE rest <> '' AND substr(rest, 1, 8) <> '"city":"'
    ),
    letters (found, rest) AS (
        SELECT '', substr(rest, 9) FROM ahead WHERE substr(rest, 1, 8) = '"city":"'
        UNION ALL
        SELECT found || substr(rest, 1, 1), substr(rest, 2) FROM letters WHERE rest <> '' AND substr(rest, 1, 1) <> '"'
    )
    SELECT found FROM letters WHERE substr(rest, 1, 1) = '"'), '');

-- Ids are ordered by creation time, so "newest first" sorts by id.
DROP INDEX job_by_creation;
CREATE INDEX job_by_city ON job (company_id, city, id);
CREATE INDEX job_by_department ON job (company_id, department_id, id);
CREATE INDEX job_by_status ON job (company_id, status, id);
CREATE INDEX job_by_posting ON job (company_id, posting, id);
CREATE INDEX job_by_language ON job (company_id, ad_language, id);
CREATE INDEX job_by_update ON job (company_id, updated_at, id);
CREATE INDEX job_by_activity ON job (company_id, last_activity_at, id);
-- A covering index to skip unchanged jobs in id order without reading their rows. The last activity is not part of it,
-- because every publication changes it, and updating the index would cost more than it saves.
CREATE INDEX job_by_id_and_update ON job (company_id, id, updated_at);

-- The words of job titles, case-folded, for the search in lists.
CREATE TABLE job_word (
    company_id TEXT NOT NULL,
    word       TEXT NOT NULL,
    job_id     TEXT NOT NULL,
    PRIMARY KEY (company_id, word, job_id),
    FOREIGN KEY (company_id, job_id) REFERENCES job (company_id, id) ON DELETE CASCADE
);
CREATE INDEX job_word_by_job ON job_word (company_id, job_id);

-- Non-ASCII letters are case-folded at the next change of the job.
INSERT INTO job_word (company_id, word, job_id)
WITH RECURSIVE letters (company_id, job_id, word, rest, ended) AS (
    SELECT a.company_id, a.job_id, '', lower(a.title) || ' ', ''
    FROM job_ad a JOIN job j ON j.company_id = a.company_id AND j.id = a.job_id AND j.default_ad_id = a.id
    UNION ALL
    SELECT company_id, job_id,
           CASE WHEN substr(rest, 1, 1) IN (' ', ',', '.', '-', '/', '(', ')', '&', ':', ';', '+', '''', '"') THEN ''
                ELSE word || substr(rest, 1, 1) END,
           substr(rest, 2),
           CASE WHEN substr(rest, 1, 1) IN (' ', ',', '.', '-', '/', '(', ')', '&', ':', ';', '+', '''', '"') THEN word
                ELSE '' END
    FROM letters WHERE rest <> ''
)
SELECT DISTINCT company_id, ended, job_id FROM letters WHERE ended <> '';

-- With a role: a member of the hiring team. Without: the creator, who left the team but can still see the job.
CREATE TABLE job_member (
    company_id TEXT NOT NULL,
    job_id     TEXT NOT NULL,
    user_id    TEXT NOT NULL,
    role       TEXT CHECK (role <> ''),
    added_at   BIGINT NOT NULL,
    PRIMARY KEY (company_id, job_id, user_id),
    FOREIGN KEY (company_id, job_id) REFERENCES job (company_id, id) ON DELETE CASCADE,
    FOREIGN KEY (company_id, user_id) REFERENCES user_account (company_id, id)
);
INSERT INTO job_member (company_id, job_id, user_id, role, added_at)
SELECT company_id, job_id, user_id, role, added_at FROM hiring_team_member;
DROP TABLE hiring_team_member;
CREATE INDEX job_member_by_user ON job_member (company_id, user_id, job_id, role);

-- A set of users; a job that has access groups is visible to their members.
CREATE TABLE access_group (
    company_id TEXT NOT NULL REFERENCES company (id),
    id         TEXT NOT NULL,
    name       TEXT NOT NULL CHECK (name <> ''),
    name_key   TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (company_id, id),
    UNIQUE (company_id, name_key)
);

CREATE TABLE access_group_member (
    company_id      TEXT NOT NULL,
    access_group_id TEXT NOT NULL,
    user_id         TEXT NOT NULL,
    PRIMARY KEY (company_id, access_group_id, user_id),
    FOREIGN KEY (company_id, access_group_id) REFERENCES access_group (company_id, id) ON DELETE CASCADE,
    FOREIGN KEY (company_id, user_id) REFERENCES user_account (company_id, id)
);
CREATE INDEX access_group_member_by_user ON access_group_member (company_id, user_id, access_group_id);

CREATE TABLE job_access_group (
    company_id      TEXT NOT NULL,
    job_id          TEXT NOT NULL,
    access_group_id TEXT NOT NULL,
    PRIMARY KEY (company_id, job_id, access_group_id),
    FOREIGN KEY (company_id, job_id) REFERENCES job (company_id, id) ON DELETE CASCADE,
    FOREIGN KEY (company_id, access_group_id) REFERENCES access_group (company_id, id)
);
CREATE INDEX job_access_group_by_group ON job_access_group (company_id, access_group_id, job_id);

CREATE TABLE job_note (
    company_id TEXT NOT NULL,
    job_id     TEXT NOT NULL,
    content    TEXT NOT NULL,
    PRIMARY KEY (company_id, job_id),
    FOREIGN KEY (company_id, job_id) REFERENCES job (company_id, id) ON DELETE CASCADE
);

CREATE TABLE job_position (
    company_id      TEXT NOT NULL,
    job_id          TEXT NOT NULL,
    id              TEXT NOT NULL,
    number          TEXT, -- assigned by the company
    kind            TEXT NOT NULL CHECK (kind IN ('NEW', 'REPLACEMENT')),
    incumbent_name  TEXT,
    opens_at        BIGINT NOT NULL,
    target_start_at BIGINT NOT NULL,
    status          TEXT NOT NULL CHECK (status IN ('OPEN', 'FILLED', 'CANCELLED')),
    PRIMARY KEY (company_id, job_id, id),
    FOREIGN KEY (company_id, job_id) REFERENCES job (company_id, id) ON DELETE CASCADE
);

-- An ad may have another location than its job.
ALTER TABLE job_ad ADD COLUMN place TEXT;
-- Incremented with every change: a publication refers to the ad as it was then.
ALTER TABLE job_ad ADD COLUMN revision BIGINT NOT NULL DEFAULT 0;

-- The audiences of an ad over time. For the default ad the current one is also `posting` of its job.
CREATE TABLE publication (
    company_id     TEXT NOT NULL,
    job_id         TEXT NOT NULL,
    job_ad_id      TEXT NOT NULL,
    id             TEXT NOT NULL,
    revision       BIGINT NOT NULL,
    audience       TEXT NOT NULL CHECK (audience IN ('COLLEAGUES', 'PUBLIC', 'PUBLIC_AND_BOARDS')),
    published_at   BIGINT NOT NULL,
    unpublished_at BIGINT,
    PRIMARY KEY (company_id, job_id, job_ad_id, id),
    FOREIGN KEY (company_id, job_id, job_ad_id) REFERENCES job_ad (company_id, job_id, id) ON DELETE CASCADE
);
CREATE INDEX publication_active ON publication (company_id, job_id, job_ad_id) WHERE unpublished_at IS NULL;
INSERT INTO publication (company_id, job_id, job_ad_id, id, revision, audience, published_at)
SELECT company_id, id, default_ad_id, default_ad_id, 0,
       CASE posting WHEN 'INTERNAL' THEN 'COLLEAGUES' ELSE 'PUBLIC_AND_BOARDS' END, last_activity_at
FROM job WHERE posting <> 'NOT_PUBLISHED';
