-- The company, the id and the slug of the posting of the default ad, while it is published: to read a job needs no other table
-- for its link (src/jobs/job_store.cpp).
ALTER TABLE job ADD COLUMN posting_path TEXT;

-- safe: only those that were published since postings exist; the others get it with their posting, in the background
UPDATE job SET posting_path = (SELECT c.identifier || '/' || p.id || '/' || p.slug
                               FROM posting p JOIN company c ON c.id = p.company_id
                               WHERE p.company_id = job.company_id AND p.job_id = job.id AND p.job_ad_id = job.default_ad_id
                                 AND p.state = 'ACTIVE')
WHERE EXISTS (SELECT 1 FROM posting p
              WHERE p.company_id = job.company_id AND p.job_id = job.id AND p.job_ad_id = job.default_ad_id
                AND p.state = 'ACTIVE');
