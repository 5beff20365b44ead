// What lists of users cost in a company with more users.
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "accounts/access_groups.h"
#include "accounts/user_listing.h"
#include "support/given.h"
#include "support/query_cost.h"

namespace callboard {
namespace {

using accounts::Role;
using accounts::UserListRequest;

constexpr std::int64_t kSize = 3'000;

class UserListGrowth : public test::Growth {
  protected:
    // Users in the group `all`. The last twenty of the first ones are inactive, and have a role of their own.
    void fill(std::int64_t from, std::int64_t to) {
        const std::string numbers = " WITH RECURSIVE numbers (n) AS (SELECT CAST(" + std::to_string(from) +
                                    " AS BIGINT) UNION ALL SELECT n + 1 FROM numbers WHERE n < " +
                                    std::to_string(to) + ") SELECT '" + std::string{company.text()} + "', ";
        const std::string id = "'aaaaaaaaaaaaaaaa' || substr('00000000' || n, length('00000000' || n) - 7)";
        const std::string is_rare =
            "n > " + std::to_string(kSize - 20) + " AND n <= " + std::to_string(kSize);
        db.run(
            "INSERT INTO user_account (company_id, id, email, email_key, first_name, last_name, role, state, "
            "created_at, updated_at)" +
            numbers + id + ", 'u' || n, 'u' || n, 'u', 'x', CASE WHEN " + is_rare +
            " THEN 'RESTRICTED' ELSE 'EMPLOYEE' END, CASE WHEN " + is_rare +
            " THEN 'INACTIVE' ELSE 'ACTIVE' END, n, n FROM numbers");
        add_members(all, numbers, id, "");
        add_members(some, numbers, id, " WHERE " + is_rare);
    }
    void add_members(const AccessGroupId& group, const std::string& numbers, const std::string& id,
                     const std::string& which) {
        db.run("INSERT INTO access_group_member (company_id, access_group_id, user_id)" + numbers + "'" +
               std::string{group.text()} + "', " + id + " FROM numbers" + which);
    }

    test::MeasuredWork list(const std::string& name, const UserListRequest& request) {
        return {name, [this, request] {
                    const auto page = db->read(company, [&](db::Snapshot& snapshot) {
                        return accounts::list_users(snapshot, admin, request);
                    });
                    EXPECT_FALSE(page.users.empty());
                }};
    }
    AccessGroupId group(const std::string& name) {
        return db->write(company, [&](db::Tx& tx) { return accounts::add_access_group(tx, admin, name).id; });
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    const AccessGroupId all = group("All");
    const AccessGroupId some = group("Some");
};

TEST_P(UserListGrowth, APageCostsTheSameInALargerCompany) {
    fill(1, kSize);
    expect_flat({list("a frequent role", {.roles = {Role::employee}}),
                 list("a rare role", {.roles = {Role::restricted}}),
                 list("active users", {.is_active = true}), list("inactive users", {.is_active = false}),
                 list("a rare role and state", {.roles = {Role::restricted}, .is_active = false}),
                 list("a frequent role and state", {.roles = {Role::employee}, .is_active = true}),
                 list("a large group", {.access_group = std::string{all.text()}}),
                 list("a small group", {.access_group = std::string{some.text()}})},
                [&] { fill(kSize + 1, 4 * kSize); });
}

RUN_ON_EACH_DATABASE(UserListGrowth);

}  // namespace
}  // namespace callboard
