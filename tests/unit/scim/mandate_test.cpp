#include "scim/mandate.h"

#include <string>

#include <gtest/gtest.h>

#include "accounts/second_factor_store.h"
#include "accounts/sso_connections.h"
#include "support/given.h"
#include "support/scim_users.h"
#include "support/seal.h"

namespace callboard::scim {
namespace {

using accounts::Role;
using accounts::UserState;

class ScimMandate : public test::ScimUsersFixture {
  protected:
    static std::string with_role(const std::string& name, const std::string& role) {
        return R"({"userName":")" + name + R"(@example.test","roles":[{"value":")" + role + R"("}]})";
    }
    static std::string role_patch(const std::string& role) {
        return R"([{"op":"replace","path":"roles","value":[{"value":")" + role + R"("}]}])";
    }
    void connect(const std::string& domain) {
        db->write(company, [&](db::Tx& tx) {
            accounts::set_sso_connection(tx, {},
                                         {.issuer = "https://id.acme.test",
                                          .client_id = "callboard",
                                          .client_secret = Secret{"secret"},
                                          .created_role = std::nullopt,
                                          .domains = {{domain}}},
                                         test::test_seal());
        });
    }

    const std::string renaming = R"([{"op":"replace","path":"userName","value":"b@example.test"}])";
    const std::string identifying = R"([{"op":"replace","path":"externalId","value":"mine"}])";
    const test::Directory limited{*db, company, Role::standard};
};

TEST_P(ScimMandate, AllowsNoRoleAboveThatOfTheToken) {
    EXPECT_EQ(create_by(limited.actor, with_role("a", "STANDARD")).user.role, Role::standard);
    const auto user = create_by(limited.actor, with_role("b", "EMPLOYEE")).user.id;

    EXPECT_EQ(test::error_code([&] { create_by(limited.actor, with_role("c", "ADMINISTRATOR")); }),
              "PERMISSION_DENIED");
    EXPECT_EQ(test::error_code([&] { create_by(limited.actor, with_role("c", "EXTENDED")); }),
              "PERMISSION_DENIED");
    EXPECT_EQ(test::error_code([&] { patch_by(limited.actor, user, role_patch("ADMINISTRATOR")); }),
              "PERMISSION_DENIED");
    EXPECT_EQ(find(user).user.role, Role::employee);
    EXPECT_EQ(patch_by(limited.actor, user, role_patch("STANDARD")).user.role, Role::standard);
}

TEST_P(ScimMandate, LeavesARoleThatSomebodyElseGave) {
    const auto user = create(with_role("a", "EXTENDED")).user.id;
    EXPECT_EQ(patch_by(limited.actor, user, role_patch("EXTENDED")).user.role, Role::extended);
    EXPECT_EQ(patch_by(limited.actor, user, role_patch("EMPLOYEE")).user.role, Role::employee);
}

// Their passwords and API keys would work again.
TEST_P(ScimMandate, BringsBackNobodyWithARoleAboveThatOfTheToken) {
    const std::string activation = R"([{"op":"replace","path":"active","value":true}])";
    const std::string deactivation = R"([{"op":"replace","path":"active","value":false}])";
    const auto boss = create(with_role("a", "ADMINISTRATOR")).user.id;
    const auto user = create(with_role("b", "STANDARD")).user.id;
    EXPECT_EQ(patch_by(limited.actor, boss, activation).user.state, UserState::active) << "no change";
    patch_by(limited.actor, boss, deactivation);
    patch_by(limited.actor, user, deactivation);

    EXPECT_EQ(test::error_code([&] { patch_by(limited.actor, boss, activation); }), "PERMISSION_DENIED");
    EXPECT_EQ(find(boss).user.state, UserState::inactive);
    EXPECT_EQ(patch_by(limited.actor, user, activation).user.state, UserState::active);
    EXPECT_EQ(patch(boss, activation).user.state, UserState::active);
}

// Whoever has the token could set a password through a link to the new address, or sign on with the
// identifier.
TEST_P(ScimMandate, KeepsTheIdentityOfUsersWithARoleAboveThatOfTheToken) {
    const auto user = create(with_role("a", "ADMINISTRATOR")).user.id;
    const auto other = create(with_role("x", "EXTENDED")).user.id;
    const auto equal = create(with_role("y", "STANDARD")).user.id;

    EXPECT_EQ(test::error_code([&] { patch_by(limited.actor, other, renaming); }), "PERMISSION_DENIED");
    EXPECT_EQ(test::error_code([&] { patch_by(limited.actor, other, identifying); }), "PERMISSION_DENIED");
    EXPECT_EQ(patch_by(limited.actor, equal, R"([{"op":"replace","path":"externalId","value":"y"}])")
                  .profile.sso_identifier,
              "y");
    EXPECT_EQ(test::error_code([&] { patch_by(limited.actor, user, renaming); }), "PERMISSION_DENIED");
    EXPECT_EQ(test::error_code([&] { patch_by(limited.actor, user, identifying); }), "PERMISSION_DENIED");
    EXPECT_EQ(find(user).user.email, "a@example.test");
    EXPECT_EQ(patch_by(limited.actor, user, R"([{"op":"replace","path":"name.familyName","value":"King"}])")
                  .user.last_name,
              "King");

    const test::Directory trusted{*db, company, Role::administrator};
    EXPECT_EQ(patch_by(trusted.actor, user, renaming).user.email, "b@example.test");
    EXPECT_EQ(patch(user, identifying).profile.sso_identifier, "mine");
}

// A second factor would be of no use if the token gave the account to somebody else's identity.
TEST_P(ScimMandate, KeepsTheIdentityOfUsersWithASecondFactor) {
    const auto user = create(with_role("a", "EMPLOYEE")).user.id;
    db->write(company, [&](db::Tx& tx) {
        accounts::store::put_first_key(tx, user, "sealed");
        accounts::store::adopt_new_key(tx, user, "sealed", 0);
    });

    EXPECT_EQ(test::error_code([&] { patch_by(limited.actor, user, renaming); }), "PERMISSION_DENIED");
    EXPECT_EQ(test::error_code([&] { patch_by(limited.actor, user, identifying); }), "PERMISSION_DENIED");
    EXPECT_EQ(patch_by(limited.actor, user, role_patch("STANDARD")).user.role, Role::standard);
    EXPECT_EQ(patch(user, identifying).profile.sso_identifier, "mine");
}

TEST_P(ScimMandate, IsForTheDomainsOfTheCompany) {
    const auto before = create(R"({"userName":"a@elsewhere.test"})").user.id;
    connect("example.test");

    EXPECT_EQ(test::error_code([&] { create(R"({"userName":"b@elsewhere.test"})"); }), "invalidValue");
    const auto user = create(R"({"userName":"b@Example.test"})").user.id;
    EXPECT_EQ(
        test::error_code([&] { patch(user, R"([{"op":"replace","path":"userName","value":"b@x.test"}])"); }),
        "invalidValue");
    EXPECT_EQ(patch(before, R"([{"op":"replace","path":"name.familyName","value":"King"}])").user.last_name,
              "King");
}

// Administrators can remove the connection, but the domains only the operator.
TEST_P(ScimMandate, IsForTheDomainsOfTheCompanyAlsoWithoutAConnection) {
    connect("example.test");
    db->write(company, [](db::Tx& tx) { accounts::remove_sso_connection(tx, {}); });

    EXPECT_EQ(test::error_code([&] { create(R"({"userName":"b@elsewhere.test"})"); }), "invalidValue");
    EXPECT_EQ(create(R"({"userName":"b@example.test"})").user.email, "b@example.test");
}

RUN_ON_EACH_DATABASE(ScimMandate);

}  // namespace
}  // namespace callboard::scim
