#include "accounts/login_mode.h"

#include <gtest/gtest.h>

#include "accounts/user_store.h"
#include "support/each_database.h"
#include "support/given.h"
#include "support/single_sign_on.h"

namespace callboard::accounts {
namespace {

class LoginMode : public test::EachDatabase {
  protected:
    void connect(bool required) { given::single_sign_on(*db, company, required); }
    bool may(Role role, std::optional<SsoLoginMode> mode) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            UserRecord record = store::find_record(snapshot, user).value();
            record.user.role = role;
            record.profile.sso_login_mode = mode;
            return may_use_password(snapshot, record);
        });
    }

    const CompanyId company = given::company(*db);
    const UserId user = given::user(*db, company).id();
};

TEST_P(LoginMode, HasNoEffectWithoutProvider) {
    EXPECT_TRUE(may(Role::standard, std::nullopt));
    EXPECT_TRUE(may(Role::standard, SsoLoginMode::sso));
    EXPECT_TRUE(may(Role::standard, SsoLoginMode::password));
}

TEST_P(LoginMode, DecidesWhoMayUseAPassword) {
    connect(false);
    EXPECT_TRUE(may(Role::standard, std::nullopt));
    EXPECT_FALSE(may(Role::standard, SsoLoginMode::sso));
    EXPECT_TRUE(may(Role::standard, SsoLoginMode::password));
}

TEST_P(LoginMode, IsSingleSignOnForAllIfTheCompanyRequiresIt) {
    connect(true);
    EXPECT_FALSE(may(Role::standard, std::nullopt));
    EXPECT_FALSE(may(Role::extended, SsoLoginMode::sso));
    EXPECT_TRUE(may(Role::standard, SsoLoginMode::password));
}

TEST_P(LoginMode, LeavesAdministratorsAWayIn) {
    connect(true);
    EXPECT_TRUE(may(Role::administrator, std::nullopt));
    EXPECT_TRUE(may(Role::administrator, SsoLoginMode::sso));
}

RUN_ON_EACH_DATABASE(LoginMode);

}  // namespace
}  // namespace callboard::accounts
