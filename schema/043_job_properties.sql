-- The fields of jobs that a company defines itself. A single select has a list of values; a text is free. `label_key` is the
-- label, case-folded. The value of the parent decides which values the property can have.
CREATE TABLE job_property (
    company_id         TEXT NOT NULL,
    id                 TEXT NOT NULL,
    label              TEXT NOT NULL CHECK (label <> ''),
    label_key          TEXT NOT NULL,
    category           TEXT NOT NULL CHECK (category IN ('job', 'organization')),
    type               TEXT NOT NULL CHECK (type IN ('SINGLE_SELECT', 'TEXT')),
    visibility         TEXT NOT NULL CHECK (visibility IN ('VISIBLE', 'HIDDEN')),
    activity           TEXT NOT NULL CHECK (activity IN ('ACTIVE', 'INACTIVE')),
    necessity          TEXT NOT NULL CHECK (necessity IN ('REQUIRED', 'OPTIONAL')),
    parent_id          TEXT,
    value_count        BIGINT NOT NULL, -- with archived values
    active_value_count BIGINT NOT NULL,
    last_place         BIGINT NOT NULL, -- of the value that was added last
    created_at         BIGINT NOT NULL,
    PRIMARY KEY (company_id, id),
    UNIQUE (company_id, label_key)
);

-- Ids are chosen by clients. Values are listed by place.
CREATE TABLE job_property_value (
    company_id  TEXT NOT NULL,
    property_id TEXT NOT NULL,
    id          TEXT NOT NULL CHECK (id <> ''),
    place       BIGINT NOT NULL,
    label       TEXT NOT NULL CHECK (label <> ''),
    label_key   TEXT NOT NULL,
    archived_at BIGINT,
    created_at  BIGINT NOT NULL,
    PRIMARY KEY (company_id, property_id, id),
    FOREIGN KEY (company_id, property_id) REFERENCES job_property (company_id, id) ON DELETE CASCADE
);
CREATE INDEX job_property_value_by_place ON job_property_value (company_id, property_id, place);
CREATE UNIQUE INDEX job_property_value_by_label ON job_property_value (company_id, property_id, label_key)
    WHERE archived_at IS NULL;

-- Labels in other languages than English, of a property (value_id is '') or one of its values.
CREATE TABLE job_property_translation (
    company_id  TEXT NOT NULL,
    property_id TEXT NOT NULL,
    value_id    TEXT NOT NULL,
    language    TEXT NOT NULL,
    label       TEXT NOT NULL CHECK (label <> ''),
    PRIMARY KEY (company_id, value_id, language, property_id),
    FOREIGN KEY (company_id, property_id) REFERENCES job_property (company_id, id) ON DELETE CASCADE
);

-- The values that a property can have while its parent has the given one.
CREATE TABLE job_property_dependent_value (
    company_id      TEXT NOT NULL,
    parent_id       TEXT NOT NULL,
    parent_value_id TEXT NOT NULL,
    property_id     TEXT NOT NULL,
    value_id        TEXT NOT NULL,
    PRIMARY KEY (company_id, property_id, parent_value_id, value_id),
    FOREIGN KEY (company_id, parent_id, parent_value_id)
        REFERENCES job_property_value (company_id, property_id, id) ON DELETE CASCADE,
    FOREIGN KEY (company_id, property_id, value_id)
        REFERENCES job_property_value (company_id, property_id, id) ON DELETE CASCADE
);

-- The values of jobs, for filters and reports; the details of a job repeat them. `choice` is property_id:value_id, for texts
-- property_id: without a value.
CREATE TABLE job_property_choice (
    company_id  TEXT NOT NULL,
    job_id      TEXT NOT NULL,
    property_id TEXT NOT NULL,
    choice      TEXT NOT NULL,
    value_id    TEXT,
    text        TEXT,
    PRIMARY KEY (company_id, job_id, property_id),
    FOREIGN KEY (company_id, job_id) REFERENCES job (company_id, id) ON DELETE CASCADE,
    FOREIGN KEY (company_id, property_id) REFERENCES job_property (company_id, id)
);
CREATE INDEX job_property_choice_by_value ON job_property_choice (company_id, choice, job_id);
CREATE INDEX job_property_choice_by_property ON job_property_choice (company_id, property_id, job_id);

-- Properties with a new label, their own or of a value, until all jobs and postings that have a value of them repeat the
-- new one.
CREATE TABLE job_property_renaming (
    company_id  TEXT NOT NULL,
    property_id TEXT NOT NULL,
    renamed_at  BIGINT NOT NULL,
    again_at    BIGINT, -- renamed once more, after renamed_at
    last_job_id TEXT NOT NULL, -- jobs up to this one, ordered by id, have the new label; '': none
    PRIMARY KEY (company_id, property_id),
    FOREIGN KEY (company_id, property_id) REFERENCES job_property (company_id, id) ON DELETE CASCADE
);
