// The program as it is built with CALLBOARD_CONSOLE=OFF: no page of the console, and nothing leads there.
#include <string>

#include <gtest/gtest.h>

#include "accounts/administration.h"
#include "accounts/password.h"
#include "pages/console_files.h"
#include "pages/routes.h"
#include "support/browser.h"
#include "support/given.h"
#include "support/test_server.h"

namespace callboard {
namespace {

using test::Browser;

const std::string kEmail = "ada@acme.test";
const std::string kPassword = "correct horse battery";

class WithoutConsole : public testing::Test {
  protected:
    WithoutConsole() {
        const accounts::NewUser who{.email = kEmail,
                                    .first_name = "Ada",
                                    .last_name = "Byron",
                                    .role = accounts::Role::administrator};
        const std::string hash = accounts::hash_password(Secret{kPassword});
        server.db->write(given::company(*server.db), [&](db::Tx& tx) { accounts::add_user(tx, who, hash); });
    }

    test::TestServer server{{.extra_routes = pages::console_routes()}};
    Browser ada{server.port()};
};

TEST_F(WithoutConsole, ItsPagesDoNotExist) {
    ASSERT_FALSE(pages::has_console());
    ada.sign_in(kEmail, kPassword);
    for (const auto* const path : {"/console", "/console/jobs", "/console/assets/console.js"})
        EXPECT_EQ(ada.get(path).status, 404) << path;
}

TEST_F(WithoutConsole, SignInLeadsToTheConnections) {
    EXPECT_EQ(ada.sign_in(kEmail, kPassword).header("location"), "/identity/connections");
    EXPECT_EQ(ada.get("/identity/connections").status, 200);
}

TEST_F(WithoutConsole, SignInDoesNotLeadToAPageOfTheConsoleThatWasAskedFor) {
    const std::string asked = "/identity/sign-in?to=%2Fconsole%2Fjobs";
    EXPECT_EQ(ada.sign_in(kEmail, kPassword, asked).header("location"), "/identity/connections");
}

TEST_F(WithoutConsole, TheStartPageIsThatOfVisitors) {
    ada.sign_in(kEmail, kPassword);
    EXPECT_EQ(ada.get("/").status, 200);
}

}  // namespace
}  // namespace callboard
