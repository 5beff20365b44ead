#include "jobs/posting_source_store.h"

namespace callboard::jobs::store {
namespace {

constexpr db::Sql kSource{"posting_source", R"sql(
    SELECT CASE WHEN a.id = j.default_ad_id THEN 1 ELSE 0 END, a.title, COALESCE(a.language, j.ad_language),
           COALESCE(a.sections, j.ad_sections), a.place, j.summary, j.details, u.first_name, u.last_name
    FROM job_ad a
    JOIN job j ON j.company_id = a.company_id AND j.id = a.job_id
    JOIN user_account u ON u.company_id = a.company_id AND u.id = a.creator_id
    WHERE a.company_id = $1 AND a.job_id = $2 AND a.id = $3)sql"};

constexpr db::GlobalSql kCompanies{"posting_backlog_companies", R"sql(
    SELECT DISTINCT company_id FROM posting_backlog)sql"};

constexpr db::Sql kBacklog{"posting_backlog_list", R"sql(
    SELECT job_id, job_ad_id FROM posting_backlog WHERE company_id = $1 ORDER BY job_id, job_ad_id LIMIT $2)sql"};

constexpr db::Sql kForget{"posting_backlog_delete", R"sql(
    DELETE FROM posting_backlog WHERE company_id = $1 AND job_id = $2 AND job_ad_id = $3)sql"};

constexpr db::Sql kPublishedFor{"posting_published_for", R"sql(
    SELECT audience, published_at FROM publication
    WHERE company_id = $1 AND job_id = $2 AND job_ad_id = $3 AND unpublished_at IS NULL)sql"};

PostingSource source_from(const db::Row& row) {
    return {.is_default = row.integer(0) == 1,
            .title = row.string(1),
            .language = row.string(2),
            .sections = row.string(3),
            .place = row.optional_string(4),
            .summary = row.string(5),
            .details = row.string(6),
            .creator_first_name = row.string(7),
            .creator_last_name = row.string(8)};
}

}  // namespace

std::optional<PostingSource> posting_source(db::Snapshot& snapshot, const JobId& job, const JobAdId& ad) {
    return snapshot.first(kSource, {job, ad}, source_from);
}

std::vector<CompanyId> companies_with_backlog(db::Snapshot& snapshot) {
    return snapshot.all(kCompanies, {}, [](const db::Row& row) { return row.id<CompanyId>(0); });
}

std::vector<Unposted> backlog(db::Snapshot& snapshot, std::int64_t most) {
    return snapshot.all(kBacklog, {most}, [](const db::Row& row) {
        return Unposted{.job = row.id<JobId>(0), .ad = row.id<JobAdId>(1)};
    });
}

void forget_backlog(db::Tx& tx, const Unposted& ad) {
    tx.enqueue(kForget, {ad.job, ad.ad});
}

std::optional<PublishedFor> published_for(db::Snapshot& snapshot, const JobId& job, const JobAdId& ad) {
    return snapshot.first(kPublishedFor, {job, ad}, [](const db::Row& row) {
        return PublishedFor{.audience = row.member<PublicationAudience>(0), .since = row.time(1)};
    });
}

}  // namespace callboard::jobs::store
