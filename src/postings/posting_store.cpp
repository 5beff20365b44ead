#include "postings/posting_store.h"

#include <string>
#include <string_view>
#include <utility>

#include "base/encoding.h"
#include "base/words.h"
#include "postings/links.h"
#include "postings/shown_fields.h"

namespace callboard::postings::store {
namespace {

constexpr db::Sql kPut{"posting_put", R"sql(
    INSERT INTO posting (company_id, id, uuid, job_id, job_ad_id, kind, state, visibility, boards, title, slug,
                         language, released_at, country, region, region_code, city, location_type, department_id, words)
    VALUES ($1, $2, $3, $4, $5, $6, 'ACTIVE', $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
    ON CONFLICT (company_id, job_id, job_ad_id) DO UPDATE
    SET kind = $6, state = 'ACTIVE', visibility = $7, boards = $8, title = $9, slug = $10, language = $11,
        released_at = $12, country = $13, region = $14, region_code = $15, city = $16, location_type = $17,
        department_id = $18, words = $19)sql"};

constexpr db::Sql kPutContent{"posting_content_put", R"sql(
    INSERT INTO posting_content (company_id, job_id, job_ad_id, content, sections) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (company_id, job_id, job_ad_id) DO UPDATE SET content = $4, sections = $5)sql"};

constexpr db::Sql kDeleteFields{"posting_field_delete", R"sql(
    DELETE FROM posting_field WHERE company_id = $1 AND job_id = $2 AND job_ad_id = $3)sql"};

constexpr db::Sql kInsertField{"posting_field_insert", R"sql(
    INSERT INTO posting_field (company_id, job_id, job_ad_id, field_id, value_id) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (company_id, job_id, job_ad_id, field_id, value_id) DO NOTHING)sql"};

constexpr db::Sql kEnd{"posting_end", R"sql(
    UPDATE posting SET state = 'ENDED'
    WHERE company_id = $1 AND job_id = $2 AND job_ad_id = $3 AND state = 'ACTIVE')sql"};

constexpr db::Sql kEndAll{"posting_end_all", R"sql(
    UPDATE posting SET state = 'ENDED' WHERE company_id = $1 AND job_id = $2 AND state = 'ACTIVE')sql"};

constexpr db::Sql kFind{"posting_find", R"sql(
    SELECT id, uuid, job_id, job_ad_id, kind, state, visibility, boards, title, slug, language, released_at
    FROM posting WHERE company_id = $1 AND id = $2)sql"};

constexpr db::Sql kFindByUuid{"posting_find_by_uuid", R"sql(
    SELECT id, uuid, job_id, job_ad_id, kind, state, visibility, boards, title, slug, language, released_at
    FROM posting WHERE company_id = $1 AND uuid = $2)sql"};

constexpr db::Sql kFindOfAd{"posting_find_of_ad", R"sql(
    SELECT id, uuid, job_id, job_ad_id, kind, state, visibility, boards, title, slug, language, released_at
    FROM posting WHERE company_id = $1 AND job_id = $2 AND job_ad_id = $3)sql"};

constexpr db::Sql kFindContent{"posting_content_find", R"sql(
    SELECT content, sections FROM posting_content WHERE company_id = $1 AND job_id = $2 AND job_ad_id = $3)sql"};

constexpr db::Sql kListContents{"posting_content_list", R"sql(
    SELECT c.job_ad_id, p.language, c.content
    FROM posting_content c
    JOIN posting p ON p.company_id = c.company_id AND p.job_id = c.job_id AND p.job_ad_id = c.job_ad_id
    WHERE c.company_id = $1 AND c.job_id = $2)sql"};

constexpr db::Sql kUpdateContent{"posting_content_update", R"sql(
    UPDATE posting_content SET content = $4 WHERE company_id = $1 AND job_id = $2 AND job_ad_id = $3)sql"};

Posting posting_from(const db::Row& row) {
    return {.id = row.id<PostingId>(0),
            .uuid = row.id<PostingUuid>(1),
            .job = row.id<JobId>(2),
            .ad = row.id<JobAdId>(3),
            .is_default_ad = row.text(4) == "DEFAULT",
            .visibility = row.member<Visibility>(6),
            .is_active = row.text(5) == "ACTIVE",
            .is_on_boards = row.text(7) == "YES",
            .title = row.string(8),
            .slug = row.string(9),
            .language = row.string(10),
            .released_at = row.time(11)};
}

std::string_view location_type(const PostingLocation& location) {
    if (location.remote) return "REMOTE";
    return location.hybrid ? "HYBRID" : "ONSITE";
}

// Each word after a space, so that " wor" finds the beginnings of words.
std::string searched_words(const PostingDraft& draft) {
    std::string words;
    for (const SearchWord& each : search_words(draft.title + " " + draft.content.location.full_location))
        words.append(" ").append(each.text);
    return words;
}

void put_fields(db::Tx& tx, const PostingDraft& draft) {
    tx.enqueue(kDeleteFields, {draft.job, draft.ad});
    for (const PostingField& each : draft.content.custom_field)
        tx.enqueue(kInsertField, {draft.job, draft.ad, each.field_id, each.value_id.value_or("")});
}

}  // namespace

void put(db::Tx& tx, const PostingDraft& draft, const Release& release) {
    const PostingLocation& location = draft.content.location;
    const auto id = tx.new_id<PostingId>();
    const auto uuid = tx.new_id<PostingUuid>();
    const std::string region = fold(location.region.value_or(""));
    const std::string region_code = fold(draft.region_code.value_or(""));
    const std::string city = fold(location.city);
    const std::string department = draft.content.department ? draft.content.department->id : std::string{};
    const std::string slug = slug_of(draft.title);
    const std::string words = searched_words(draft);
    const std::string content = wire::to_json(draft.content);
    tx.enqueue(kPut,
               {id, uuid, draft.job, draft.ad, draft.is_default_ad ? "DEFAULT" : "OTHER", release.visibility,
                release.on_boards ? "YES" : "NO", draft.title, slug, draft.language, release.at,
                location.country, region, region_code, city, location_type(location), department, words});
    tx.enqueue(kPutContent, {draft.job, draft.ad, content, draft.sections});
    put_fields(tx, draft);
}

void end(db::Tx& tx, const JobId& job, const JobAdId& ad) {
    tx.enqueue(kEnd, {job, ad});
}

void end_all(db::Tx& tx, const JobId& job) {
    tx.enqueue(kEndAll, {job});
}

std::optional<Posting> find(db::Snapshot& snapshot, const PostingId& id) {
    return snapshot.first(kFind, {id}, posting_from);
}

std::optional<Posting> find(db::Snapshot& snapshot, const PostingUuid& uuid) {
    return snapshot.first(kFindByUuid, {uuid}, posting_from);
}

std::optional<Posting> find_of_ad(db::Snapshot& snapshot, const JobId& job, const JobAdId& ad) {
    return snapshot.first(kFindOfAd, {job, ad}, posting_from);
}

FullPosting with_content(db::Snapshot& snapshot, Posting posting) {
    auto full = snapshot
                    .first(kFindContent, {posting.job, posting.ad},
                           [&](const db::Row& row) {
                               return FullPosting{std::move(posting),
                                                  wire::decode<PostingContent>(row.text(0)), row.string(1)};
                           })
                    .value();
    if (!full.content.custom_field.empty()) ShownFields{snapshot}.renew(full.content, full.language);
    return full;
}

std::vector<StoredContent> list_contents(db::Snapshot& snapshot, const JobId& job) {
    return snapshot.all(kListContents, {job}, [](const db::Row& row) {
        return StoredContent{.ad = row.id<JobAdId>(0), .language = row.string(1), .content = row.string(2)};
    });
}

void update_content(db::Tx& tx, const JobId& job, const JobAdId& ad, std::string_view content) {
    tx.execute(kUpdateContent, {job, ad, content});
}

}  // namespace callboard::postings::store
