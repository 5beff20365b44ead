#include "jobs/ad_store.h"

#include <string>

#include "postings/links.h"

namespace callboard::jobs::store {
namespace {

constexpr db::Sql kInsert{"job_ad_insert", R"sql(
    INSERT INTO job_ad (company_id, job_id, id, title, language, sections, place, posting, creator_id, created_at,
                        updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, 'NOT_PUBLISHED', $8, $9, $9))sql"};

// The text and the posting status of the default ad are stored with the job.
constexpr db::Sql kFind{"job_ad_find", R"sql(
    SELECT a.id, a.title, COALESCE(a.language, j.ad_language), COALESCE(a.sections, j.ad_sections), a.place,
           CASE WHEN a.id = j.default_ad_id THEN j.posting ELSE a.posting END,
           CASE WHEN a.id = j.default_ad_id THEN 1 ELSE 0 END, a.creator_id, a.created_at, a.updated_at,
           c.identifier, p.id, p.slug
    FROM job_ad a JOIN job j ON j.company_id = a.company_id AND j.id = a.job_id
    LEFT JOIN posting p ON p.company_id = a.company_id AND p.job_id = a.job_id AND p.job_ad_id = a.id AND p.state = 'ACTIVE'
    LEFT JOIN company c ON c.id = p.company_id
    WHERE a.company_id = $1 AND a.job_id = $2 AND a.id = $3)sql"};

constexpr db::Sql kList{"job_ad_list", R"sql(
    SELECT a.id, a.title, COALESCE(a.language, j.ad_language), COALESCE(a.sections, j.ad_sections), a.place,
           CASE WHEN a.id = j.default_ad_id THEN j.posting ELSE a.posting END,
           CASE WHEN a.id = j.default_ad_id THEN 1 ELSE 0 END, a.creator_id, a.created_at, a.updated_at,
           c.identifier, p.id, p.slug
    FROM job_ad a JOIN job j ON j.company_id = a.company_id AND j.id = a.job_id
    LEFT JOIN posting p ON p.company_id = a.company_id AND p.job_id = a.job_id AND p.job_ad_id = a.id AND p.state = 'ACTIVE'
    LEFT JOIN company c ON c.id = p.company_id
    WHERE a.company_id = $1 AND a.job_id = $2
    ORDER BY CASE WHEN a.id = j.default_ad_id THEN 0 ELSE 1 END, a.id)sql"};

constexpr db::Sql kCount{"job_ad_count", R"sql(
    SELECT count(*) FROM job_ad WHERE company_id = $1 AND job_id = $2)sql"};

constexpr db::Sql kRename{"job_ad_rename", R"sql(
    UPDATE job_ad SET title = $4, updated_at = $5, revision = revision + 1 WHERE company_id = $1 AND job_id = $2 AND id = $3)sql"};

constexpr db::Sql kTouch{"job_ad_touch", R"sql(
    UPDATE job_ad SET updated_at = $4, revision = revision + 1 WHERE company_id = $1 AND job_id = $2 AND id = $3)sql"};

constexpr db::Sql kOutdate{"job_ad_outdate", R"sql(
    UPDATE job_ad SET revision = revision + 1 WHERE company_id = $1 AND job_id = $2)sql"};

constexpr db::Sql kUpdate{"job_ad_update", R"sql(
    UPDATE job_ad SET title = $4, language = COALESCE($5, language), sections = $6, place = $7, updated_at = $8,
                      revision = revision + 1
    WHERE company_id = $1 AND job_id = $2 AND id = $3)sql"};

constexpr db::Sql kMovePosting{"job_ad_move_posting", R"sql(
    UPDATE job_ad SET posting = $5 WHERE company_id = $1 AND job_id = $2 AND id = $3 AND posting = $4)sql"};

constexpr db::Sql kEndPostings{"job_ad_end_postings", R"sql(
    UPDATE job_ad SET posting = 'NOT_PUBLISHED'
    WHERE company_id = $1 AND job_id = $2 AND posting <> 'NOT_PUBLISHED')sql"};

std::optional<std::string> posting_link(const db::Row& row) {
    if (row.is_null(11)) return std::nullopt;
    return postings::link_of(row.text(10), row.id<PostingId>(11), row.text(12));
}

Ad ad_from(const db::Row& row) {
    return {.id = row.id<JobAdId>(0),
            .title = row.string(1),
            .language = row.string(2),
            .sections = row.string(3),
            .location = row.optional_string(4),
            .posting = row.member<Posting>(5),
            .is_default = row.integer(6) == 1,
            .creator = row.id<UserId>(7),
            .created_at = row.time(8),
            .updated_at = row.time(9),
            .posting_link = posting_link(row)};
}

template <wire::Message T>
std::optional<std::string> json(const std::optional<T>& message) {
    return message ? std::optional{wire::to_json(*message)} : std::nullopt;
}

}  // namespace

void insert_ad(db::Tx& tx, const JobId& job, const NewAd& ad) {
    const auto sections = json(ad.sections);
    const auto place = json(ad.location);
    tx.enqueue(kInsert, {job, ad.id, ad.title, ad.language, sections, place, ad.creator, tx.now});
}

std::optional<Ad> find_ad(db::Snapshot& snapshot, const JobId& job, const JobAdId& id) {
    return snapshot.first(kFind, {job, id}, ad_from);
}

std::vector<Ad> list_ads(db::Snapshot& snapshot, const JobId& job) {
    return snapshot.all(kList, {job}, ad_from);
}

std::int64_t count_ads(db::Snapshot& snapshot, const JobId& job) {
    return snapshot.number(kCount, {job});
}

void rename_ad(db::Tx& tx, const JobId& job, const JobAdId& id, std::string_view title) {
    tx.enqueue(kRename, {job, id, title, tx.now});
}

void touch_ad(db::Tx& tx, const JobId& job, const JobAdId& id) {
    tx.enqueue(kTouch, {job, id, tx.now});
}

void outdate_postings(db::Tx& tx, const JobId& job) {
    tx.enqueue(kOutdate, {job});
}

void update_ad(db::Tx& tx, const JobId& job, const JobAdId& id, const AdDraft& draft) {
    const std::string sections = wire::to_json(draft.sections);
    const auto place = json(draft.location);
    tx.execute(kUpdate, {job, id, draft.title, draft.language, sections, place, tx.now});
}

void update_default_ad(db::Tx& tx, const JobId& job, const JobAdId& id, const AdDraft& draft) {
    const auto place = json(draft.location);
    tx.execute(kUpdate, {job, id, draft.title, std::nullopt, std::nullopt, place, tx.now});
}

bool move_ad_posting(db::Tx& tx, const JobId& job, const JobAdId& id, Posting from, Posting to) {
    return tx.execute(kMovePosting, {job, id, from, to}) == 1;
}

void end_ad_postings(db::Tx& tx, const JobId& job) {
    tx.enqueue(kEndPostings, {job});
}

}  // namespace callboard::jobs::store
