-- Fills a database of one company with :applications applications, each with :changes status changes; 500 applications are
-- for one job. One script for both engines, run by their own shells; rows are written in the order of their keys. Ids have
-- decimal digits only, which both engines can generate.

INSERT INTO job (company_id, id, kind, ref_number, status, posting, department_id, default_ad_id, creator_id, created_at,
                 updated_at, last_activity_at, summary, place, details, ad_language, ad_sections, city)
WITH RECURSIVE numbered (n) AS (
    SELECT CAST(0 AS BIGINT) UNION ALL SELECT n + 1 FROM numbered WHERE n < :applications / 500
)
SELECT c.id, '01890001-0000-7000-8000-' || substr(CAST(1000000000000 + n AS TEXT), 2), 'JOB', 'REF' || n, 'OFFER',
       'NOT_PUBLISHED', NULL, '01890002-0000-7000-8000-' || substr(CAST(1000000000000 + n AS TEXT), 2),
       (SELECT min(u.id) FROM user_account u WHERE u.company_id = c.id), 1690000000000 + n, 1690000000000 + n,
       1690000000000 + n, '{"title":"Line Cook, Kitchen ' || n || '","refNumber":"REF' || n || '"}',
       '{"location":{"country":"Germany","countryCode":"de","city":"Berlin"}}',
       '{"location":{"country":"Germany","countryCode":"de","city":"Berlin"},' ||
       '"industry":{"id":"restaurants","label":"Restaurants"},"function":{"id":"production","label":"Production"},' ||
       '"experienceLevel":{"id":"entry_level","label":"Entry Level"},"template":false}', 'en',
       '{"jobDescription":{"text":"<p>You cook on the line.</p>"}}', 'Berlin'
FROM numbered CROSS JOIN company c;

INSERT INTO job_ad (company_id, job_id, id, title, language, sections, place, posting, creator_id, created_at, updated_at)
SELECT company_id, id, default_ad_id, 'Line Cook, Kitchen ' || substr(ref_number, 4), NULL, NULL, NULL, 'NOT_PUBLISHED',
       creator_id, created_at, updated_at
FROM job;

INSERT INTO candidate (company_id, id, first_name, last_name, email, email_key, last_name_key, employment, summary, details,
                       consent, created_at, updated_at)
WITH RECURSIVE numbered (n) AS (
    SELECT CAST(0 AS BIGINT) UNION ALL SELECT n + 1 FROM numbered WHERE n + 1 < :applications
)
SELECT c.id, '01890003-0000-7000-8000-' || substr(CAST(1000000000000 + n AS TEXT), 2),
       CASE n % 4 WHEN 0 THEN 'Grace' WHEN 1 THEN 'Édith' WHEN 2 THEN 'Noor' ELSE 'Tomasz' END, 'Hopper-' || n,
       'person.' || n || '@mail.example', 'person.' || n || '@mail.example', 'hopper-' || n, 'EXTERNAL',
       '{"location":{"country":"Germany","countryCode":"de","city":"Berlin"}}', '{"phoneNumber":"+49 30 555 0100"}',
       'REQUIRED', 1700000000000 + n, 1700000000000 + n
FROM numbered CROSS JOIN company c;

INSERT INTO job_application (company_id, candidate_id, job_id, id, status, source_type, source_sub_type, source_id,
                             source_label, created_at, change_number, listed_at)
WITH RECURSIVE numbered (n) AS (
    SELECT CAST(0 AS BIGINT) UNION ALL SELECT n + 1 FROM numbered WHERE n + 1 < :applications
)
SELECT c.id, '01890003-0000-7000-8000-' || substr(CAST(1000000000000 + n AS TEXT), 2),
       '01890001-0000-7000-8000-' || substr(CAST(1000000000000 + n % (:applications / 500 + 1) AS TEXT), 2),
       '01890004-0000-7000-8000-' || substr(CAST(1000000000000 + n AS TEXT), 2), 'IN_REVIEW', 'API', 'API', 'api', 'API',
       1700000000000 + n, 1, 1700000000000 + n
FROM numbered CROSS JOIN company c;

INSERT INTO job_application_status_change (company_id, candidate_id, job_id, id, status, sub_status, changed_at)
WITH RECURSIVE numbered (n) AS (
    SELECT CAST(0 AS BIGINT) UNION ALL SELECT n + 1 FROM numbered WHERE n + 1 < :applications * :changes
)
SELECT c.id, '01890003-0000-7000-8000-' || substr(CAST(1000000000000 + n / :changes AS TEXT), 2),
       '01890001-0000-7000-8000-' || substr(CAST(1000000000000 + n / :changes % (:applications / 500 + 1) AS TEXT), 2),
       '01890005-0000-7000-8000-' || substr(CAST(1000000000000 + n AS TEXT), 2),
       CASE n % 4 WHEN 0 THEN 'NEW' WHEN 1 THEN 'IN_REVIEW' WHEN 2 THEN 'INTERVIEW' ELSE 'IN_REVIEW' END,
       CASE n % 4 WHEN 3 THEN 'Second look' END, 1700000000000 + n / :changes + n % :changes * 3600000
FROM numbered CROSS JOIN company c;

ANALYZE;
