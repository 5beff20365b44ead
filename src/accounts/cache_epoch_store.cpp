#include "accounts/cache_epoch_store.h"

#include <iterator>
#include <utility>

namespace callboard::accounts::store {
namespace {

constexpr db::GlobalSql kCountOfCompany{"cache_epoch_advance_company", R"sql(
    UPDATE cache_epoch SET number = number + 1, of_companies = of_companies + 1 WHERE name = 'credentials')sql"};

constexpr db::Sql kMarkCompany{"company_epoch_mark", R"sql(
    INSERT INTO company_epoch (company_id, number)
    SELECT CAST($1 AS TEXT), number FROM cache_epoch WHERE name = 'credentials'
    ON CONFLICT (company_id) DO UPDATE SET number = excluded.number)sql"};

// Also the statement of servers of 0.1.0, for every change.
constexpr db::GlobalSql kCountOfAll{"cache_epoch_advance", R"sql(
    UPDATE cache_epoch SET number = number + 1 WHERE name = 'credentials')sql"};

constexpr db::GlobalSql kLock{"cache_epoch_hold", R"sql(
    UPDATE cache_epoch SET number = number WHERE name = 'credentials')sql"};

constexpr db::GlobalSql kRead{"cache_epoch_read", R"sql(
    SELECT number, of_companies FROM cache_epoch WHERE name = 'credentials')sql"};

// If more have changed, forgetting all callers costs less.
constexpr std::int64_t kMostCompanies = 1'000;
constexpr db::GlobalSql kChanged{"company_epoch_after", R"sql(
    SELECT company_id FROM company_epoch WHERE number > $1 ORDER BY number LIMIT $2)sql"};

CacheEpoch read_epoch(db::Snapshot& snapshot) {
    return snapshot
        .first(kRead, {},
               [](const db::Row& row) {
                   return CacheEpoch{.number = row.integer(0), .of_companies = row.integer(1)};
               })
        .value_or(CacheEpoch{});
}

// Otherwise some change is not in company_epoch, or the database was replaced by an older one.
bool are_all_of_companies(const CacheEpoch& from, const CacheEpoch& to) {
    return to.number > from.number && to.number - from.number == to.of_companies - from.of_companies;
}

}  // namespace

void advance_cache_epoch(db::Tx& tx) {
    tx.enqueue(kCountOfCompany, {});
    tx.enqueue(kMarkCompany, {});
}

void advance_cache_epoch_of_all(db::Tx& tx) {
    tx.enqueue(kCountOfAll, {});
}

void lock_cache_epoch(db::Tx& tx) {
    tx.enqueue(kLock, {});
}

std::int64_t cache_epoch(db::Snapshot& snapshot) {
    return read_epoch(snapshot).number;
}

CredentialChanges changes_since(db::Snapshot& snapshot, const CacheEpoch& known) {
    CredentialChanges changes{.epoch = read_epoch(snapshot), .companies = std::nullopt};
    if (changes.epoch.number == known.number) {
        changes.companies.emplace();
    } else if (are_all_of_companies(known, changes.epoch)) {
        auto companies = snapshot.all(kChanged, {known.number, kMostCompanies + 1},
                                      [](const db::Row& row) { return row.id<CompanyId>(0); });
        if (std::ssize(companies) <= kMostCompanies) changes.companies = std::move(companies);
    }
    return changes;
}

}  // namespace callboard::accounts::store
