#include "accounts/company_store.h"

#include "base/encoding.h"
#include "base/error.h"

namespace callboard::accounts::store {
namespace {

constexpr db::GlobalSql kInsert{"company_insert", R"sql(
    INSERT INTO company (id, identifier, identifier_key, name, created_at) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (identifier_key) DO NOTHING)sql"};

constexpr db::GlobalSql kFind{"company_find", R"sql(
    SELECT id, identifier, name, created_at, language FROM company WHERE identifier_key = $1)sql"};

constexpr db::Sql kOwn{"company_own", R"sql(
    SELECT id, identifier, name, created_at, language FROM company WHERE id = $1)sql"};

constexpr db::Sql kSetLanguage{"company_set_language", "UPDATE company SET language = $2 WHERE id = $1"};

constexpr db::Sql kLockCompany{"company_take_turn", "UPDATE company SET name = name WHERE id = $1"};

constexpr db::GlobalSql kList{"company_list", R"sql(
    SELECT id, identifier, name, created_at, language FROM company ORDER BY created_at, id)sql"};

constexpr db::GlobalSql kCount{"company_count", "SELECT count(*) FROM company"};

constexpr db::GlobalSql kAfter{"company_after", "SELECT id FROM company WHERE id > $1 ORDER BY id LIMIT $2"};

Company company_from(const db::Row& row) {
    return {.id = row.id<CompanyId>(0),
            .identifier = row.string(1),
            .name = row.string(2),
            .created_at = row.time(3),
            .language = row.string(4)};
}

}  // namespace

bool insert(db::Tx& tx, const Company& company) {
    const std::string key = fold(company.identifier);
    return tx.execute(kInsert, {company.id, company.identifier, key, company.name, company.created_at}) == 1;
}

std::optional<Company> find_company(db::Snapshot& snapshot, std::string_view identifier) {
    const std::string key = fold(identifier);
    return snapshot.first(kFind, {key}, company_from);
}

Company own_company(db::Snapshot& snapshot) {
    auto company = snapshot.first(kOwn, {}, company_from);
    if (!company) throw not_found("COMPANY_NOT_FOUND");
    return std::move(*company);
}

void set_language(db::Tx& tx, std::string_view language) {
    tx.execute(kSetLanguage, {language});
}

std::vector<Company> list_companies(db::Snapshot& snapshot) {
    return snapshot.all(kList, {}, company_from);
}

std::int64_t count_companies(db::Snapshot& snapshot) {
    return snapshot.number(kCount);
}

std::vector<CompanyId> companies_after(db::Snapshot& snapshot, const std::optional<CompanyId>& after,
                                       std::int64_t most) {
    return snapshot.all(kAfter, {after ? after->text() : "", most},
                        [](const db::Row& row) { return row.id<CompanyId>(0); });
}

void lock_company(db::Tx& tx) {
    tx.execute(kLockCompany, {});
}

}  // namespace callboard::accounts::store
