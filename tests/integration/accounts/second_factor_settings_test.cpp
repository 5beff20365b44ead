// The second factor of users over the API: who has one, its reset, and whether the company requires it.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "accounts/credential.h"
#include "accounts/second_factor.h"
#include "accounts/session_store.h"
#include "base/totp.h"
#include "support/each_database.h"
#include "support/given.h"
#include "support/oauth_flow.h"
#include "support/seal.h"
#include "support/test_server.h"

namespace callboard {
namespace {

using test::Answer;
using testing::HasSubstr;
using testing::Not;

const std::string kPolicy = "/configuration/second-factor";
const std::string kUsers = "/user-api/v201804/users";

class ApiSecondFactor : public testing::TestWithParam<test::Engine> {
  protected:
    test::Client caller(const accounts::Actor& actor) {
        return server.client_with_key(given::api_key(*server.db, company, actor));
    }
    void given_second_factor(const UserId& user) {
        server.db->write(company, [&](db::Tx& tx) {
            const accounts::Account account{.company = company, .user = user};
            const Secret key = accounts::begin_second_factor(tx, account, test::test_seal()).value();
            accounts::confirm_second_factor(tx, account, totp_at(key, totp_step(tx.now)), test::test_seal(),
                                            {});
        });
    }
    static std::string path_of(const UserId& user) { return kUsers + "/" + std::string{user.text()}; }
    static Answer require(test::Client& client, bool required) {
        return client.request("PUT", kPolicy, required ? R"({"required":true})" : R"({"required":false})",
                              {{"Content-Type", "application/json"}});
    }

    test::TestServer server{{.engine = GetParam()}};
    const CompanyId company = given::company(*server.db);
    const accounts::Actor boss = given::user(*server.db, company);
    const accounts::Actor ada = given::user(*server.db, company, accounts::Role::standard);
    test::Client administrator = caller(boss);
    test::Client standard = caller(ada);
};

TEST_P(ApiSecondFactor, AdministratorsSeeWhoHasOne) {
    given_second_factor(ada.id());

    EXPECT_EQ(administrator.get(path_of(ada.id())).json().at("secondFactor"), true);
    EXPECT_EQ(administrator.get(path_of(boss.id())).json().at("secondFactor"), false);
    const boost::json::array listed = administrator.get(kUsers).json().at("content").as_array();
    ASSERT_EQ(listed.size(), 2);
    for (const auto& user : listed)
        EXPECT_EQ(user.at("secondFactor"), user.at("id").as_string() == ada.id().text()) << user;
    EXPECT_THAT(standard.get(path_of(ada.id())).body, Not(HasSubstr("secondFactor")));
    EXPECT_THAT(standard.get(kUsers).body, Not(HasSubstr("secondFactor")));
}

// Otherwise an application that may read users learns whose password is enough to sign in.
TEST_P(ApiSecondFactor, ApplicationsDoNotSeeWhoHasOne) {
    const auto partner = given::partner(*server.db);
    const oauth::Grant grant{.company = company, .user = boss.id(), .application = partner.application.id};
    const std::string code = given::code(*server.db, partner, grant);
    const auto tokens = server.db->write(std::nullopt, [&](db::Tx& tx) {
        return test::token_answer(oauth::exchange_code(tx, partner.application, {.code = code}, {}));
    });
    test::Client application = server.client({{"Authorization", "Bearer " + tokens.access}});

    for (const std::string& path : {kUsers, path_of(ada.id())}) {
        const Answer shown = application.get(path);
        EXPECT_EQ(shown.status, 200) << shown.body;
        EXPECT_THAT(shown.body, Not(HasSubstr("secondFactor"))) << path;
    }
}

TEST_P(ApiSecondFactor, AResetRemovesItAndSignsTheUserOut) {
    given_second_factor(ada.id());
    const std::string secret = "session-of-ada";
    server.db->write(company, [&](db::Tx& tx) {
        accounts::store::insert_session(tx, accounts::hash_of(secret), company, ada.id());
    });
    test::Client browser =
        server.client({{"Cookie", "callboard_session=" + secret}, {"Sec-Fetch-Site", "same-origin"}});
    ASSERT_EQ(browser.get(kUsers + "/me").status, 200);

    EXPECT_EQ(standard.del(path_of(ada.id()) + "/second-factor").status, 403);
    EXPECT_EQ(administrator.del(path_of(ada.id()) + "/second-factor").status, 204);

    EXPECT_EQ(administrator.get(path_of(ada.id())).json().at("secondFactor"), false);
    EXPECT_EQ(browser.get(kUsers + "/me").status, 401);
    EXPECT_EQ(administrator.del(path_of(ada.id()) + "/second-factor").status, 204)
        << "there is none any more";
}

TEST_P(ApiSecondFactor, IsRequiredByAdministrators) {
    EXPECT_EQ(administrator.get(kPolicy).body, R"({"required":false})");
    EXPECT_EQ(require(standard, true).status, 403);
    EXPECT_EQ(standard.get(kPolicy).status, 403);

    const Answer required = require(administrator, true);

    EXPECT_EQ(required.status, 200) << required.body;
    EXPECT_EQ(required.json().at("required"), true);
    EXPECT_EQ(administrator.get(kPolicy).body, required.body);
    EXPECT_THAT(required.body, HasSubstr("requiredSince"));
    EXPECT_EQ(require(administrator, false).body, R"({"required":false})");
}

// It decides how users sign in, which is more than managing users.
TEST_P(ApiSecondFactor, IsNotChangedByClientCredentials) {
    given_second_factor(ada.id());
    test::Client program = server.client(
        {{"Authorization", "Bearer " + test::program_token(*server.db, company, "users_read users_manage")}});

    EXPECT_EQ(require(program, true).error_code(), "PERMISSION_DENIED");
    EXPECT_EQ(program.del(path_of(ada.id()) + "/second-factor").error_code(), "PERMISSION_DENIED");
    EXPECT_EQ(administrator.get(path_of(ada.id())).json().at("secondFactor"), true);
}

RUN_ON_EACH_DATABASE(ApiSecondFactor);

}  // namespace
}  // namespace callboard
