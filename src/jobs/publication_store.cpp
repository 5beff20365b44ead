#include "jobs/publication_store.h"

namespace callboard::jobs::store {
namespace {

constexpr db::Sql kFindState{"publication_standing", R"sql(
    SELECT a.posting, a.revision, p.id, p.audience, p.revision
    FROM job_ad a
    LEFT JOIN publication p ON p.company_id = a.company_id AND p.job_id = a.job_id AND p.job_ad_id = a.id
                               AND p.unpublished_at IS NULL
    WHERE a.company_id = $1 AND a.job_id = $2 AND a.id = $3)sql"};

constexpr db::Sql kBegin{"publication_begin", R"sql(
    INSERT INTO publication (company_id, job_id, job_ad_id, id, revision, audience, published_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7))sql"};

constexpr db::Sql kEnd{"publication_end", R"sql(
    UPDATE publication SET unpublished_at = $5
    WHERE company_id = $1 AND job_id = $2 AND job_ad_id = $3 AND id = $4 AND unpublished_at IS NULL)sql"};

constexpr db::Sql kEndAll{"publication_end_all", R"sql(
    UPDATE publication SET unpublished_at = $3
    WHERE company_id = $1 AND job_id = $2 AND unpublished_at IS NULL)sql"};

constexpr db::Sql kPublishedAds{"publication_ads", R"sql(
    SELECT job_ad_id FROM publication WHERE company_id = $1 AND job_id = $2 AND unpublished_at IS NULL
    ORDER BY job_ad_id)sql"};

constexpr db::Sql kList{"publication_list", R"sql(
    SELECT audience, published_at, unpublished_at FROM publication
    WHERE company_id = $1 AND job_id = $2 AND job_ad_id = $3 ORDER BY id DESC)sql"};

constexpr db::Sql kListActive{"publication_list_active", R"sql(
    SELECT audience, published_at, unpublished_at FROM publication
    WHERE company_id = $1 AND job_id = $2 AND job_ad_id = $3 AND unpublished_at IS NULL ORDER BY id DESC)sql"};

PublicationState state_from(const db::Row& row) {
    PublicationState state{
        .posting = row.member<Posting>(0), .revision = row.integer(1), .active = std::nullopt};
    if (!row.is_null(2)) {
        state.active = ActivePublication{.id = row.id<PublicationId>(2),
                                         .audience = row.member<PublicationAudience>(3),
                                         .revision = row.integer(4)};
    }
    return state;
}

Publication publication_from(const db::Row& row) {
    return {.audience = row.member<PublicationAudience>(0),
            .published_at = row.time(1),
            .unpublished_at = row.optional_time(2)};
}

}  // namespace

std::optional<PublicationState> publication_state(db::Snapshot& snapshot, const JobId& job,
                                                  const JobAdId& ad) {
    return snapshot.first(kFindState, {job, ad}, state_from);
}

void begin_publication(db::Tx& tx, const JobId& job, const JobAdId& ad, std::int64_t revision,
                       PublicationAudience audience) {
    const auto id = tx.new_id<PublicationId>();
    tx.enqueue(kBegin, {job, ad, id, revision, audience, tx.now});
}

bool end_publication(db::Tx& tx, const JobId& job, const JobAdId& ad, const PublicationId& id) {
    return tx.execute(kEnd, {job, ad, id, tx.now}) == 1;
}

void end_publications(db::Tx& tx, const JobId& job) {
    tx.enqueue(kEndAll, {job, tx.now});
}

std::vector<JobAdId> published_ads(db::Snapshot& snapshot, const JobId& job) {
    return snapshot.all(kPublishedAds, {job}, [](const db::Row& row) { return row.id<JobAdId>(0); });
}

std::vector<Publication> list_publications(db::Snapshot& snapshot, const JobId& job, const JobAdId& ad,
                                           PublicationFilter filter) {
    return snapshot.all(filter == PublicationFilter::active ? kListActive : kList, {job, ad},
                        publication_from);
}

}  // namespace callboard::jobs::store
