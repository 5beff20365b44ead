#include "oauth/company_applications.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "accounts/cache_epoch_store.h"
#include "accounts/user_activation.h"
#include "oauth/application_store.h"
#include "support/error_code.h"
#include "support/oauth_flow.h"

namespace callboard {
namespace {

using oauth::Scope;
using oauth::ScopeSet;
using test::error_code;

class CompanyApplications : public test::OAuthFlow {
  protected:
    static oauth::NewApplication wanted(const std::string& scopes = "jobs_read users_read") {
        return {.name = "Intranet", .redirect_uris = {given::kCallback}, .scopes = scopes};
    }
    oauth::Application add(const accounts::Actor& actor, const ScopeSet& held = ScopeSet::all(),
                           const std::string& scopes = "jobs_read users_read") {
        return db->write(company, [&](db::Tx& tx) {
            return oauth::register_own_application(tx, actor, held, wanted(scopes), Secret{"s3cret"})
                .application;
        });
    }
    oauth::Application change(const oauth::Application& before, const oauth::ApplicationChange& what,
                              const ScopeSet& held = ScopeSet::all()) {
        return db->write(company, [&](db::Tx& tx) {
            return oauth::change_own_application(tx, admin, held, before.id,
                                                 [&](const oauth::Application&) { return what; })
                .application;
        });
    }
    std::size_t audited(const CompanyId& where) { return given::audit_names(*db, where).size(); }

    const accounts::Actor admin = given::user(*db, company);
    const CompanyId rival = given::company(*db, "rival");
};

TEST_P(CompanyApplications, BelongToTheCompanyOfTheCaller) {
    const auto before = audited(rival);
    const auto made = add(admin);

    EXPECT_EQ(made.company, company);
    EXPECT_TRUE(made.serves(company));
    EXPECT_FALSE(made.serves(rival));
    EXPECT_EQ(audited(rival), before) << "others need not know";
    EXPECT_EQ(given::audit_names(*db, company).back(), "CREDENTIALS_CREATED");
    const auto boss = given::user(*db, rival);
    EXPECT_EQ(error_code([&] {
                  db->read(rival, [&](db::Snapshot& snapshot) {
                      return oauth::own_application(snapshot, boss, made.id);
                  });
              }),
              "APPLICATION_NOT_FOUND");
}

TEST_P(CompanyApplications, AreManagedByAdministratorsOnly) {
    const auto made = add(admin);
    for (const auto role : {accounts::Role::extended, accounts::Role::standard, accounts::Role::employee}) {
        const auto modest = given::user(*db, company, role);
        EXPECT_EQ(error_code([&] { add(modest); }), "PERMISSION_DENIED");
        EXPECT_EQ(error_code([&] {
                      db->write(company,
                                [&](db::Tx& tx) { oauth::revoke_own_application(tx, modest, made.id); });
                  }),
                  "PERMISSION_DENIED");
    }
}

TEST_P(CompanyApplications, AreNotRegisteredByAUserWhoWasDeactivatedMeanwhile) {
    const auto gone = given::user(*db, company);
    db->write(company, [&](db::Tx& tx) { accounts::deactivate_user(tx, admin, gone.id()); });

    EXPECT_EQ(error_code([&] { add(gone); }), "UNAUTHORIZED");
    EXPECT_EQ(db->read(company, oauth::store::count_own_applications), 0);
}

TEST_P(CompanyApplications, GetNoScopeBeyondThoseOfTheCaller) {
    const ScopeSet held{Scope::applications_manage, Scope::jobs_read};

    EXPECT_EQ(error_code([&] { add(admin, held); }), "SCOPE_NOT_HELD");
    const auto small = add(admin, held, "jobs_read");
    EXPECT_EQ(error_code([&] { change(small, {.scopes = "jobs_read users_manage"}, held); }),
              "SCOPE_NOT_HELD");
    const auto large = add(admin);
    EXPECT_EQ(error_code([&] { change(large, {.name = "Mine"}, held); }), "SCOPE_NOT_HELD");
    EXPECT_EQ(change(large, {.scopes = "jobs_read"}, held).scopes, ScopeSet{Scope::jobs_read});
}

TEST_P(CompanyApplications, AChangeWithoutEffectWritesNothing) {
    const auto made = add(admin);
    const auto before = audited(company);

    change(made,
           {.name = "Intranet", .redirect_uris = {{given::kCallback}}, .scopes = "users_read jobs_read"});
    EXPECT_EQ(audited(company), before);

    EXPECT_EQ(change(made, {.name = "Portal"}).name, "Portal");
    EXPECT_EQ(audited(company), before + 1);
}

TEST_P(CompanyApplications, OnlyTheOwnCompanyForgetsItsCallers) {
    const auto made = add(admin);
    const auto epochs = [&] {
        return db->read(std::nullopt,
                        [](db::Snapshot& snapshot) { return accounts::store::changes_since(snapshot, {}); });
    };
    const auto before = epochs().epoch;

    change(made, {.name = "Portal"});

    const auto after = db->read(std::nullopt, [&](db::Snapshot& snapshot) {
        return accounts::store::changes_since(snapshot, before);
    });
    ASSERT_TRUE(after.companies.has_value());
    EXPECT_THAT(*after.companies, testing::ElementsAre(company));
}

TEST_P(CompanyApplications, ArePublishedOnceAndThenKnownToAll) {
    const auto made = add(admin);
    const auto publish = [&](const ApplicationId& id) {
        return error_code(
            [&] { db->write(std::nullopt, [&](db::Tx& tx) { oauth::publish_application(tx, id); }); });
    };

    EXPECT_EQ(publish(made.id), "");

    EXPECT_EQ(given::audit_names(*db, rival).back(), "CREDENTIALS_CHANGED");
    EXPECT_EQ(publish(made.id), "APPLICATION_SERVES_ALL");
    EXPECT_EQ(publish(partner.application.id), "APPLICATION_SERVES_ALL");
    const auto found = db->read(company, [&](db::Snapshot& snapshot) {
        return oauth::own_application(snapshot, admin, made.id).application;
    });
    EXPECT_TRUE(found.serves(rival));
}

TEST_P(CompanyApplications, OncePublishedAreAuditedWhereTheyAreInUse) {
    const auto made = add(admin);
    db->write(std::nullopt, [&](db::Tx& tx) { oauth::publish_application(tx, made.id); });
    const CompanyId stranger = given::company(*db, "stranger");
    const auto boss = given::user(*db, rival);
    db->write(std::nullopt, [&](db::Tx& tx) {
        oauth::store::allow(tx, {.company = rival, .user = boss.id(), .application = made.id},
                            {Scope::jobs_read});
    });
    const auto before = audited(stranger);

    EXPECT_EQ(error_code([&] { change(made, {.name = "Extranet"}); }), "APPLICATION_PUBLISHED");
    change(made, {.name = made.name, .scopes = "jobs_read"});
    db->write(company, [&](db::Tx& tx) { oauth::revoke_own_application(tx, admin, made.id); });

    for (const CompanyId& each : {company, rival}) {
        const auto names = given::audit_names(*db, each);
        ASSERT_GE(names.size(), 2U);
        EXPECT_EQ(names[names.size() - 2], "CREDENTIALS_CHANGED");
        EXPECT_EQ(names.back(), "CREDENTIALS_REVOKED");
    }
    EXPECT_EQ(audited(stranger), before);
}

TEST_P(CompanyApplications, DoNotIncludeThoseOfTheOperator) {
    const auto own =
        db->read(company, [&](db::Snapshot& snapshot) { return oauth::own_applications(snapshot, admin); });

    EXPECT_TRUE(own.empty());
    EXPECT_EQ(error_code([&] {
                  db->write(company, [&](db::Tx& tx) {
                      oauth::revoke_own_application(tx, admin, partner.application.id);
                  });
              }),
              "APPLICATION_NOT_FOUND");
}

TEST_P(CompanyApplications, CountTheUsersOfTheOwnCompany) {
    const auto made = add(admin);
    const auto foreigner = given::user(*db, rival);
    db->write(std::nullopt, [&](db::Tx& tx) {
        oauth::store::allow(tx, {.company = company, .user = user.id(), .application = made.id},
                            {Scope::jobs_read});
        oauth::store::allow(tx, {.company = rival, .user = foreigner.id(), .application = made.id},
                            {Scope::jobs_read});
    });

    const auto own = db->read(
        company, [&](db::Snapshot& snapshot) { return oauth::own_application(snapshot, admin, made.id); });
    const auto page = db->read(company, [&](db::Snapshot& snapshot) {
        return oauth::own_connections(snapshot, admin, made.id, {});
    });

    EXPECT_EQ(own.connections, 1);
    EXPECT_TRUE(own.last_used_at.has_value());
    ASSERT_EQ(page.users.size(), 1U);
    EXPECT_EQ(page.users.front().user, user.id());
    const auto disconnect = [&](const UserId& who) {
        return error_code([&] {
            db->write(company, [&](db::Tx& tx) { oauth::disconnect_user(tx, admin, made.id, who); });
        });
    };
    EXPECT_EQ(disconnect(foreigner.id()), "CONNECTION_NOT_FOUND");
    EXPECT_EQ(disconnect(user.id()), "");
    EXPECT_EQ(disconnect(user.id()), "CONNECTION_NOT_FOUND");
}

RUN_ON_EACH_DATABASE(CompanyApplications);

}  // namespace
}  // namespace callboard
