#include "support/given.h"

#include <atomic>

#include "accounts/administration.h"
#include "accounts/user_store.h"
#include "configuration/company_creation.h"

namespace callboard::given {
namespace {

constexpr db::Sql kEvents{"test_events", "SELECT name FROM event WHERE company_id = $1 ORDER BY id"};
constexpr db::Sql kAudit{"test_audit",
                         "SELECT event_name FROM audit_record WHERE company_id = $1 ORDER BY id"};

std::vector<std::string> names(db::Db& db, const CompanyId& company, const db::Sql& sql) {
    return db.read(company, [&](db::Snapshot& snapshot) {
        return snapshot.all(sql, {}, [](const db::Row& row) { return row.string(0); });
    });
}

}  // namespace

CompanyId company(db::Db& db, const std::string& identifier) {
    return db.write(std::nullopt,
                    [&](db::Tx& tx) { return configuration::create_company(tx, identifier, identifier).id; });
}

accounts::Actor user(db::Db& db, const CompanyId& company, accounts::Role role,
                     const std::optional<UserId>& id) {
    static std::atomic<int> count{0};
    const std::string email = "user" + std::to_string(++count) + "@" + std::string{company.text()} + ".test";
    // No password: hashing is slow, and nobody signs in here.
    return db.write(company, [&](db::Tx& tx) {
        const accounts::User made{.id = id.value_or(tx.new_id<UserId>()),
                                  .email = email,
                                  .first_name = "Robin",
                                  .last_name = "Tester",
                                  .role = role,
                                  .state = accounts::UserState::active,
                                  .created_at = tx.now,
                                  .updated_at = tx.now};
        accounts::store::insert(tx, made, std::nullopt);
        return accounts::Actor{made.id, role, {}};
    });
}

accounts::UserDraft user_draft(const std::string& email) {
    return {.email = email,
            .first_name = "Grace",
            .last_name = "Hopper",
            .role = accounts::Role::standard,
            .profile = {}};
}

std::string api_key(db::Db& db, const CompanyId& company, const accounts::Actor& user) {
    const Secret key = accounts::new_api_key();
    db.write(company, [&](db::Tx& tx) {
        const auto email = accounts::store::find_user(tx, user.id())->email;
        accounts::create_api_key(tx, email, key);
    });
    return std::string{key.reveal()};
}

jobs::Draft draft() {
    return {.title = "Cook",
            .industry = "restaurants",
            .function = "production",
            .experience_level = "entry_level",
            .location = {.country_code = "us", .city = "Atlanta"}};
}

JobId job(db::Db& db, const CompanyId& company, const accounts::Actor& creator, jobs::Draft draft) {
    return db.write(company, [&](db::Tx& tx) { return jobs::create(tx, creator, draft).id; });
}

std::vector<std::string> events(db::Db& db, const CompanyId& company) {
    return names(db, company, kEvents);
}

std::vector<std::string> audit_names(db::Db& db, const CompanyId& company) {
    return names(db, company, kAudit);
}

}  // namespace callboard::given
