// What the usual requests of a directory cost in a company with more users and groups.
#include "support/scim.h"

#include <string>

#include <gtest/gtest.h>

#include "accounts/access_groups.h"
#include "scim/groups.h"
#include "scim/users.h"
#include "support/given.h"
#include "support/query_cost.h"

namespace callboard {
namespace {

constexpr std::int64_t kSize = 3'000;

class ScimGrowth : public test::Growth {
  protected:
    // Users in the group, and groups without members.
    void fill(std::int64_t from, std::int64_t to) {
        const std::string numbers = " WITH RECURSIVE numbers (n) AS (SELECT CAST(" + std::to_string(from) +
                                    " AS BIGINT) UNION ALL SELECT n + 1 FROM numbers WHERE n < " +
                                    std::to_string(to) + ") SELECT '" + std::string{company.text()} + "', ";
        const std::string id = "'aaaaaaaaaaaaaaaa' || substr('00000000' || n, length('00000000' || n) - 7)";
        db.run(
            "INSERT INTO user_account (company_id, id, email, email_key, first_name, last_name, role, state, "
            "created_at, updated_at, sso_key, profile)" +
            numbers + id +
            ", 'u' || n || '@example.test', 'u' || n || '@example.test', 'u' || n, 'x', "
            "'EMPLOYEE', 'ACTIVE', n, n, 'sso' || n, '{\"ssoIdentifier\":\"sso' || n || '\"}' FROM numbers");
        db.run("INSERT INTO access_group_member (company_id, access_group_id, user_id)" + numbers + "'" +
               std::string{group.text()} + "', " + id + " FROM numbers");
        db.run("INSERT INTO access_group (company_id, id, name, name_key, created_at, external_id)" +
               numbers +
               "'bbbbbbbbbbbbbbbb' || substr('00000000' || n, length('00000000' || n) - 7), "
               "'G' || n, 'g' || n, n, 'dir' || n FROM numbers");
    }
    std::int64_t found(const std::string& filter) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return scim::list_users(snapshot, directory.actor, {.filter = scim::parse_filter(filter)}).total;
        });
    }
    std::int64_t found_groups(const std::string& filter) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return scim::list_groups(snapshot, directory.actor, {.filter = scim::parse_filter(filter)},
                                     scim::WithMembers::no)
                .total;
        });
    }
    void patch_group(const std::string& action) {
        const scim::PatchBody body{R"({"Operations":[{"op":")" + action +
                                   R"(","path":"members","value":[{"value":")" + member + R"("}]}]})"};
        const auto changes = scim::read_group_patch(body.operations);
        db->write(company, [&](db::Tx& tx) { scim::patch_group(tx, directory.actor, group, changes); });
    }

    const CompanyId company = given::company(*db);
    const test::Directory directory{*db, company};
    const AccessGroupId group = db->write(
        company, [&](db::Tx& tx) { return accounts::add_access_group(tx, directory.actor, "Kitchen").id; });
    const std::string member = "aaaaaaaaaaaaaaaa00000007";
};

TEST_P(ScimGrowth, TheUsualRequestsCostTheSameInALargerCompany) {
    fill(1, kSize);
    expect_flat(
        {{"userName", [&] { EXPECT_EQ(found(R"(userName eq "u7@example.test")"), 1); }},
         {"externalId", [&] { EXPECT_EQ(found(R"(externalId eq "sso7")"), 1); }},
         {"id", [&] { EXPECT_EQ(found(R"(id eq ")" + member + R"(")"), 1); }},
         {"the groups of a user", [&] { EXPECT_EQ(found_groups(R"(members eq ")" + member + R"(")"), 1); }},
         {"displayName of a group", [&] { EXPECT_EQ(found_groups(R"(displayName eq "g7")"), 1); }},
         {"externalId of a group", [&] { EXPECT_EQ(found_groups(R"(externalId eq "dir7")"), 1); }},
         {"id of a group", [&] { EXPECT_EQ(found_groups(R"(id eq "bbbbbbbbbbbbbbbb00000007")"), 1); }},
         {"a group and its member",
          [&] {
              EXPECT_EQ(found_groups(R"(displayName eq "kitchen" and members eq ")" + member + R"(")"), 1);
          }},
         {"a change of one member",
          [&] {
              patch_group("remove");
              patch_group("add");
          }}},
        [&] { fill(kSize + 1, 4 * kSize); });
}

RUN_ON_EACH_DATABASE(ScimGrowth);

}  // namespace
}  // namespace callboard
