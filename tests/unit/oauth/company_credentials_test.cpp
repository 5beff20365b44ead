#include "oauth/company_credentials.h"

#include <algorithm>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "accounts/access_group_store.h"
#include "accounts/access_groups.h"
#include "accounts/credential.h"
#include "accounts/credential_store.h"
#include "accounts/session_store.h"
#include "accounts/user_store.h"
#include "base/encoding.h"
#include "oauth/client_credential_store.h"
#include "support/each_database.h"
#include "support/error_code.h"
#include "support/given.h"

namespace callboard {
namespace {

using oauth::CredentialType;
using oauth::Scope;
using oauth::ScopeSet;
using test::error_code;

class CompanyCredentials : public test::EachDatabase {
  protected:
    static oauth::NewCompanyCredential key(const std::optional<UserId>& user = std::nullopt) {
        return {.type = CredentialType::api_key, .name = "Import", .user = user, .scopes = std::nullopt};
    }
    static oauth::NewCompanyCredential program(const ScopeSet& scopes,
                                               const std::optional<UserId>& user = std::nullopt) {
        return {.type = CredentialType::client_credentials, .name = "Sync", .user = user, .scopes = scopes};
    }
    oauth::CompanyCredential add(const accounts::Actor& actor, const oauth::NewCompanyCredential& wanted,
                                 const ScopeSet& held = ScopeSet::all()) {
        return db->write(company, [&](db::Tx& tx) {
            return oauth::create_company_credential(tx, actor, held, wanted,
                                                    oauth::new_credential_secret(wanted.type));
        });
    }
    std::vector<oauth::CompanyCredential> list() {
        return db->read(company,
                        [&](db::Snapshot& snapshot) { return oauth::company_credentials(snapshot, admin); });
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
};

TEST_P(CompanyCredentials, OfBothTypesAreListedUntilTheyAreRevoked) {
    const auto first = add(admin, key());
    const auto second = add(admin, program({Scope::jobs_read}));

    const auto all = list();
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(all[0].id, first.id);
    EXPECT_EQ(all[0].user, admin.id());
    EXPECT_FALSE(all[0].scopes.has_value());
    EXPECT_EQ(all[1].id, second.id);
    EXPECT_EQ(all[1].scopes, ScopeSet{Scope::jobs_read});
    EXPECT_NE(all[1].user, admin.id()) << "a service account";

    for (const auto& each : all)
        db->write(company, [&](db::Tx& tx) { oauth::revoke_company_credential(tx, admin, each.id); });
    EXPECT_TRUE(list().empty());
    EXPECT_EQ(error_code([&] {
                  db->write(company,
                            [&](db::Tx& tx) { oauth::revoke_company_credential(tx, admin, first.id); });
              }),
              "CREDENTIAL_NOT_FOUND");
}

TEST_P(CompanyCredentials, OfAProgramHaveTheRoleAndTheGroupsOfTheUser) {
    const auto ada = given::user(*db, company, accounts::Role::extended);
    const auto group = db->write(company, [&](db::Tx& tx) {
        const auto made = accounts::add_access_group(tx, admin, "Harbour");
        accounts::add_to_access_group(tx, admin, made.id, {ada.id()});
        return made.id;
    });

    const auto made = add(admin, program({Scope::jobs_read}, ada.id()));

    const auto account = db->read(company, [&](db::Snapshot& snapshot) {
        return accounts::store::find_user(snapshot, made.user).value();
    });
    const auto groups = db->read(
        company, [&](db::Snapshot& snapshot) { return accounts::store::groups_of(snapshot, made.user); });
    EXPECT_EQ(account.role, accounts::Role::extended);
    ASSERT_EQ(groups.size(), 1U);
    EXPECT_EQ(groups.front().id, group);
}

TEST_P(CompanyCredentials, NeedTheScopesOfTheCaller) {
    ScopeSet almost_all;
    for (const auto& each : oauth::kScopes)
        if (each.scope != Scope::users_manage) almost_all.insert(each.scope);

    EXPECT_EQ(error_code([&] { add(admin, key(), almost_all); }), "SCOPE_NOT_HELD");
    EXPECT_EQ(error_code([&] { add(admin, program({Scope::users_manage}), almost_all); }), "SCOPE_NOT_HELD");
    EXPECT_EQ(error_code([&] { add(admin, program({Scope::users_read}), almost_all); }), "");
    EXPECT_EQ(error_code([&] { add(admin, program({})); }), "INVALID_SCOPE");
    EXPECT_EQ(list().size(), 1U);
}

TEST_P(CompanyCredentials, DoNotOutlastTheApplicationThatCalls) {
    accounts::Actor application = admin;
    application.application = ApplicationId::from_trusted("0190c8a47c3e7d1f8a523b9f6c1d2e4a");

    EXPECT_EQ(error_code([&] { add(application, key()); }), "PERMISSION_DENIED");
    EXPECT_EQ(error_code([&] { add(application, program({Scope::jobs_read})); }), "PERMISSION_DENIED");
    EXPECT_TRUE(list().empty());
}

TEST_P(CompanyCredentials, AreNotCreatedInASessionThatHasEndedMeanwhile) {
    accounts::Actor browser = admin;
    browser.session = accounts::hash_of("cookie");
    db->write(std::nullopt, [&](db::Tx& tx) {
        accounts::store::insert_session(tx, *browser.session, company, admin.id());
    });
    EXPECT_EQ(error_code([&] { add(browser, key()); }), "");

    db->write(std::nullopt, [&](db::Tx& tx) {
        accounts::store::delete_session(tx, company, admin.id(), to_hex(*browser.session));
    });

    EXPECT_EQ(error_code([&] { add(browser, key()); }), "UNAUTHORIZED");
    EXPECT_EQ(list().size(), 1U);
}

TEST_P(CompanyCredentials, OfAProgramCreateNoApiKeys) {
    const auto made = add(admin, program(ScopeSet::all()));
    const accounts::Actor robot{made.user, accounts::Role::administrator, {}};

    EXPECT_EQ(error_code([&] { add(robot, key(admin.id())); }), "PERMISSION_DENIED");
    EXPECT_EQ(error_code([&] { add(robot, program({Scope::jobs_read})); }), "");
}

TEST_P(CompanyCredentials, AreForPeopleOfTheCompany) {
    const CompanyId rival = given::company(*db, "rival");
    const auto foreigner = given::user(*db, rival);
    const auto service = add(admin, program({Scope::jobs_read})).user;

    EXPECT_EQ(error_code([&] { add(admin, key(foreigner.id())); }), "USER_NOT_FOUND");
    EXPECT_EQ(error_code([&] { add(admin, key(service)); }), "USER_NOT_FOUND");
    EXPECT_EQ(error_code([&] { add(given::user(*db, company, accounts::Role::standard), key()); }),
              "PERMISSION_DENIED");
}

TEST_P(CompanyCredentials, OfAnotherCompanyAreUnknown) {
    const auto made = add(admin, key());
    const CompanyId rival = given::company(*db, "rival");
    const auto boss = given::user(*db, rival);

    EXPECT_EQ(error_code([&] {
                  db->write(rival, [&](db::Tx& tx) { oauth::revoke_company_credential(tx, boss, made.id); });
              }),
              "CREDENTIAL_NOT_FOUND");
    EXPECT_EQ(list().size(), 1U);
}

TEST_P(CompanyCredentials, KnowTheirLastUse) {
    const auto made = add(admin, key());
    EXPECT_FALSE(list().front().last_used_at.has_value());

    db->write(std::nullopt, [&](db::Tx& tx) { accounts::store::record_use(tx, company, made.id); });

    EXPECT_EQ(list().front().last_used_at, clock.now());
}

TEST_P(CompanyCredentials, HaveANameThatCanBeRead) {
    for (const std::string& name :
         {std::string{}, std::string(101, 'x'), std::string{" x"}, std::string{"a\nb"}}) {
        auto wanted = key();
        wanted.name = name;
        EXPECT_EQ(error_code([&] { add(admin, wanted); }), "INVALID_VALUE") << name;
    }
}

RUN_ON_EACH_DATABASE(CompanyCredentials);

}  // namespace
}  // namespace callboard
