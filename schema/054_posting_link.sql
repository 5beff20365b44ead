-- The link of the posting as postings::link_of() makes it (src/postings/links.h), instead of its parts.
-- safe: only jobs that were published since postings exist, and no release has this column
UPDATE job SET posting_path = (SELECT c.identifier || '/' || p.id || CASE WHEN p.slug = '' THEN '' ELSE '-' || p.slug END
                               FROM posting p JOIN company c ON c.id = p.company_id
                               WHERE p.company_id = job.company_id AND p.job_id = job.id AND p.job_ad_id = job.default_ad_id
                                 AND p.state = 'ACTIVE')
WHERE posting_path IS NOT NULL;
