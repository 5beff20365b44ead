#include "accounts/user_creation.h"

#include <atomic>
#include <thread>

#include <gtest/gtest.h>

#include "accounts/administration.h"
#include "accounts/sso_connection_store.h"
#include "accounts/user_activation.h"
#include "accounts/user_change.h"
#include "accounts/user_store.h"
#include "base/error.h"
#include "support/each_database.h"
#include "support/given.h"

namespace callboard {
namespace {

using accounts::Role;
using accounts::UserDraft;
using accounts::UserState;
using Codes = std::vector<std::string>;

class UserCreation : public test::EachDatabase {
  protected:
    UserId create(const UserDraft& draft) {
        return db->write(company, [&](db::Tx& tx) {
            return accounts::create_user(tx, admin, draft, std::nullopt).user.id;
        });
    }
    Codes codes(const UserDraft& draft) {
        return codes_of([&] { create(draft); });
    }
    template <class What>
    static Codes codes_of(What what) {
        Codes found;
        try {
            what();
        } catch (const Error& error) {
            for (const Fault& fault : error.faults) found.push_back(fault.code);
        }
        return found;
    }
    std::optional<accounts::UserRecord> record(const UserId& id) {
        return db->read(company,
                        [&](db::Snapshot& snapshot) { return accounts::store::find_record(snapshot, id); });
    }
    void activate(const UserId& id) {
        db->write(company, [&](db::Tx& tx) { accounts::activate_user(tx, admin, id); });
    }
    void deactivate(const UserId& id) {
        db->write(company, [&](db::Tx& tx) { accounts::deactivate_user(tx, admin, id); });
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
};

TEST_P(UserCreation, ANewUserIsInactiveAndAllThatWasSaidIsKept) {
    auto draft = given::user_draft("grace@example.test");
    draft.profile = {.external_data = "HR-1",
                     .sso_identifier = "grace",
                     .sso_login_mode = accounts::SsoLoginMode::password,
                     .language = accounts::UserLanguage{"pl"},
                     .location = accounts::UserLocation{.country_code = "pl", .city = "Kraków"}};

    const auto made = record(create(draft));

    ASSERT_TRUE(made);
    EXPECT_EQ(made->user.state, UserState::inactive);
    EXPECT_EQ(made->user.role, Role::standard);
    EXPECT_EQ(made->user.email, "grace@example.test");
    EXPECT_EQ(made->profile, draft.profile);
    EXPECT_EQ(given::audit_names(*db, company), (Codes{"USER_ACCOUNT_CREATED"}));
    EXPECT_EQ(given::events(*db, company), Codes{});
}

TEST_P(UserCreation, NobodyIsToSignInByWhatIsNotThere) {
    auto draft = given::user_draft("grace@example.test");
    draft.profile.sso_login_mode = accounts::SsoLoginMode::sso;

    EXPECT_EQ(codes(draft), (Codes{"VALIDATION_ERROR"}));
    EXPECT_EQ(given::audit_names(*db, company), Codes{});
}

TEST_P(UserCreation, OnlyAnAdministratorCreatesUsers) {
    for (const Role role : {Role::extended, Role::standard, Role::restricted, Role::employee}) {
        const auto actor = given::user(*db, company, role);
        EXPECT_EQ(codes_of([&] {
                      db->write(company, [&](db::Tx& tx) {
                          accounts::create_user(tx, actor, given::user_draft("x@example.test"), std::nullopt);
                      });
                  }),
                  (Codes{"PERMISSION_DENIED"}));
    }
    EXPECT_EQ(given::audit_names(*db, company), Codes{});
}

TEST_P(UserCreation, ReportsEveryFaultAtOnce) {
    auto draft = given::user_draft("grace@example.test");
    draft.first_name = " Grace";
    draft.last_name = "Hop\tper";
    draft.profile.language = accounts::UserLanguage{"xx"};
    draft.profile.location = accounts::UserLocation{.country_code = "p1", .city = "X"};

    EXPECT_EQ(codes(draft),
              (Codes{"INVALID_USER_NAME", "INVALID_USER_NAME", "LANGUAGE_DISABLED", "INVALID_LOCATION"}));
    for (const std::string email : {"", "grace", "@example.test", "grace@", "a b@example.test"})
        EXPECT_EQ(codes(given::user_draft(email)), (Codes{"VALIDATION_ERROR"})) << email;
    EXPECT_EQ(given::audit_names(*db, company), Codes{});
}

TEST_P(UserCreation, TheEmailOfAnActiveUserOfAnyCompanyIsTaken) {
    const auto rival = given::company(*db, "rival");
    db->write(rival, [](db::Tx& tx) {
        accounts::add_user(
            tx, {.email = "Grace@Example.test", .first_name = "A", .last_name = "B", .role = Role::employee},
            "hash");
    });

    EXPECT_EQ(codes(given::user_draft("grace@example.TEST")), (Codes{"RESOURCE_ALREADY_EXIST"}));
}

TEST_P(UserCreation, TheEmailOfOneWhoWaitsIsTakenInTheirCompany) {
    create(given::user_draft("grace@example.test"));
    const auto rival = given::company(*db, "rival");
    const auto rivals_admin = given::user(*db, rival);

    EXPECT_EQ(codes(given::user_draft("GRACE@example.test")), (Codes{"RESOURCE_ALREADY_EXIST"}));
    EXPECT_NO_THROW(db->write(rival, [&](db::Tx& tx) {
        accounts::create_user(tx, rivals_admin, given::user_draft("grace@example.test"), std::nullopt);
    }));
}

TEST_P(UserCreation, TheEmailOfOneWhoLeftIsFree) {
    const auto left = create(given::user_draft("grace@example.test"));
    activate(left);
    deactivate(left);

    const auto next = create(given::user_draft("grace@example.test"));
    activate(next);

    EXPECT_EQ(codes_of([&] { activate(left); }), (Codes{"RESOURCE_ALREADY_EXIST"}));
    EXPECT_EQ(record(left)->user.state, UserState::inactive);
}

TEST_P(UserCreation, AnSsoIdentifierIsTakenWithItsCaseInItsCompany) {
    auto draft = given::user_draft("one@example.test");
    draft.profile.sso_identifier = "grace";
    create(draft);

    draft.email = "two@example.test";
    EXPECT_EQ(codes(draft), (Codes{"SSO_IDENTIFIER_ALREADY_EXISTS"}));
    draft.profile.sso_identifier = "Grace";
    EXPECT_EQ(codes(draft), Codes{});
}

TEST_P(UserCreation, OfManyWithOneEmailOneIsCreated) {
    std::atomic<int> made{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i) {
        threads.emplace_back([&] {
            const auto refused = codes(given::user_draft("one@example.test"));
            if (refused.empty()) {
                ++made;
            } else {
                EXPECT_EQ(refused, (Codes{"RESOURCE_ALREADY_EXIST"}));
            }
        });
    }
    for (auto& thread : threads) thread.join();

    EXPECT_EQ(made, 1);
}

// Otherwise a company could occupy the addresses of another one.
TEST_P(UserCreation, AnAddressInTheDomainOfAnotherCompanyIsRefused) {
    const UserId before = create(given::user_draft("early@rival.example"));
    const UserId user = create(given::user_draft("grace@example.test"));
    const CompanyId rival = given::company(*db, "rival");
    db->write(rival, [](db::Tx& tx) { accounts::store::insert_sso_domain(tx, "rival.example"); });

    EXPECT_EQ(codes(given::user_draft("grace@Rival.example")), (Codes{"RESOURCE_ALREADY_EXIST"}));
    EXPECT_EQ(codes_of([&] { activate(before); }), (Codes{"RESOURCE_ALREADY_EXIST"}));
    const auto rename = [&](const std::string& email) {
        db->write(company, [&](db::Tx& tx) {
            accounts::change_user(
                tx, admin, user, [&](const accounts::UserRecord&) { return given::user_draft(email); },
                std::nullopt);
        });
    };
    EXPECT_EQ(codes_of([&] { rename("grace@rival.example"); }), (Codes{"RESOURCE_ALREADY_EXIST"}));
    rename("grace@not.rival.example");
    activate(user);

    const auto boss = given::user(*db, rival);
    db->write(rival, [&](db::Tx& tx) {
        const auto own =
            accounts::create_user(tx, boss, given::user_draft("own@rival.example"), std::nullopt);
        accounts::activate_user(tx, boss, own.user.id);
    });
}

RUN_ON_EACH_DATABASE(UserCreation);

}  // namespace
}  // namespace callboard
