#include "accounts/user_activation.h"

#include <atomic>
#include <thread>

#include <gtest/gtest.h>

#include "accounts/cache_epoch_store.h"
#include "accounts/credential_store.h"
#include "accounts/password_store.h"
#include "accounts/user_store.h"
#include "base/error.h"
#include "support/each_database.h"
#include "support/error_code.h"
#include "support/given.h"
#include "support/single_sign_on.h"

namespace callboard {
namespace {

using accounts::Role;
using accounts::UserState;
using Codes = std::vector<std::string>;

class UserActivation : public test::EachDatabase {
  protected:
    void activate(const accounts::Actor& actor, const UserId& id) {
        db->write(company, [&](db::Tx& tx) { accounts::activate_user(tx, actor, id); });
    }
    void deactivate(const accounts::Actor& actor, const UserId& id) {
        db->write(company, [&](db::Tx& tx) { accounts::deactivate_user(tx, actor, id); });
    }
    UserState state(const UserId& id) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return accounts::store::find_user(snapshot, id).value().state;
        });
    }
    bool may_call(const std::string& key) {
        return db->read(std::nullopt, [&](db::Snapshot& snapshot) {
            return accounts::store::find_holder(snapshot, accounts::hash_of(key)).has_value();
        });
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    const accounts::Actor robin = given::user(*db, company, Role::standard);
};

TEST_P(UserActivation, WhoIsDeactivatedMayNotCallUntilActivatedAgain) {
    const auto key = given::api_key(*db, company, robin);
    const auto epoch = db->read(std::nullopt, accounts::store::cache_epoch);

    deactivate(admin, robin.id());

    EXPECT_EQ(state(robin.id()), UserState::inactive);
    EXPECT_FALSE(may_call(key));
    EXPECT_GT(db->read(std::nullopt, accounts::store::cache_epoch), epoch);

    activate(admin, robin.id());

    EXPECT_TRUE(may_call(key));
    EXPECT_EQ(given::audit_names(*db, company),
              (Codes{"CREDENTIALS_CREATED", "USER_ACCOUNT_DEACTIVATED", "USER_ACCOUNT_ACTIVATED"}));
}

TEST_P(UserActivation, RepeatingItChangesNothing) {
    activate(admin, robin.id());
    deactivate(admin, robin.id());
    deactivate(admin, robin.id());

    EXPECT_EQ(given::audit_names(*db, company), (Codes{"USER_ACCOUNT_DEACTIVATED"}));
}

TEST_P(UserActivation, TellsWhetherTheUserCanSignIn) {
    const auto can_sign_in = [&](const UserId& id) {
        return db->write(company, [&](db::Tx& tx) { return accounts::activate_user(tx, admin, id); })
            .can_sign_in;
    };
    const auto set_mode = [&](const UserId& id, accounts::SsoLoginMode mode) {
        db->write(company, [&](db::Tx& tx) {
            auto record = accounts::store::find_record(tx, id).value();
            record.profile.sso_login_mode = mode;
            accounts::store::update(tx, record);
        });
    };
    const auto kim = given::user(*db, company, Role::standard);

    EXPECT_FALSE(can_sign_in(robin.id()));
    db->write(company, [&](db::Tx& tx) { accounts::store::set_password(tx, robin.id(), "hash"); });
    EXPECT_TRUE(can_sign_in(robin.id()));

    EXPECT_FALSE(can_sign_in(kim.id()));
    given::single_sign_on(*db, company);
    EXPECT_TRUE(can_sign_in(kim.id())) << "at the provider";
    set_mode(kim.id(), accounts::SsoLoginMode::password);
    EXPECT_FALSE(can_sign_in(kim.id()));
}

TEST_P(UserActivation, OnlyAnAdministratorDoesIt) {
    for (const Role role : {Role::extended, Role::standard, Role::restricted, Role::employee}) {
        const auto actor = given::user(*db, company, role);
        EXPECT_EQ(test::error_code([&] { deactivate(actor, robin.id()); }), "PERMISSION_DENIED");
        EXPECT_EQ(test::error_code([&] { activate(actor, robin.id()); }), "PERMISSION_DENIED");
    }
    EXPECT_EQ(state(robin.id()), UserState::active);
}

TEST_P(UserActivation, TheLastAdministratorStays) {
    EXPECT_EQ(test::error_code([&] { deactivate(admin, admin.id()); }), "LAST_ADMINISTRATOR");
    EXPECT_EQ(state(admin.id()), UserState::active);

    const auto rival = given::company(*db, "rival");
    given::user(*db, rival);
    EXPECT_EQ(test::error_code([&] { deactivate(admin, admin.id()); }), "LAST_ADMINISTRATOR");

    given::user(*db, company);
    EXPECT_EQ(test::error_code([&] { deactivate(admin, admin.id()); }), "");
}

TEST_P(UserActivation, OfTwoAdministratorsWhoShutEachOtherOutOneStays) {
    for (int round = 0; round < 5; ++round) {
        const auto shared = given::company(*db, "round" + std::to_string(round));
        const auto one = given::user(*db, shared);
        const auto two = given::user(*db, shared);
        std::atomic<int> done{0};
        const auto deactivate = [&](const accounts::Actor& actor, const UserId& other) {
            const auto refused = test::error_code(
                [&] { db->write(shared, [&](db::Tx& tx) { accounts::deactivate_user(tx, actor, other); }); });
            if (refused.empty()) ++done;
        };
        std::thread first{[&] { deactivate(one, two.id()); }};
        std::thread second{[&] { deactivate(two, one.id()); }};
        first.join();
        second.join();

        EXPECT_EQ(done, 1);
        EXPECT_TRUE(db->read(shared, accounts::store::first_administrator));
    }
}

TEST_P(UserActivation, AnotherCompanysUserIsUnknown) {
    const auto rival = given::company(*db, "rival");
    const auto foreign = given::user(*db, rival);

    EXPECT_EQ(test::error_code([&] { deactivate(admin, foreign.id()); }), "USER_NOT_FOUND");
    EXPECT_EQ(test::error_code([&] { activate(admin, foreign.id()); }), "USER_NOT_FOUND");
}

RUN_ON_EACH_DATABASE(UserActivation);

}  // namespace
}  // namespace callboard
