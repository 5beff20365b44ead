-- The configuration of a company. `version` counts the changes of a row, for the ETag of its resource. Rows with an
-- `archived_at` cannot be chosen any more, but what refers to them still shows their label. The ids of the initial rows
-- are the same in every company.

-- What a company says of itself in public. A company without a row has said nothing.
CREATE TABLE company_profile (
    company_id   TEXT PRIMARY KEY,
    website      TEXT,
    industry     TEXT,
    country_code TEXT,
    region       TEXT,
    city         TEXT,
    postal_code  TEXT,
    address      TEXT,
    version      BIGINT NOT NULL,
    updated_at   BIGINT NOT NULL
);

-- Texts only, like everywhere: the content is in base64.
CREATE TABLE company_logo (
    company_id TEXT PRIMARY KEY,
    format     TEXT NOT NULL CHECK (format IN ('PNG', 'JPEG', 'GIF', 'WEBP')),
    content    TEXT NOT NULL,
    updated_at BIGINT NOT NULL
);

-- One process of a company has a `default_since`: it is that of all jobs.
CREATE TABLE hiring_process (
    company_id    TEXT NOT NULL,
    id            TEXT NOT NULL,
    name          TEXT NOT NULL CHECK (name <> ''),
    name_key      TEXT NOT NULL,
    state         TEXT NOT NULL CHECK (state IN ('ACTIVE', 'INACTIVE')),
    default_since BIGINT,
    version       BIGINT NOT NULL,
    updated_at    BIGINT NOT NULL,
    PRIMARY KEY (company_id, id),
    UNIQUE (company_id, name_key)
);
CREATE UNIQUE INDEX hiring_process_default ON hiring_process (company_id) WHERE default_since IS NOT NULL;

CREATE TABLE hiring_step (
    company_id TEXT NOT NULL,
    process_id TEXT NOT NULL,
    position   BIGINT NOT NULL,
    stage      TEXT NOT NULL CHECK (stage IN ('IN_REVIEW', 'INTERVIEW', 'OFFERED')),
    name       TEXT NOT NULL CHECK (name <> ''),
    necessity  TEXT NOT NULL CHECK (necessity IN ('OPTIONAL', 'REQUIRED')),
    PRIMARY KEY (company_id, process_id, position),
    FOREIGN KEY (company_id, process_id) REFERENCES hiring_process (company_id, id) ON DELETE CASCADE
);

-- Why applications end.
CREATE TABLE application_reason (
    company_id  TEXT NOT NULL,
    id          TEXT NOT NULL,
    kind        TEXT NOT NULL CHECK (kind IN ('REJECTION', 'WITHDRAWAL')),
    label       TEXT NOT NULL CHECK (label <> ''),
    label_key   TEXT NOT NULL,
    updated_at  BIGINT NOT NULL,
    archived_at BIGINT,
    PRIMARY KEY (company_id, id)
);
CREATE UNIQUE INDEX application_reason_by_label ON application_reason (company_id, kind, label_key)
    WHERE archived_at IS NULL;

-- Where applications come from. BUILT_IN: the server itself chooses it, so it stays.
CREATE TABLE application_source (
    company_id  TEXT NOT NULL,
    source_type TEXT NOT NULL,
    sub_type    TEXT NOT NULL,
    id          TEXT NOT NULL,
    label       TEXT NOT NULL CHECK (label <> ''),
    identifier  TEXT NOT NULL,
    origin      TEXT NOT NULL CHECK (origin IN ('BUILT_IN', 'COMPANY')),
    updated_at  BIGINT NOT NULL,
    archived_at BIGINT,
    PRIMARY KEY (company_id, source_type, sub_type, id),
    UNIQUE (company_id, identifier)
);

-- The fields of candidates and applications; candidate_property_value has the values. `contexts` are names with commas
-- between them.
CREATE TABLE candidate_property (
    company_id  TEXT NOT NULL,
    id          TEXT NOT NULL,
    name        TEXT NOT NULL CHECK (name <> ''),
    label       TEXT NOT NULL CHECK (label <> ''),
    label_key   TEXT NOT NULL,
    type        TEXT NOT NULL CHECK (type IN ('BOOLEAN', 'COUNTRY', 'CURRENCY', 'DATE', 'NUMBER', 'PERCENT', 'REGION',
                                              'SINGLE_SELECT', 'TEXT', 'USER')),
    audience    TEXT NOT NULL CHECK (audience IN ('ALL', 'FULL_ACCESS')),
    contexts    TEXT NOT NULL,
    version     BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL,
    archived_at BIGINT,
    PRIMARY KEY (company_id, id),
    UNIQUE (company_id, name)
);
CREATE UNIQUE INDEX candidate_property_by_label ON candidate_property (company_id, label_key)
    WHERE archived_at IS NULL;

-- The values of single selects. LIBRARY: cannot be changed.
CREATE TABLE candidate_property_choice (
    company_id  TEXT NOT NULL,
    property_id TEXT NOT NULL,
    id          TEXT NOT NULL,
    label       TEXT NOT NULL CHECK (label <> ''),
    label_key   TEXT NOT NULL,
    position    BIGINT NOT NULL,
    origin      TEXT NOT NULL CHECK (origin IN ('LIBRARY', 'COMPANY')),
    updated_at  BIGINT NOT NULL,
    archived_at BIGINT,
    PRIMARY KEY (company_id, property_id, id),
    FOREIGN KEY (company_id, property_id) REFERENCES candidate_property (company_id, id)
);
CREATE UNIQUE INDEX candidate_property_choice_by_label ON candidate_property_choice (company_id, property_id, label_key)
    WHERE archived_at IS NULL;

-- The fields of offers, whose values are in `offer`.
CREATE TABLE offer_property (
    company_id  TEXT NOT NULL,
    name        TEXT NOT NULL CHECK (name <> ''),
    category    TEXT NOT NULL CHECK (category <> ''),
    label       TEXT NOT NULL CHECK (label <> ''),
    label_key   TEXT NOT NULL,
    type        TEXT NOT NULL CHECK (type IN ('BOOLEAN', 'COUNTRY', 'CURRENCY', 'DATE', 'NUMBER', 'PERCENT', 'REGION',
                                              'TEXT', 'USER', 'SELECT')),
    necessity   TEXT NOT NULL CHECK (necessity IN ('OPTIONAL', 'REQUIRED')),
    position    BIGINT NOT NULL,
    version     BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL,
    archived_at BIGINT,
    PRIMARY KEY (company_id, name)
);

-- The companies that exist already get the same rows as new ones (src/configuration/initial_data.cpp).

INSERT INTO hiring_process (company_id, id, name, name_key, state, default_since, version, updated_at)
SELECT c.id, '01990000-0001-7000-8000-000000000001', 'Default', 'default', 'ACTIVE', c.created_at, 1, c.created_at
FROM company c;

INSERT INTO hiring_step (company_id, process_id, position, stage, name, necessity)
SELECT c.id, '01990000-0001-7000-8000-000000000001', v.column1, v.column2, v.column3, 'OPTIONAL'
FROM company c CROSS JOIN (VALUES
    (1, 'IN_REVIEW', 'Resume Review'),
    (2, 'IN_REVIEW', 'Phone Screen'),
    (3, 'INTERVIEW', 'Hiring Manager Interview'),
    (4, 'INTERVIEW', 'Team Interview'),
    (5, 'INTERVIEW', 'Final Interview'),
    (6, 'OFFERED', 'Offer Extended'),
    (7, 'OFFERED', 'Offer Accepted')) AS v;

INSERT INTO application_reason (company_id, id, kind, label, label_key, updated_at)
SELECT c.id, v.column1, v.column2, v.column3, v.column4, c.created_at
FROM company c CROSS JOIN (VALUES
    ('01990000-0002-7000-8000-000000000001', 'REJECTION', 'Not enough experience', 'not enough experience'),
    ('01990000-0002-7000-8000-000000000002', 'REJECTION', 'Skills do not match', 'skills do not match'),
    ('01990000-0002-7000-8000-000000000003', 'REJECTION', 'Overqualified', 'overqualified'),
    ('01990000-0002-7000-8000-000000000004', 'REJECTION', 'Salary expectations too high', 'salary expectations too high'),
    ('01990000-0002-7000-8000-000000000005', 'REJECTION', 'No permission to work', 'no permission to work'),
    ('01990000-0002-7000-8000-000000000006', 'REJECTION', 'Assessment not passed', 'assessment not passed'),
    ('01990000-0002-7000-8000-000000000007', 'REJECTION', 'Did not come to the interview', 'did not come to the interview'),
    ('01990000-0002-7000-8000-000000000008', 'REJECTION', 'Another candidate was chosen', 'another candidate was chosen'),
    ('01990000-0002-7000-8000-000000000009', 'REJECTION', 'Position closed', 'position closed'),
    ('01990000-0003-7000-8000-000000000001', 'WITHDRAWAL', 'Accepted another offer', 'accepted another offer'),
    ('01990000-0003-7000-8000-000000000002', 'WITHDRAWAL', 'Stays with current employer', 'stays with current employer'),
    ('01990000-0003-7000-8000-000000000003', 'WITHDRAWAL', 'Salary too low', 'salary too low'),
    ('01990000-0003-7000-8000-000000000004', 'WITHDRAWAL', 'Location or commute', 'location or commute'),
    ('01990000-0003-7000-8000-000000000005', 'WITHDRAWAL', 'Not interested any more', 'not interested any more'),
    ('01990000-0003-7000-8000-000000000006', 'WITHDRAWAL', 'Personal reasons', 'personal reasons')) AS v;

INSERT INTO application_source (company_id, source_type, sub_type, id, label, identifier, origin, updated_at)
SELECT c.id, v.column1, v.column2, v.column3, v.column4, v.column5, v.column6, c.created_at
FROM company c CROSS JOIN (VALUES
    ('JOB_BOARD', 'FREE_JOB_BOARD', 'glassdoor', 'Glassdoor', '01990000-0004-7000-8000-000000000001', 'COMPANY'),
    ('JOB_BOARD', 'FREE_JOB_BOARD', 'google-jobs', 'Google for Jobs', '01990000-0004-7000-8000-000000000002', 'COMPANY'),
    ('JOB_BOARD', 'FREE_JOB_BOARD', 'indeed', 'Indeed', '01990000-0004-7000-8000-000000000003', 'COMPANY'),
    ('JOB_BOARD', 'PREMIUM_JOB_BOARD', 'indeed', 'Indeed (sponsored)', '01990000-0004-7000-8000-000000000004', 'COMPANY'),
    ('JOB_BOARD', 'PREMIUM_JOB_BOARD', 'monster', 'Monster', '01990000-0004-7000-8000-000000000005', 'COMPANY'),
    ('JOB_BOARD', 'PREMIUM_JOB_BOARD', 'stepstone', 'StepStone', '01990000-0004-7000-8000-000000000006', 'COMPANY'),
    ('SOCIAL', 'SOCIAL_NETWORK', 'facebook', 'Facebook', '01990000-0004-7000-8000-000000000007', 'COMPANY'),
    ('SOCIAL', 'SOCIAL_NETWORK', 'linkedin', 'LinkedIn', '01990000-0004-7000-8000-000000000008', 'COMPANY'),
    ('SOCIAL', 'SOCIAL_NETWORK', 'xing', 'Xing', '01990000-0004-7000-8000-000000000009', 'COMPANY'),
    ('CAREER_SITE', 'CAREER_SITE', 'career-site', 'Career site', '01990000-0004-7000-8000-00000000000a', 'BUILT_IN'),
    ('AGENCY', 'AGENCY', 'recruiting-agency', 'Recruiting agency', '01990000-0004-7000-8000-00000000000b', 'COMPANY'),
    ('AGENCY', 'AGENCY', 'staffing-agency', 'Staffing agency', '01990000-0004-7000-8000-00000000000c', 'COMPANY'),
    ('SOURCED', 'SOURCED', 'job-fair', 'Job fair', '01990000-0004-7000-8000-00000000000d', 'COMPANY'),
    ('SOURCED', 'SOURCED', 'talent-pool', 'Talent pool', '01990000-0004-7000-8000-00000000000e', 'COMPANY'),
    ('API', 'API', 'api', 'API', '01990000-0004-7000-8000-00000000000f', 'BUILT_IN')) AS v;

INSERT INTO candidate_property (company_id, id, name, label, label_key, type, audience, contexts, version, updated_at)
SELECT c.id, v.column1, v.column2, v.column3, v.column4, v.column5, v.column6, v.column7, 1, c.created_at
FROM company c CROSS JOIN (VALUES
    ('01990000-0005-7000-8000-000000000001', 'willingToRelocate', 'Willing to relocate', 'willing to relocate', 'BOOLEAN',
     'ALL', 'PROFILE'),
    ('01990000-0005-7000-8000-000000000002', 'yearsOfExperience', 'Years of experience', 'years of experience', 'NUMBER',
     'ALL', 'PROFILE'),
    ('01990000-0005-7000-8000-000000000003', 'expectedSalary', 'Expected salary', 'expected salary', 'CURRENCY',
     'ALL', 'PROFILE,OFFER_FORM,OFFER_APPROVAL_FORM'),
    ('01990000-0005-7000-8000-000000000004', 'noticePeriod', 'Notice period', 'notice period', 'SINGLE_SELECT',
     'ALL', 'PROFILE,OFFER_FORM,HIRE_FORM'),
    ('01990000-0005-7000-8000-000000000005', 'availableFrom', 'Available from', 'available from', 'DATE',
     'ALL', 'PROFILE,OFFER_FORM,HIRE_FORM'),
    ('01990000-0005-7000-8000-000000000006', 'targetBonus', 'Target bonus', 'target bonus', 'PERCENT',
     'FULL_ACCESS', 'OFFER_FORM,OFFER_APPROVAL_FORM'),
    ('01990000-0005-7000-8000-000000000007', 'workplace', 'Workplace', 'workplace', 'SINGLE_SELECT',
     'ALL', 'OFFER_FORM,HIRE_FORM,OFFER_APPROVAL_FORM'),
    ('01990000-0005-7000-8000-000000000008', 'countryOfWork', 'Country of work', 'country of work', 'COUNTRY',
     'ALL', 'OFFER_FORM,HIRE_FORM,OFFER_APPROVAL_FORM'),
    ('01990000-0005-7000-8000-000000000009', 'taxRegion', 'Tax region', 'tax region', 'REGION', 'ALL', 'HIRE_FORM'),
    ('01990000-0005-7000-8000-00000000000a', 'employeeNumber', 'Employee number', 'employee number', 'TEXT',
     'ALL', 'HIRE_FORM'),
    ('01990000-0005-7000-8000-00000000000b', 'mentor', 'Mentor', 'mentor', 'USER', 'ALL', 'HIRE_FORM')) AS v;

INSERT INTO candidate_property_choice (company_id, property_id, id, label, label_key, position, origin, updated_at)
SELECT c.id, v.column1, v.column2, v.column3, v.column4, v.column5, v.column6, c.created_at
FROM company c CROSS JOIN (VALUES
    ('01990000-0005-7000-8000-000000000004', 'none', 'None', 'none', 1, 'COMPANY'),
    ('01990000-0005-7000-8000-000000000004', 'two-weeks', 'Two weeks', 'two weeks', 2, 'COMPANY'),
    ('01990000-0005-7000-8000-000000000004', 'one-month', 'One month', 'one month', 3, 'COMPANY'),
    ('01990000-0005-7000-8000-000000000004', 'three-months', 'Three months', 'three months', 4, 'COMPANY'),
    ('01990000-0005-7000-8000-000000000007', 'office', 'Office', 'office', 1, 'LIBRARY'),
    ('01990000-0005-7000-8000-000000000007', 'hybrid', 'Hybrid', 'hybrid', 2, 'LIBRARY'),
    ('01990000-0005-7000-8000-000000000007', 'remote', 'Remote', 'remote', 3, 'LIBRARY')) AS v;

INSERT INTO offer_property (company_id, name, category, label, label_key, type, necessity, position, version, updated_at)
SELECT c.id, v.column1, v.column2, v.column3, v.column4, v.column5, 'OPTIONAL', v.column6, 1, c.created_at
FROM company c CROSS JOIN (VALUES
    ('salary', 'COMPENSATION', 'Salary', 'salary', 'CURRENCY', 1),
    ('signingBonus', 'COMPENSATION', 'Signing bonus', 'signing bonus', 'CURRENCY', 2),
    ('bonus', 'COMPENSATION', 'Yearly bonus', 'yearly bonus', 'PERCENT', 3),
    ('shares', 'COMPENSATION', 'Shares', 'shares', 'NUMBER', 4),
    ('startDate', 'START', 'First day', 'first day', 'DATE', 5),
    ('contractType', 'START', 'Type of contract', 'type of contract', 'SELECT', 6),
    ('country', 'START', 'Country of work', 'country of work', 'COUNTRY', 7),
    ('region', 'START', 'Region of work', 'region of work', 'REGION', 8),
    ('remote', 'START', 'Works from home', 'works from home', 'BOOLEAN', 9),
    ('manager', 'START', 'Manager', 'manager', 'USER', 10),
    ('remarks', 'START', 'Remarks', 'remarks', 'TEXT', 11)) AS v;
