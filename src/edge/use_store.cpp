#include "edge/use_store.h"

#include <chrono>
#include <set>
#include <utility>

#include "accounts/credential_store.h"

namespace callboard::edge::store {
namespace {

constexpr db::GlobalSql kAdd{"api_use_add", R"sql(
    INSERT INTO api_use (company_id, day, user_id, application_id, operation, calls, refused, faulty, failed, bytes)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    ON CONFLICT (company_id, day, user_id, application_id, operation) DO UPDATE
    SET calls = api_use.calls + excluded.calls, refused = api_use.refused + excluded.refused,
        faulty = api_use.faulty + excluded.faulty, failed = api_use.failed + excluded.failed,
        bytes = api_use.bytes + excluded.bytes)sql"};

// min(day) of each company is one index lookup; searching all companies for old days would scan the table.
constexpr db::GlobalSql kFindOld{"api_use_find_old", R"sql(
    SELECT company.id FROM company
    WHERE company.id >= $1 AND company.id <= $2
      AND (SELECT min(api_use.day) FROM api_use WHERE api_use.company_id = company.id) < $3
    ORDER BY company.id)sql"};

constexpr std::int64_t kBatchSize = 500;
constexpr db::Sql kDeleteOld{"api_use_delete_old", R"sql(
    DELETE FROM api_use
    WHERE company_id = $1
      AND (day, user_id, application_id, operation) IN
              (SELECT day, user_id, application_id, operation FROM api_use
               WHERE company_id = $1 AND day < $2 ORDER BY day LIMIT $3))sql"};

constexpr std::chrono::days kRetention{400};

Timestamp day_of(Timestamp time) {
    using std::chrono::days;
    using std::chrono::milliseconds;
    return {milliseconds{std::chrono::floor<days>(milliseconds{time.ms})}.count()};
}

Timestamp oldest_kept(Timestamp now) {
    return day_of(now) - kRetention;
}

}  // namespace

void add_use(db::Tx& tx, std::span<const Use> uses) {
    const Timestamp today = day_of(tx.now);
    for (const Use& use : uses) {
        if (use.operation == kOtherOperations) continue;  // of no known user
        const std::string_view application = use.application ? use.application->text() : "";
        tx.enqueue(kAdd, {use.company, today, use.user, application, use.operation, use.calls, use.refused,
                          use.faulty, use.failed, use.bytes});
    }
    // After the counts and in one order, for the same reason.
    std::set<std::pair<CompanyId, CredentialId>> used;
    for (const Use& use : uses)
        if (use.credential) used.emplace(use.company, *use.credential);
    for (const auto& [company, credential] : used) accounts::store::record_use(tx, company, credential);
}

std::vector<CompanyId> companies_with_old_use(db::Snapshot& snapshot, const CompanyId& first,
                                              const CompanyId& last) {
    return snapshot.all(kFindOld, {first, last, oldest_kept(snapshot.now)},
                        [](const db::Row& row) { return row.id<CompanyId>(0); });
}

bool delete_old_use(db::Tx& tx) {
    return tx.execute(kDeleteOld, {oldest_kept(tx.now), kBatchSize}) == kBatchSize;
}

}  // namespace callboard::edge::store
