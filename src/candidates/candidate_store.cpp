#include "candidates/candidate_store.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <utility>

#include "base/encoding.h"
#include "db/text_search.h"

namespace callboard::candidates::store {
namespace {

constexpr db::Sql kInsert{"candidate_insert", R"sql(
    INSERT INTO candidate (company_id, id, first_name, last_name, email, email_key, last_name_key, employment, summary,
                           details, consent, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'REQUIRED', $11, $11)
    ON CONFLICT (company_id, email_key, last_name_key) DO NOTHING)sql"};

constexpr db::Sql kUpdate{"candidate_update", R"sql(
    UPDATE candidate SET first_name = $3, last_name = $4, email = $5, employment = $6, summary = $7, details = $8
    WHERE company_id = $1 AND id = $2)sql"};

// Updates nothing if another record has the unique key.
constexpr db::Sql kUpdateKeys{"candidate_update_keys", R"sql(
    UPDATE candidate SET email_key = $3, last_name_key = $4
    WHERE company_id = $1 AND id = $2
      AND NOT EXISTS (SELECT 1 FROM candidate c
                      WHERE c.company_id = $1 AND c.email_key = $3 AND c.last_name_key = $4 AND c.id <> $2))sql"};

constexpr db::Sql kFind{"candidate_find", R"sql(
    SELECT id, first_name, last_name, email, employment, consent, consent_asked_at, consent_decided_at, created_at,
           updated_at, summary, details
    FROM candidate WHERE company_id = $1 AND id = $2)sql"};

constexpr db::ListSql kFindAll{"candidate_find_all",
                               "c.id, c.first_name, c.last_name, c.email, c.employment, c.consent, "
                               "c.consent_asked_at, c.consent_decided_at, "
                               "c.created_at, c.updated_at, c.summary, ''",
                               "FROM candidate c WHERE c.company_id = $1", ""};

constexpr db::Sql kFindOwner{"candidate_find_owner", R"sql(
    SELECT id FROM candidate WHERE company_id = $1 AND email_key = $2 AND last_name_key = $3)sql"};

constexpr db::Sql kFindPerson{"candidate_find_person", R"sql(
    SELECT id, 'OWNER' FROM candidate WHERE company_id = $1 AND email_key = $2 AND last_name_key = $3
    UNION ALL
    SELECT id, 'SEPARATE'
    FROM (SELECT id FROM candidate WHERE company_id = $1 AND email_key = $4 ORDER BY last_name_key DESC LIMIT 20) x)sql"};

constexpr db::Sql kLockRow{"candidate_take_turn", R"sql(
    UPDATE candidate SET employment = employment WHERE company_id = $1 AND id = $2)sql"};

constexpr db::Sql kTouch{"candidate_touch", R"sql(
    UPDATE candidate SET updated_at = $3 WHERE company_id = $1 AND id = $2)sql"};

constexpr db::Sql kTouchListed{"candidate_touch_listed", R"sql(
    UPDATE job_application SET listed_at = $3 WHERE company_id = $1 AND candidate_id = $2)sql"};

constexpr db::Sql kTouchOthers{"candidate_touch_others", R"sql(
    UPDATE job_application SET listed_at = $3 WHERE company_id = $1 AND candidate_id = $2 AND job_id <> $4)sql"};

constexpr db::Sql kSetConsent{"candidate_set_consent", R"sql(
    UPDATE candidate SET consent = $3, consent_asked_at = $4, consent_decided_at = $5
    WHERE company_id = $1 AND id = $2)sql"};

constexpr db::Sql kInsertTag{"candidate_tag_insert", R"sql(
    INSERT INTO candidate_tag (company_id, tag_key, candidate_id) VALUES ($1, $2, $3)
    ON CONFLICT (company_id, tag_key, candidate_id) DO NOTHING)sql"};

constexpr db::Sql kDeleteTags{"candidate_tag_delete", R"sql(
    DELETE FROM candidate_tag WHERE company_id = $1 AND candidate_id = $2)sql"};

constexpr db::Sql kCountApplications{"candidate_count_applications", R"sql(
    SELECT count(*) FROM job_application WHERE company_id = $1 AND candidate_id = $2)sql"};

constexpr db::Sql kIdsAfter{"candidate_ids_after", R"sql(
    SELECT id FROM candidate WHERE company_id = $1 AND id > $2 ORDER BY id LIMIT $3)sql"};

constexpr db::Sql kRemove{"candidate_remove", R"sql(
    DELETE FROM candidate WHERE company_id = $1 AND id = $2)sql"};

Candidate candidate_from(const db::Row& row) {
    return {.id = row.id<CandidateId>(0),
            .first_name = row.string(1),
            .last_name = row.string(2),
            .email = row.string(3),
            .employment = row.member<Employment>(4),
            .consent = {.state = row.member<Consent>(5),
                        .asked_at = row.optional_time(6),
                        .decided_at = row.optional_time(7)},
            .created_at = row.time(8),
            .updated_at = row.time(9),
            .summary = row.string(10),
            .details = row.string(11)};
}

struct Keys {
    std::string email;
    std::string last_name;
};

// Addresses contain no control character, so this key never equals the key of an owner.
std::string separate_key(const Profile& profile) {
    return fold(profile.email.text) + '\x1f' + fold(profile.last_name.text);
}

Keys keys_of(const CandidateId& id, const Profile& profile, Identity identity) {
    switch (identity) {
        case Identity::owner: return {fold(profile.email.text), fold(profile.last_name.text)};
        case Identity::separate: return {separate_key(profile), std::string{id.text()}};
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

CandidateId id_from(const db::Row& row) {
    return row.id<CandidateId>(0);
}

void insert_tags(db::Tx& tx, const CandidateId& id, const Profile& profile) {
    for (const Tag& tag : profile.summary.tags) tx.enqueue(kInsertTag, {fold(tag.text), id});
}

}  // namespace

bool insert(db::Tx& tx, const CandidateId& id, const Profile& profile, Employment employment,
            Identity identity) {
    const Keys keys = keys_of(id, profile, identity);
    const bool inserted =
        tx.execute(kInsert, {id, profile.first_name.text, profile.last_name.text, profile.email.text,
                             keys.email, keys.last_name, employment, wire::to_json(profile.summary),
                             wire::to_json(profile.details), tx.now}) == 1;
    if (inserted) insert_tags(tx, id, profile);
    return inserted;
}

void update(db::Tx& tx, const CandidateId& id, const Profile& profile, Employment employment) {
    tx.execute(kUpdate, {id, profile.first_name.text, profile.last_name.text, profile.email.text, employment,
                         wire::to_json(profile.summary), wire::to_json(profile.details)});
    tx.enqueue(kDeleteTags, {id});
    insert_tags(tx, id, profile);
}

bool update_identity(db::Tx& tx, const CandidateId& id, const Profile& profile, Identity identity) {
    const Keys keys = keys_of(id, profile, identity);
    return tx.execute(kUpdateKeys, {id, keys.email, keys.last_name}) == 1;
}

std::optional<Candidate> find(db::Snapshot& snapshot, const CandidateId& id) {
    return snapshot.first(kFind, {id}, candidate_from);
}

std::vector<Candidate> find_all(db::Snapshot& snapshot, const std::vector<CandidateId>& ids) {
    if (ids.empty()) return {};
    db::ListQuery list{kFindAll};
    list.where_any("c.id", ids).page(std::ssize(ids));
    return snapshot.all(list, candidate_from);
}

std::optional<CandidateId> find_owner(db::Snapshot& snapshot, const Profile& profile) {
    return snapshot.first(kFindOwner, {fold(profile.email.text), fold(profile.last_name.text)}, id_from);
}

std::vector<CandidateId> find_person(db::Snapshot& snapshot, const Profile& profile) {
    // The owner first, then the newest ones: without an ORDER BY, the order of the rows is not promised.
    std::vector<std::pair<bool, CandidateId>> found = snapshot.all(
        kFindPerson, {fold(profile.email.text), fold(profile.last_name.text), separate_key(profile)},
        [](const db::Row& row) { return std::pair{row.text(1) == "OWNER", row.id<CandidateId>(0)}; });
    std::ranges::sort(found, std::greater{});
    std::vector<CandidateId> ids;
    ids.reserve(found.size());
    for (auto& [is_owner, id] : found) ids.push_back(std::move(id));
    return ids;
}

bool is_same_person(const Candidate& candidate, const Profile& profile) {
    return fold(candidate.email) == fold(profile.email.text) &&
           fold(candidate.last_name) == fold(profile.last_name.text);
}

bool lock_row(db::Tx& tx, const CandidateId& id) {
    return tx.execute(kLockRow, {id}) == 1;
}

void touch(db::Tx& tx, const CandidateId& id) {
    tx.enqueue(kTouch, {id, tx.now});
    tx.enqueue(kTouchListed, {id, tx.now});
}

void touch_others(db::Tx& tx, const CandidateId& id, const JobId& job) {
    tx.enqueue(kTouch, {id, tx.now});
    tx.enqueue(kTouchOthers, {id, tx.now, job});
}

void set_consent(db::Tx& tx, const CandidateId& id, const ConsentRecord& consent) {
    tx.enqueue(kSetConsent, {id, consent.state, consent.asked_at, consent.decided_at});
}

void add_to_search_index(db::Tx& tx, const CandidateId& id, const Profile& profile) {
    const std::string words = searched_text(profile);
    const std::string place = searched_place(profile);
    const std::string names = searched_names(profile);
    db::TextSearch::put(tx, id, {.words = words, .place = place, .names = names});
}

void update_search_index(db::Tx& tx, const CandidateId& id, const Profile& profile) {
    if (has_application(tx, id)) add_to_search_index(tx, id, profile);
}

void remove_from_search_index(db::Tx& tx, const CandidateId& id) {
    db::TextSearch::remove(tx, id);
}

std::vector<CandidateId> ids_after(db::Snapshot& snapshot, const std::optional<CandidateId>& after,
                                   std::int64_t most) {
    return snapshot.all(kIdsAfter, {after ? after->text() : "", most},
                        [](const db::Row& row) { return row.id<CandidateId>(0); });
}

bool has_application(db::Snapshot& snapshot, const CandidateId& id) {
    return snapshot.number(kCountApplications, {id}) > 0;
}

void remove(db::Tx& tx, const CandidateId& id) {
    remove_from_search_index(tx, id);
    tx.execute(kRemove, {id});
}

Profile profile_of(const Candidate& candidate) {
    return {.first_name = {candidate.first_name},
            .last_name = {candidate.last_name},
            .email = {candidate.email},
            .summary = wire::decode<Summary>(candidate.summary),
            .details = wire::decode<Details>(candidate.details)};
}

}  // namespace callboard::candidates::store
