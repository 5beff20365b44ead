#include "scim/users.h"

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "accounts/cache_epoch_store.h"
#include "accounts/credential_store.h"
#include "accounts/session_store.h"
#include "accounts/user_store.h"
#include "support/given.h"
#include "support/scim_users.h"

namespace callboard::scim {
namespace {

using accounts::Role;
using accounts::UserState;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

class ScimUsers : public test::ScimUsersFixture {};

TEST_P(ScimUsers, AreActiveWithTheRoleOfTheToken) {
    const auto ada = create(R"({"userName":"Ada@Example.test","externalId":"ext-1","active":true,
        "name":{"givenName":" Ada ","familyName":"Byron"},"displayName":"Ada B.","preferredLanguage":"de-DE",
        "emails":[{"value":"other@example.test","type":"work","primary":true}],"title":"Countess"})");

    EXPECT_EQ(ada.user.email, "Ada@Example.test");
    EXPECT_EQ(ada.user.first_name, "Ada");
    EXPECT_EQ(ada.user.last_name, "Byron");
    EXPECT_EQ(ada.user.role, Role::employee);
    EXPECT_EQ(ada.user.state, UserState::active);
    EXPECT_EQ(ada.profile.sso_identifier, "ext-1");
    EXPECT_EQ(ada.profile.language->code, "de");
    EXPECT_THAT(given::audit_names(*db, company),
                ElementsAre("CREDENTIALS_CREATED", "USER_ACCOUNT_CREATED", "USER_ACCOUNT_ACTIVATED"));
}

TEST_P(ScimUsers, HaveTheStateAndRoleThatTheDirectorySends) {
    const auto ada = create(R"({"userName":"a@example.test","active":"False","displayName":"Ada King Byron",
                               "roles":[{"value":"EXTENDED"},{"value":"STANDARD","primary":"True"}]})");

    EXPECT_EQ(ada.user.state, UserState::inactive);
    EXPECT_EQ(ada.user.role, Role::standard);
    EXPECT_EQ(ada.user.first_name, "Ada King");
    EXPECT_EQ(ada.user.last_name, "Byron");
    EXPECT_EQ(create(R"({"userName":"b@example.test"})").user.last_name, "-");
}

TEST_P(ScimUsers, AreRefusedWithAReason) {
    EXPECT_EQ(test::error_code([&] { create("{}"); }), "invalidValue");
    EXPECT_EQ(test::error_code([&] { create("[]"); }), "invalidSyntax");
    EXPECT_EQ(test::error_code([&] { create(R"({"userName":"ada"})"); }), "invalidValue");
    EXPECT_EQ(test::error_code([&] { create(R"({"userName":7})"); }), "invalidValue");
    EXPECT_EQ(test::error_code([&] { create(R"({"userName":"a@b.test","active":"maybe"})"); }),
              "invalidValue");
    EXPECT_EQ(test::error_code([&] { create(R"({"userName":"a@b.test","name":7})"); }), "invalidSyntax");
    EXPECT_EQ(test::error_code([&] { create(R"({"userName":"a@b.test","roles":[{"value":"KING"}]})"); }),
              "invalidValue");
    EXPECT_EQ(test::error_code([&] {
                  create(R"({"userName":"a@b.test","externalId":")" + std::string(101, 'x') + R"("})");
              }),
              "invalidValue");
    EXPECT_EQ(test::error_code([&] { create(R"({"userName":"a@b.test","name":{"givenName":"A\nB"}})"); }),
              "INVALID_USER_NAME");
    EXPECT_EQ(
        test::error_code([&] {
            create(R"({"userName":"a@b.test","name":{"givenName":")" + std::string(301, 'x') + R"("}})");
        }),
        "invalidValue");
    EXPECT_THAT(emails(R"(userName eq "a@b.test")"), IsEmpty());
}

TEST_P(ScimUsers, HaveUniqueNamesAlsoWhenInactive) {
    const auto ada = named("ada");
    EXPECT_EQ(test::error_code([&] { create(R"({"userName":"ADA@example.test"})"); }),
              "RESOURCE_ALREADY_EXIST");

    patch(ada.user.id, R"([{"op":"replace","path":"active","value":false}])");
    EXPECT_EQ(test::error_code([&] { create(R"({"userName":"ada@example.test"})"); }),
              "RESOURCE_ALREADY_EXIST");
    EXPECT_EQ(test::error_code([&] { create(R"({"userName":"bob@example.test","externalId":"ada"})"); }),
              "SSO_IDENTIFIER_ALREADY_EXISTS");

    const auto bob = named("bob");
    EXPECT_EQ(test::error_code([&] { replace(bob.user.id, R"({"userName":"ada@example.test"})"); }),
              "RESOURCE_ALREADY_EXIST");
}

TEST_P(ScimUsers, AreReplacedAsAWhole) {
    const auto ada = named("ada");

    const auto replaced = replace(ada.user.id, R"({"userName":"ada.king@example.test","active":false,
                                                   "name":{"givenName":"Augusta","familyName":"King"}})");

    EXPECT_EQ(replaced.user.email, "ada.king@example.test");
    EXPECT_EQ(replaced.user.first_name, "Augusta");
    EXPECT_EQ(replaced.user.last_name, "King");
    EXPECT_EQ(replaced.user.state, UserState::inactive);
    EXPECT_EQ(replaced.user.role, ada.user.role);
    EXPECT_EQ(replaced.profile.sso_identifier, "ada") << "what is not sent stays";
    EXPECT_EQ(replace(ada.user.id, R"({"userName":"ada.king@example.test","externalId":null})")
                  .profile.sso_identifier,
              std::nullopt);
    EXPECT_EQ(test::error_code([&] { replace(ada.user.id, R"({"active":true})"); }), "invalidValue");
}

// userName is unique, and the only address.
TEST_P(ScimUsers, HaveRolesOfAnyType) {
    const auto made = create(R"({"userName":"a@example.test","roles":[
        {"primary":false,"type":"WindowsAppRole","value":"STANDARD","display":"Standard"}]})");
    EXPECT_EQ(made.user.role, Role::standard);
}

TEST_P(ScimUsers, AreShownOnlyToThoseWhoMaySeeUsers) {
    const accounts::Actor employee = given::user(*db, company, Role::employee);
    const auto refused = [&](auto read) {
        return test::error_code([&] { db->read(company, [&](db::Snapshot& snapshot) { read(snapshot); }); });
    };
    EXPECT_EQ(refused([&](db::Snapshot& s) { find_user(s, employee, admin.id()); }), "PERMISSION_DENIED");
    EXPECT_EQ(refused([&](db::Snapshot& s) { list_users(s, employee, {}); }), "PERMISSION_DENIED");
}

// The row of the epoch is locked for all companies.
TEST_P(ScimUsers, AdvanceTheCacheEpochOnceForEachChange) {
    const auto id = named("ada").user.id;
    const auto before = db->read(std::nullopt, accounts::store::cache_epoch);

    patch(id, R"([{"op":"replace","value":{"active":false,"name":{"familyName":"King"}}}])");

    EXPECT_EQ(db->read(std::nullopt, accounts::store::cache_epoch), before + 1);
}

TEST_P(ScimUsers, LoseAllAccessWhenDeactivated) {
    const auto ada = create(R"({"userName":"ada@example.test","roles":[{"value":"ADMINISTRATOR"}]})");
    const auto key = given::api_key(*db, company, {ada.user.id, ada.user.role, {}});
    const auto session = accounts::hash_of("session");
    db->write(company,
              [&](db::Tx& tx) { accounts::store::insert_session(tx, session, company, ada.user.id); });

    patch(ada.user.id, R"([{"op":"replace","value":{"active":false}}])");

    db->read(std::nullopt, [&](db::Snapshot& snapshot) {
        EXPECT_FALSE(accounts::store::find_holder(snapshot, accounts::hash_of(key)));
        EXPECT_FALSE(accounts::store::find_session(snapshot, session));
    });
}

TEST_P(ScimUsers, IncludeAlwaysOneAdministrator) {
    const UserId last = admin.id();
    const std::string own = find(last).user.email;

    EXPECT_EQ(test::error_code([&] { patch(last, R"([{"op":"replace","path":"active","value":false}])"); }),
              "LAST_ADMINISTRATOR");
    EXPECT_EQ(test::error_code([&] {
                  patch(last, R"([{"op":"replace","path":"roles","value":[{"value":"STANDARD"}]}])");
              }),
              "LAST_ADMINISTRATOR");
    EXPECT_EQ(test::error_code([&] { replace(last, R"({"active":false,"userName":")" + own + R"("})"); }),
              "LAST_ADMINISTRATOR");
    EXPECT_EQ(test::error_code([&] { remove(last); }), "LAST_ADMINISTRATOR");
    EXPECT_EQ(find(last).user.state, UserState::active);

    create(R"({"userName":"second@example.test","roles":[{"value":"ADMINISTRATOR"}]})");
    remove(last);
    EXPECT_EQ(test::error_code([&] { find(last); }), "USER_NOT_FOUND");
}

// Of two administrators whom two requests deactivate at the same time, one stays.
TEST_P(ScimUsers, IncludeOneAdministratorAlsoAfterTwoPatchesAtOnce) {
    const std::vector<std::string> changes{
        R"([{"op":"replace","path":"active","value":false}])",
        R"([{"op":"replace","path":"roles","value":[{"value":"STANDARD"}]}])"};
    for (int round = 0; round < 6; ++round) {
        const auto shared = given::company(*db, "round" + std::to_string(round));
        const auto one = given::user(*db, shared);
        const auto two = given::user(*db, shared);
        const test::Directory other{*db, shared, Role::employee, accounts::AssignedRoles::any};
        std::atomic<int> done{0};
        std::atomic<int> refused{0};
        const auto change = [&](const UserId& id, const std::string& operations) {
            const UserPatch read{R"({"Operations":)" + operations + "}"};
            const std::string code = test::error_code([&] {
                db->write(shared, [&](db::Tx& tx) { patch_user(tx, other.actor, id, read.changes); });
            });
            if (code.empty()) ++done;
            if (code == "LAST_ADMINISTRATOR") ++refused;
        };
        {
            const std::string& first = changes.at(static_cast<std::size_t>(round) % 2);
            const std::jthread of_one{[&] { change(one.id(), first); }};
            const std::jthread of_two{[&] { change(two.id(), changes.front()); }};
        }

        EXPECT_EQ(done, 1);
        EXPECT_EQ(refused, 1);
        EXPECT_TRUE(db->read(shared, accounts::store::first_administrator));
    }
}

TEST_P(ScimUsers, AreFoundByFilters) {
    named("ada");
    named("bob");
    const auto cy = named("cy").user.id;
    patch(cy, R"([{"op":"replace","value":{"active":false,"name":{"familyName":"Twombly"}}}])");

    EXPECT_THAT(emails(R"(userName eq "BOB@example.test")"), ElementsAre("bob@example.test"));
    EXPECT_THAT(emails(R"(emails[type eq "work"].value eq "bob@example.test")"),
                ElementsAre("bob@example.test"));
    EXPECT_THAT(emails(R"(emails eq "bob@example.test" and active eq false)"), IsEmpty());
    EXPECT_THAT(emails(R"(externalId eq "ada")"), ElementsAre("ada@example.test"));
    EXPECT_THAT(emails(R"(externalId eq "ADA")"), IsEmpty());
    EXPECT_THAT(emails(R"(id eq ")" + std::string{cy.text()} + R"(" and active eq "False")"),
                ElementsAre("cy@example.test"));
    EXPECT_THAT(emails(R"(name.familyName sw "twom")"), ElementsAre("cy@example.test"));
    EXPECT_THAT(emails(R"(displayName co "da by")"),
                UnorderedElementsAre("ada@example.test", "bob@example.test"));
    EXPECT_THAT(emails(R"(userName sw "ada" or userName sw "cy")"),
                UnorderedElementsAre("ada@example.test", "cy@example.test"));
    EXPECT_THAT(emails(R"(nickName eq "x")"), IsEmpty());
}

TEST_P(ScimUsers, HaveEachAttributeOnce) {
    EXPECT_EQ(
        test::error_code([&] { create(R"({"userName":"a@example.test","username":"b@example.test"})"); }),
        "invalidSyntax");
    EXPECT_EQ(test::error_code([&] {
                  create(R"({"userName":"a@example.test","name":{"givenName":"A","givenname":"B"}})");
              }),
              "invalidSyntax");
}

TEST_P(ScimUsers, AreNotComparedOftenUnlessAnIndexFindsThem) {
    named("ada");
    const auto compared = [](const std::string& first, std::size_t times) {
        std::string filter = first;
        for (std::size_t i = 1; i < times; ++i) filter += R"( and userName co "ada@")";
        return filter;
    };
    const std::string indexed = R"(userName eq "ada@example.test")";

    EXPECT_FALSE(reads_many_users({.filter = parse_filter(indexed)}));
    EXPECT_TRUE(reads_many_users({.filter = parse_filter("active pr")}));
    EXPECT_FALSE(reads_many_users({.filter = {}, .start = 10'000}));
    EXPECT_TRUE(reads_many_users({.filter = {}, .start = 10'001}));
    EXPECT_EQ(emails(compared(indexed, kMostComparisons)).size(), 1U);
    EXPECT_EQ(emails(compared("active pr", kMostComparisonsOfScan)).size(), 1U);
    EXPECT_EQ(test::error_code([&] { emails(compared("active pr", kMostComparisonsOfScan + 1)); }),
              "invalidFilter");
}

TEST_P(ScimUsers, AreListedInPages) {
    for (const std::string name : {"a", "b", "c", "d"}) named(name);  // and the administrator
    EXPECT_EQ(page({.filter = {}, .start = 1, .count = 2}).total, 5);
    EXPECT_EQ(page({.filter = {}, .start = 1, .count = 2}).items.size(), 2U);
    EXPECT_EQ(page({.filter = {}, .start = 5, .count = 2}).items.size(), 1U);
    EXPECT_EQ(page({.filter = {}, .start = 6, .count = 2}).items.size(), 0U);
    EXPECT_EQ(page({.filter = {}, .start = 1, .count = 0}).items.size(), 0U);
    const auto filter = parse_filter(R"(userName ew "@example.test")");
    EXPECT_EQ(page({.filter = filter, .start = 3, .count = 1}).total, 4);
    EXPECT_EQ(page({.filter = filter, .start = 3, .count = 1}).items.size(), 1U);
    EXPECT_EQ(page({.filter = filter, .start = 4, .count = 9}).items.size(), 1U);
}

TEST_P(ScimUsers, AreNotThoseOfAnotherCompanyNorPrograms) {
    const CompanyId rival = given::company(*db, "rival");
    const auto theirs = given::user(*db, rival).id();

    EXPECT_EQ(test::error_code([&] { find(theirs); }), "USER_NOT_FOUND");
    EXPECT_EQ(test::error_code([&] { remove(theirs); }), "USER_NOT_FOUND");
    EXPECT_EQ(test::error_code([&] { find(directory.token.user); }), "USER_NOT_FOUND");
    EXPECT_EQ(test::error_code([&] { remove(directory.token.user); }), "USER_NOT_FOUND");
}

// Of replacements at the same time, one is kept whole.
TEST_P(ScimUsers, AreNeverAMixOfTwoReplacements) {
    const auto id = named("ada").user.id;
    {
        std::vector<std::jthread> threads;
        for (const std::string name : {"bob", "cy", "dan", "eve"})
            threads.emplace_back([this, name, &id] {
                for (int i = 0; i < 10; ++i)
                    replace(id, R"({"userName":")" + name + R"(@example.test","externalId":")" + name +
                                    R"(","name":{"givenName":")" + name + R"(","familyName":")" + name +
                                    R"("}})");
            });
    }

    const auto kept = find(id);

    const std::string name = kept.user.first_name;
    EXPECT_EQ(kept.user.last_name, name);
    EXPECT_EQ(kept.user.email, name + "@example.test");
    EXPECT_EQ(kept.profile.sso_identifier, name);
}

RUN_ON_EACH_DATABASE(ScimUsers);

}  // namespace
}  // namespace callboard::scim
