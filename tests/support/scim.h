// A directory that provisions the users of a company.
#pragma once

#include <cstdint>
#include <string>

#include "accounts/actor.h"
#include "accounts/scim_token.h"
#include "base/id.h"
#include "db/db.h"

namespace callboard::test {

struct Directory {
    explicit Directory(db::Db& db, const CompanyId& company, accounts::Role role = accounts::Role::employee,
                       accounts::AssignedRoles assigns = accounts::AssignedRoles::up_to_own)
        : secret(accounts::new_scim_token()),
          token(db.write(company,
                         [&](db::Tx& tx) {
                             return accounts::create_scim_token(tx, "Directory", role, assigns, secret);
                         })),
          actor(token.user, accounts::Role::administrator, {}) {
        actor.credential = token.id;
    }

    const Secret secret;
    const accounts::ScimToken token;
    accounts::Actor actor;  // of its changes
};

// Adds new users, who never were active, to the group.
inline void fill_group(db::Db& db, const CompanyId& company, const AccessGroupId& group, std::int64_t count) {
    constexpr db::Sql kUsers{"test_users", R"sql(
        INSERT INTO user_account (company_id, id, email, email_key, first_name, last_name, role, state, created_at,
                                  updated_at)
        WITH RECURSIVE numbers (n) AS (SELECT CAST(1 AS BIGINT) UNION ALL
                                       SELECT n + 1 FROM numbers WHERE n < CAST($2 AS BIGINT))
        SELECT CAST($1 AS TEXT), 'aaaaaaaaaaaaaaaa' || substr('00000000' || n, length('00000000' || n) - 7), 'u' || n,
               'u' || n, 'u' || n, 'x', 'EMPLOYEE', 'INACTIVE', 0, 0 FROM numbers)sql"};
    constexpr db::Sql kMembers{"test_members", R"sql(
        INSERT INTO access_group_member (company_id, access_group_id, user_id)
        SELECT company_id, CAST($2 AS TEXT), id FROM user_account WHERE company_id = $1 AND id LIKE 'aaaaaaaaaaaaaaaa%')sql"};
    db.write(company, [&](db::Tx& tx) {
        tx.execute(kUsers, {count});
        tx.execute(kMembers, {group});
    });
}

}  // namespace callboard::test
